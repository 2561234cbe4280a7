/**
 * Every reading of a submitted job, for any purpose and in any listing, shows the job that was submitted.
 */

import { sameDistinguishedName } from '../../../src/records/distinguished-name.ts';
import {
  ABSENT,
  type Answer,
  type AnyProbe,
  answersTo,
  check,
  configured,
  decidable,
  type Exchange,
  ifAnswered,
  isObject,
  jsonOf,
  memberOf,
  named,
  preview,
  type Reporter,
  reportUndecided,
  restsOn,
  sent,
  shows,
  statusAndWords,
  statusOf,
  succeeded,
} from '../../words.ts';
import { settingsOf } from '../known-settings.ts';
import { cancelCombined, cancelJob, readAgain, refuseCancel } from '../probes/cancelling.ts';
import { forms, submitCombined } from '../probes/forms.ts';
import { identity, idsIn, jobsIn, placesIn, readFinishedJob, readListedJob } from '../probes/reading.ts';
import { readSubmittedJob, submitPlain } from '../probes/submitting.ts';
import { jobIdOf, sameStorage, storageOf, storageUrlsIn } from '../submission.ts';
import { keepsFinished, type Life, livesIn, stateIn } from './lives.ts';
import { BY_STATE, isProxyOf, judgeFinished } from './reading.ts';

/** The path of one job is observed. */
export const readingJobs = [readListedJob, readSubmittedJob].map((of) =>
  check({
    needs: [named('answer', of)],
    decides: [],
    judge({ answer }, report) {
      const { statusPathShown, jobStatusPath } = settingsOf(report.settings);
      report.observe('transfer/gap/job-status-path', String(statusPathShown ?? jobStatusPath), answer.exchange);
    },
  }),
);

/** The job that the settings say has finished has a time in `job_finished` if its state is known to be final. */
export const readingFinishedJob = check({
  needs: [sent(readFinishedJob)],
  decides: [BY_STATE],
  judge({ readFinishedJob: { job: exchange } }, report) {
    if (exchange === undefined) return;
    if (!succeeded(exchange)) return reportUndecided(report, BY_STATE, exchange);
    judgeFinished(report, exchange, ([state]) =>
      report.undecided(
        BY_STATE,
        'settings',
        `the job of TRANSFER_FINISHED_JOB_ID is in state ${JSON.stringify(state)}, which is not known to be final`,
        exchange,
      ),
    );
  },
});

/** Probes that read submitted jobs; a run of requirements about their lives alone sends them, too. */
const READERS: readonly AnyProbe[] = [
  cancelJob,
  ...forms.map(({ probe }) => probe),
  submitCombined,
  cancelCombined,
  refuseCancel,
  readAgain,
];

/** Jobs that are read individually have a time if they have finished, and do not go on. */
export const ending = check({
  needs: [],
  also: READERS,
  further: true,
  decides: [BY_STATE],
  judge(_, report) {
    for (const exchange of answersTo('job-status', report)) judgeFinished(report, exchange, () => undefined);
    for (const life of livesIn(report).values()) judgeResumed(life, report);
  },
});

/** A job that had finished keeps its time while no one cancels it, and has one after it was cancelled. */
function judgeResumed({ readings, cancellations: [first], cancelled }: Life, report: Reporter<typeof BY_STATE>) {
  const shown = readings.filter((one) => one.purpose !== 'refusal' && succeeded(one));
  const alone = shown.filter((one) => !first || one.endedAt <= first.startedAt);
  const after = shown.filter((one) => cancelled && one.startedAt >= cancelled.endedAt);
  for (const [all, whose] of [
    [alone, ''],
    [after, ' of a cancelled job'],
  ] as const) {
    const ended = all.find((one) => typeof timeIn(one) === 'string');
    const last = all.at(-1);
    if (!ended || !last || last.startedAt < ended.endedAt) continue;
    const [earlier, time] = [timeIn(ended), timeIn(last)];
    if (time !== null && (all === after || typeof time !== 'string' || time === earlier)) continue;
    report.assert(
      BY_STATE,
      false,
      `a timestamp in job_finished${whose}, as in the earlier response (exchange ${ended.id}): ${preview(earlier)}`,
      `${preview(time)} in a job whose job_state is ${preview(stateIn(last))}`,
      last,
      '/job_finished',
    );
  }
}

const timeIn = (reading: Exchange) => memberOf(jsonOf(reading).json, 'job_finished');

const OWN = 'transfer/job-status/reads-submitted-job';
const STORAGES = [
  ['transfer/job-status/names-source', 'source_se', 'sources'],
  ['transfer/job-status/names-destination', 'dest_se', 'destinations'],
] as const;
const SUBMITTER = 'transfer/job-status/names-submitter';
const READ_BACK = [OWN, STORAGES[0][0], STORAGES[1][0], SUBMITTER] as const;

/** Every job that was submitted can be read under its identifier, and is the one that was submitted. */
export const readingBack = check({
  needs: [submitPlain, sent(readSubmittedJob), ifAnswered(readListedJob), ifAnswered(identity)],
  also: READERS,
  decides: READ_BACK,
  judge({ submitPlain, readSubmittedJob: { job }, readListedJob, identity }, report) {
    if (job && !succeeded(job)) judgeLost(report, job, jobIdOf(submitPlain.exchange), readListedJob);
    const lives = livesIn(report);
    for (const { submission, readings } of lives.values())
      for (const exchange of readings)
        if (exchange.purpose !== 'refusal' && succeeded(exchange) && isObject(jsonOf(exchange).json))
          judgeReadBack(report, submission, { exchange, job: jsonOf(exchange).json, at: '' }, identity);
    for (const exchange of answersTo('list-jobs', report)) {
      const listed = placesIn(exchange);
      for (const { id, submission } of lives.values()) {
        const place = listed.get(id.toLowerCase());
        if (place !== undefined)
          judgeReadBack(report, submission, { exchange, job: jobsIn(exchange)[place], at: `/${place}` }, identity);
      }
    }
  },
});

/** Judges a reading that did not find the submitted job. */
function judgeLost(
  report: Reporter<typeof OWN>,
  exchange: Exchange,
  id: string | undefined,
  readListedJob: Answer | undefined,
) {
  if (id === undefined) return undefined;
  if (!ABSENT.has(statusOf(exchange))) return reportUndecided(report, OWN, exchange);
  const works = report.exchanges.some((one) => one.operation === exchange.operation && succeeded(one));
  const path = configured(works, 'no job could be read; check TRANSFER_JOB_STATUS_PATH');
  const read = shows(readListedJob, 'the listed job could not be read either, only other jobs');
  const listed = report.exchanges.some(
    (one) => one.lane === report.lane && one.startedAt >= exchange.endedAt && idsIn(one).has(id.toLowerCase()),
  );
  if (!decidable(report, OWN, exchange, [path, read, listed ? undefined : keepsFinished(report)])) return undefined;
  report.assert(
    OWN,
    false,
    `the job ${preview(id)}`,
    `${statusAndWords(exchange)}, while a listed job could be read; the submission may also have returned a wrong identifier, or lost the job`,
    exchange,
  );
  const about = [...livesIn(report).values()].flatMap(({ readings, cancellations }) => [...readings, ...cancellations]);
  return report.explains(
    OWN,
    about.filter((one) => one.purpose === 'documented' && ABSENT.has(statusOf(one))),
  );
}

/** A job that is returned under the identifier from its submission, at a place, is the job that was submitted. */
function judgeReadBack(
  report: Reporter<(typeof READ_BACK)[number]>,
  submission: Exchange,
  { exchange, job: returned, at }: { readonly exchange: Exchange; readonly job: unknown; readonly at: string },
  identity: Answer | undefined,
) {
  const id = String(jobIdOf(submission));
  const job = membersOf(report, 'transfer/job', returned);
  const read = job('job_id');
  // A listed job is found by this identifier.
  if (read !== undefined && at === '')
    report.assert(
      OWN,
      String(read).toLowerCase() === id.toLowerCase(),
      `the job ${preview(id)}`,
      `the job ${preview(read)}`,
      exchange,
      `${at}/job_id`,
    );
  for (const [requirement, member, side] of STORAGES) {
    const storage = storageOf(job(member));
    // The document does not specify which of several storages a job names.
    const stated = storageUrlsIn(submission, side).filter((one) => storageOf(one) !== undefined);
    if (job(member) === undefined || stated.length === 0) continue;
    report.assert(
      requirement,
      storage !== undefined && stated.some((one) => sameStorage(storage, storageOf(one) as URL)),
      `${stated.map((one) => preview(String(one).replace(/^([^/]*\/\/[^/]*).*/s, '$1'))).join(' or ')}, the storage endpoint of the submitted ${side.slice(0, -1)}`,
      preview(job(member)),
      exchange,
      `${at}/${member}`,
    );
  }
  const [submitter, caller] = [job('user_dn'), membersOf(report, 'transfer/identity', identity?.json)('user_dn')];
  // With a token, the caller may also read jobs that were submitted with the certificate, and the reverse.
  const ownLane = [report.lane, submission.lane].every((lane) => lane === 'certificate');
  if (!ownLane || typeof submitter !== 'string' || typeof caller !== 'string') return;
  // If GET /whoami returned the name of the presented proxy, the job may still name the user.
  const isProxy = isProxyOf(report, caller, submitter);
  const user = restsOn(!isProxy, 'GET /whoami returned the name of the presented proxy', identity?.exchange);
  if (decidable(report, SUBMITTER, exchange, user))
    report.assert(
      SUBMITTER,
      sameDistinguishedName(submitter, caller),
      `${preview(caller)}, the name of the submitter`,
      preview(submitter),
      exchange,
      `${at}/user_dn`,
    );
}

/** Members of a record that were not contradicted; undefined for all others. */
function membersOf(report: Reporter, record: string, value: unknown): (member: string) => unknown {
  const judged = report.contract.records.get(record)?.judge([value], new Set([report.lane]));
  return (member) => judged?.value(0, member);
}
