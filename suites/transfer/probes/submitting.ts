/** Submissions in every documented form, and what becomes of a job. */
import { jsonOf, statusOf, succeeded } from '../../../src/engine/answer.ts';
import { LEFT_OPEN, REMEDY } from '../../../src/engine/classify.ts';
import type { Value } from '../../../src/engine/origins.ts';
import { ifAnswered, type Probe, probe } from '../../../src/engine/suite.ts';
import type { Answer, Notes, ProbeContext, RequestOptions, SuiteSettings } from '../../../src/engine/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import { ASIDE, NOT_FOUND, UNAVAILABLE } from '../../../src/wire/status-codes.ts';
import type { Exchange, LedgerEntry, WireRecord } from '../../../src/wire/types.ts';
import { given } from '../given.ts';
import { delegationHandshake } from '../handshake.ts';
import { type Form, jobIdOf, jobIn, ownJobIn, SEVERAL_STORAGES, submissionBody } from '../submission.ts';
import { afterDelegating, remedyAfterHandshake } from './delegating.ts';
import { isFinished, listJobs, readJob, withoutStatusPath } from './reading.ts';

/** Why nothing can be submitted, if so. */
export function withoutStorages(settings: SuiteSettings): string | undefined {
  return typeof given(settings).source === 'string' && typeof given(settings).destination === 'string'
    ? undefined
    : 'TRANSFER_SOURCE and TRANSFER_DESTINATION are not set, so nothing can be submitted';
}

/** Jobs that were cancelled in the course of a probe, so that clean-up leaves them alone. */
const cancelled = new WeakMap<LedgerEntry, boolean>();

/** A submission and its ledger entry. */
export interface Submitted {
  readonly exchange: Exchange;
  readonly entry: LedgerEntry;
  /** The identifier, if the job is this run's own. */
  readonly jobId: Value | undefined;
}

/** How a submission is sent, and which of the values that we make up it holds. */
export interface SubmitOptions extends Partial<RequestOptions> {
  readonly notes?: (answered: WireRecord) => Promise<Notes>;
  readonly madeUp?: number;
}

/** Submits a job; it is in the ledger before, and is cancelled at the end. */
export async function submit(context: ProbeContext, form: Form, label: string, { notes, madeUp, ...options }: SubmitOptions = {}): Promise<Submitted> {
  const { body, destination } = submissionBody(context, form, label, madeUp);
  const entry: LedgerEntry = { kind: 'jobs', name: destination };
  const noted = async (answered: WireRecord): Promise<Notes> => ({
    ...undelegated(context, answered),
    ...(await notes?.(answered)),
  });
  const exchange = await context.send('submit-job', {
    json: body,
    label,
    ledger: entry,
    identifierIn: (answered) => ownJobIn(answered, context)?.text,
    notes: noted,
    ...options,
  });
  const jobId = ownJobIn(exchange, context);
  if (jobId !== undefined) {
    context.cleanup(entry, async () => cancelled.get(entry) === true || succeeded(await cancel(context, jobId, 'clean-up', { purpose: 'cleanup' })));
  } else if (jobIdOf(exchange) !== undefined)
    context.residue(entry, 'the submission returned an identifier that may be that of another job, so it was not cancelled');
  else if (succeeded(exchange)) context.residue(entry, 'the submission was accepted without an identifier to cancel it by');
  return { exchange, entry, jobId };
}

/** A plain submission. Jobs can be cancelled, so one that was answered with 500 is submitted again. */
export async function submitPlainly(context: ProbeContext, label: string, options: SubmitOptions = {}): Promise<Submitted> {
  const submitted = await submit(context, 'plain', label, options);
  return statusOf(submitted.exchange) === 500 ? submit(context, 'plain', `${label}-again`, options) : submitted;
}

/** 419 to a certificate says that no usable credential is delegated. */
function undelegated(context: ProbeContext, { outcome }: WireRecord): Notes {
  if (context.lane !== delegationHandshake.lane || outcome.status !== 419) return {};
  const declared = context.contract.handshakes?.has(delegationHandshake.id);
  return { [REMEDY]: declared ? remedyAfterHandshake(context) : delegationHandshake.remedy };
}

/** Cancels a job that this run submitted. */
export async function cancel(
  context: ProbeContext,
  jobId: Value,
  label: string,
  options: Partial<RequestOptions> = {},
  entry?: LedgerEntry,
): Promise<Exchange> {
  const exchange = await context.send('cancel-job', { params: { job_id: jobId }, label, ...options });
  if (entry && succeeded(exchange) && options.purpose !== 'refusal') cancelled.set(entry, true);
  return exchange;
}

/** Status codes by which a service refuses a request for what stands in it: the others speak of the caller, or of the service. */
function refusesContent({ outcome }: WireRecord): boolean {
  if (outcome.kind !== 'answer') return false;
  return outcome.status >= 400 && outcome.status <= 500 && !ASIDE.has(outcome.status);
}

/** Tells whether the values of the settings are why a form was refused: the second storages alone, another value. */
const TWINS: Readonly<Partial<Record<Form, Form>>> = {
  [SEVERAL_STORAGES]: 'second-storages',
  'checksum-value': 'made-checksum-value',
};

/**
 * Submits with a documented addition. If that is refused, again, and then a plain one: quotas and collisions refuse every submission,
 * and an algorithm that we make up may be one that the service does not know.
 */
export async function submitForm(context: ProbeContext, form: Form): Promise<readonly Exchange[]> {
  const first = (await submit(context, form, form)).exchange;
  if (!refusesContent(first)) return [first];
  const again = (await submit(context, form, `${form}-again`, { madeUp: 1 })).exchange;
  if (!refusesContent(again)) return [first, again];
  const twin = TWINS[form];
  const bare = twin === undefined ? [] : [(await submit(context, twin, `${form}-twin`)).exchange];
  return [first, again, ...bare, (await submit(context, 'plain', `${form}-control`, { purpose: 'other' })).exchange];
}

/** Submissions of one form, with the reading of the job that they made where that can be read. */
export async function readBack(context: ProbeContext, submissions: readonly Exchange[]): Promise<Exchange[]> {
  const accepted = submissions.find((one) => one.purpose === 'documented' && jobIdOf(one) !== undefined);
  const id = accepted && jobIn(accepted);
  if (accepted === undefined || id === undefined || withoutStatusPath(context.settings) !== undefined) return [...submissions];
  return [...submissions, await readJob(context, id, `read-${accepted.label}`)];
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
    return NOT_FOUND.has(statusOf(exchange)) ? [exchange, (await submit(context, 'no-files', 'no-files', { purpose: 'other' })).exchange] : [exchange];
  },
});

/** Why nothing can be submitted with further storages, if so. */
function withoutFurtherStorages(settings: SuiteSettings): string | undefined {
  const { source2, destination2 } = settings;
  if (typeof source2 !== 'string' && typeof destination2 !== 'string') return 'neither TRANSFER_SOURCE_2 nor TRANSFER_DESTINATION_2 is set';
  return withoutStorages(settings);
}

function form<const Name extends string>(name: Name, shape: Form, unless = withoutStorages): Probe<Name> {
  return probe({
    name,
    operation: 'submit-job',
    needs: [submitPlain],
    creates: ['jobs'],
    unless,
    run: async (_, context) => readBack(context, await submitForm(context, shape)),
  });
}

export const submitSeveralFiles = form('submitSeveralFiles', 'several-files');
export const submitFileTokens = form('submitFileTokens', 'file-tokens');
export const submitChecksumName = form('submitChecksumName', 'checksum-name');
export const submitChecksumValue = form('submitChecksumValue', 'checksum-value');
export const submitSeveralSources = form('submitSeveralSources', 'several-sources');
export const submitSeveralStorages = form('submitSeveralStorages', SEVERAL_STORAGES, withoutFurtherStorages);

/** The submitted job, read under the identifier that its submission returned; patiently, because it may take a moment to appear. */
export const readSubmittedJob = probe({
  name: 'readSubmittedJob',
  operation: 'job-status',
  needs: [submitPlain],
  creates: ['jobs'],
  unless: withoutStatusPath,
  async run({ submitPlain }, context) {
    const id = jobIn(submitPlain.exchange);
    if (id === undefined) return [];
    return [
      await poll(
        context,
        () => readJob(context, id, 'submitted'),
        (exchange) => !NOT_FOUND.has(statusOf(exchange)),
        appearanceMs(context),
      ),
    ];
  },
});

/** Cancels the plain job, and reads it until it differs from what it was. */
export const cancelJob = probe({
  name: 'cancelJob',
  operation: 'cancel-job',
  needs: [submitPlain, ifAnswered(readSubmittedJob)],
  creates: ['jobs'],
  async run({ submitPlain, readSubmittedJob }, context) {
    const id = jobIn(submitPlain.exchange);
    if (id === undefined) return [];
    const notes = async (answered: WireRecord): Promise<Notes> => {
      const open = isRefusal(answered) ? await whyNotCancelled(context, id, readSubmittedJob) : undefined;
      return open === undefined ? {} : { [LEFT_OPEN]: open };
    };
    const first = await poll(
      context,
      () => cancel(context, id, 'plain', { notes }),
      (exchange) => statusOf(exchange) !== 404 || exchange.notes?.[LEFT_OPEN] !== undefined,
    );
    const deletion =
      PASSING.has(statusOf(first)) && first.notes?.[LEFT_OPEN] === undefined
        ? await cancelledAgain(() => cancel(context, id, 'again', { notes }), first)
        : first;
    if (readSubmittedJob === undefined || !succeeded(deletion)) return [deletion];
    const unlike = (exchange: Exchange) => exchange.outcome.kind !== 'answer' || exchange.outcome.body.digest !== bodyDigest(readSubmittedJob.exchange);
    return [deletion, await poll(context, () => readJob(context, id, 'after-cancel'), unlike)];
  },
});

/** Failures of a service or of a gateway that may be over at once. */
const PASSING: ReadonlySet<number | undefined> = new Set([500, ...UNAVAILABLE]);

/** A job of this run can be cancelled again: the failure may have been transient. A refusal then may speak of the first cancellation, so the first answer counts. */
async function cancelledAgain(once: () => Promise<Exchange>, first: Exchange): Promise<Exchange> {
  const again = await once();
  const refused = statusOf(again) !== undefined && (statusOf(again) as number) < 500;
  return succeeded(again) || !refused || again.notes?.[LEFT_OPEN] !== undefined ? again : first;
}

function isRefusal({ outcome }: WireRecord): boolean {
  return outcome.kind === 'answer' && outcome.status >= 400;
}

/**
 * Reason why a failed cancellation is inconclusive: the job had finished, or may have, and whether a finished job can be cancelled
 * is a gap. Undefined for a job that is under way. Without a status path the listing tells.
 */
async function whyNotCancelled(context: ProbeContext, id: Value, before: Answer | undefined): Promise<string | undefined> {
  if (before !== undefined && isFinished(before.json)) return 'the job had finished before it could be cancelled';
  const readable = before !== undefined && withoutStatusPath(context.settings) === undefined;
  const reading = readable ? await readJob(context, id, 'after-refusal') : await context.send('list-jobs', { label: 'after-refusal', purpose: 'other' });
  // The service is down: nothing is known of the cancellation either.
  if ((statusOf(reading) ?? 500) >= 500) return undefined;
  const job = readable ? bodyOf(reading) : listed(reading, id.text);
  if (memberOf(job, 'job_state') === undefined) return 'whether the job had finished by then is not known';
  return isFinished(job) ? 'the job had finished before it could be cancelled' : undefined;
}

function bodyOf(exchange: Exchange): unknown {
  return succeeded(exchange) ? jsonOf(exchange).json : undefined;
}

/** The job of a listing that has an identifier, if it holds one. */
function listed(listing: Exchange, id: string): unknown {
  const jobs = bodyOf(listing);
  return Array.isArray(jobs) ? jobs.find((job) => String(memberOf(job, 'job_id')).toLowerCase() === id.toLowerCase()) : undefined;
}

function bodyDigest(exchange: Exchange): string | undefined {
  return exchange.outcome.kind === 'answer' ? exchange.outcome.body.digest : undefined;
}

function cancellationMs(context: ProbeContext): number {
  return Number(given(context.settings).cancelWaitMs);
}

/** Time limit for a new job to appear, undocumented: several times the limit of a cancellation, or that limit itself beyond 10 s. */
function appearanceMs(context: ProbeContext): number {
  return Math.max(cancellationMs(context), Math.min(5 * cancellationMs(context), 10_000));
}

/**
 * Asks again, ever more slowly, until a response suffices or the pauses add up to the time; returns the last. Only pauses count:
 * a service that takes long to respond is asked as often as a quick one.
 */
async function poll(
  context: ProbeContext,
  once: () => Promise<Exchange>,
  suffices: (exchange: Exchange) => boolean,
  ms = cancellationMs(context),
): Promise<Exchange> {
  let waited = 0;
  for (let pause = 50; ; pause *= 2) {
    const exchange = await once();
    if (suffices(exchange) || waited >= ms) return exchange;
    const next = Math.min(pause, ms - waited);
    await context.wait(next);
    waited += next;
  }
}
