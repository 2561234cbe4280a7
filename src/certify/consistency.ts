/** Whether evidence fits together: nothing missing, nothing out of order, everything of one run. */
import type { Results } from '../engine/types.ts';
import type { Exchange } from '../wire/types.ts';
import { canonicalJson } from './canonical.ts';
import type { BundledEvidence, Testimony } from './types.ts';

/** Problems told of one kind, at most. */
const MOST = 5;

/** What does not fit, one sentence each. */
export function inconsistencies({ exchanges, testimony, startedAt, problems }: BundledEvidence, results: Results): string[] {
  const { context, recordings } = testimony;
  const ofClients = recordings.some(({ side }) => side === 'client');
  const found: string[] = [...problems.slice(0, MOST)];
  if (startedAt !== results.run.startedAt) found.push('The evidence began at another time than the run.');
  for (const part of ['run', 'suite', 'target', 'residue', 'notices', 'notConfigured'] as const) {
    if (canonicalJson(context[part]) !== canonicalJson(results[part])) found.push(`results.json and evidence.har say different things of ${part}.`);
  }
  // Of many alike requests of a client a server keeps the first ones.
  found.push(...(ofClients ? [] : missing(exchanges).slice(0, MOST)), ...unordered(testimony, exchanges).slice(0, MOST));
  if (!ofClients) {
    const attempts = exchanges.reduce((sum, exchange) => sum + exchange.attempts.length, 0);
    if (attempts !== results.run.requests)
      found.push(`Exchanges are missing or were added: the run made ${results.run.requests} requests, and the evidence holds ${attempts}.`);
    found.push(...strangers(exchanges, results.run.id).slice(0, MOST));
  }
  return found;
}

/** Identifiers count up from e1 without a hole. */
function missing(exchanges: readonly Exchange[]): string[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  const found: string[] = [];
  if (ids.size !== exchanges.length) found.push('Two exchanges have one identifier.');
  for (let index = 1; index <= exchanges.length && found.length < MOST; index += 1)
    if (!ids.has(`e${index}`)) found.push(`An exchange is missing: there is no e${index}, although there are ${exchanges.length}.`);
  return found;
}

/** Each recording is in order of time, and lists what the file holds in the same order; probes and exchanges name each other. */
function unordered({ recordings }: Testimony, exchanges: readonly Exchange[]): string[] {
  const listed = recordings.flatMap((recording) => recording.exchanges);
  const found: string[] = [];
  if (listed.join(' ') !== exchanges.map(({ id }) => id).join(' ')) found.push('The order of the exchanges was changed.');
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  for (const recording of recordings) {
    let before = Number.NEGATIVE_INFINITY;
    for (const id of recording.exchanges) {
      const exchange = byId.get(id);
      if (exchange === undefined) continue;
      if (exchange.interface !== recording.interface) found.push(`${id} is an exchange of another interface than ${recording.interface}.`);
      if (exchange.startedAt < before) found.push(`The order of the exchanges was changed: ${id} began before the one that stands before it.`);
      before = exchange.startedAt;
      if (!timely(exchange)) found.push(`${id} ended before it began.`);
    }
    for (const outcome of recording.probes) {
      for (const id of outcome.exchanges) {
        const exchange = byId.get(id);
        if (exchange === undefined) found.push(`An exchange is missing: the probe ${outcome.probe} made ${id}.`);
        else if (exchange.lane !== outcome.lane || (recording.side !== 'client' && exchange.probe !== outcome.probe))
          found.push(`${id} is not an exchange of the probe ${outcome.probe}.`);
      }
    }
  }
  return found;
}

function timely({ startedAt, endedAt, attempts }: Exchange): boolean {
  let before = startedAt;
  for (const attempt of attempts) {
    if (!(attempt.startedAt >= before && attempt.endedAt >= attempt.startedAt)) return false;
    before = attempt.startedAt;
  }
  return endedAt >= before;
}

/** Every request carries the run's id, and so does what they created. */
function strangers(exchanges: readonly Exchange[], run: string): string[] {
  const found: string[] = [];
  const creating = new Map<string, { marked: number; of: string }>();
  for (const exchange of exchanges) {
    const said = exchange.request.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
    if (said !== `assay-${run}`) found.push(`The request of ${exchange.id} is not of this run: its X-Request-Id is ${said?.slice(0, 80) ?? 'absent'}.`);
    if (exchange.ledger === undefined) continue;
    if (!exchange.ledger.startsWith(`${run}/`)) found.push(`What ${exchange.id} created stands in the ledger of another run.`);
    const kept = exchange.request.body;
    if (kept === undefined || kept.truncated) continue;
    const marked = exchange.request.url.includes(run) || Buffer.from(kept.bytes).includes(run);
    const known = creating.get(exchange.operation) ?? { marked: 0, of: exchange.id };
    creating.set(exchange.operation, { ...known, marked: known.marked + (marked ? 1 : 0) });
  }
  const bare = [...creating].filter(([, { marked }]) => marked === 0);
  // Some requests have nothing to name (a share of a folder that was made before); where none at all does, it was another run's.
  if (creating.size > 0 && bare.length === creating.size)
    found.push(`Nothing that ${bare.map(([operation]) => operation).join(', ')} created carries the run's id.`);
  return found;
}
