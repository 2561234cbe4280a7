/** Judges submissions, their jobs, and cancellations. */

import { jsonOf, statusAndWords, statusOf, succeeded } from '../../../src/engine/words/answer.ts';
import { judgeForms, reportUndecided, reportUntried } from '../../../src/engine/words/answering.ts';
import { configured, decidable, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check, ifAnswered, named, type Probe } from '../../../src/engine/words/suite.ts';
import type { Answer, Reporter } from '../../../src/engine/words/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import { sameDistinguishedName } from '../../../src/records/distinguished-name.ts';
import { preview } from '../../../src/records/preview.ts';
import { ABSENT } from '../../../src/wire/status-codes.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { identity, readListedJob } from '../probes/reading.ts';
import { submitOverwrite } from '../probes/refusing.ts';
import {
  type Forms,
  readSubmittedJob,
  submissionsIn,
  submitChecksumName,
  submitChecksumValue,
  submitFileTokens,
  submitPlain,
  submitSeveralFiles,
  submitSeveralSources,
  submitSeveralStorages,
} from '../probes/submitting.ts';
import { jobIdOf, submissionsOf } from '../submission.ts';

/** The identifier differs from that of any other job: at least one more is submitted, to compare with. */
export const ownIdentifiers = check({
  needs: [submitPlain, named('further', ifAnswered(submitSeveralFiles))],
  decides: ['transfer/submit-job/returns-own-id'],
  judge({ submitPlain }, report) {
    const requirement = 'transfer/submit-job/returns-own-id';
    const { exchange } = submitPlain;
    const empty = report.exchanges.find(
      (one) =>
        one.operation === 'submit-job' && one.lane === report.lane && one.purpose !== 'refusal' && returnsEmptyId(one),
    );
    if (empty)
      return void report.holds(
        requirement,
        false,
        'an identifier that is not empty',
        memberOf(jsonOf(empty).json, 'job_id'),
        empty,
        '/job_id',
      );
    if (
      !decidable(
        report,
        requirement,
        exchange,
        restsOn(jobIdOf(exchange) !== undefined, 'not judged: the submission returned no identifier'),
      )
    )
      return;
    const submissions = report.exchanges.filter((one) => one.operation === 'submit-job' && jobIdOf(one) !== undefined);
    const submitted = new Set<unknown>(submissions.map(jobIdOf));
    let others = submissions.length > 1;
    // Listings may be long: only what a submission returned is kept.
    const seen = report.exchanges.flatMap((by) => {
      const ids = identifiersIn(by);
      others ||= ids.some((id) => !submitted.has(id));
      return ids.filter((id) => submitted.has(id)).map((id) => ({ id, by }));
    });
    const [taken] = seen
      .filter(({ by }) => by.operation === 'submit-job' && by.lane === report.lane)
      .flatMap(({ id, by }) =>
        seen
          .filter((other) => other.id === id && other.by !== by && comesFirst(other.by, by))
          .map((other) => ({ id, by, other: other.by })),
      );
    if (taken === undefined && !others) {
      const refused = report.exchanges.find((one) => isFurther(one, exchange) && !succeeded(one));
      if (refused) return void reportUntried(report, requirement, refused);
      return void report.undecided(requirement, 'document', 'no other job to compare with');
    }
    const got =
      taken &&
      `${taken.id}, which ${taken.other.operation === 'submit-job' ? 'another submission returned' : 'was listed before'} (${taken.other.id})`;
    report.holds(
      requirement,
      taken === undefined,
      'an identifier that no other job has',
      got,
      taken?.by ?? exchange,
      '/job_id',
    );
  },
});

/** Whether this is a documented submission beside another one of its lane. */
const isFurther = (one: Exchange, first: Exchange): boolean =>
  one !== first && one.operation === 'submit-job' && one.lane === first.lane && one.purpose === 'documented';

/** Whether a submission was accepted with an identifier that is empty or white space. */
function returnsEmptyId(submission: Exchange): boolean {
  const id = succeeded(submission) ? memberOf(jsonOf(submission).json, 'job_id') : undefined;
  return typeof id === 'string' && id.trim() === '';
}

/** The identifiers of jobs that a submission returned or a listing held. */
function identifiersIn(by: Exchange): readonly unknown[] {
  if (by.operation === 'submit-job') return [jobIdOf(by)].filter((id) => id !== undefined);
  const { json } = by.operation === 'list-jobs' && succeeded(by) ? jsonOf(by) : {};
  return Array.isArray(json) ? json.map((job) => memberOf(job, 'job_id')) : [];
}

/** Whether an identifier that an exchange showed was taken when a submission returned it: a later listing rightly holds the new job. */
function comesFirst(shown: Exchange, submission: Exchange): boolean {
  return shown.operation === 'submit-job' || shown.endedAt <= submission.startedAt;
}

/** Probes of the documented additions to a submission, with the requirement of each. */
const FORMS: readonly (readonly [Probe<string, Forms>, string])[] = [
  [submitSeveralFiles, 'transfer/submit-job/accepts-several-files'],
  [submitFileTokens, 'transfer/submit-job/accepts-file-tokens'],
  [submitChecksumName, 'transfer/submit-job/accepts-checksum-name'],
  [submitChecksumValue, 'transfer/submit-job/accepts-checksum-value'],
  [submitOverwrite, 'transfer/submit-job/accepts-overwrite'],
  [submitSeveralSources, 'transfer/submit-job/accepts-several-sources'],
  [submitSeveralStorages, 'transfer/submit-job/accepts-several-storages'],
];

/** A documented addition to an accepted submission is accepted too. */
export const submittingForms = FORMS.map(([form, requirement]) =>
  check({
    needs: [submitPlain, named('forms', asked(form))],
    decides: [requirement],
    judge({ submitPlain: plain, forms }, report) {
      // Both values of a boolean are forms of one requirement.
      const each = Object.values(forms);
      const control = each.flatMap((one) => one.control ?? [])[0];
      const nameless = [plain.exchange, ...each.flatMap(submissionsIn)].find(
        (one) => succeeded(one) && jobIdOf(one) === undefined,
      );
      const open = decidable(report, requirement, nameless ?? control, [
        restsOn(!nameless, 'unclear whether the submission was accepted: the response names no job'),
        configured(!control || succeeded(control), 'a plain submission was not accepted then either', control),
      ]);
      if (open) for (const { tries, twin } of each) judgeForms(report, requirement, tries, twin);
    },
  }),
);

/** The submitted job is readable under its identifier, and is the job that was submitted. */
export const readingSubmitted = check({
  needs: [submitPlain, asked(readSubmittedJob), ifAnswered(readListedJob), ifAnswered(identity)],
  decides: [
    'transfer/job-status/reads-submitted-job',
    'transfer/job-status/names-source',
    'transfer/job-status/names-destination',
    'transfer/job-status/names-submitter',
  ],
  judge({ submitPlain, readSubmittedJob: { job: exchange }, readListedJob, identity }, report) {
    const id = jobIdOf(submitPlain.exchange);
    if (exchange === undefined || id === undefined) return;
    const own = 'transfer/job-status/reads-submitted-job';
    if (!succeeded(exchange)) {
      const absent = ABSENT.has(statusOf(exchange));
      if (
        !decidable(
          report,
          own,
          exchange,
          configured(readListedJob || !absent, 'no job could be read; check TRANSFER_JOB_STATUS_PATH'),
        )
      )
        return;
      if (absent)
        report.holds(
          own,
          false,
          `the job ${id}`,
          `${statusAndWords(exchange)}, while a listed job could be read`,
          exchange,
        );
      else reportUndecided(report, own, exchange);
      return;
    }
    // A job that has another's identifier may be the other.
    if (submissionsOf(id, report.exchanges).length > 1) return;
    judgeReadBack(report, id, exchange, identity);
  },
});

type ReadBackRequirement =
  | 'transfer/job-status/reads-submitted-job'
  | 'transfer/job-status/names-source'
  | 'transfer/job-status/names-destination'
  | 'transfer/job-status/names-submitter';

/**
 * A job that was read under the identifier that its submission returned is the job that was submitted.
 * @param several its file lies on several storages, and nothing says which of them a job names
 */
function judgeReadBack(
  report: Reporter<ReadBackRequirement>,
  id: string,
  exchange: Exchange,
  identity: Answer | undefined,
  several = false,
): void {
  const own = 'transfer/job-status/reads-submitted-job';
  const job = membersOf(report, 'transfer/job', jsonOf(exchange).json);
  const read = job('job_id');
  if (read !== undefined)
    report.holds(
      own,
      String(read).toLowerCase() === id.toLowerCase(),
      `the job ${id}`,
      `the job ${preview(read)}`,
      exchange,
      '/job_id',
    );
  const { source, destination, source2, destination2 } = report.settings;
  for (const [requirement, member, submitted] of [
    ['transfer/job-status/names-source', 'source_se', several ? [source, source2] : [source]],
    ['transfer/job-status/names-destination', 'dest_se', several ? [destination, destination2] : [destination]],
  ] as const) {
    const storage = storageOf(job(member));
    const given = submitted.filter((one) => storageOf(one) !== undefined);
    if (storage === undefined || given.length === 0) continue;
    const named = given.some((one) => sameStorage(storage, storageOf(one) as URL));
    report.holds(
      requirement,
      named,
      `the storage endpoint of ${given.map((one) => preview(one)).join(' or ')}`,
      job(member),
      exchange,
      `/${member}`,
    );
  }
  const [submitter, caller] = [job('user_dn'), membersOf(report, 'transfer/identity', identity?.json)('user_dn')];
  if (report.lane === 'certificate' && typeof submitter === 'string' && typeof caller === 'string')
    report.holds(
      'transfer/job-status/names-submitter',
      sameDistinguishedName(submitter, caller),
      caller,
      submitter,
      exchange,
      '/user_dn',
    );
}

/** Every accepted form makes a job that is read back. */
export const readingForms = FORMS.map(([form]) =>
  check({
    needs: [submitPlain, readSubmittedJob, named('forms', asked(form)), ifAnswered(identity)],
    decides: [
      'transfer/job-status/reads-submitted-job',
      'transfer/job-status/names-source',
      'transfer/job-status/names-destination',
      'transfer/job-status/names-submitter',
    ],
    judge({ forms, identity }, report) {
      for (const exchange of Object.values(forms).flatMap(({ readBack }) => readBack.filter(succeeded))) {
        const id = exchange.params['job_id'];
        if (id === undefined || submissionsOf(id, report.exchanges).length !== 1) continue;
        const { json } = jsonOf(exchange);
        if (typeof json !== 'object' || json === null || Array.isArray(json)) continue;
        judgeReadBack(report, id, exchange, identity, form === submitSeveralStorages);
      }
    },
  }),
);

/** Members of a record that were not contradicted; undefined for all others. */
function membersOf(report: Reporter, record: string, value: unknown): (member: string) => unknown {
  const judged = report.contract.records.get(record)?.judge([value], new Set([report.lane]));
  return (member) => judged?.vouched(0, member);
}

/** A storage address, taken apart; undefined where it is none. */
function storageOf(address: unknown): URL | undefined {
  const text = String(address);
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Scheme and host of two storage addresses are the same; a port counts only where both name one. */
function sameStorage(one: URL, other: URL): boolean {
  const samePort = one.port === '' || other.port === '' || one.port === other.port;
  return samePort && one.protocol === other.protocol && one.hostname.toLowerCase() === other.hostname.toLowerCase();
}
