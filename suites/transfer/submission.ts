/** Submission bodies in the documented forms, and what their answers give. */
import { jsonOf, succeeded } from '../../src/engine/answer.ts';
import type { ProbeContext } from '../../src/engine/types.ts';
import { isUuid } from '../../src/records/formats.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { given } from './given.ts';

/** The documented additions to a plain submission (Resources B, submission body). */
export type Form =
  | 'plain'
  | 'several-files'
  | 'file-tokens'
  | 'checksum-name'
  | 'checksum-value'
  | 'overwrite'
  | 'no-overwrite'
  | 'several-sources'
  | typeof SEVERAL_STORAGES;

/** The form whose file lies on several storages; its exchanges carry this label. */
export const SEVERAL_STORAGES = 'several-storages';

/** How many hexadecimal digits a checksum of each usual algorithm has. */
const DIGITS: Readonly<Record<string, number>> = {
  ADLER32: 8,
  CRC32: 8,
  CRC32C: 8,
  MD5: 32,
  SHA1: 40,
  'SHA-1': 40,
  SHA256: 64,
  'SHA-256': 64,
  SHA512: 128,
  'SHA-512': 128,
};

/** Algorithms to name where TRANSFER_CHECKSUM does not. */
const MADE_UP = ['ADLER32', 'MD5'];

interface FileTransfer {
  sources: string[];
  destinations: string[];
  source_tokens?: string[];
  destination_tokens?: string[];
  checksum?: string;
}

/**
 * A body to submit; its destination carries the run's id, so that a person can find the file.
 * @param madeUp which checksum algorithm to name where no setting does
 */
export function submissionBody(
  context: ProbeContext,
  form: Form,
  label: string,
  madeUp = 0,
): { body: { files: FileTransfer[]; params: { overwrite?: boolean } }; destination: string; withToken?: 'given' | 'made-up' } {
  const source = String(given(context.settings).source);
  const name = `assay-${context.runId}-${context.lane}-${label}`;
  const destination = named(String(given(context.settings).destination), name);
  const file: FileTransfer = { sources: [source], destinations: [destination] };
  const params: { overwrite?: boolean } = {};
  const files = [file];
  let withToken: 'given' | 'made-up' | undefined;
  const [algorithm = '', value] = String(given(context.settings).checksum ?? MADE_UP[madeUp]).split(':');
  if (form === 'several-files') files.push({ sources: [source], destinations: [named(String(given(context.settings).destination), `${name}-second`)] });
  if (form === 'several-sources') file.sources.push(named(source, `${name}-source`));
  if (form === SEVERAL_STORAGES) {
    const { source2, destination2 } = context.settings;
    if (typeof source2 === 'string') file.sources.push(source2);
    if (typeof destination2 === 'string') file.destinations.push(named(destination2, `${name}-second`));
  }
  if (form === 'overwrite' || form === 'no-overwrite') params.overwrite = form === 'overwrite';
  if (form === 'checksum-name') file.checksum = algorithm;
  if (form === 'checksum-value') file.checksum = `${algorithm}:${value ?? '1'.repeat(DIGITS[algorithm.toUpperCase()] ?? 8)}`;
  if (form === 'file-tokens') {
    const [own, other] = [context.secret('source'), context.secret('destination')];
    withToken = own !== undefined && other !== undefined ? 'given' : 'made-up';
    file.source_tokens = [own ?? `${name}-source`];
    file.destination_tokens = [other ?? `${name}-destination`];
  }
  return { body: { files, params }, destination, ...(withToken && { withToken }) };
}

/** A storage URL whose last segment carries a name. */
function named(url: string, name: string): string {
  const [, before = url, query = ''] = /^([^?#]*)(.*)$/.exec(url) ?? [];
  return `${before}${before.endsWith('/') ? '' : '-'}${name}${query}`;
}

/** The submissions that returned an identifier. */
export function submissionsOf(id: string | undefined, all: readonly Exchange[]): readonly Exchange[] {
  return all.filter((one) => one.operation === 'submit-job' && jobIdOf(one) === id);
}

/**
 * The identifier that a submission returned, if the job is this run's own: a UUID (the documented form of `job_id`) that no listing
 * showed before the lane submitted anything.
 */
export function ownJobIdOf(submission: Exchange, context: ProbeContext): string | undefined {
  const id = jobIdOf(submission);
  return id !== undefined && isUuid(id) && !context.foreign.has(id.toLowerCase()) ? id : undefined;
}

/** The identifier that a submission returned, if it did. */
export function jobIdOf(submission: Exchange): string | undefined {
  if (!succeeded(submission)) return undefined;
  const { json } = jsonOf(submission);
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, 'job_id')) return undefined;
  const id = (json as { job_id: unknown }).job_id;
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}
