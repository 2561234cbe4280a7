/** Cancellation of a job, and effects of cancellations with invalid credentials. */

import {
  arrives,
  check,
  configured,
  decidable,
  type Exchange,
  ifSent,
  mediaTypeOf,
  memberOf,
  preview,
  type Reporter,
  reportUntried,
  restsOn,
  sent,
  shows,
  statusAndWords,
  statusOf,
  succeeded,
  type TryJudging,
} from '../../words.ts';
import { settingsOf } from '../known-settings.ts';
import { cancelCombined, cancelJob, readAgain } from '../probes/cancelling.ts';
import { hasChanged, hasEnded, idsIn, isFinalState, isGone, jobsIn } from '../probes/reading.ts';
import { placeOfJobFrom, readSubmittedJob } from '../probes/submitting.ts';
import { namesStorageOf, submissionsOf } from '../submission.ts';
import { isMarked, type Life, livesIn, stateIn } from './lives.ts';

const TRACE = 'transfer/cancel-job/leaves-a-trace';

/** A cancelled job changes at once, and its last state is neither that before nor one that other jobs also reach. */
export const cancelling = check({
  needs: [sent(cancelJob), sent(readSubmittedJob), ifSent(readAgain), ifSent(cancelCombined)],
  decides: [TRACE],
  judge({ cancelJob: { cancelled, after }, readAgain: { jobs = [] } }, report) {
    if (cancelled?.outcome.kind === 'answer' && succeeded(cancelled)) {
      const { size } = cancelled.outcome.body;
      const body = size === 0 ? 'empty' : `${mediaTypeOf(cancelled) || 'no media type'}, ${size} bytes`;
      report.observe('transfer/gap/cancel-body', body, cancelled);
    }
    const lives = livesIn(report);
    for (const reading of [after, ...jobs]) {
      const life = lives.get(reading?.params['job_id']);
      // Right after its cancellation, a job may still go on like others: only its last state is compared with theirs.
      const others = reading === after ? [] : [...lives.values()];
      if (reading && life?.cancelled) judgeTrace(life, reading, [...lives.values()], others, report);
    }
  },
});

/** Whether a cancelled job has finished in a state that the lane also read of a job before any cancellation. */
function mayHaveEnded(reading: Exchange, lives: Iterable<Life>): boolean {
  const state = stateIn(reading);
  return (
    isFinalState(state) &&
    [...lives].some(({ readings, cancellations: [first] }) =>
      readings.some((one) => stateIn(one) === state && !(first && first.startedAt < one.endedAt)),
    )
  );
}

/**
 * Judges a reading of a cancelled job. A job can also change without a cancellation, so a change that the jobs in
 * `compared` show, too, does not count.
 */
function judgeTrace(
  { cancelled, before, readings }: Life,
  reading: Exchange,
  lives: readonly Life[],
  compared: readonly Life[],
  report: Reporter<typeof TRACE>,
) {
  const was = stateIn(before);
  const last = readings.findLast(({ purpose }) => purpose !== 'refusal') ?? reading;
  const gone = isGone(reading);
  const others = compared
    .filter(({ cancellations }) => cancellations.length === 0)
    .flatMap((life) => life.readings.filter((one) => succeeded(one) && one.endedAt <= reading.startedAt));
  const changed = hasChanged(reading, before ?? reading, ...(hasEnded(reading) ? [] : others));
  const ms = settingsOf(report.settings).cancelWaitMs;
  const slowest = changed ? 0 : slowestIn(lives);
  const open = decidable(report, TRACE, reading, [
    restsOn(was !== undefined, 'the job could not be read before its cancellation', before),
    shows(!before || !hasEnded(before), 'the job had finished before it could be cancelled', before),
    shows(
      cancelled?.purpose === 'documented' || !lives.some((life) => isCancelledIn(was, life)),
      'an attempt with an invalid credential may have cancelled the job before',
      before,
    ),
    shows(![reading, last].some((one) => mayHaveEnded(one, lives)), 'the job may have finished by itself', reading),
    arrives(
      gone || succeeded(reading),
      `the job could not be read after its cancellation (${reading.outcome.kind === 'answer' ? statusAndWords(reading) : 'no response'})`,
    ),
    // The document gives no time limit, and the job may have changed by itself.
    configured(
      changed || last === reading || !succeeded(last) || !before || !hasChanged(last, before),
      `the job changed later than ${ms} ms after its cancellation: raise TRANSFER_CANCEL_WAIT_MS`,
      last,
    ),
    configured(
      slowest <= reading.startedAt - (cancelled?.endedAt ?? 0),
      `another cancelled job took about ${Math.round(slowest)} ms to end: raise TRANSFER_CANCEL_WAIT_MS`,
      reading,
    ),
  ]);
  if (!open) return;
  const is = gone ? `${statusOf(reading)}` : stateIn(reading);
  report.observe('transfer/gap/job-transitions', `${preview(was)} to ${preview(is)} by cancellation`, reading);
  report.assert(
    TRACE,
    changed,
    `a job that changed within ${ms} ms after its cancellation (TRANSFER_CANCEL_WAIT_MS), unlike jobs that were not cancelled`,
    `a job that ${was === is ? 'was still' : 'was then'} ${preview(is)}${others.length > 0 ? ', like jobs that were not cancelled' : ''}`,
    reading,
  );
}

/**
 * Returns the longest time in milliseconds from a cancellation to a final state that only cancelled jobs reach,
 * estimated from the readings before and after.
 */
function slowestIn(lives: readonly Life[]) {
  const others = lives.filter(({ cancellations }) => cancellations.length === 0);
  const states = new Set(others.flatMap(({ readings }) => readings.map(stateIn)));
  const isEnded = (one: Exchange) =>
    (isGone(one) || hasEnded(one)) && !states.has(stateIn(one)) && !isFinalState(stateIn(one));
  const times = lives.flatMap(({ cancelled, readings }) => {
    if (cancelled === undefined) return [];
    const after = readings.filter((one) => one.purpose !== 'refusal' && one.startedAt >= cancelled.endedAt);
    const at = after.findIndex(isEnded);
    const [open, ended] = at > 0 ? [after[at - 1], after[at]] : [];
    // Pauses double while a job is polled. If there is more time between two readings, it was not.
    return open && ended
      ? [Math.min(ended.startedAt - cancelled.endedAt, 2 * (open.startedAt - cancelled.endedAt))]
      : [];
  });
  return Math.max(0, ...times);
}

/** Whether a valid cancellation brought a job to this state. */
const isCancelledIn = (was: unknown, { before, readings }: Life) =>
  before !== undefined && stateIn(readings.at(-1)) === was && hasChanged(readings.at(-1) ?? before, before);

/** Readings that show its job. A response with another job proves nothing about this one. */
const shownIn = ({ id, readings }: Life) => readings.filter((one) => idsIn(one).has(id.toLowerCase()));

/** Returns the last reading of a job before an attempt to cancel it, and the last after it, before a valid one. */
function around(attempt: Exchange, life: Life) {
  // Effects of a valid cancellation afterwards are not its own.
  const next = life.cancellations.find((one) => one.startedAt >= attempt.endedAt);
  const after = life.readings.filter(
    (one) => one.startedAt >= attempt.endedAt && !(next && next.startedAt < one.endedAt),
  );
  return {
    known: shownIn(life).findLast((one) => one.endedAt <= attempt.startedAt),
    victim: after.findLast((one) => isGone(one) || shownIn(life).includes(one)),
  };
}

/** Whether each later request about a job shows that it is gone: one server of several may only lag behind. */
const staysGone = ({ readings, cancellations }: Life, since: Exchange) =>
  [...readings, ...cancellations].every((one) => one.startedAt < since.startedAt || isGone(one));

/**
 * Returns what an attempted cancellation did to its job, if jobs without a cancellation show that it did not happen by
 * itself: the job is in the state to which a valid cancellation brings jobs, has the mark of cancelled jobs, or is
 * gone; or every job that was attempted to be cancelled has ended in one state. Before the attempt, it was not so.
 */
function effectOn(attempt: Exchange, own: Life, lives: readonly Life[]) {
  const { known, victim } = around(attempt, own);
  // An older job, read in the same round before all attempts and after them.
  const other = lives
    .flatMap((life) => (life.cancellations.length === 0 ? shownIn(life) : []))
    .find(
      (one, _, all) =>
        victim !== undefined &&
        one.probe === attempt.probe &&
        one.startedAt >= victim.endedAt &&
        all.some((before) => before.params['job_id'] === one.params['job_id'] && before.endedAt <= attempt.startedAt),
    );
  if (!known || !victim || !other || hasEnded(known)) return undefined;
  const kept = lives.filter(({ cancellations }) => cancellations.length === 0).flatMap(({ readings }) => readings);
  const never = (shows: (one: Exchange) => unknown) => !kept.some(shows);
  const good = lives.find(({ cancelled }) => cancelled?.purpose === 'documented');
  const since = good?.cancelled?.endedAt ?? Infinity;
  const [from, to] = good ? [good.before, shownIn(good).findLast((one) => one.startedAt >= since)] : [];
  const isAlone = never((one) => isGone(one) || hasEnded(one));
  const seen = (was: string) => ({ victim, other, was });
  if (isGone(victim)) return isAlone && staysGone(own, victim) ? seen(`gone (${statusOf(victim)})`) : undefined;
  const state = stateIn(victim);
  const tried = attempted(lives);
  const isEffect =
    state !== undefined &&
    state !== stateIn(known) &&
    never((one) => stateIn(one) === state) &&
    // Jobs that move on by themselves show the effect only if its job has ended.
    ((state === stateIn(to) &&
      state !== stateIn(from) &&
      !isFinalState(state) &&
      (stateIn(other) === stateIn(from) || (hasEnded(victim) && !hasEnded(other)))) ||
      (hasEnded(victim) && isAlone && tried?.every((one) => stateIn(one) === state)));
  if (isEffect) return seen(String(state));
  const isNewly = isMarked(victim) && !isMarked(known) && never(isMarked);
  return isNewly && to && from && isMarked(to) && !isMarked(from) ? seen('marked as cancelled') : undefined;
}

/** Returns the last readings after attempts to cancel, one per job; undefined if they are fewer than three. */
function attempted(lives: readonly Life[]): readonly (Exchange | undefined)[] | undefined {
  const found = lives.flatMap((life) => {
    const attempt = life.cancellations.find(({ purpose }) => purpose === 'refusal');
    return attempt ? [around(attempt, life).victim] : [];
  });
  return found.length < 3 ? undefined : found;
}

const trying: TryJudging = {
  effect(attempt, { exchanges }) {
    const lives = [...livesIn({ exchanges, lane: attempt.lane }).values()];
    const own = lives.find(({ cancellations }) => cancellations.includes(attempt));
    const seen = own && effectOn(attempt, own, lives);
    return (
      seen && {
        expected: 'a rejection that leaves the job unchanged',
        what: `afterwards (${seen.victim.id}) the job was ${seen.was}, while a job that was not cancelled was ${String(stateIn(seen.other))} (${seen.other.id})`,
        shownBy: [seen.victim, seen.other],
      }
    );
  },
  doubt: ({ params }, { exchanges }) =>
    restsOn(
      submissionsOf(params['job_id'], exchanges).length <= 1,
      'several submissions returned the identifier of this job',
    ),
  untried(report, requirement, tried) {
    for (const [credential, { victim } = {}] of Object.entries(
      tried as Readonly<Record<string, { readonly victim?: Exchange }>>,
    )) {
      if (victim === undefined) continue;
      const id = requirement(credential);
      if (
        decidable(
          report,
          id,
          victim,
          restsOn(!succeeded(victim), 'the submission returned no identifier of a new job', victim),
        )
      )
        reportUntried(report, id, victim);
    }
  },
};

export const tried: Readonly<Record<string, TryJudging>> = {
  'cancel-job': trying,
  'submit-job': {
    /** Effect of an attempted submission: a job with a storage that no other submission names. */
    effect(attempt, { exchanges }) {
      if (exchanges.some((one) => one !== attempt && namesStorageOf(attempt, one))) return undefined;
      for (const by of exchanges) {
        if (by.purpose !== 'documented' || by.startedAt < attempt.startedAt) continue;
        const job = jobsIn(by)[placeOfJobFrom(attempt, by)];
        if (job !== undefined)
          return {
            expected: 'a rejection that creates no job',
            what: `the job ${preview(memberOf(job, 'job_id'))} was created (${by.id})`,
            shownBy: [by],
          };
      }
      return undefined;
    },
  },
};
