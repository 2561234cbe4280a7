/** Cancellations of submitted jobs, with valid and invalid credentials, and the last readings of all jobs. */

import {
  type Answer,
  answerOf,
  doublingPauses,
  type Exchange,
  ifAnswered,
  kindOf,
  LEFT_OPEN,
  memberOf,
  type ProbeContext,
  poll,
  probe,
  REMEDY,
  type RequestOptions,
  sent,
  statusOf,
  succeeded,
  type Try,
  trying,
  UNAVAILABLE,
  type Value,
  withEach,
} from '../../words.ts';
import { jobIn } from '../submission.ts';
import { forms, submitCombined } from './forms.ts';
import {
  hasChanged,
  hasEnded,
  idsIn,
  isFinalState,
  isFinished,
  isGone,
  jobsIn,
  placesIn,
  withoutStatusPath,
} from './reading.ts';
import { connectionOf, refuseRead, refuseSubmit } from './refusing.ts';
import {
  cancel,
  cancellationMs,
  FIRST_PAUSE_MS,
  OWN_JOBS,
  type OwnJob,
  ownJob,
  readOwnJob,
  readSubmittedJob,
  readWhenKnown,
  type SubmitOptions,
  submitPlain,
  submitPlainly,
} from './submitting.ts';

/**
 * As `cancel`, for a job that may have finished (`before`: its last reading). If the cancellation is rejected for that
 * reason, the document leaves open whether it can succeed.
 */
async function cancelUnderWay(
  context: ProbeContext,
  jobId: Value,
  before: Answer | undefined,
  options?: RequestOptions,
) {
  const cancelled = await cancel(context, jobId, options);
  const open = isRefused(cancelled) ? await whyNotCancelled(context, jobId, before) : undefined;
  if (open !== undefined)
    context.note(cancelled, { [LEFT_OPEN]: open, ...(open === HAD_FINISHED && { [REMEDY]: A_LARGER_FILE }) });
  return cancelled;
}

const HAD_FINISHED = 'the job had finished before it could be cancelled';
const A_LARGER_FILE = 'set TRANSFER_SOURCE to a file whose transfer takes longer';

function isRefused({ outcome }: Exchange) {
  return outcome.kind === 'answer' && outcome.status >= 400 && !UNAVAILABLE.has(outcome.status);
}

function isLeftOpen({ notes }: Exchange) {
  return notes?.[LEFT_OPEN] !== undefined;
}

/**
 * Reason why a failed cancellation is inconclusive: the job had finished, or may have, and whether a finished job can
 * be cancelled is a gap. Undefined for a job that is under way. Without a status path the listing shows it.
 */
async function whyNotCancelled(context: ProbeContext, id: Value, before: Answer | undefined) {
  if (before !== undefined && isFinished(before.json)) return HAD_FINISHED;
  const reading =
    before === undefined ? await context.send('list-jobs', { purpose: 'other' }) : await readOwnJob(context, id);
  // The service is down: the cancellation is not judged either.
  if ((statusOf(reading) ?? 500) >= 500) return undefined;
  const place = before === undefined ? placesIn(reading).get(id.text.toLowerCase()) : 0;
  const job = place === undefined ? undefined : jobsIn(reading)[place];
  const state = memberOf(job, 'job_state');
  if (isFinalState(state)) return HAD_FINISHED;
  const wasUncancelled = memberOf(before?.json, 'cancel_job') === false && !ownJob(context, id)?.mayBeCancelled;
  // No other request can have cancelled the job, so the rejected one did.
  const isCancelled = wasUncancelled && memberOf(job, 'cancel_job') === true;
  const isOpen = state === undefined || (isFinished(job) && !isCancelled);
  return isOpen ? 'it is unknown whether the job had finished before' : undefined;
}

/** Cancels the plain job, and reads it until it differs from what it was. */
export const cancelJob = probe({
  name: 'cancelJob',
  operation: 'cancel-job',
  needs: [submitPlain, ifAnswered(readSubmittedJob)],
  // These jobs are then read before and after a cancellation, which must cancel none of them.
  after: [...forms.slice(0, -1).map(({ probe }) => probe), refuseRead],
  creates: ['jobs'],
  async run({ submitPlain, readSubmittedJob: before }, context) {
    const id = jobIn(submitPlain.exchange);
    if (id === undefined) return {};
    const tryOnce = () => cancelUnderWay(context, id, before);
    const pauses = doublingPauses(FIRST_PAUSE_MS, cancellationMs(context));
    const first = await poll(context, pauses, tryOnce, (one) => statusOf(one) !== 404 || isLeftOpen(one));
    const cancelled = PASSING.has(statusOf(first)) && !isLeftOpen(first) ? moreTelling(first, await tryOnce()) : first;
    if (before === undefined || !succeeded(cancelled)) return { cancelled };
    let times = 0;
    const read = () => {
      times += 1;
      return readOwnJob(context, id);
    };
    const after = await poll(context, pauses, read, (one) => hasChanged(one, before.exchange));
    const own = ownJob(context, id)?.cancelled;
    if (own && times > 1 && hasChanged(after, before.exchange)) own.shownAfterMs = after.startedAt - cancelled.endedAt;
    return { cancelled, after };
  },
});

/** Failures of a service or of a gateway that may be over at once. */
const PASSING: ReadonlySet<number | undefined> = new Set([500, ...UNAVAILABLE]);

/** Returns the cancellation that counts: the second, unless its rejection may be due to the failed first one. */
function moreTelling(first: Exchange, again: Exchange) {
  const refused = !succeeded(again) && (statusOf(again) ?? 500) < 500;
  return refused && !isLeftOpen(again) ? first : again;
}

/** In later rounds a change and a read use one connection, so that the read comes directly after the change. */
const behindChange = ({ round, runId }: ProbeContext): Pick<RequestOptions, 'connection'> =>
  round === 0 ? {} : { connection: `changes of ${runId}` };

/**
 * An accepted cancellation destroys its job, so each attempt has a separate job; the good cancellation after it cleans
 * up. A job that is older than all of them, and read after them, shows whether jobs keep their state without a
 * cancellation.
 */
export const refuseCancel = trying('cancel-job', [cancelJob], {
  creates: ['jobs'],
  async send(_, tries, context) {
    const own = [...context.memory(OWN_JOBS).values()];
    const readable = own.some(({ read }) => read !== undefined);
    const [ms = 0] = own.flatMap(({ cancelled }) => cancelled?.shownAfterMs ?? []);
    const aside: SubmitOptions = { purpose: 'other', ...behindChange(context) };
    const untouched = readable ? (await submitPlainly(context, 'untouched', aside)).jobId : undefined;
    // A job may change when it is read, so it is read before as well as after.
    const unchanged = untouched && (await readWhenKnown(context, untouched));
    const once = async (one: Try) => {
      const connection = connectionOf(one, context);
      const { exchange: victim, jobId } = await submitPlainly(context, `victim-${one.credential}`, {
        purpose: 'other',
        ...connection,
      });
      if (jobId === undefined) return { victim };
      // A job that is not known yet could not be cancelled with a valid credential either.
      const known = readable ? await readWhenKnown(context, jobId) : undefined;
      const attempt = await cancel(context, jobId, { ...one, ...connection, ends: true });
      const after = known && (await readWithEffect(context, jobId, ms));
      const before = after && succeeded(after) ? answerOf(after) : undefined;
      return { attempt, after, closing: await cancelUnderWay(context, jobId, before, { purpose: 'closing' }) };
    };
    // Each try takes at least five requests, so one credential of each kind suffices.
    const kinds =
      context.depth === 'thorough' ? tries : tries.filter(({ credential }) => credential === kindOf(credential));
    return {
      unchanged,
      ...(await withEach(kinds, once)),
      untouched: untouched && (await readOwnJob(context, untouched)),
    };
  },
});

/**
 * Reads a job after an attempt to cancel it, for as long as a valid cancellation took to show, or until the job has
 * ended. A job that is not found may be unknown to one server only.
 */
async function readWithEffect(context: ProbeContext, id: Value, ms: number) {
  const read = () => readOwnJob(context, id);
  const pauses = ms > 0 ? [Math.min(1.5 * ms, cancellationMs(context))] : [];
  const after = await poll(context, pauses, read, (one) => isGone(one) || hasEnded(one));
  return isGone(after) ? readWhenKnown(context, id) : after;
}

/** Cancels a job with several files, which is more to cancel than the plain job. */
export const cancelCombined = probe({
  name: 'cancelCombined',
  operation: 'cancel-job',
  needs: [sent(submitCombined)],
  after: [cancelJob],
  creates: ['jobs'],
  async run({ submitCombined: forms }, context) {
    const made = Object.entries(forms).flatMap(([additions, { readBack }]) =>
      additions.includes('several-files') ? readBack.filter(succeeded) : [],
    );
    for (const read of made) {
      const own = context.memory(OWN_JOBS).get(String(read.params['job_id']).toLowerCase());
      if (own) return { cancelled: await cancelUnderWay(context, own.id, answerOf(read)) };
    }
    return {};
  },
});

/** Pauses before the jobs are listed again, if only some of them are listed. */
const LISTING_PAUSES_MS: readonly number[] = [250, 1000];

export const readAgain = probe({
  name: 'readAgain',
  operation: 'job-status',
  needs: [readSubmittedJob],
  after: [cancelJob, refuseSubmit, ...forms.map(({ probe }) => probe), submitCombined, cancelCombined, refuseCancel],
  creates: ['jobs'],
  unless: withoutStatusPath,
  async run(_, context) {
    const jobs = [...context.memory(OWN_JOBS).values()];
    const listing = context.offers('list-jobs') ? await listAll(context, jobs) : undefined;
    const last = async (own: readonly OwnJob[]) => await Promise.all(own.map((job) => readLast(context, job, kept)));
    const kept = jobs.filter(({ cancelled }) => !cancelled);
    const untouched = await last(kept);
    return { listing, jobs: [...untouched, ...(await last(jobs.filter(({ cancelled }) => cancelled)))] };
  },
});

/** Lists jobs, and again if the listing contains only some of those that were not cancelled. */
function listAll(context: ProbeContext, jobs: readonly OwnJob[]) {
  const wanted = jobs.filter(({ cancelled }) => !cancelled).map(({ id }) => id.text.toLowerCase());
  return poll(
    context,
    LISTING_PAUSES_MS,
    () => context.send('list-jobs', behindChange(context)),
    (listing) => {
      const listed = idsIn(listing);
      const found = wanted.filter((id) => listed.has(id)).length;
      return found === 0 || found === wanted.length;
    },
  );
}

/**
 * Reads a job until it appears, or, if it was cancelled, until it has ended or, unless it had ended already, differs
 * from the reading before the cancellation and from the jobs that were not cancelled.
 */
function readLast(context: ProbeContext, { id, cancelled, read }: OwnJob, kept: readonly OwnJob[]) {
  const { before } = cancelled ?? {};
  const pauses = doublingPauses(FIRST_PAUSE_MS, cancellationMs(context));
  const hadFinished = read !== undefined && hasEnded(read);
  const suffices = (job: Exchange) => {
    if (cancelled === undefined) return !isGone(job);
    if (before === undefined || !succeeded(job) || hasEnded(job)) return true;
    // A job that had finished may be shown as before for a moment.
    return !hadFinished && hasChanged(job, before, ...kept.flatMap(({ read }) => read ?? []));
  };
  return poll(context, pauses, () => readOwnJob(context, id), suffices);
}
