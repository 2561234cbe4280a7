/** Submitted and cancelled jobs at the end of the lane. */

import {
  check,
  decidable,
  type Exchange,
  ifSent,
  jsonOf,
  judgeAnswer,
  memberOf,
  preview,
  type Reporter,
  restsOn,
  sent,
  shows,
  state,
  statusAndWords,
  statusOf,
  succeeded,
} from '../../words.ts';
import { readAgain, submitCombined } from '../probes/forms.ts';
import { hasChanged, idsIn, isFinalState, isFinished, isGone, jobsIn } from '../probes/reading.ts';
import { cancelJob, submitPlain } from '../probes/submitting.ts';
import { jobIdOf, submissionsOf } from '../submission.ts';
import { mayHaveEnded } from './cancelling.ts';

const OWN = 'transfer/job-status/reads-submitted-job';
const TRACE = 'transfer/cancel-job/leaves-a-trace';
const ALONE = 'transfer/cancel-job/cancels-that-job-alone';
const LISTED = 'transfer/list-jobs/lists-submitted-jobs';

/** A job that the lane submitted, as read at the end. */
interface Life {
  readonly id: string;
  readonly submitted: Exchange;
  readonly last: Exchange;
  /** Earlier readings that succeeded. */
  readonly read: readonly Exchange[];
  /** Whether its cancellation was requested, with any result. */
  readonly requested: boolean;
  /** The first good cancellation that succeeded, and what was read before it. */
  readonly cancelled: Exchange | undefined;
  readonly before: Exchange | undefined;
}

/**
 * Submitted jobs are still there and listed, and cancelled ones are still cancelled; jobs of other forms were not
 * cancelled with them.
 */
export const lasting = check({
  needs: [sent(readAgain), ifSent(cancelJob), ifSent(submitCombined)],
  decides: [OWN, TRACE, ALONE, LISTED],
  judge({ readAgain: { listing, jobs } }, report) {
    const lives = jobs.flatMap((last) => lifeOf(last, report));
    judgeKept(lives, report);
    const changed = lives.filter(isChanged);
    const states = new Set(changed.map(({ last }) => stateIn(last)));
    const kept = lives.flatMap(({ requested, read, last }) => (requested ? [] : [...read, last]));
    for (const life of lives) judgeTrace(life, states, kept, report);
    judgeAlone(lives, changed, report);
    if (listing && succeeded(listing)) judgeListed(lives, listing, report);
  },
});

/** Returns the life of a job up to its last reading; none if several submissions returned its identifier. */
function lifeOf(last: Exchange, { exchanges, lane }: Reporter): Life[] {
  const id = last.params['job_id'];
  const [submitted, ...more] = submissionsOf(id, exchanges);
  if (id === undefined || submitted === undefined || more.length > 0) return [];
  const about = exchanges.filter(
    (one) => one.lane === lane && one.params['job_id'] === id && one.endedAt <= last.startedAt,
  );
  const read = about.filter((one) => one.operation === 'job-status' && succeeded(one));
  const cancellations = about.filter(({ operation }) => operation === 'cancel-job');
  const cancelled = cancellations.find((one) => one.purpose !== 'refusal' && succeeded(one));
  const before = cancelled && read.findLast(({ endedAt }) => endedAt <= cancelled.startedAt);
  return [{ id, submitted, last, read, requested: cancellations.length > 0, cancelled, before }];
}

/** Whether jobs of others show that the service still returns finished jobs: else a job that is gone may have ended. */
export function keepsFinished({ exchanges, lane }: Reporter): ReturnType<typeof shows> {
  const own = new Set(exchanges.flatMap((one) => jobIdOf(one)?.toLowerCase() ?? []));
  const isOther = (job: unknown) => !own.has(String(memberOf(job, 'job_id')).toLowerCase());
  return shows(
    exchanges.some((one) => one.lane === lane && jobsIn(one).some((job) => isFinished(job) && isOther(job))),
    'the job may have ended, and it is unknown whether this service still returns ended jobs',
  );
}

function judgeKept(lives: readonly Life[], report: Reporter<typeof OWN>): void {
  const kept = keepsFinished(report);
  for (const { id, last, read, cancelled } of lives) {
    if (statusOf(last) === 500) judgeAnswer(report, OWN, last, `the job ${preview(id)}`);
    if (cancelled || !isGone(last) || read.some((one) => isFinished(jsonOf(one).json))) continue;
    state(report, OWN, last, {
      unless: kept,
      ok: false,
      expected: `the job ${preview(id)}${read.length > 0 ? ', which could be read before' : ''}`,
      got: statusAndWords(last),
    });
  }
}

/**
 * Judges that a cancelled job does not return to its state before the cancellation, nor goes on like other jobs.
 * @param ended states of cancelled jobs: a job that was in one of them may have been cancelled before
 * @param kept readings of jobs that were not cancelled
 */
function judgeTrace(
  { last, cancelled, before }: Life,
  ended: ReadonlySet<unknown>,
  kept: readonly Exchange[],
  report: Reporter<typeof TRACE>,
): void {
  const was = stateIn(before);
  if (!before || was === undefined || isFinished(jsonOf(before).json) || (!isGone(last) && !succeeded(last))) return;
  if (cancelled?.purpose !== 'documented' && ended.has(was)) return;
  if (mayHaveEnded(last, report)) return;
  const goesOn = isFinished(jsonOf(last).json)
    ? []
    : kept.flatMap((one) => (succeeded(one) && one.endedAt <= last.startedAt ? [jsonOf(one).json] : []));
  report.assert(
    TRACE,
    hasChanged(last, jsonOf(before).json, ...goesOn),
    'a cancelled job that differs from its state before the cancellation, and from jobs that were not cancelled',
    `a job in state ${preview(stateIn(last))}, the same as before its cancellation or as a job that was not cancelled`,
    last,
  );
}

/**
 * Judges that the cancellation of the plain job cancels no other job. Jobs also end by themselves: one counts as
 * cancelled if an older one has not ended, and all cancelled jobs end in its state.
 * @param changed cancelled jobs that changed
 */
function judgeAlone(lives: readonly Life[], changed: readonly Life[], report: Reporter<typeof ALONE>): void {
  const ended = new Set(changed.filter(isEnded).map(({ last }) => stateIn(last)));
  const others = lives.filter(
    ({ requested, last, submitted }) =>
      !requested && submitted.probe !== submitPlain.name && stateIn(last) !== undefined,
  );
  const alike = others.filter(({ last }) => ended.has(stateIn(last)));
  const open = others.filter((life) => !alike.includes(life) && !isFinished(jsonOf(life.last).json));
  const isOlder = ({ last, submitted }: Life, than: Life) =>
    last.startedAt - submitted.endedAt >= than.last.endedAt - than.submitted.startedAt;
  const hit =
    ended.size === 1 ? alike.find((life) => isEnded(life) && open.some((one) => isOlder(one, life))) : undefined;
  const known = decidable(report, ALONE, alike[0]?.last, [
    shows(changed.length > 0, 'no cancelled job was seen to change'),
    shows(others.length > 0, 'no other job was read'),
    shows(
      hit || alike.length === 0,
      `${alike.length} of ${others.length} other jobs ended like the cancelled ones, perhaps by themselves`,
    ),
  ]);
  if (!known) return;
  report.assert(
    ALONE,
    hit === undefined,
    'only the cancelled jobs to be cancelled',
    hit &&
      `state ${preview(stateIn(hit.last))}, that of the cancelled jobs, in ${alike.length} of ${others.length} jobs that were not cancelled`,
    hit?.last ?? others[0]?.last,
    hit && '/job_state',
  );
}

/**
 * Jobs that have not ended are listed if others in the same state are, without another sign that only a part is listed.
 */
function judgeListed(lives: readonly Life[], listing: Exchange, report: Reporter<typeof LISTED>): void {
  const listed = idsIn(listing);
  const under = lives.filter(
    ({ cancelled, last, submitted }) =>
      !cancelled &&
      stateIn(last) !== undefined &&
      !isFinished(jsonOf(last).json) &&
      submitted.endedAt <= listing.startedAt,
  );
  const found = under.filter(({ id }) => listed.has(id.toLowerCase()));
  const missing = under.filter(
    (one) =>
      !found.includes(one) &&
      found.some(
        ({ last, submitted }) => stateIn(last) === stateIn(one.last) && submitted.startedAt >= one.submitted.endedAt,
      ),
  );
  const [first] = missing;
  const earlier = report.exchanges.find(
    ({ lane, operation, params }) =>
      lane === report.lane && operation === listing.operation && params['vo_name'] === undefined,
  );
  const before = earlier ? [...idsIn(earlier)] : [];
  const whole = listed.size % 10 !== 0 && Math.log2(listed.size) % 1 !== 0;
  state(report, LISTED, listing, {
    unless: [
      restsOn(Array.isArray(jsonOf(listing).json), 'the listing is not a JSON array'),
      shows(
        found.length > 0,
        'no submitted job that is still under way is listed, and the document leaves open which jobs are listed',
      ),
      shows(
        // If the listing contains only the latest jobs, those that were listed before disappear first.
        !first || (whole && before.length > 0 && before.every((id) => listed.has(id))),
        'the listing may contain only a part of all jobs',
      ),
    ],
    ok: first === undefined,
    expected: 'every job that was submitted before and has not ended',
    got: first && `${missing.length} of ${under.length} not listed, among them ${first.id}`,
  });
}

/** Whether a cancelled job differs from the reading before its cancellation. */
function isChanged({ before, last }: Life): boolean {
  return before !== undefined && hasChanged(last, jsonOf(before).json);
}

function stateIn(job: Exchange | undefined): unknown {
  return job && succeeded(job) ? memberOf(jsonOf(job).json, 'job_state') : undefined;
}

/** Whether a job has ended in a state that the document does not specify. */
function isEnded({ last }: Life): boolean {
  return !isFinalState(stateIn(last)) && isFinished(jsonOf(last).json);
}
