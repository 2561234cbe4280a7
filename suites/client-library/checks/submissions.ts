/** Judges submissions: the request, its body, the returned identifier, the files of a job. */

import { isDeepStrictEqual } from 'node:util';
import type { LibraryContract } from '../../../src/contract/library-operations.ts';
import {
  check,
  count,
  type Exchange,
  ifSent,
  memberOf,
  objectIn,
  preview,
  type Reporter,
  restsOn,
  sent,
} from '../../words.ts';
import type { Form } from '../calls.ts';
import type { ArrivedRequest } from '../endpoint.ts';
import { builtOf, type Made, madeOf, transfersIn, type Used } from '../made.ts';
import { mixed } from '../probes/alternating.ts';
import { MANY, submissions } from '../probes/calls.ts';
import { contextNeeds, formThat } from '../probes/contexts.ts';
import {
  cameOf,
  failureOf,
  givenJobIds,
  hung,
  parsed,
  pathOf,
  requestsOf,
  returnedWords,
  type Step,
  stepOf,
  wasMade,
} from '../scenario.ts';
import { judgeCalls } from './calls.ts';
import { failed } from './due.ts';
import { state } from './offering.ts';

/** Returns the submissions that a call of submit made arrive. */
const postsIn = (step: Step | undefined) =>
  requestsOf(step).filter((request) => request.method === 'POST' && pathOf(request) === '/jobs');
const postsOf = (exchange: Exchange | undefined) => postsIn(stepOf(exchange, 'submit'));

export const bodyOf = (exchange: Exchange | undefined): unknown => parsed(postsOf(exchange)[0]?.body);

/** Returns the submitted files, if they are objects in an array. */
export function filesIn(step: Step | undefined): readonly Readonly<Record<string, unknown>>[] | undefined {
  const files = memberOf(parsed(postsIn(step)[0]?.body), 'files');
  const objects = Array.isArray(files) ? files.map(objectIn) : [undefined];
  return objects.every((file) => file !== undefined) ? objects : undefined;
}

export const filesOf = (exchange: Exchange | undefined) => filesIn(stepOf(exchange, 'submit'));

/** Returns the submission to judge by: a transfer by position, or by name if only that is submitted. */
export const usable = (tried: Readonly<Record<Form, Exchange>>): Exchange | undefined =>
  tried[formThat(tried, (exchange) => postsOf(exchange).length > 0)];

export const submitting = check({
  needs: [sent(submissions), ...contextNeeds],
  decides: [
    'client-library/submit/sends-post-jobs',
    'client-library/submit/submits-once',
    'client-library/submit/content-type',
    'client-library/submit/body',
    'client-library/submit/returns-job-id',
    'client-library/submit/presents-credential',
  ],
  judge({ submissions, ...tried }, report) {
    judgeCalls(report, usable(submissions), tried, {
      call: 'submit',
      sends: 'sends-post-jobs',
      expected: () => 'POST /jobs',
      request: (steps) => postsIn(steps.at(-1))[0],
      judge(exchange, step) {
        judgeIdentifier(report, exchange, step);
        judgePosts(report, exchange, postsIn(step));
      },
    });
  },
});

/** Judges the POST requests that one call of submit sent. */
function judgePosts(report: Reporter, exchange: Exchange | undefined, posts: readonly ArrivedRequest[]) {
  const [post] = posts;
  const none = restsOn(post, 'no POST /jobs arrived');
  state(report, 'client-library/submit/submits-once', exchange, {
    unless: none,
    ok: posts.length === 1,
    expected: 'one POST /jobs',
    got: `${posts.length} POST /jobs`,
  });
  const type = post?.headers['content-type'];
  state(report, 'client-library/submit/content-type', exchange, {
    unless: none,
    ok: type?.split(';')[0]?.trim().toLowerCase() === 'application/json',
    expected: 'Content-Type: application/json',
    got: type === undefined ? 'no Content-Type' : preview(type),
  });
  const coding = post?.headers['content-encoding'];
  const body = parsed(post?.body);
  const problems = body === undefined ? [] : (report.contract as LibraryContract).submissionProblems(body);
  state(report, 'client-library/submit/body', exchange, {
    unless: [none, restsOn(!post?.cut, 'the body exceeds the recording limit')],
    ok: body !== undefined && problems.length === 0,
    expected: body === undefined ? 'JSON' : 'a body of the documented form',
    got: coding && coding !== 'identity' ? `Content-Encoding: ${coding}` : preview(post?.body),
    ...problems[0],
  });
}

function judgeIdentifier(report: Reporter, exchange: Exchange | undefined, step: Step | undefined) {
  const came = cameOf(step);
  const ids = givenJobIds(step);
  const failure = failureOf(step);
  const texts =
    'returned' in came ? [came.returned.value, came.returned.text].filter((text) => typeof text === 'string') : [];
  state(report, 'client-library/submit/returns-job-id', exchange, {
    unless: restsOn(ids.length > 0 && !(failure !== undefined && hung(exchange)), failure ?? 'no submission arrived'),
    ok: texts.some((text) => ids.some((id) => id.toLowerCase() === text.toLowerCase())),
    expected: `the job identifier ${preview(ids.at(-1))}`,
    got: 'failure' in came ? came.failure : returnedWords(came.returned),
  });
}

export const building = check({
  needs: [sent(submissions), ifSent(mixed)],
  decides: ['client-library/new_job/takes-a-list', 'client-library/new_job/holds-each-transfer'],
  judge({ submissions }, report) {
    const one = usable(submissions);
    judgeFiles(report, 'client-library/new_job/takes-a-list', one, 1);
    const built = stepOf(one, 'new_job')?.outcome;
    const unbuilt = restsOn(!(built && 'raised' in built), 'no job could be built from one transfer');
    judgeFiles(report, 'client-library/new_job/holds-each-transfer', submissions.three, 3, unbuilt);
    const judged = ({ exchange, first }: Made) => first && (exchange === one || exchange === submissions.three);
    for (const made of builtOf('new_job', report.returned))
      if (!judged(made) && failed(made) && isDue(transfersIn(made.about).length, unbuilt))
        state(report, rowOf(made), made.exchange, {
          ok: false,
          expected: 'a job built from the list of transfers',
          got: failureOf(made.step),
        });
    for (const made of madeOf('submit', report.returned).filter((each) => !judged(each))) {
      // Another job, or a source that was changed on the way, is judged by another requirement.
      if (isOwn(made))
        judgeFiles(report, rowOf(made), made.exchange, transfersIn(made.about).length, undefined, made.step);
    }
    const [file] = filesOf(one) ?? [];
    const params = objectIn(memberOf(bodyOf(one), 'params'));
    const further = [
      ...Object.keys(params ?? {}).filter((name) => name !== 'overwrite'),
      ...Object.keys(file ?? {})
        .filter((name) => !DOCUMENTED.has(name))
        .map((name) => `files[].${name}`),
    ];
    if (further.length > 0) report.observe('client-library/gap/submission-parameters', further.join(', '), one);
  },
});

/** Whether a job of so many transfers has to be built. The document leaves open how long a list may be. */
const isDue = (transfers: number, unbuilt: unknown) => transfers === 1 || (transfers < MANY && !unbuilt);

/** Returns the requirement that judges a job. */
const rowOf = ({ about }: Made) =>
  `client-library/new_job/${transfersIn(about).length === 1 ? 'takes-a-list' : 'holds-each-transfer'}` as const;

/**
 * Whether a submission belongs to its job: it is empty, or has at least one transfer of that job, only transfers that
 * some job described, and not exactly those of another job.
 */
export function isOwn({ exchange, step, about }: Used): boolean {
  const sent = sourcesIn(step);
  const own = sourcesOf(about);
  const jobs = builtOf('new_job', [exchange]).map((each) => sourcesOf(each.about));
  const same = (job: readonly unknown[]) => isDeepStrictEqual(job.toSorted(), sent?.toSorted());
  if (sent?.length === 0) return true;
  return (
    (sent?.some((source) => own.includes(source)) ?? false) &&
    sent?.every((source) => jobs.flat().includes(source)) === true &&
    (same(own) || !jobs.some(same))
  );
}

/** Returns the sources of a job in its description. */
export const sourcesOf = (about: unknown): readonly unknown[] => transfersIn(about).map(({ source }) => source);

/** Returns the sources of the first submission in a step, as far as its files are objects. */
export const sourcesIn = (step: Step): readonly unknown[] | undefined =>
  filesIn(step)?.flatMap((file) => file['sources']);

const DOCUMENTED = new Set(['sources', 'destinations', 'source_tokens', 'destination_tokens', 'checksum']);

/**
 * States that a job contains its transfers, each once. They are matched by source or destination; another requirement
 * judges changed ones.
 */
function judgeFiles(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  transfers: number,
  unless?: ReturnType<typeof restsOn>,
  submitted = stepOf(exchange, 'submit'),
) {
  const built = stepOf(exchange, 'new_job');
  const failure = failureOf(built);
  const unbuilt = failure !== undefined && wasMade(built, exchange);
  const files = filesIn(submitted);
  const different = new Set(
    files?.map((file) => JSON.stringify([file['sources'], file['destinations'], file['checksum']])),
  ).size;
  const same = different === files?.length;
  state(report, requirement, exchange, {
    unless: [unless, restsOn(unbuilt || files, failure ?? 'no job was submitted in the documented form')],
    ok: !unbuilt && files?.length === transfers && different === transfers,
    expected: `a submitted job with ${count(transfers, 'file')}, one for each transfer`,
    got: unbuilt ? failure : `${count(files?.length ?? 0, 'file')}${same ? '' : `, ${different} of them distinct`}`,
  });
}
