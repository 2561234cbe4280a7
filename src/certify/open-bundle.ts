/** Opens a bundle: checks that every member matches the manifest. */
import type { Results } from '../engine/words/types.ts';
import { JsonLimitError, parseBoundedJson } from '../files/bounded-json.ts';
import { digestOfBytes } from './canonical.ts';
import { ContainerError, unpackMembers } from './container.ts';
import { formProblems } from './schema.ts';
import type { CheckName, Content, Manifest, Statement } from './types.ts';

const OWN = ['manifest.json', 'signature.jws'];
const NEEDED = ['results.json', 'evidence.har', 'plan.yaml', 'statement.json'];

/** The opened content, as far as possible. */
export interface Opened {
  readonly problems: readonly { readonly check: CheckName; readonly why: string }[];
  /** Octets and signature of the manifest, if present. */
  readonly signed?: { readonly octets: Uint8Array; readonly jws: string };
  /** Only without problems. */
  readonly content?: Content;
  /** The claimed times, if readable. */
  readonly at?: { readonly from: number; readonly to: number };
}

/** Opens the octets of a bundle. Never throws because of their content. */
export function openBundle(file: Uint8Array): Opened {
  try {
    return openMembers(unpackMembers(file));
  } catch (error) {
    if (!(error instanceof ContainerError)) throw error;
    return { problems: [{ check: 'file', why: `Not a bundle: ${error.message}.` }] };
  }
}

/** @throws ContainerError if a JSON member is nested too deep or holds too many values */
function openMembers(members: ReadonlyMap<string, Uint8Array>): Opened {
  const absent = [...OWN, ...NEEDED].filter((name) => !members.has(name));
  if (absent.length > 0) return { problems: [{ check: 'file', why: `The bundle lacks ${absent.join(', ')}.` }] };
  const octets = members.get('manifest.json') as Uint8Array;
  const signed = { octets, jws: textOf(members.get('signature.jws')).trim() };
  const manifest = json(members, 'manifest.json') as Manifest | undefined;
  const wrong = manifest === undefined ? ['not JSON'] : formProblems('bundle', manifest);
  if (manifest === undefined || wrong.length > 0)
    return { signed, problems: [{ check: 'members', why: `The manifest cannot be read: ${wrong.join('; ')}.` }] };
  const problems: Opened['problems'][number][] = [];
  for (const [name, content] of members) {
    if (OWN.includes(name)) continue;
    const digest = Object.hasOwn(manifest.members, name) ? manifest.members[name] : undefined;
    if (digest === undefined)
      problems.push({ check: 'members', why: `${name} was added: it is not in the signed manifest.` });
    else if (digest !== digestOfBytes(content))
      problems.push({ check: 'members', why: `${name} was changed: its digest differs from the signed one.` });
  }
  for (const name of Object.keys(manifest.members))
    if (!members.has(name))
      problems.push({ check: 'members', why: `${name.slice(0, 120)} was removed: the signed manifest lists it.` });
  const results = json(members, 'results.json') as Results | undefined;
  const statement = json(members, 'statement.json') as Statement | undefined;
  if (!isResults(results)) problems.push({ check: 'members', why: 'results.json does not hold results.' });
  const said = statement === undefined ? ['not JSON'] : formProblems('statement', statement);
  if (said.length > 0) problems.push({ check: 'statement', why: `The statement cannot be read: ${said.join('; ')}.` });
  const at = isResults(results)
    ? { from: Date.parse(results.run.startedAt), to: Date.parse(results.run.endedAt) }
    : undefined;
  if (problems.length > 0 || !isResults(results) || statement === undefined)
    return { signed, problems, ...(at && { at }) };
  const bodies = new Map(
    [...members].flatMap(([name, content]) =>
      name.startsWith('bodies/') ? [[name.slice('bodies/'.length), content] as const] : [],
    ),
  );
  const content: Content = {
    manifest,
    results,
    statement,
    bodies,
    evidence: members.get('evidence.har') as Uint8Array,
    plan: textOf(members.get('plan.yaml')),
  };
  return { signed, problems, content, ...(at && { at }) };
}

function textOf(octets: Uint8Array | undefined): string {
  return Buffer.from(octets ?? []).toString('utf8');
}

function json(members: ReadonlyMap<string, Uint8Array>, name: string): unknown {
  try {
    return parseBoundedJson(members.get(name) as Uint8Array);
  } catch (error) {
    if (error instanceof JsonLimitError) throw new ContainerError(`its member ${name} ${error.message}`);
    return undefined;
  }
}

/** Checks the parts of the format that are needed before verdicts are compared. */
function isResults(value: Results | undefined): value is Results {
  if (typeof value !== 'object' || value === null || value.format !== 'assay-results/1') return false;
  const { run, suite, target, requirements, notPlanned, notConfigured } = value;
  return (
    typeof run?.id === 'string' &&
    typeof run.startedAt === 'string' &&
    typeof run.endedAt === 'string' &&
    typeof run.requests === 'number' &&
    strings(run.only) &&
    typeof suite?.version === 'string' &&
    typeof suite.contracts === 'object' &&
    suite.contracts !== null &&
    typeof target === 'object' &&
    target !== null &&
    strings(target.notOffered) &&
    strings(notConfigured) &&
    Array.isArray(notPlanned) &&
    Array.isArray(requirements) &&
    requirements.every((one) => typeof one?.id === 'string' && typeof one.verdict === 'string')
  );
}

function strings(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
