/**
 * Reads files that a user names. Only regular files are read, and pipes if the table says so, because a device, or a
 * silent pipe, would block a command for ever. Every kind has a maximum size.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { JsonLimitError } from './bounded-json.ts';

const MIB = 1024 * 1024;

interface FileKind {
  /** Maximum size, in bytes. */
  readonly bytes: number;
  /** Whether a pipe may replace the file, as `<(command)` of a shell or /dev/stdin. */
  readonly pipe?: true;
}

/** The table of docs/lookup/security.md. The longest string of V8 has 512 MiB, so no text is longer. */
export const FILE_KINDS = {
  settings: { bytes: MIB, pipe: true },
  /** No pipe, because two processes read the file. */
  'settings of a fleet': { bytes: MIB },
  credential: { bytes: MIB, pipe: true },
  authorities: { bytes: 16 * MIB, pipe: true },
  /** A certificate authority in a directory. */
  authority: { bytes: 16 * MIB },
  /** No pipe, because the file is replaced when the token rotates. */
  'refresh token': { bytes: MIB },
  profile: { bytes: 4 * MIB },
  baseline: { bytes: 16 * MIB },
  /** Statement, challenge, self-test report. */
  claim: { bytes: 16 * MIB, pipe: true },
  results: { bytes: 256 * MIB },
  ledger: { bytes: 256 * MIB },
  /** evidence.har, a HAR file, the body of an exchange. */
  evidence: { bytes: 500 * MIB },
  bundle: { bytes: 518 * MIB },
} as const satisfies Readonly<Record<string, FileKind>>;

/** A file of another kind than expected; the message is a phrase that begins with "it is". */
export class FileKindError extends Error {
  override readonly name = 'FileKindError';
}

/** Time in which a pipe delivers its whole content, in milliseconds. */
const PIPE_WAIT_MS = 15_000;
const PIPE_PAUSE_MS = 10;
const CHUNK = 64 * 1024;

/**
 * Contents of pipes, or their errors, by path: a pipe can be read only once, and a credential file is read several
 * times.
 */
const piped = new Map<string, Buffer | FileKindError>();

/**
 * Returns the content of a file. Blocks at most `waitMs`, and only for a pipe.
 * @throws FileKindError if it is of another kind, too large or silent; the system's error if it cannot be opened or
 * read
 */
export function readGivenFile(path: string, kind: keyof typeof FILE_KINDS, waitMs = PIPE_WAIT_MS): Buffer {
  const known = piped.get(path);
  if (known instanceof FileKindError) throw known;
  if (known !== undefined) return known;
  // Looked at first, because opening a device may have an effect.
  const before = statSync(path);
  if (isNull(before)) return Buffer.alloc(0);
  refuseKind(before, kind);
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const opened = fstatSync(descriptor);
    refuseKind(opened, kind);
    if (!opened.isFIFO()) return readAll(descriptor, kind, () => false);
    const content = readPipe(descriptor, kind, waitMs);
    piped.set(path, content);
    if (content instanceof FileKindError) throw content;
    return content;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads as `readGivenFile` does, as text in UTF-8. */
export function readGivenText(path: string, kind: keyof typeof FILE_KINDS): string {
  return readGivenFile(path, kind).toString('utf8');
}

/**
 * Returns why a file cannot be read or written: the end of every message "Cannot read FILE: …" and "Cannot write FILE:
 * …".
 */
export function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  if (error instanceof JsonLimitError) return `it ${error.message}`;
  if (codeOf(error)?.startsWith('ERR_OSSL')) return 'it contains a certificate that cannot be parsed';
  if (codeOf(error) === 'EISDIR') return 'it is a directory';
  // Node adds the code, the call and the path: `ENOENT: no such file or directory, open 'x'`.
  return /^[A-Z]+: (.+?), [a-z]/.exec(messageOf(error))?.[1] ?? messageOf(error);
}

/** Returns the message of an error, or the thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of an error of the system, OpenSSL or Node, or undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Returns the content of a file. Throws InputError if it cannot be read; `named`: how the message names it; `advice`:
 * its last sentence.
 */
export function readInput(
  path: string,
  kind: keyof typeof FILE_KINDS,
  named = JSON.stringify(path),
  advice = '',
): Buffer {
  return reading(named, advice, () => readGivenFile(path, kind));
}

/** Returns what `read` returns; throws InputError, with `advice` as its last sentence, if that is not possible. */
export function reading<T>(named: string, advice: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError(`Cannot read ${named}: ${reasonOf(error)}. ${advice}`.trimEnd());
  }
}

/** Reads and parses the file of an option. Its InputErrors name the option and the file. */
export function parsedInput<T>(
  option: string,
  path: string,
  kind: keyof typeof FILE_KINDS,
  parse: (text: string) => T,
): T {
  const text = readInput(path, kind, `${option} ${JSON.stringify(path)}`).toString('utf8');
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${option} ${JSON.stringify(path)}: ${error.message}`) : error;
  }
}

export const DIRECTORY_OF_A_RUN = 'Give the directory of a run.';

/**
 * Throws InputError if a path does not exist or cannot be accessed. `advice`: a sentence about the path to name
 * instead.
 */
export function refuseMissing(path: string, advice: string): void {
  reading(JSON.stringify(path), advice, () => statSync(path));
}

/** Throws FileKindError for a file of another kind. Directories pass: reading one fails with the system's EISDIR. */
function refuseKind(found: Stats, kind: keyof typeof FILE_KINDS) {
  const { bytes, pipe }: FileKind = FILE_KINDS[kind];
  const isRight = found.isFile() ? found.size <= bytes : found.isDirectory() || (found.isFIFO() && pipe);
  if (isRight) return;
  const what = found.isFile()
    ? `too large: ${found.size} bytes`
    : `a ${found.isFIFO() ? 'pipe' : found.isSocket() ? 'socket' : 'device'}`;
  throw new FileKindError(
    `it is ${what}; expected a regular file${pipe ? ' or a pipe' : ''} of at most ${sizeOf(bytes)}`,
  );
}

/** /dev/null is read as an empty file. */
function isNull(found: Stats) {
  return found.isCharacterDevice() && found.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

/** Reads a pipe. A pipe without a writer reads as ended, so the function waits for the first bytes, too. */
function readPipe(descriptor: number, kind: keyof typeof FILE_KINDS, waitMs: number) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const until = process.hrtime.bigint() + BigInt(waitMs) * 1_000_000n;
  try {
    return readAll(descriptor, kind, (ended, read) => {
      if (ended && read > 0) return false;
      if (process.hrtime.bigint() > until)
        throw new FileKindError(`it is a pipe that did not deliver a whole file within ${waitMs / 1000} s`);
      Atomics.wait(pause, 0, 0, PIPE_PAUSE_MS);
      return true;
    });
  } catch (error) {
    if (error instanceof FileKindError) return error;
    throw error;
  }
}

/** @param again called at the end of the file and when a pipe is empty: whether to read on */
function readAll(descriptor: number, kind: keyof typeof FILE_KINDS, again: (ended: boolean, read: number) => boolean) {
  const { bytes }: FileKind = FILE_KINDS[kind];
  const chunks: Buffer[] = [];
  let length = 0;
  while (true) {
    const chunk = Buffer.allocUnsafe(Math.max(CHUNK, Math.min(length, 16 * MIB)));
    const read = readSome(descriptor, chunk);
    if (read === undefined || read === 0) {
      if (again(read === 0, length)) continue;
      return Buffer.concat(chunks, length);
    }
    chunks.push(chunk.subarray(0, read));
    length += read;
    if (length > bytes) throw new FileKindError(`it has more than ${sizeOf(bytes)}`);
  }
}

/** Returns bytes read; 0 at the end, undefined if a pipe is empty. */
function readSome(descriptor: number, into: Buffer) {
  try {
    return readSync(descriptor, into);
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

function sizeOf(bytes: number) {
  return `${bytes / MIB} MiB`;
}

/** A usage error, or invalid settings or files; the message is for the user. Commands end with exit code 2. */
export class InputError extends Error {
  override readonly name: string = this.constructor.name;
  /** One sentence or several. */
  readonly problems: readonly string[];
  constructor(problems: string | readonly string[]) {
    const all = [problems].flat();
    super(all.join('\n'));
    this.problems = all;
  }
}

/** Throws InputError with the problems, if there are any. */
export function refuseIf(problems: readonly string[]): void {
  if (problems.length > 0) throw new InputError(problems);
}

/**
 * Returns the result of reading what a user may have given. If it is not given, or invalid, returns undefined; the
 * reasons are added to `problems`.
 */
export function readIfGiven<G, T>(problems: string[], given: G | undefined, read: (given: G) => T): T | undefined {
  try {
    return given === undefined ? undefined : read(given);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** Returns the words of a list such as `--interface`: commas and repetition both mean or. */
export const namesIn = (values: readonly string[] = []): string[] =>
  values.flatMap((value) => value.split(',')).map((word) => word.trim());
