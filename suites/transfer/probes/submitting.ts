/** A plain submission, its job, and the cancellation of it. */

import {
  type Answer,
  doublingPauses,
  type Exchange,
  ifAnswered,
  jsonOf,
  LEFT_OPEN,
  type LedgerEntry,
  type MemorySlot,
  memberOf,
  type ProbeContext,
  poll,
  probe,
  REMEDY,
  type RequestOptions,
  removedBy,
  type Settings,
  statusOf,
  succeeded,
  UNAVAILABLE,
  type Value,
} from '../../words.ts';
import { delegationHandshake } from '../handshake.ts';
import { settingsOf } from '../known-settings.ts';
import { type Addition, jobIdOf, jobIn, ownJobIn, submissionBody } from '../submission.ts';
import { afterDelegating, remedy } from './delegating.ts';
import { hasChanged, isFinalState, isFinished, isGone, listJobs, readJob, withoutStatusPath } from './reading.ts';

/** Returns why no job can be submitted, if so. */
export function withoutStorages(settings: Settings): string | undefined {
  return typeof settingsOf(settings).source === 'string' && typeof settingsOf(settings).destination === 'string'
    ? undefined
    : 'TRANSFER_SOURCE and TRANSFER_DESTINATION are not set, so no job can be submitted';
}

/** A job that the lane submitted. */
export interface OwnJob {
  readonly id: Value;
  /** Its last reading that succeeded. */
  read?: Exchange;
  /** The last one before its cancellation, if it was cancelled. */
  cancelled?: { readonly before: Exchange | undefined };
  /** A cancellation got no response of the service itself, so it may have been carried out. */
  mayBeCancelled?: boolean;
}

/** Jobs that the lane submitted, by identifier in lower case. */
export const OWN_JOBS: MemorySlot<Map<string, OwnJob>> = { initial: () => new Map() };

function ownJob(context: ProbeContext, id: Value) {
  return context.memory(OWN_JOBS).get(id.text.toLowerCase());
}

/** Whether a job of the lane that was cancelled is under way, as jobs are that were not. */
function cancelsNothing(context: ProbeContext) {
  const jobs = [...context.memory(OWN_JOBS).values()];
  const uncancelled = jobs.flatMap(({ cancelled, read }) => (cancelled ? cancelled.before : read) ?? []);
  const others = uncancelled.map((one) => jsonOf(one).json);
  return jobs.some(
    ({ cancelled, read }) =>
      cancelled?.before &&
      read &&
      read !== cancelled.before &&
      !hasChanged(read, ...others) &&
      !isFinished(jsonOf(read).json),
  );
}

/** A submission and its ledger entry. */
export interface Submitted {
  readonly exchange: Exchange;
  readonly entry: LedgerEntry;
  /** The identifier, if the job is this run's own. */
  readonly jobId: Value | undefined;
}

/** How a submission is sent, and with which number for the values that Assay chooses. */
export interface SubmitOptions extends RequestOptions {
  readonly madeUp?: number;
}

/** Submits a job, whose files are named after `name`; it is in the ledger before, and is cancelled at the end. */
export async function submit(
  context: ProbeContext,
  additions: readonly Addition[],
  name: string,
  { madeUp, ...options }: SubmitOptions = {},
): Promise<Submitted> {
  const { body, destination } = submissionBody(context, additions, name, madeUp);
  const entry: LedgerEntry = { kind: 'jobs', name: destination };
  const exchange = await context.send('submit-job', {
    json: body,
    ledger: entry,
    identifierIn: (answered) => ownJobIn(answered, context)?.text,
    ...options,
  });
  // 419 to a certificate says that no usable credential is delegated.
  if (context.lane === delegationHandshake.lane && statusOf(exchange) === 419)
    context.note(exchange, { [REMEDY]: remedy(context) });
  const jobId = ownJobIn(exchange, context);
  if (jobId !== undefined) {
    if (options.purpose !== 'refusal' && ownJob(context, jobId) === undefined)
      context.memory(OWN_JOBS).set(jobId.text.toLowerCase(), { id: jobId });
    context.cleanup(entry, async () => {
      const isCancelled = ownJob(context, jobId)?.cancelled !== undefined;
      const done = isCancelled || removedBy(await cancel(context, jobId, { purpose: 'cleanup' }));
      return done === true && cancelsNothing(context)
        ? 'it was cancelled, but a cancelled job was still under way afterwards'
        : done;
    });
  } else if (jobIdOf(exchange) !== undefined)
    context.residue(
      entry,
      'the submission returned an identifier that may be that of another job, so it was not cancelled',
    );
  else if (succeeded(exchange))
    context.residue(entry, 'the submission was accepted without a valid identifier to cancel it by');
  return { exchange, entry, jobId };
}

/** In later rounds a change and a read use one connection, so that the read comes directly after the change. */
export const behindChange = ({ round, runId }: ProbeContext): Pick<RequestOptions, 'connection'> =>
  round === 0 ? {} : { connection: `changes of ${runId}` };

/** Returns a plain submission. Jobs can be cancelled, so one that was answered with 500 is submitted again. */
export async function submitPlainly(context: ProbeContext, name: string, options?: SubmitOptions): Promise<Submitted> {
  const submitted = await submit(context, [], name, options);
  return statusOf(submitted.exchange) === 500 ? submit(context, [], `${name}-again`, options) : submitted;
}

/** Cancels a job that this run submitted. */
export async function cancel(context: ProbeContext, jobId: Value, options: RequestOptions = {}): Promise<Exchange> {
  const exchange = await context.send('cancel-job', { params: { job_id: jobId }, ...options });
  const own = ownJob(context, jobId);
  if (own && options.purpose !== 'refusal' && succeeded(exchange)) own.cancelled ??= { before: own.read };
  const outcomes = [exchange, ...exchange.attempts].map((one) => one.outcome);
  if (own && outcomes.some((one) => one.kind === 'failure' || UNAVAILABLE.has(one.status))) own.mayBeCancelled = true;
  return exchange;
}

/**
 * As `cancel`, for a job that may have finished (`before`: its last reading). If the cancellation is rejected for that
 * reason, the document leaves open whether it can succeed.
 */
export async function cancelUnderWay(
  context: ProbeContext,
  jobId: Value,
  before: Answer | undefined,
  options?: RequestOptions,
): Promise<Exchange> {
  const cancelled = await cancel(context, jobId, options);
  const open = isRefused(cancelled) ? await whyNotCancelled(context, jobId, before) : undefined;
  if (open !== undefined)
    context.note(cancelled, { [LEFT_OPEN]: open, ...(open === HAD_FINISHED && { [REMEDY]: A_LARGER_FILE }) });
  return cancelled;
}

const HAD_FINISHED = 'the job had finished before it could be cancelled';
const A_LARGER_FILE = 'set TRANSFER_SOURCE to a file whose transfer takes longer';

/** Reads a job that this run submitted. */
export async function readOwnJob(context: ProbeContext, jobId: Value): Promise<Exchange> {
  const exchange = await readJob(context, jobId);
  const own = ownJob(context, jobId);
  if (own && succeeded(exchange)) own.read = exchange;
  return exchange;
}

export const submitPlain = probe({
  name: 'submitPlain',
  operation: 'submit-job',
  needs: [afterDelegating, ifAnswered(listJobs)],
  creates: ['jobs'],
  unless: withoutStorages,
  async run(_, context) {
    const { exchange } = await submitPlainly(context, 'plain');
    // A submission without files shows whether the operation is absent, or a storage of the settings.
    const bare = isGone(exchange) ? await submit(context, ['no-files'], 'no-files', { purpose: 'other' }) : undefined;
    return { submitted: exchange, withoutFiles: bare?.exchange };
  },
});

/**
 * The submitted job, read under the identifier that its submission returned, polled because it may take a moment to
 * appear.
 */
export const readSubmittedJob = probe({
  name: 'readSubmittedJob',
  operation: 'job-status',
  needs: [submitPlain],
  creates: ['jobs'],
  unless: withoutStatusPath,
  async run({ submitPlain }, context) {
    const id = jobIn(submitPlain.exchange);
    if (id === undefined) return {};
    // The document gives no limit: five times that of a cancellation, but at most 10 s or that limit itself, if it is
    // longer.
    const ms = cancellationMs(context);
    const pauses = doublingPauses(FIRST_PAUSE_MS, Math.max(ms, Math.min(5 * ms, 10_000)));
    const read = () => readOwnJob(context, id);
    return { job: await poll(context, pauses, read, (job) => !isGone(job)) };
  },
});

/** Cancels the plain job, and reads it until it differs from what it was. */
export const cancelJob = probe({
  name: 'cancelJob',
  operation: 'cancel-job',
  needs: [submitPlain, ifAnswered(readSubmittedJob)],
  creates: ['jobs'],
  async run({ submitPlain, readSubmittedJob: before }, context) {
    const id = jobIn(submitPlain.exchange);
    if (id === undefined) return {};
    const tryOnce = () => cancelUnderWay(context, id, before);
    const pauses = doublingPauses(FIRST_PAUSE_MS, cancellationMs(context));
    const first = await poll(context, pauses, tryOnce, (one) => statusOf(one) !== 404 || isLeftOpen(one));
    const cancelled = PASSING.has(statusOf(first)) && !isLeftOpen(first) ? moreTelling(first, await tryOnce()) : first;
    if (before === undefined || !succeeded(cancelled)) return { cancelled };
    const read = () => readOwnJob(context, id);
    return { cancelled, after: await poll(context, pauses, read, (after) => hasChanged(after, before.json)) };
  },
});

export const FIRST_PAUSE_MS = 50;

/** Failures of a service or of a gateway that may be over at once. */
const PASSING: ReadonlySet<number | undefined> = new Set([500, ...UNAVAILABLE]);

/** Returns the cancellation that counts: the second, unless its rejection may be due to the failed first one. */
function moreTelling(first: Exchange, again: Exchange) {
  const refused = !succeeded(again) && (statusOf(again) ?? 500) < 500;
  return refused && !isLeftOpen(again) ? first : again;
}

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
  const json = succeeded(reading) ? jsonOf(reading).json : undefined;
  const job = before === undefined ? listed(json, id.text) : json;
  const state = memberOf(job, 'job_state');
  if (isFinalState(state)) return HAD_FINISHED;
  const wasUncancelled = memberOf(before?.json, 'cancel_job') === false && !ownJob(context, id)?.mayBeCancelled;
  // No other request can have cancelled the job, so the rejected one did.
  const isCancelled = wasUncancelled && memberOf(job, 'cancel_job') === true;
  const isOpen = state === undefined || (isFinished(job) && !isCancelled);
  return isOpen ? 'it is unknown whether the job had finished before' : undefined;
}

/** Returns the job of a listing that has an identifier, if it contains one. */
function listed(jobs: unknown, id: string) {
  return Array.isArray(jobs)
    ? jobs.find((job) => String(memberOf(job, 'job_id')).toLowerCase() === id.toLowerCase())
    : undefined;
}

/** Returns the time in milliseconds that a cancelled job may take to change. */
export function cancellationMs(context: ProbeContext): number {
  return Number(settingsOf(context.settings).cancelWaitMs);
}
