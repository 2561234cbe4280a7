/** Reads evidence from untrusted bytes, and judges its exchanges again. Opens no file. */

import type { Interface } from '../contract/types.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import { remembered } from '../engine/words/remembered.ts';
import { memberOf, sameJson } from '../files/json-value.ts';
import { sha256 } from '../files/sha256.ts';
import { profileFrom } from '../profile/profile.ts';
import { ANSWER_BUDGET, AnswerScan, beyond } from '../wire/bodies/answer-budget.ts';
import { logOf } from '../wire/evidence/evidence.ts';
import { fromHarEntry, INLINE_BYTES, toHarEntry } from '../wire/evidence/har.ts';
import type { Exchange } from '../wire/types.ts';
import type { SuiteSource, Testimony } from './types.ts';

/** Parsed evidence. */
export type BundledEvidence = ReturnType<typeof readBundledEvidence>;

/** More than any run makes. Judging compares exchanges with each other, so the number is limited to bound its time. */
const MOST_EXCHANGES = 20_000;

/** The parts of results that judging takes from the evidence as they are. */
export const CONTEXT_PARTS = ['run', 'suite', 'target', 'residue', 'notices', 'notConfigured'] as const;

/** Returns the name of the member with a body. */
const bodyMember = (digest: string) => `bodies/${digest}`;

/**
 * Reads `evidence.har` among the members of a bundle. In every entry the data for HAR viewers and the data for judging
 * must agree, and every body must match its digest.
 * @throws Error if it was not written by Assay, or is beyond a limit
 */
export function readBundledEvidence(members: ReadonlyMap<string, Uint8Array>) {
  const { entries, assay: testimony, startedAt } = logOf(members.get('evidence.har') as Uint8Array, 'evidence.har');
  if (!isTestimony(testimony)) throw new Error('evidence.har is not evidence of an Assay run');
  if (entries.length > MOST_EXCHANGES) throw new Error(`evidence.har contains more than ${MOST_EXCHANGES} exchanges`);
  const problems: string[] = [];
  const used = new Set<string>();
  // A body may belong to many exchanges.
  const digestOf = remembered((body: Uint8Array) => sha256(body));
  const open = (digest: string) => {
    const body = members.get(bodyMember(digest));
    if (body === undefined) throw new TypeError(`its body ${digest.slice(0, 64)} is not in the bundle`);
    used.add(bodyMember(digest));
    return body;
  };
  const exchanges = entries.flatMap((entry, index) => {
    try {
      const exchange = fromHarEntry(entry, open);
      const again = toHarEntry(exchange, startedAt === undefined ? 0 : Date.parse(startedAt), () => undefined);
      if (!sameJson(again, entry))
        problems.push(`The entry ${exchange.id} was changed: its data for viewers and for judging differ.`);
      problems.push(...bodyProblems(exchange, digestOf));
      return [exchange];
    } catch (error) {
      problems.push(`Cannot read entry ${index + 1}: ${(error as Error).message.slice(0, 200)}.`);
      return [];
    }
  });
  refuseBeyondLimits(exchanges);
  for (const name of members.keys())
    if (name.startsWith('bodies/') && !used.has(name)) problems.push(`The member ${name} belongs to no exchange.`);
  return {
    exchanges: exchanges as readonly Exchange[],
    testimony,
    // Start of the run according to the file.
    startedAt,
    // Problems of the file: inconsistent entries, bodies that do not match their digest.
    problems: problems as readonly string[],
  };
}

/**
 * Throws if a body exceeds the limits of a run's memory and time, which also apply to its recording: larger bodies are
 * not judged.
 */
function refuseBeyondLimits(exchanges: readonly Exchange[]) {
  const seen = new Set<Uint8Array>();
  let total = 0;
  for (const exchange of exchanges)
    for (const [what, { bytes }] of bodiesOf(exchange)) {
      if (bytes.length <= INLINE_BYTES || seen.has(bytes)) continue;
      seen.add(bytes);
      if (what === 'answer') total += bytes.length;
      const limit = total > ANSWER_BUDGET.runBytes ? beyond('runBytes') : undefined;
      const why = limit ?? new AnswerScan().add(bytes);
      if (why) throw new Error(`The ${what} body of ${exchange.id} is not judged: ${why.message}`);
    }
}

/** Returns the bodies of an exchange, including that of an outcome that belongs to no attempt. */
function bodiesOf({ request, attempts, outcome }: Exchange) {
  const outcomes = new Set([...attempts.map((attempt) => attempt.outcome), outcome]);
  const all = [['request', request.body] as const, ...[...outcomes].map(({ body }) => ['answer', body] as const)];
  return all.flatMap(([what, body]) => (body === undefined ? [] : [[what, body] as const]));
}

function bodyProblems(exchange: Exchange, digestOf: (bytes: Uint8Array) => string) {
  return bodiesOf(exchange).flatMap(([what, body]) => {
    if (digestOf(body.bytes) !== body.digest)
      return [`The ${what} body of ${exchange.id} was changed: its digest does not match.`];
    if (!body.truncated && body.rawDigest !== undefined && body.rawDigest !== body.digest)
      return [`The ${what} body of ${exchange.id} is not the received one.`];
    return [];
  });
}

/** Whether a value has the form of a testimony: the run and the recordings to which the exchanges belong. */
export function isTestimony(value: unknown): value is Testimony {
  const recordings = memberOf(value, 'recordings');
  return (
    typeof memberOf(memberOf(value, 'context'), 'run') === 'object' &&
    Array.isArray(recordings) &&
    recordings.every(
      (one) =>
        ['lanes', 'probes', 'exchanges'].every((name) => Array.isArray(memberOf(one, name))) &&
        typeof memberOf(one, 'interface') === 'string',
    )
  );
}

export type JudgedAgain = Awaited<ReturnType<typeof judgeRecorded>>;

/** Judges recorded exchanges again. Rethrows errors of judges on impossible evidence. */
export async function judgeRecorded(
  { exchanges, testimony }: Pick<BundledEvidence, 'exchanges' | 'testimony'>,
  load: SuiteSource['load'],
) {
  const { context, recordings } = testimony;
  const lacking = CONTEXT_PARTS.filter((part) => context[part] === undefined);
  if (lacking.length > 0) throw new Error(`evidence.har lacks ${lacking.join(', ')}`);
  const profile = testimony.profile && profileFrom(testimony.profile);
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const contracts: Record<Interface, string> = {};
  const stated = new Set<string>();
  const judgeables: Judgeable[] = [];
  for (const recorded of recordings) {
    const { interface: of, side, lanes } = recorded;
    const { suite, contract, digest } = await load(of, side, lanes[0]?.given ?? {}, profile);
    const recording = {
      ...recorded,
      exchanges: recorded.exchanges.map((id) => byId.get(id)).filter((exchange) => exchange !== undefined),
    };
    contracts[of] = digest;
    for (const requirement of contract.requirements.values())
      if (requirement.basis !== 'gap' && requirement.excluded === undefined) stated.add(requirement.id);
    judgeables.push({ suite, contract, recording });
  }
  return {
    results: buildResults(judgeables, context),
    // Digest of each interface's contract in this installation, without a profile.
    contracts,
    // Requirements of the contracts, without gaps and excluded ones.
    stated,
  };
}
