/** Submissions in every documented form, and what becomes of a job. */

import { jsonOf, statusOf, succeeded } from '../../../src/engine/words/answer.ts';
import { LEFT_OPEN, REMEDY } from '../../../src/engine/words/classify.ts';
import type { Value } from '../../../src/engine/words/origins.ts';
import { doublingPauses, ifAnswered, type Probe, poll, probe } from '../../../src/engine/words/suite.ts';
import type { Answer, MemorySlot, ProbeContext, RequestOptions, Settings } from '../../../src/engine/words/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import { ASIDE, UNAVAILABLE } from '../../../src/wire/status-codes.ts';
import type { Exchange, LedgerEntry } from '../../../src/wire/types.ts';
import { delegationHandshake } from '../handshake.ts';
import { settingsOf } from '../known-settings.ts';
import { type Form, jobIdOf, jobIn, ownJobIn, submissionBody } from '../submission.ts';
import { afterDelegating, remedy } from './delegating.ts';
import { hasChanged, isFinished, isGone, listJobs, readJob, withoutStatusPath } from './reading.ts';

/** Why nothing can be submitted, if so. */
export function withoutStorages(settings: Settings): string | undefined {
  return typeof settingsOf(settings).source === 'string' && typeof settingsOf(settings).destination === 'string'
    ? undefined
    : 'TRANSFER_SOURCE and TRANSFER_DESTINATION are not set, so nothing can be submitted';
}

/** Jobs of the lane that were cancelled after a try, so that clean-up leaves them alone. */
const CANCELLED: MemorySlot<Set<Value>> = { initial: () => new Set() };

/** A submission and its ledger entry. */
export interface Submitted {
  readonly exchange: Exchange;
  readonly entry: LedgerEntry;
  /** The identifier, if the job is this run's own. */
  readonly jobId: Value | undefined;
}

/** How a submission is sent, and which of the values that we make up it holds. */
export interface SubmitOptions extends RequestOptions {
  readonly madeUp?: number;
}

/** Submits a job, whose files are named after `name`; it is in the ledger before, and is cancelled at the end. */
export async function submit(
  context: ProbeContext,
  form: Form,
  name: string = form,
  { madeUp, ...options }: SubmitOptions = {},
): Promise<Submitted> {
  const { body, destination } = submissionBody(context, form, name, madeUp);
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
    context.cleanup(
      entry,
      async () =>
        context.memory(CANCELLED).has(jobId) || succeeded(await cancel(context, jobId, { purpose: 'cleanup' })),
    );
  } else if (jobIdOf(exchange) !== undefined)
    context.residue(
      entry,
      'the submission returned an identifier that may be that of another job, so it was not cancelled',
    );
  else if (succeeded(exchange))
    context.residue(entry, 'the submission was accepted without an identifier to cancel it by');
  return { exchange, entry, jobId };
}

/** A plain submission. Jobs can be cancelled, so one that was answered with 500 is submitted again. */
export async function submitPlainly(context: ProbeContext, name: string, options?: SubmitOptions): Promise<Submitted> {
  const submitted = await submit(context, 'plain', name, options);
  return statusOf(submitted.exchange) === 500 ? submit(context, 'plain', `${name}-again`, options) : submitted;
}

/** Cancels a job that this run submitted. */
export async function cancel(context: ProbeContext, jobId: Value, options: RequestOptions = {}): Promise<Exchange> {
  const exchange = await context.send('cancel-job', { params: { job_id: jobId }, ...options });
  if (options.purpose === 'closing' && succeeded(exchange)) context.memory(CANCELLED).add(jobId);
  return exchange;
}

/** Status codes by which a service refuses a request for what stands in it: the others speak of the caller, or of the service. */
function refusesContent({ outcome }: Exchange): boolean {
  if (outcome.kind !== 'answer') return false;
  return outcome.status >= 400 && outcome.status <= 500 && !ASIDE.has(outcome.status);
}

/** Tells whether the values of the settings are why a form was refused: the second storages alone, another value. */
const TWINS: Readonly<Partial<Record<Form, Form>>> = {
  'several-storages': 'second-storages',
  'checksum-value': 'made-checksum-value',
};

/** Submissions of one form, and the job that one of them made, if it was read back. */
type FormRoles = {
  /** Two, if the first was refused. */
  readonly tries: readonly Exchange[];
  readonly twin?: Exchange | undefined;
  readonly control?: Exchange;
  readonly readBack: readonly Exchange[];
};

/** Submissions by form. */
export type Forms = Readonly<Record<string, FormRoles>>;

/** Submits with a documented addition, and reads the job that this makes, where it can be read. */
export async function submitForm(context: ProbeContext, form: Form): Promise<Forms> {
  const made = await tryForm(context, form);
  const id = submissionsIn(made)
    .map(jobIn)
    .find((one) => one !== undefined);
  const readBack =
    id === undefined || withoutStatusPath(context.settings) !== undefined ? [] : [await readJob(context, id)];
  return { [form]: { ...made, readBack } };
}

/**
 * Submits with a documented addition. If that is refused, again, and then a plain one: quotas and collisions refuse every submission,
 * and an algorithm that we make up may be one that the service does not know.
 */
async function tryForm(context: ProbeContext, form: Form): Promise<Omit<FormRoles, 'readBack'>> {
  const first = (await submit(context, form)).exchange;
  if (!refusesContent(first)) return { tries: [first] };
  const again = (await submit(context, form, `${form}-again`, { madeUp: 1 })).exchange;
  const tries = [first, again];
  if (!refusesContent(again)) return { tries };
  const bare = TWINS[form];
  const twin = bare && (await submit(context, bare, `${form}-twin`)).exchange;
  const control = (await submit(context, 'plain', `${form}-control`, { purpose: 'other' })).exchange;
  return { tries, twin, control };
}

/** The submissions with the addition. */
export function submissionsIn({ tries, twin }: Pick<FormRoles, 'tries' | 'twin'>): readonly Exchange[] {
  return twin === undefined ? tries : [...tries, twin];
}

export const submitPlain = probe({
  name: 'submitPlain',
  operation: 'submit-job',
  needs: [afterDelegating, ifAnswered(listJobs)],
  creates: ['jobs'],
  unless: withoutStorages,
  async run(_, context) {
    const { exchange } = await submitPlainly(context, 'plain');
    // Without files it tells whether the operation is absent, or a storage of the settings.
    const bare = isGone(exchange) ? await submit(context, 'no-files', 'no-files', { purpose: 'other' }) : undefined;
    return { submitted: exchange, withoutFiles: bare?.exchange };
  },
});

/** Why nothing can be submitted with further storages, if so. */
function withoutFurtherStorages(settings: Settings): string | undefined {
  const { source2, destination2 } = settings;
  if (typeof source2 !== 'string' && typeof destination2 !== 'string')
    return 'neither TRANSFER_SOURCE_2 nor TRANSFER_DESTINATION_2 is set';
  return withoutStorages(settings);
}

function form<const Name extends string>(name: Name, shape: Form, unless = withoutStorages): Probe<Name, Forms> {
  return probe({
    name,
    operation: 'submit-job',
    needs: [submitPlain],
    creates: ['jobs'],
    unless,
    run: (_, context) => submitForm(context, shape),
  });
}

export const submitSeveralFiles = form('submitSeveralFiles', 'several-files');
export const submitFileTokens = form('submitFileTokens', 'file-tokens');
export const submitChecksumName = form('submitChecksumName', 'checksum-name');
export const submitChecksumValue = form('submitChecksumValue', 'checksum-value');
export const submitSeveralSources = form('submitSeveralSources', 'several-sources');
export const submitSeveralStorages = form('submitSeveralStorages', 'several-storages', withoutFurtherStorages);

/** The submitted job, read under the identifier that its submission returned, polled because it may take a moment to appear. */
export const readSubmittedJob = probe({
  name: 'readSubmittedJob',
  operation: 'job-status',
  needs: [submitPlain],
  creates: ['jobs'],
  unless: withoutStatusPath,
  async run({ submitPlain }, context) {
    const id = jobIn(submitPlain.exchange);
    if (id === undefined) return {};
    // Undocumented: several times the limit of a cancellation, or that limit itself beyond 10 s.
    const ms = cancellationMs(context);
    const pauses = doublingPauses(FIRST_PAUSE_MS, Math.max(ms, Math.min(5 * ms, 10_000)));
    const read = () => readJob(context, id);
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
    const tryOnce = async (): Promise<Exchange> => {
      const cancelled = await cancel(context, id);
      const open = isRefused(cancelled) ? await whyNotCancelled(context, id, before) : undefined;
      if (open !== undefined) context.note(cancelled, { [LEFT_OPEN]: open });
      return cancelled;
    };
    const pauses = doublingPauses(FIRST_PAUSE_MS, cancellationMs(context));
    const first = await poll(context, pauses, tryOnce, (one) => statusOf(one) !== 404 || isLeftOpen(one));
    const cancelled = PASSING.has(statusOf(first)) && !isLeftOpen(first) ? moreTelling(first, await tryOnce()) : first;
    if (before === undefined || !succeeded(cancelled)) return { cancelled };
    const read = () => readJob(context, id);
    return { cancelled, after: await poll(context, pauses, read, (after) => hasChanged(after, before.json)) };
  },
});

const FIRST_PAUSE_MS = 50;

/** Failures of a service or of a gateway that may be over at once. */
const PASSING: ReadonlySet<number | undefined> = new Set([500, ...UNAVAILABLE]);

/** Of two cancellations of a job, of which the first failed. A refusal of the second may speak of the first. */
function moreTelling(first: Exchange, again: Exchange): Exchange {
  const refused = !succeeded(again) && (statusOf(again) ?? 500) < 500;
  return refused && !isLeftOpen(again) ? first : again;
}

function isRefused({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status >= 400;
}

function isLeftOpen({ notes }: Exchange): boolean {
  return notes?.[LEFT_OPEN] !== undefined;
}

/**
 * Reason why a failed cancellation is inconclusive: the job had finished, or may have, and whether a finished job can be cancelled
 * is a gap. Undefined for a job that is under way. Without a status path the listing tells.
 */
async function whyNotCancelled(
  context: ProbeContext,
  id: Value,
  before: Answer | undefined,
): Promise<string | undefined> {
  if (before !== undefined && isFinished(before.json)) return 'the job had finished before it could be cancelled';
  const reading =
    before === undefined ? await context.send('list-jobs', { purpose: 'other' }) : await readJob(context, id);
  // The service is down: nothing is known of the cancellation either.
  if ((statusOf(reading) ?? 500) >= 500) return undefined;
  const json = succeeded(reading) ? jsonOf(reading).json : undefined;
  const job = before === undefined ? listed(json, id.text) : json;
  if (memberOf(job, 'job_state') === undefined) return 'whether the job had finished by then is not known';
  return isFinished(job) ? 'the job had finished before it could be cancelled' : undefined;
}

/** The job of a listing that has an identifier, if it holds one. */
function listed(jobs: unknown, id: string): unknown {
  return Array.isArray(jobs)
    ? jobs.find((job) => String(memberOf(job, 'job_id')).toLowerCase() === id.toLowerCase())
    : undefined;
}

function cancellationMs(context: ProbeContext): number {
  return Number(settingsOf(context.settings).cancelWaitMs);
}
