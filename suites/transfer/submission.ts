/** Submission bodies in the documented forms, and what their answers give. */
import { jsonOf, succeeded } from '../../src/engine/words/answer.ts';
import { from, made, open, setting, text, unusual, Value } from '../../src/engine/words/origins.ts';
import type { ProbeContext, Settings } from '../../src/engine/words/types.ts';
import { textIn } from '../../src/files/json-value.ts';
import { isUuid } from '../../src/records/formats.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { set, settingsOf } from './known-settings.ts';

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
  | 'second-storages'
  | 'no-files'
  | 'made-checksum-value'
  | 'several-storages';

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
  sources: Value[];
  destinations: Value[];
  source_tokens?: Value[];
  destination_tokens?: Value[];
  checksum?: Value;
}

const TOKENS = 'files[].source_tokens, files[].destination_tokens';
const CHECKSUM = 'TRANSFER_CHECKSUM';

/**
 * A body to submit; its destination carries the run's id, so that a person can find the file.
 * @param madeUp which checksum algorithm to name where no setting does
 */
export function submissionBody(
  context: ProbeContext,
  form: Form,
  title: string,
  madeUp = 0,
): { body: { files: FileTransfer[]; params: { overwrite?: boolean } }; destination: string } {
  const { settings, runId, lane } = context;
  const name = `assay-${runId}-${lane}-${title}`;
  const [source, destination] = [stored(settings, 'source'), named(stored(settings, 'destination'), name)];
  const file: FileTransfer = { sources: [source], destinations: [destination] };
  const params: { overwrite?: boolean } = {};
  const files = form === 'no-files' ? [] : [file];
  if (form === 'several-files')
    files.push({ sources: [source], destinations: [named(stored(settings, 'destination'), `${name}-second`)] });
  if (form === 'several-sources') file.sources.push(named(source, `${name}-source`));
  if (form === 'second-storages') {
    file.sources = [set(settings, 'source2') ?? source];
    file.destinations = [named(set(settings, 'destination2') ?? stored(settings, 'destination'), name)];
  }
  if (form === 'several-storages') {
    const [source2, destination2] = [set(settings, 'source2'), set(settings, 'destination2')];
    if (source2 !== undefined) file.sources.push(source2);
    if (destination2 !== undefined) file.destinations.push(named(destination2, `${name}-second`));
  }
  if (form === 'overwrite' || form === 'no-overwrite') params.overwrite = form === 'overwrite';
  if (form === 'checksum-name' || form === 'checksum-value' || form === 'made-checksum-value')
    file.checksum = checksumOf(settings, form, madeUp);
  if (form === 'file-tokens') {
    const token = (of: 'source' | 'destination', name: string): Value => {
      const own = context.secret(of);
      return own === undefined ? open(TOKENS, `${title}-${of}`, name) : setting(name, own);
    };
    file.source_tokens = [token('source', 'TRANSFER_SOURCE_TOKEN')];
    file.destination_tokens = [token('destination', 'TRANSFER_DESTINATION_TOKEN')];
  }
  return { body: { files, params }, destination: destination.text };
}

/** A checksum, by the name of the algorithm alone or with a value. The document names no algorithm. */
function checksumOf(settings: Settings, kind: Form, madeUp: number): Value {
  const own = settingsOf(settings).checksum;
  const [name = '', value] = (own ?? MADE_UP[madeUp] ?? '').split(':');
  const algorithm =
    typeof own === 'string' ? setting(CHECKSUM, name, 'algorithm') : open('files[].checksum', name, CHECKSUM);
  if (kind === 'checksum-name') return algorithm;
  const length = DIGITS[name.toUpperCase()];
  const digits = '1'.repeat(length ?? 8);
  const invented = length === undefined ? unusual('a checksum of a made-up length', digits, true) : made(digits);
  return text`${algorithm}:${value === undefined || kind === 'made-checksum-value' ? invented : setting(CHECKSUM, value, 'value')}`;
}

function stored(settings: Settings, of: 'source' | 'destination'): Value {
  const value = set(settings, of);
  if (value === undefined) throw new Error(`the lane has no ${of} to submit`);
  return value;
}

/** A storage URL whose last segment carries a name. */
function named(url: Value, name: string): Value {
  const [, before = url.text, query = ''] = /^([^?#]*)(.*)$/.exec(url.text) ?? [];
  return new Value(`${before}${before.endsWith('/') ? '' : '-'}${name}${query}`, url.origins);
}

/** The submissions that returned an identifier. */
export function submissionsOf(id: string | undefined, all: readonly Exchange[]): readonly Exchange[] {
  return all.filter((one) => one.operation === 'submit-job' && jobIdOf(one) === id);
}

/**
 * The identifier that a submission returned, if the job is this run's own: a UUID (the documented form of `job_id`) that no listing
 * showed before the lane submitted anything.
 */
export function ownJobIn(submission: Exchange, context: ProbeContext): Value | undefined {
  const id = jobIn(submission);
  return id !== undefined && isUuid(id.text) && !context.foreign.has(id.text.toLowerCase()) ? id : undefined;
}

/** The identifier that a submission returned, to send it. */
export function jobIn(submission: Exchange): Value | undefined {
  const id = jobIdOf(submission);
  return id === undefined ? undefined : from(submission, '/job_id', id);
}

/** The identifier that a submission returned, if it did. */
export function jobIdOf(submission: Exchange): string | undefined {
  const id = succeeded(submission) ? textIn(jsonOf(submission).json, 'job_id') : undefined;
  return id?.trim() === '' ? undefined : id;
}
