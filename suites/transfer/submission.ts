/** Submission bodies in the documented forms, and the contents of their responses. */

import { isUuid } from '../../src/records/formats.ts';
import {
  type Exchange,
  from,
  jsonOf,
  made,
  memberOf,
  open,
  type ProbeContext,
  remembered,
  type Settings,
  sentJson,
  setting,
  succeeded,
  text,
  textIn,
  unusual,
  Value,
} from '../words.ts';
import { set, settingsOf } from './known-settings.ts';

/** Number of hexadecimal digits in a checksum of each usual algorithm. */
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

interface Body {
  files: FileTransfer[];
  readonly params: { overwrite?: boolean };
}

/**
 * The choices of an addition: the name that the run gives to what it creates, and the checksum algorithm to name if no
 * setting does.
 */
interface Choice {
  readonly context: ProbeContext;
  readonly name: string;
  readonly madeUp: number;
}

const TOKENS = 'files[].source_tokens, files[].destination_tokens';
const CHECKSUM = 'TRANSFER_CHECKSUM';

type Add = (body: Body, choice: Choice) => void;
const eachFile =
  (members: (file: FileTransfer, choice: Choice) => Partial<FileTransfer>): Add =>
  ({ files }, choice) => {
    for (const file of files) Object.assign(file, members(file, choice));
  };
/** A checksum, as only the name of the algorithm, or with a value. The document names no algorithm. */
const checksum = (form: 'name' | 'value' | 'made-up') =>
  eachFile((_, { context: { settings }, madeUp }) => {
    const own = settingsOf(settings).checksum;
    const [name = '', value] = (own ?? MADE_UP[madeUp] ?? '').split(':');
    const algorithm =
      typeof own === 'string' ? setting(CHECKSUM, name, 'algorithm') : open('files[].checksum', name, CHECKSUM);
    if (form === 'name') return { checksum: algorithm };
    const length = DIGITS[name.toUpperCase()];
    const digits = '1'.repeat(length ?? 8);
    const invented = length === undefined ? unusual('a checksum of arbitrary length', digits) : made(digits);
    return {
      checksum: text`${algorithm}:${value === undefined || form === 'made-up' ? invented : setting(CHECKSUM, value, 'value')}`,
    };
  });
const overwrite =
  (value: boolean): Add =>
  ({ params }) => {
    params.overwrite = value;
  };

/**
 * The additions to a plain submission (Resources B, submission body). Additions to each file come after the one that
 * adds files.
 */
const ADDITIONS = {
  'no-files': (body) => {
    body.files = [];
  },
  'several-files': ({ files }, { context: { settings }, name }) => {
    const source = stored(settings, 'source');
    for (const which of ['second', 'third'])
      files.push({ sources: [source], destinations: [named(stored(settings, 'destination'), `${name}-${which}`)] });
  },
  'file-tokens': eachFile((_, { context }) => {
    const token = (of: 'source' | 'destination', name: string) => {
      const own = context.secret(of);
      return [own === undefined ? open(TOKENS, `file-tokens-${of}`, name) : setting(name, own)];
    };
    return {
      source_tokens: token('source', 'TRANSFER_SOURCE_TOKEN'),
      destination_tokens: token('destination', 'TRANSFER_DESTINATION_TOKEN'),
    };
  }),
  'checksum-name': checksum('name'),
  'checksum-value': checksum('value'),
  'made-checksum-value': checksum('made-up'),
  overwrite: overwrite(true),
  'no-overwrite': overwrite(false),
  'several-sources': eachFile(({ sources }, { context, name }) => ({
    sources: [...sources, named(stored(context.settings, 'source'), `${name}-source`)],
  })),
  'several-storages': eachFile(({ sources, destinations }, { context: { settings }, name }) => {
    const [source2, destination2] = [set(settings, 'source2'), set(settings, 'destination2')];
    return {
      sources: [...sources, ...(source2 ? [source2] : [])],
      destinations: [...destinations, ...(destination2 ? [named(destination2, `${name}-second`)] : [])],
    };
  }),
  'second-storages': eachFile(({ sources }, { context: { settings }, name }) => ({
    sources: [set(settings, 'source2') ?? (sources[0] as Value)],
    destinations: [named(set(settings, 'destination2') ?? stored(settings, 'destination'), name)],
  })),
  'own-storage': eachFile((_, { context: { settings, lane, runId }, name }) => ({
    sources: [unnamed(stored(settings, 'source'), [name.slice(name.indexOf(lane)), runId])],
  })),
} satisfies Readonly<Record<string, Add>>;

export type Addition = keyof typeof ADDITIONS;

/**
 * Returns a body to submit, plain or with additions; its destinations carry the run's id, so that a person can find the
 * files.
 */
export function submissionBody(
  context: ProbeContext,
  additions: readonly Addition[],
  title: string,
  madeUp = 0,
): { body: Body; destination: string } {
  const name = `assay-${context.runId}-${context.lane}-${title}`;
  const destination = named(stored(context.settings, 'destination'), name);
  const body: Body = {
    files: [{ sources: [stored(context.settings, 'source')], destinations: [destination] }],
    params: {},
  };
  for (const addition of additions) ADDITIONS[addition](body, { context, name, madeUp });
  return { body, destination: destination.text };
}

/** Returns a storage of the settings: nothing is submitted without both. */
const stored = (settings: Settings, of: 'source' | 'destination') => set(settings, of) as Value;

/** Returns a storage URL whose last segment carries a name. */
function named(url: Value, name: string) {
  const [, before = url.text, query = ''] = /^([^?#]*)(.*)$/.exec(url.text) ?? [];
  return new Value(`${before}${before.endsWith('/') ? '' : '-'}${name}${query}`, url.origins);
}

/**
 * Returns a storage URL at a host that no other request names and that cannot exist (RFC 2606, section 2), so that a
 * job identifies the request that made it.
 */
function unnamed({ text: url }: Value, labels: readonly string[]) {
  const host = labels.map((label) => label.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')).join('.');
  return made(url.replace(/:\/\/[^/?#]*/, `://${host}.assay.invalid`));
}

/** Returns the submissions that returned an identifier. */
export const submissionsOf = (id: string | undefined, all: readonly Exchange[]): readonly Exchange[] =>
  id === undefined ? [] : all.filter((one) => jobIdOf(one) === id);

/** Returns the identifier that a submission returned, to send it. */
export function jobIn(submission: Exchange): Value | undefined {
  const id = jobIdOf(submission);
  return id === undefined ? undefined : from(submission, '/job_id', id);
}

/** Returns the identifier that a submission returned, if the exchange is one and the identifier a UUID. */
export function jobIdOf(submission: Exchange): string | undefined {
  const id =
    submission.operation === 'submit-job' && succeeded(submission)
      ? textIn(jsonOf(submission).json, 'job_id')
      : undefined;
  return id !== undefined && isUuid(id) ? id : undefined;
}

/** Whether another submission has a source at the storage of the first source of this one. */
export function namesStorageOf(submission: Exchange, other: Exchange): boolean {
  return other.operation === submission.operation && storageUrlsIn(other, 'sources').some(isAtStorageOf(submission));
}

/** Returns whether a text is an address at the storage of the first source of a submission. */
export function isAtStorageOf(submission: Exchange): (address: unknown) => boolean {
  const host = storageOf(storageUrlsIn(submission, 'sources')[0])?.host;
  return (address) => host !== undefined && String(address).toLowerCase().includes(host);
}

/** Returns the URLs on one side of a submission's files, one for each storage. */
export const storageUrlsIn = (submission: Exchange, side: Side): readonly unknown[] => storageUrls(submission)[side];

type Side = 'sources' | 'destinations';

const storageUrls = remembered((submission: Exchange): Readonly<Record<Side, readonly unknown[]>> => {
  const files = memberOf(sentJson(submission), 'files');
  const on = (side: Side) => {
    const urls = (Array.isArray(files) ? files : []).flatMap((file) => memberOf(file, side) ?? []);
    return [...new Map(urls.toReversed().map((url) => [storageOf(url)?.host, url])).values()].toReversed();
  };
  return { sources: on('sources'), destinations: on('destinations') };
});

/** The side of a submission from which a job has its storage endpoint. */
const SIDES: Readonly<Record<string, Side>> = { source_se: 'sources', dest_se: 'destinations' };

/** Whether a member names one of several storages with which a job was submitted: the document leaves open which. */
export function namesOneOfSeveral(_: string, id: string, member: string, exchanges: readonly Exchange[]): boolean {
  const side = SIDES[member];
  return (
    side !== undefined &&
    exchanges.some((one) => jobIdOf(one)?.toLowerCase() === id.toLowerCase() && storageUrlsIn(one, side).length > 1)
  );
}

/** Returns a storage address, parsed, or undefined if the value is not one. */
export function storageOf(address: unknown): URL | undefined {
  const text = String(address);
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Scheme and host of two storage addresses are the same; a port counts only where both name one. */
export function sameStorage(one: URL, other: URL): boolean {
  const samePort = one.port === '' || other.port === '' || one.port === other.port;
  return samePort && one.protocol === other.protocol && hostOf(one) === hostOf(other);
}

/** Returns the host as in URLs of HTTP, whose international names are in ASCII. */
function hostOf({ hostname }: URL) {
  const address = `http://${hostname}`;
  return URL.canParse(address) ? new URL(address).hostname : hostname.toLowerCase();
}
