/** Judges submissions: the request, its body, the returned identifier. */
import { isDeepStrictEqual } from 'node:util';
import type { LibraryContract } from '../../../src/contract/library-operations.ts';
import { decidable, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check } from '../../../src/engine/words/suite.ts';
import type { Reporter } from '../../../src/engine/words/types.ts';
import { memberOf, objectIn } from '../../../src/files/json-value.ts';
import { preview } from '../../../src/records/preview.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { describedTransfers, type Form, type TransferParameters } from '../calls.ts';
import type { ArrivedRequest } from '../endpoint.ts';
import { submissions } from '../probes/calls.ts';
import { formThat, ways } from '../probes/contexts.ts';
import { cameOf, failureOf, hung, parsed, pathOf, reportOf, requestsOf, stepOf } from '../scenario.ts';
import { judgeCredential, judgeRequested } from './calls.ts';
import { returnedWords } from './results.ts';

/** The submissions that a call of submit made arrive. */
function postsOf(exchange: Exchange | undefined): readonly ArrivedRequest[] {
  return requestsOf(stepOf(reportOf(exchange), 'submit')).filter(
    (request) => request.method === 'POST' && pathOf(request) === '/jobs',
  );
}

/** The submitted files, as far as they are objects in an array. */
function filesOf(exchange: Exchange | undefined): readonly Readonly<Record<string, unknown>>[] | undefined {
  const files = memberOf(parsed(postsOf(exchange)[0]?.body), 'files');
  const objects = Array.isArray(files) ? files.map(objectIn) : [undefined];
  return objects.every((file) => file !== undefined) ? objects : undefined;
}

/** The submission to judge by: a transfer by position, or by name where that alone is submitted. */
function usable(tried: Readonly<Record<Form, Exchange>>): Exchange | undefined {
  return tried[formThat(tried, (exchange) => postsOf(exchange).length > 0)];
}

export const submitting = check({
  needs: [asked(submissions), asked(ways)],
  decides: [
    'client-library/submit/sends-post-jobs',
    'client-library/submit/submits-once',
    'client-library/submit/content-type',
    'client-library/submit/body',
    'client-library/submit/returns-job-id',
    'client-library/submit/presents-credential',
  ],
  judge({ submissions, ways }, report) {
    const exchange = usable(submissions);
    const posts = postsOf(exchange);
    const [post] = posts;
    judgeRequested(report, 'client-library/submit/sends-post-jobs', exchange, 'submit', 'POST /jobs', post);
    judgeCredential(report, 'client-library/submit/presents-credential', exchange, post, ways);
    judgeIdentifier(report, exchange);
    if (post === undefined) {
      for (const row of ['submits-once', 'content-type', 'body'] as const)
        report.undecided(`client-library/submit/${row}`, 'target', 'no POST /jobs arrived', exchange);
      return;
    }
    report.holds(
      'client-library/submit/submits-once',
      posts.length === 1,
      'one POST /jobs',
      `${posts.length} of them`,
      exchange,
    );
    const type = post.headers['content-type'];
    const media = type?.split(';')[0]?.trim().toLowerCase();
    report.holds(
      'client-library/submit/content-type',
      media === 'application/json',
      'Content-Type: application/json',
      type ?? 'no Content-Type',
      exchange,
    );
    judgeBody(report, exchange, post);
  },
});

function judgeBody(report: Reporter, exchange: Exchange | undefined, post: ArrivedRequest): void {
  const row = 'client-library/submit/body';
  if (!decidable(report, row, exchange, restsOn(!post.cut, 'the body exceeds the recording limit'))) return;
  const body = parsed(post.body);
  if (body === undefined) {
    report.holds(row, false, 'JSON', preview(post.body), exchange);
    return;
  }
  const [problem] = (report.contract as LibraryContract).submissionProblems(body);
  report.holds(
    row,
    problem === undefined,
    problem?.expected ?? 'a body of the documented form',
    problem?.got,
    exchange,
    problem?.at,
  );
}

function judgeIdentifier(report: Reporter, exchange: Exchange | undefined): void {
  const row = 'client-library/submit/returns-job-id';
  const step = stepOf(reportOf(exchange), 'submit');
  const came = cameOf(step);
  const ids = requestsOf(step).flatMap(({ method, answer }) =>
    method === 'GET' ? [] : [memberOf(parsed(answer), 'job_id')],
  );
  const given = ids.filter((id) => typeof id === 'string');
  const got = given.length > 0 && !('failure' in came && hung(reportOf(exchange)));
  if (
    !decidable(
      report,
      row,
      exchange,
      restsOn(got, 'failure' in came ? came.failure : 'the service did not get a submission'),
    )
  )
    return;
  const texts =
    'returned' in came ? [came.returned.value, came.returned.text].filter((text) => typeof text === 'string') : [];
  const same = texts.some((text) => given.some((id) => id.toLowerCase() === text.toLowerCase()));
  report.holds(
    row,
    same,
    `the job identifier ${given.at(-1)}`,
    'failure' in came ? came.failure : returnedWords(came.returned),
    exchange,
  );
}

/** Whether a submitted file is a transfer as it was described. */
function describes(
  file: Readonly<Record<string, unknown>> | undefined,
  { source, destination, checksum }: TransferParameters,
): boolean {
  return (
    file !== undefined &&
    isDeepStrictEqual(file['sources'], [source]) &&
    isDeepStrictEqual(file['destinations'], [destination]) &&
    file['checksum'] === checksum
  );
}

const FORM_ROWS = [
  ['positional', 'client-library/new_transfer/takes-positional'],
  ['keywords', 'client-library/new_transfer/takes-keywords'],
] as const;

const UNFORMED = 'no transfer was submitted in the documented form';

const MEMBERS = [
  ['client-library/new_transfer/source', 'sources', 'source'],
  ['client-library/new_transfer/destination', 'destinations', 'destination'],
  ['client-library/new_transfer/checksum', 'checksum', 'checksum'],
] as const;

export const describing = check({
  needs: [asked(submissions)],
  decides: [
    ...FORM_ROWS.map(([, row]) => row),
    ...MEMBERS.map(([row]) => row),
    'client-library/gap/filesize-and-metadata',
  ],
  judge({ submissions }, report) {
    const [transfer] = describedTransfers(1) as [TransferParameters];
    const right = FORM_ROWS.map(([form]) => describes(filesOf(submissions[form])?.[0], transfer));
    for (const [index, [form, row]] of FORM_ROWS.entries()) {
      const exchange = submissions[form];
      const built = stepOf(reportOf(exchange), 'new_transfer');
      const file = filesOf(exchange)?.[0];
      const expected = 'the transfer that was described';
      const made = built !== undefined && !('notMade' in built.outcome) && !hung(reportOf(exchange));
      if (!decidable(report, row, exchange, restsOn(made, failureOf(built) ?? 'the submission did not end'))) continue;
      if (failureOf(built) !== undefined) report.holds(row, false, expected, failureOf(built), exchange);
      else if (!decidable(report, row, exchange, restsOn(file, UNFORMED))) continue;
      else if (misplaced(submissions, form)) {
        const { name, here, there } = misplaced(submissions, form) as Misplaced;
        report.holds(
          row,
          false,
          `${name} at ${there}, as by the other form`,
          here === undefined ? `${name} is not submitted` : `${name} at ${here}`,
          exchange,
        );
      }
      // An error in both forms is not due to the form; the rows of the members judge it.
      else if (right[index] || !right[1 - index]) report.holds(row, true, expected, undefined, exchange);
      else
        report.holds(
          row,
          false,
          expected,
          { sources: file?.['sources'], destinations: file?.['destinations'], checksum: file?.['checksum'] },
          exchange,
        );
    }
    const exchange = right[1] ? submissions.keywords : usable(submissions);
    const file = filesOf(exchange)?.[0];
    for (const [row, member, given] of MEMBERS) {
      const value = file?.[member];
      const texts = member === 'checksum' ? [value] : value;
      const formed = value === undefined || (Array.isArray(texts) && texts.every((each) => typeof each === 'string'));
      const expected = member === 'checksum' ? transfer[given] : [transfer[given]];
      if (decidable(report, row, exchange, restsOn(file && formed, UNFORMED)))
        report.holds(
          row,
          isDeepStrictEqual(value, expected),
          preview(expected),
          preview(value),
          exchange,
          `/files/0/${member}`,
        );
    }
    const body = parsed(postsOf(exchange)[0]?.body);
    for (const name of ['filesize', 'metadata'] as const)
      if (body !== undefined)
        report.observe(
          'client-library/gap/filesize-and-metadata',
          `${name} at ${placeOf(body, transfer[name]) ?? 'no place'}`,
          exchange,
        );
  },
});

interface Misplaced {
  readonly name: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
}

/**
 * A value that lands elsewhere than with the other form. By name it is clear which value is meant: where both forms submit it,
 * that by position is wrong.
 */
function misplaced(submissions: Readonly<Record<Form, Exchange>>, form: Form): Misplaced | undefined {
  const [transfer] = describedTransfers(1) as [TransferParameters];
  const bodyOf = (of: Form) => parsed(postsOf(submissions[of])[0]?.body);
  const [own, other] = [bodyOf(form), bodyOf(form === 'positional' ? 'keywords' : 'positional')];
  if (own === undefined || other === undefined) return undefined;
  for (const name of ['filesize', 'metadata'] as const) {
    const [here, there] = [placeOf(own, transfer[name]), placeOf(other, transfer[name])];
    if (there !== undefined && here !== there && (form === 'positional' || here === undefined))
      return { name, here, there };
  }
  return undefined;
}

/** JSON pointer of a value; undefined where it is nowhere. */
function placeOf(within: unknown, wanted: unknown, at = ''): string | undefined {
  if (typeof within !== 'object' || within === null) return String(within) === String(wanted) ? at : undefined;
  return Object.entries(within)
    .map(([name, value]) => placeOf(value, wanted, `${at}/${name}`))
    .find((place) => place !== undefined);
}

export const building = check({
  needs: [asked(submissions)],
  decides: [
    'client-library/new_job/takes-a-list',
    'client-library/new_job/holds-each-transfer',
    'client-library/gap/submission-parameters',
  ],
  judge({ submissions }, report) {
    const one = usable(submissions);
    judgeFiles(report, 'client-library/new_job/takes-a-list', one, 1);
    const built = stepOf(reportOf(one), 'new_job')?.outcome;
    const row = 'client-library/new_job/holds-each-transfer';
    if (
      decidable(
        report,
        row,
        submissions.three,
        restsOn(!(built && 'raised' in built), 'no job could be built of one transfer'),
      )
    )
      judgeFiles(report, row, submissions.three, 3);
    const [file] = filesOf(one) ?? [];
    const params = objectIn(memberOf(parsed(postsOf(one)[0]?.body), 'params'));
    const further = [
      ...Object.keys(params ?? {}).filter((name) => name !== 'overwrite'),
      ...Object.keys(file ?? {})
        .filter((name) => !DOCUMENTED.has(name))
        .map((name) => `files[].${name}`),
    ];
    if (further.length > 0) report.observe('client-library/gap/submission-parameters', further.join(', '), one);
  },
});

const DOCUMENTED = new Set(['sources', 'destinations', 'source_tokens', 'destination_tokens', 'checksum']);

/** Says that a job holds its transfers, each once. Transfers are matched by source or destination; a changed one belongs to another row. */
function judgeFiles(report: Reporter, row: string, exchange: Exchange | undefined, count: number): void {
  const recorded = reportOf(exchange);
  const built = stepOf(recorded, 'new_job');
  const failure = failureOf(built);
  const files = filesOf(exchange);
  const expected = count === 1 ? 'one file' : `${count} files, one for each transfer`;
  if (failure !== undefined && built !== undefined && !('notMade' in built.outcome) && !hung(recorded))
    report.holds(row, false, expected, failure, exchange);
  else if (files === undefined)
    report.undecided(row, 'target', failure ?? 'no job was submitted in the documented form', exchange);
  else {
    const different = new Set(
      files.map((file) => JSON.stringify([file['sources'], file['destinations'], file['checksum']])),
    ).size;
    report.holds(
      row,
      files.length === count && different === count,
      expected,
      different === files.length ? `${files.length} files` : `${files.length} files, ${different} of them different`,
      exchange,
    );
  }
}
