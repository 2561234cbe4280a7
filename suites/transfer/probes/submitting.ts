/** Submissions, and the jobs that they made. */

import { isUuid } from '../../../src/records/formats.ts';
import {
  doublingPauses,
  type Exchange,
  from,
  ifAnswered,
  type LedgerEntry,
  type MemorySlot,
  memberOf,
  type ProbeContext,
  poll,
  probe,
  REMEDY,
  type RequestOptions,
  remembered,
  removedBy,
  type Settings,
  statusOf,
  succeeded,
  textIn,
  UNAVAILABLE,
  type Value,
} from '../../words.ts';
import { delegationHandshake } from '../handshake.ts';
import { settingsOf } from '../known-settings.ts';
import { type Addition, isAtStorageOf, jobIdOf, jobIn, submissionBody } from '../submission.ts';
import { afterDelegating, remedy } from './delegating.ts';
import { hasChanged, hasEnded, isGone, jobsIn, listJobs, readJob, withoutStatusPath } from './reading.ts';

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
  /**
   * The last one before its cancellation, if it was cancelled, and the milliseconds until a reading showed the
   * cancellation, if not the first one did.
   */
  cancelled?: { readonly before: Exchange | undefined; shownAfterMs?: number };
  /** A cancellation got no response of the service itself, so it may have been carried out. */
  mayBeCancelled?: boolean;
}

/** Jobs that the lane submitted, by identifier in lower case. */
export const OWN_JOBS: MemorySlot<Map<string, OwnJob>> = { initial: () => new Map() };

/** Returns the job that the lane submitted, if one has the identifier. */
export function ownJob(context: ProbeContext, id: Value): OwnJob | undefined {
  return context.memory(OWN_JOBS).get(id.text.toLowerCase());
}

/** Whether a job of the lane that was cancelled is under way, as jobs are that were not. */
function cancelsNothing(context: ProbeContext) {
  const jobs = [...context.memory(OWN_JOBS).values()];
  const uncancelled = jobs.flatMap(({ cancelled, read }) => (cancelled ? cancelled.before : read) ?? []);
  return jobs.some(
    ({ cancelled, read }) =>
      cancelled?.before && read && read !== cancelled.before && !hasChanged(read, ...uncancelled) && !hasEnded(read),
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

/**
 * Returns the identifier that a submission returned, if the job is this run's own: no listing showed it before the lane
 * submitted anything.
 */
function ownJobIn(submission: Exchange, context: ProbeContext): Value | undefined {
  const id = jobIn(submission);
  return id !== undefined && !context.foreign.has(id.text.toLowerCase()) ? id : undefined;
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

const sourceOf = (job: unknown) => memberOf(job, 'source_se');

/** Long lists name few storages. */
const sourcesIn = remembered((jobs: readonly unknown[]) => [...new Set(jobs.map(sourceOf))]);

/** Returns the index of a job in a response whose storage is that of the submission; without one, -1. */
export function placeOfJobFrom(submission: Exchange, response: Exchange): number {
  const jobs = jobsIn(response);
  const source = sourcesIn(jobs).find(isAtStorageOf(submission));
  return source === undefined ? -1 : jobs.findIndex((job) => sourceOf(job) === source);
}

/** Cancels at the end a job that a list shows although its submission, whose storage is its own, was rejected. */
export function cancelIfCreated(context: ProbeContext, { exchange, entry }: Submitted, listing: Exchange): void {
  const at = succeeded(exchange) ? -1 : placeOfJobFrom(exchange, listing);
  const id = textIn(jobsIn(listing)[at], 'job_id');
  if (id === undefined || !isUuid(id) || context.foreign.has(id.toLowerCase())) return;
  // The rejection has closed the entry of the submission.
  context.cleanup({ ...entry }, async () =>
    removedBy(await cancel(context, from(listing, `/${at}/job_id`, id), { purpose: 'cleanup' })),
  );
}

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

/** Reads a job that this run submitted, until it is found. */
export function readWhenKnown(context: ProbeContext, id: Value): Promise<Exchange> {
  // The document gives no limit: five times that of a cancellation, but at most 10 s or that limit itself, if it is
  // longer.
  const ms = cancellationMs(context);
  const pauses = doublingPauses(FIRST_PAUSE_MS, Math.max(ms, Math.min(5 * ms, 10_000)));
  return poll(
    context,
    pauses,
    () => readOwnJob(context, id),
    (job) => !isGone(job),
  );
}

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
    return { job: await readWhenKnown(context, id) };
  },
});

export const FIRST_PAUSE_MS = 50;

/** Returns the time in milliseconds that a cancelled job may take to change. */
export function cancellationMs(context: ProbeContext): number {
  return Number(settingsOf(context.settings).cancelWaitMs);
}
