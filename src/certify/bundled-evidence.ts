/** Reads evidence from untrusted octets. Opens no file. */
import { JsonLimitError, parseBoundedJson } from '../files/bounded-json.ts';
import { memberOf } from '../files/json-value.ts';
import { ANSWER_BUDGET, AnswerScan, beyond } from '../wire/bodies/answer-budget.ts';
import { fromHarEntry, type HarEntry, toHarEntry } from '../wire/evidence/har.ts';
import type { Body, Exchange } from '../wire/types.ts';
import { digestOfBytes, sameJson } from './canonical.ts';
import type { BundledEvidence, Testimony } from './types.ts';

/** Unreadable evidence; the message gives the reason. */
export class UnreadableEvidence extends Error {
  override readonly name = 'UnreadableEvidence';
}

/** Larger bodies are stored in separate members. */
const INLINE_BYTES = 64 * 1024;
/** More than any run makes. Judging compares exchanges with each other, so the number is limited to bound its time. */
const MOST_EXCHANGES = 20_000;

/**
 * Reads `evidence.har`. In every entry the data for HAR viewers and the data for judging must agree, and every body must match its digest.
 * @throws UnreadableEvidence if it was not written by Assay
 */
export function readBundledEvidence(octets: Uint8Array, bodies: ReadonlyMap<string, Uint8Array>): BundledEvidence {
  const log = memberOf(parsed(octets), 'log');
  const entries = memberOf(log, 'entries');
  const testimony = memberOf(log, '_assay');
  if (!Array.isArray(entries) || memberOf(log, '_format') !== 'assay-evidence/1' || !isTestimony(testimony))
    throw new UnreadableEvidence('evidence.har is not evidence of an Assay run');
  if (entries.length > MOST_EXCHANGES)
    throw new UnreadableEvidence(`evidence.har holds more than ${MOST_EXCHANGES} exchanges`);
  const began = memberOf(log, '_startedAt');
  const startedAt = typeof began === 'string' ? began : undefined;
  const problems: string[] = [];
  const used = new Set<string>();
  const open = (digest: string): Uint8Array => {
    const body = bodies.get(digest);
    if (body === undefined) throw new TypeError(`its body ${digest.slice(0, 64)} is not in the bundle`);
    used.add(digest);
    return body;
  };
  const exchanges = (entries as HarEntry[]).flatMap((entry, index): Exchange[] => {
    try {
      const exchange = fromHarEntry(entry, open);
      const again = toHarEntry(exchange, startedAt === undefined ? 0 : Date.parse(startedAt), (bytes) =>
        bytes.length <= INLINE_BYTES ? undefined : digestOfBytes(bytes),
      );
      if (!sameJson(again, entry))
        problems.push(`The entry ${exchange.id} was changed: its data for viewers and for judging differ.`);
      problems.push(...bodyProblems(exchange));
      return [exchange];
    } catch (error) {
      problems.push(`Cannot read entry ${index + 1}: ${(error as Error).message.slice(0, 200)}.`);
      return [];
    }
  });
  refuseBeyondLimits(exchanges);
  for (const digest of bodies.keys())
    if (!used.has(digest)) problems.push(`The body ${digest} belongs to no exchange.`);
  return { exchanges, testimony, startedAt, problems };
}

function parsed(octets: Uint8Array): unknown {
  try {
    return parseBoundedJson(octets);
  } catch (error) {
    throw new UnreadableEvidence(`evidence.har ${error instanceof JsonLimitError ? error.message : 'is not JSON'}`);
  }
}

/** The limits that bound the memory and time of a run hold for what it recorded, too: a body beyond them is not judged. */
function refuseBeyondLimits(exchanges: readonly Exchange[]): void {
  const seen = new Set<Uint8Array>();
  let octets = 0;
  for (const exchange of exchanges)
    for (const [what, { bytes }] of bodiesOf(exchange)) {
      if (bytes.length <= INLINE_BYTES || seen.has(bytes)) continue;
      seen.add(bytes);
      if (what === 'answer') octets += bytes.length;
      const limit = octets > ANSWER_BUDGET.runOctets ? beyond('runOctets') : undefined;
      const why = limit ?? new AnswerScan().add(bytes);
      if (why) throw new UnreadableEvidence(`The ${what} body of ${exchange.id} is not judged: ${why.message}`);
    }
}

/** Also of an outcome that is none of its attempts'. */
function bodiesOf({ request, attempts, outcome }: Exchange): (readonly [string, Body])[] {
  const outcomes = new Set([...attempts.map((attempt) => attempt.outcome), outcome]);
  const all = [['request', request.body] as const, ...[...outcomes].map(({ body }) => ['answer', body] as const)];
  return all.flatMap(([what, body]) => (body === undefined ? [] : [[what, body] as const]));
}

function bodyProblems(exchange: Exchange): string[] {
  return bodiesOf(exchange).flatMap(([what, body]) => {
    if (digestOfBytes(body.bytes) !== body.digest)
      return [`The ${what} body of ${exchange.id} was changed: its digest does not match.`];
    if (!body.truncated && body.rawDigest !== undefined && body.rawDigest !== body.digest)
      return [`The ${what} body of ${exchange.id} is not the received one.`];
    return [];
  });
}

function isTestimony(value: unknown): value is Testimony {
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
