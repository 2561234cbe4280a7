/** A run's exchanges in a directory: `evidence.har`, and large bodies next to it. */

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseBoundedJson } from '../../files/bounded-json.ts';
import { memberOf } from '../../files/json-value.ts';
import { readGivenFile, reasonOf } from '../../files/read-file.ts';
import { sha256 } from '../../files/sha256.ts';
import { writeWhole } from '../../files/write-file.ts';
import type { Body, Exchange } from '../types.ts';
import { fromHarEntry, type HarEntry, toHarEntry } from './har.ts';

const EVIDENCE_FILE = 'evidence.har';
const BODIES = 'bodies';
const FORMAT = 'assay-evidence/1';
/** Characters that are written at once. */
const WRITE_CHARACTERS = 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;

export interface Evidence {
  readonly exchanges: readonly Exchange[];
  /** Further data for judging again: run, given, lanes, probes. JSON. */
  readonly assay: unknown;
  /** When the run began, ISO 8601; exchanges' times count from it. */
  readonly startedAt?: string;
  /** Assay's version. */
  readonly version?: string;
}

/**
 * Writes the evidence, entry by entry, into a temporary file that takes its place when it is whole.
 * @returns the file's path.
 * @throws Error that names the directory and the reason, such as a full disk; an earlier `evidence.har` is then
 * untouched.
 */
export async function writeEvidence(directory: string, evidence: Evidence): Promise<string> {
  const file = join(directory, EVIDENCE_FILE);
  try {
    await writeWhole(file, harOf(evidence, directory), { flush: true });
    return file;
  } catch (error) {
    throw new Error(`Cannot write the evidence to ${JSON.stringify(directory)}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Returns the text of the file, in pieces; separate files of bodies are written meanwhile. */
async function* harOf(
  { exchanges, assay, startedAt, version = '0' }: Evidence,
  directory: string,
): AsyncIterable<string> {
  const begun = startedAt === undefined ? 0 : Date.parse(startedAt);
  const written = new Set<string>();
  let buffered = `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'assay', version })},"_format":"${FORMAT}","_startedAt":${JSON.stringify(startedAt ?? null)},"entries":[`;
  let separator = '\n';
  for (const exchange of exchanges) {
    const aside: Body[] = [];
    const entry = toHarEntry(exchange, begun, (body) => aside.push(body));
    for (const { digest, bytes } of aside) {
      if (!written.has(digest)) await writeBody(directory, digest, bytes);
      written.add(digest);
    }
    buffered += separator + JSON.stringify(entry);
    separator = ',\n';
    if (buffered.length < WRITE_CHARACTERS) continue;
    yield buffered;
    buffered = '';
  }
  yield `${buffered}\n],"_assay":${JSON.stringify(assay ?? null)}}}\n`;
}

async function writeBody(directory: string, digest: string, bytes: Uint8Array) {
  const file = join(directory, BODIES, digest);
  const existing = await stat(file).catch(() => undefined);
  if (existing?.size !== bytes.length) await writeWhole(file, bytes);
}

/**
 * Reads evidence back, exactly as it was written.
 * @param path the run's directory, or its HAR file.
 * @throws Error that names the file and what is wrong: missing, not JSON, not a HAR file, not Assay's, a body missing
 * or changed.
 */
export async function readEvidence(path: string): Promise<Evidence> {
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isDirectory ? join(path, EVIDENCE_FILE) : path;
  const content = saying(`Cannot read the evidence ${JSON.stringify(file)}`, () => readGivenFile(file, 'evidence'));
  const log = logOf(content, file);
  const bodies = new Map<string, Uint8Array>();
  const openBody = (digest: string) => {
    const known = bodies.get(digest) ?? readBody(dirname(file), digest);
    bodies.set(digest, known);
    return known;
  };
  const exchanges = log.entries.map((entry, index) =>
    saying(`${JSON.stringify(file)}, entry ${index + 1}`, () => fromHarEntry(entry, openBody)),
  );
  const { entries: _, ...about } = log;
  return { exchanges, ...about };
}

/**
 * Returns the log of a HAR file that Assay wrote.
 * @param file its name, for messages
 * @throws Error that names the file: not JSON, not a HAR file, not Assay's
 */
export function logOf(content: Uint8Array, file: string) {
  const parsed = saying(`Cannot read the evidence ${JSON.stringify(file)}`, () => parseBoundedJson(content));
  const log = memberOf(parsed, 'log');
  const entries = memberOf(log, 'entries');
  if (!Array.isArray(entries)) throw new Error(`${JSON.stringify(file)} is not a HAR file: log.entries is missing`);
  if (memberOf(log, '_format') !== FORMAT)
    throw new Error(
      `${JSON.stringify(file)} is a HAR file, but not one that Assay wrote (log._format is not ${FORMAT}), so it cannot be judged`,
    );
  const startedAt = memberOf(log, '_startedAt');
  const version = memberOf(memberOf(log, 'creator'), 'version');
  return {
    entries: entries as HarEntry[],
    assay: memberOf(log, '_assay'),
    ...(typeof startedAt === 'string' && { startedAt }),
    ...(typeof version === 'string' && { version }),
  };
}

/** @param what begins the message of an error that `work` throws */
function saying<T>(what: string, work: () => T) {
  try {
    return work();
  } catch (error) {
    throw new Error(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}

function readBody(directory: string, digest: string) {
  if (!DIGEST.test(digest)) throw new Error(`${JSON.stringify(digest)} does not name a body`);
  const bytes = saying(`cannot read its body ${BODIES}/${digest}`, () =>
    readGivenFile(join(directory, BODIES, digest), 'evidence'),
  );
  if (sha256(bytes) !== digest) throw new Error(`its body ${BODIES}/${digest} was changed: the digest differs`);
  return bytes;
}
