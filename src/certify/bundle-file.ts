/**
 * A bundle file: a simple zip archive. Members are stored uncompressed, sorted by name and with a fixed time, so that
 * equal members give equal bytes, and no member is larger than the file. When a bundle is opened, every member must
 * match the manifest. `pack` makes one from the files of a run, or gives the reasons why it must not be made.
 */

import { unzipSync, type Zippable, zipSync } from 'fflate';
import { wrongForm } from '../contract/own-documents.ts';
import type { Results } from '../engine/words/types.ts';
import { JsonLimitError, parseBoundedJson } from '../files/bounded-json.ts';
import { memberOf } from '../files/json-value.ts';
import { sha256 } from '../files/sha256.ts';
import { canonicalJson } from './documents.ts';
import { type ExamineOptions, examine } from './examine.ts';
import { type Signer, type Span, sign } from './signature.ts';
import {
  type CertificationPlan,
  type Content,
  type Manifest,
  type Problem,
  problemsOf,
  type StatedManifest,
  type Statement,
  type SuiteSource,
} from './types.ts';

/** An invalid bundle file; the message gives the reason. */
class ContainerError extends Error {
  override readonly name = 'ContainerError';
}

/** The allowed names of members. */
const NAMES =
  /^(?:manifest\.json|signature\.jws|results\.json|evidence\.har|plan\.yaml|statement\.json|bodies\/[0-9a-f]{64})$/;

/** Maximum size of a bundle, in bytes. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_MEMBERS = 10_000;
const STORED = 0;
const DAMAGED = 'it is not a zip archive, or it is truncated';

/** Writes members; equal members give equal bytes. Throws ContainerError if they are too many or too large. */
export function packMembers(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files: Zippable = {};
  let bytes = 0;
  for (const name of [...members.keys()].sort()) {
    const content = members.get(name) as Uint8Array;
    bytes += content.length;
    // The earliest time of the format.
    files[name] = [content, { level: 0, mtime: new Date(1980, 0, 1) }];
  }
  if (members.size > MOST_MEMBERS || bytes > MOST_BYTES)
    throw new ContainerError(
      `a bundle has at most ${MOST_MEMBERS} members and ${MOST_BYTES} bytes; this one would have ${members.size} and ${bytes}`,
    );
  return zipSync(files);
}

/**
 * Reads members. Uses at most twice the memory of the file, whichever sizes its directory states.
 * @throws ContainerError for other names, compression and overlaps
 */
export function unpackMembers(file: Uint8Array): Map<string, Uint8Array> {
  if (file.length > MOST_BYTES * 1.01) throw new ContainerError(`it is larger than ${MOST_BYTES} bytes`);
  let count = 0;
  let bytes = 0;
  let read: Record<string, Uint8Array>;
  try {
    read = unzipSync(file, {
      filter({ name, size, originalSize, compression }) {
        count += 1;
        bytes += size;
        const isOwn =
          NAMES.test(name) &&
          compression === STORED &&
          size === originalSize &&
          count <= MOST_MEMBERS &&
          bytes <= file.length;
        if (!isOwn)
          throw new ContainerError(
            `Assay writes no member ${JSON.stringify(name.slice(0, 120))} of this name, size and compression`,
          );
        return true;
      },
    });
  } catch (error) {
    throw error instanceof ContainerError ? error : new ContainerError(DAMAGED);
  }
  return new Map(Object.entries(read));
}

const OWN = ['manifest.json', 'signature.jws'];
const NEEDED = ['results.json', 'evidence.har', 'plan.yaml', 'statement.json'];

/** The opened file, as far as possible. */
export interface Opened {
  readonly problems: readonly Problem[];
  /** Bytes and signature of the manifest, if present. */
  readonly signed?: { readonly bytes: Uint8Array; readonly jws: string };
  /**
   * Reads the results and the statement, and checks their form. Absent if there are problems. To be called only after
   * the signature was verified.
   */
  readonly read?: () => { readonly problems: readonly Problem[]; readonly content?: Content };
  /** The claimed times, if readable. */
  readonly at?: Span;
}

const CHANGED: Problem = {
  check: 'file',
  why: 'The file was changed, truncated or extended after Assay had written it.',
};

/**
 * Opens a bundle. Reports a problem unless its bytes are exactly those that `packMembers` writes. Never throws because
 * of its content.
 */
export function openBundle(file: Uint8Array): Opened {
  try {
    const members = unpackMembers(file);
    const opened = openMembers(members);
    return Buffer.compare(file, packMembers(members)) === 0 ? opened : { problems: [CHANGED, ...opened.problems] };
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    return { problems: [{ check: 'file', why: `Not a bundle that assay certify wrote: ${error.message}.` }] };
  }
}

/** @throws ContainerError if a JSON member is nested too deep or has too many values */
function openMembers(members: ReadonlyMap<string, Uint8Array>): Opened {
  const absent = [...OWN, ...NEEDED].filter((name) => !members.has(name));
  if (absent.length > 0) return { problems: [{ check: 'file', why: `The bundle lacks ${absent.join(', ')}.` }] };
  const bytes = members.get('manifest.json') as Uint8Array;
  const signed = {
    bytes,
    jws: Buffer.from(members.get('signature.jws') as Uint8Array)
      .toString()
      .trim(),
  };
  const manifest = json(members, 'manifest.json') as Manifest | undefined;
  const wrong = manifest === undefined ? 'not JSON' : wrongForm('bundle', manifest);
  if (manifest === undefined || wrong)
    return { signed, problems: [{ check: 'members', why: `The manifest cannot be read: ${wrong}.` }] };
  const problems = [...new Set([...members.keys(), ...Object.keys(manifest.members)])].flatMap((name): Problem[] => {
    const how = OWN.includes(name) ? undefined : changeOf(members.get(name), memberOf(manifest.members, name));
    return how === undefined ? [] : [{ check: 'members', why: `${name.slice(0, 120)} was ${how}.` }];
  });
  const results = json(members, 'results.json');
  const statement = json(members, 'statement.json');
  const at = timesOf(results);
  if (problems.length > 0) return { signed, problems, at };
  const read: Opened['read'] = () => {
    const said = statement === undefined ? 'not JSON' : wrongForm('statement', statement);
    const found = [
      ...problemsOf('members', wrongForm('results', results) ? ['results.json does not contain results.'] : []),
      ...problemsOf('statement', said ? [`The statement cannot be read: ${said}.`] : []),
    ];
    const content = {
      members: new Map([...members].filter(([name]) => !OWN.includes(name))),
      manifest,
      results: results as Results,
      statement: statement as Statement,
    };
    return { problems: found, content: found.length === 0 ? content : undefined };
  };
  return { signed, problems, read, at };
}

/** Returns how a member differs from what the manifest says of it. */
function changeOf(content: Uint8Array | undefined, digest: unknown) {
  if (content === undefined) return 'removed: the signed manifest lists it';
  if (digest === undefined) return 'added: it is not in the signed manifest';
  return digest === sha256(content) ? undefined : 'changed: its digest differs from the signed one';
}

function timesOf(results: unknown): Opened['at'] {
  const run = memberOf(results, 'run');
  const timeOf = (name: string) => Date.parse(String(memberOf(run, name)));
  const at = { from: timeOf('startedAt'), to: timeOf('endedAt') };
  return Number.isNaN(at.from + at.to) ? undefined : at;
}

function json(members: ReadonlyMap<string, Uint8Array>, name: string) {
  try {
    return parseBoundedJson(members.get(name) as Uint8Array);
  } catch (error) {
    if (error instanceof JsonLimitError) throw new ContainerError(`its member ${name} ${error.message}`);
    return undefined;
  }
}

/** With `practice`, the bundle of a run against the embedded reference is marked as practice. */
export interface PackOptions extends ExamineOptions {
  readonly plan: CertificationPlan;
  readonly statement: Statement;
  readonly signer: Signer;
  /** SHA-256 (hex) of the self-test report. */
  readonly selftest?: string;
}

/** A bundle, or the reasons against one. */
export type Packed = Awaited<ReturnType<typeof pack>>;

/**
 * Packs and signs. `files`: those of the run, by the names of members. The same run, plan, statement and Ed25519 key
 * give the same bytes.
 */
export async function pack(files: ReadonlyMap<string, Uint8Array>, source: SuiteSource, options: PackOptions) {
  const { plan, statement, signer, selftest, practice } = options;
  const refused = (reasons: readonly Problem[]) => ({ ok: false as const, problems: reasons });
  const unreadable = (why = '') => refused(problemsOf('evidence', [`Cannot read the run: ${why}`]));
  let results: Results;
  try {
    results = parseBoundedJson(files.get('results.json') ?? Buffer.of()) as Results;
  } catch (error) {
    return unreadable(`${(error as Error).message.slice(0, 300)}.`);
  }
  const members = new Map(files)
    .set('plan.yaml', Buffer.from(plan.text))
    .set('statement.json', Buffer.from(`${canonicalJson(statement)}\n`));
  const stated: StatedManifest = {
    format: 'assay-bundle/1',
    members: Object.fromEntries([...members].map(([name, content]) => [name, sha256(content)])),
    suite: source.identity,
    plan: { name: plan.name, version: plan.version, digest: plan.digest },
    selftest,
    ...(results.target.reference && practice && { practice: true as const }),
  };
  const content = { members, manifest: stated, results, statement };
  const { judged, evidence, problems, notes } = await examine(content, source, options);
  if (judged === undefined)
    return unreadable(problems.find(({ check }) => check === (evidence ? 'verdicts' : 'evidence'))?.why);
  if (problems.length > 0) return refused(problems);
  const manifest: Manifest = { ...stated, contracts: judged.contracts };
  const signed = Buffer.from(`${canonicalJson(manifest)}\n`);
  members.set('manifest.json', signed);
  members.set('signature.jws', Buffer.from(await sign(signed, signer)));
  return { ok: true as const, bundle: packMembers(members), notes, manifest };
}
