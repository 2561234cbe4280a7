/** Refresh tokens that a provider may rotate: one file, replaced atomically, used by one run at a time. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { codeOf, readGivenText, reasonOf } from '../files/read-file.ts';

/** A refresh token in use. */
export interface RefreshToken {
  readonly token: string;
  /** Keeps the new token of the provider; on the disk when this returns. False without a file. */
  replace(next: string): boolean;
}

/** No refresh token is available, or its successor could not be kept; the message is for the operator. */
export class RefreshTokenError extends Error {}

/** Maximum time to wait for another run. */
const MOST_WAIT_MS = 60_000;
/** A lock of an unknown process is stale at this age. */
const STALE_MS = 600_000;

/**
 * Returns the path of the file to which a new token is written before it replaces `file`. A token without a line break
 * is incomplete.
 */
const pendingOf = (file: string) => `${file}.next`;
const lockOf = (file: string) => `${file}.lock`;
/** Returns a path that no other process uses. */
const besides = (path: string) => `${path}.${randomBytes(6).toString('hex')}`;

/**
 * Returns why a file is not usable, or undefined. Does not send or change anything. `setting`: the one with the
 * fallback.
 */
export function refreshTokenProblem(file: string, fallback: string | undefined, setting: string): string | undefined {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch {
    return `the directory of ${JSON.stringify(file)} cannot be written, so a rotated token could not be kept`;
  }
  try {
    return readToken(file) === undefined && readPending(file) === undefined && fallback === undefined
      ? `${JSON.stringify(file)} does not exist or contains no refresh token, and ${setting} is not set: write the token to the file, or set ${setting}`
      : undefined;
  } catch (error) {
    return (error as RefreshTokenError).message;
  }
}

/**
 * Uses a refresh token. Its file, if it has one, is locked meanwhile, and a new token that an interrupted run left in
 * it is used.
 * @param source the file counts if it exists, else the token
 * @param pause waits the given number of milliseconds
 * @throws RefreshTokenError without a token, if the file cannot be replaced, or if another run locks it for too long
 */
export async function useRefreshToken<T>(
  { file, token }: { readonly file?: string; readonly token?: string },
  use: (token: RefreshToken) => Promise<T>,
  pause: (ms: number) => Promise<void>,
): Promise<T> {
  if (file === undefined) {
    if (token === undefined) throw new RefreshTokenError('no refresh token is set');
    return use({ token, replace: () => false });
  }
  const release = await lock(lockOf(file), pause);
  try {
    // A run that was killed between writing and renaming left the newer token in a separate file.
    if (readPending(file) !== undefined) putInPlace(file);
    const current = readToken(file) ?? token;
    if (current === undefined) throw new RefreshTokenError(`${JSON.stringify(file)} contains no refresh token`);
    // Check that a new token can be kept before the old one is spent.
    writePending(file, '');
    return await use({
      token: current,
      // Writes and syncs a new file, renames it, syncs the directory.
      replace(next) {
        writePending(file, `${next}\n`);
        putInPlace(file);
        return true;
      },
    });
  } finally {
    if (existsSync(pendingOf(file)) && readPending(file) === undefined) unlinkSync(pendingOf(file));
    release();
  }
}

function writePending(file: string, text: string) {
  try {
    writeFileSync(pendingOf(file), text, { mode: 0o600, flush: true });
  } catch (error) {
    throw new RefreshTokenError(`a rotated refresh token could not be kept: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function putInPlace(file: string) {
  renameSync(pendingOf(file), file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } catch {
    // Not every file system syncs directories.
  } finally {
    closeSync(folder);
  }
}

function readToken(file: string) {
  const text = readIfThere(file)?.trim();
  return text === '' ? undefined : text;
}

/** Returns the token in the separate file; undefined if it is missing, or incomplete because it has no line end. */
function readPending(file: string) {
  const text = readIfThere(pendingOf(file));
  return text?.endsWith('\n') && text.trim() !== '' ? text.trim() : undefined;
}

function readIfThere(path: string) {
  try {
    return readGivenText(path, 'refresh token');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new RefreshTokenError(`Cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Takes a lock. Returns the function that releases it. */
async function lock(path: string, pause: (ms: number) => Promise<void>) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), nonce: randomBytes(8).toString('hex') });
  for (let waited = 0, step = 25; ; waited += step, step = Math.min(step * 2, 500)) {
    if (create(path, mine)) return () => removeIf(path, mine);
    const other = readIfThere(path);
    if (other === undefined) continue;
    if (isStale(path, other)) {
      removeIf(path, other);
      continue;
    }
    if (waited >= MOST_WAIT_MS)
      throw new RefreshTokenError(
        `another run has locked the refresh token; remove ${JSON.stringify(path)} if no other run is active`,
      );
    await pause(step);
  }
}

/** Makes the lock with its content in one step: a full disk leaves no lock, and a reader never sees half of one. */
function create(path: string, content: string) {
  const aside = besides(path);
  try {
    writeFileSync(aside, content, { flag: 'wx', mode: 0o600 });
    linkSync(aside, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new RefreshTokenError(`the lock ${JSON.stringify(path)} cannot be created: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Removes a lock only if it is still the stale one: of two processes that find it stale, neither may remove the new
 * lock of the other.
 */
function removeIf(path: string, content: string) {
  const aside = besides(path);
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) !== content) {
    try {
      linkSync(aside, path);
    } catch {
      // Another process has taken it meanwhile.
    }
  }
  unlinkSync(aside);
}

function isStale(path: string, content: string) {
  try {
    const { pid, host } = JSON.parse(content) as { pid: number; host: string };
    if (host === hostname()) return !isAlive(pid);
  } catch {
    // Not a lock of Assay: its age decides.
  }
  try {
    return Date.now() - statSync(path).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
