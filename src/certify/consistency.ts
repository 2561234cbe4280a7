/** Checks that evidence is consistent: nothing missing, nothing out of order, everything from one run. */
import type { Results } from '../engine/words/types.ts';
import type { Exchange } from '../wire/types.ts';
import { sameJson } from './canonical.ts';
import type { BundledEvidence, Testimony } from './types.ts';

/** Maximum number of problems reported per kind. */
const MOST = 5;

/** Inconsistencies, one sentence each. */
export function inconsistencies(
  { exchanges, testimony, startedAt, problems }: BundledEvidence,
  results: Results,
): string[] {
  const { context, recordings } = testimony;
  const ofClients = recordings.some(({ side }) => side === 'client');
  const found: string[] = [...problems.slice(0, MOST)];
  if (startedAt !== results.run.startedAt) found.push('The evidence began at another time than the run.');
  for (const part of ['run', 'suite', 'target', 'residue', 'notices', 'notConfigured'] as const) {
    if (!sameJson(context[part], results[part])) found.push(`results.json and evidence.har differ in ${part}.`);
  }
  // A served run keeps only the first of many similar requests.
  found.push(
    ...(ofClients ? [] : missing(exchanges).slice(0, MOST)),
    ...unordered(testimony, exchanges).slice(0, MOST),
  );
  if (!ofClients) {
    const attempts = exchanges.reduce((sum, exchange) => sum + exchange.attempts.length, 0);
    if (attempts !== results.run.requests)
      found.push(
        `Exchanges are missing or were added: the run made ${results.run.requests} requests, the evidence contains ${attempts}.`,
      );
    found.push(...strangers(exchanges, results.run.id).slice(0, MOST));
  }
  return found;
}

/** Ids count up from e1 without gaps. */
function missing(exchanges: readonly Exchange[]): string[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  const found: string[] = [];
  if (ids.size !== exchanges.length) found.push('Two exchanges have one identifier.');
  for (let index = 1; index <= exchanges.length && found.length < MOST; index += 1)
    if (!ids.has(`e${index}`)) found.push(`Exchange e${index} is missing, although there are ${exchanges.length}.`);
  return found;
}

/** Each recording is in chronological order and matches the order of the file; probes and exchanges refer to each other. */
function unordered({ recordings }: Testimony, exchanges: readonly Exchange[]): string[] {
  const listed = recordings.flatMap((recording) => recording.exchanges);
  const found: string[] = [];
  if (listed.join(' ') !== exchanges.map(({ id }) => id).join(' '))
    found.push('The order of the exchanges was changed.');
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  for (const recording of recordings) {
    let before = Number.NEGATIVE_INFINITY;
    for (const id of recording.exchanges) {
      const exchange = byId.get(id);
      if (exchange === undefined) continue;
      if (exchange.interface !== recording.interface)
        found.push(`${id} is not an exchange of the interface ${recording.interface}.`);
      if (exchange.startedAt < before)
        found.push(`The order of the exchanges was changed: ${id} began before its predecessor.`);
      before = exchange.startedAt;
      if (!timely(exchange)) found.push(`${id} ended before it began.`);
    }
    for (const outcome of recording.probes) {
      for (const id of outcome.exchanges) {
        const exchange = byId.get(id);
        if (exchange === undefined) found.push(`Exchange ${id} of the probe ${outcome.probe} is missing.`);
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

/** Every request, and every created object, carries the run's id. */
function strangers(exchanges: readonly Exchange[], run: string): string[] {
  const found: string[] = [];
  const creating = new Map<string, { marked: number; of: string }>();
  for (const exchange of exchanges) {
    const said = exchange.request.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
    if (said !== `assay-${run}`)
      found.push(
        `The request of ${exchange.id} is from another run: its X-Request-Id is ${said?.slice(0, 80) ?? 'absent'}.`,
      );
    if (exchange.ledger === undefined) continue;
    if (!exchange.ledger.startsWith(`${run}/`))
      found.push(`The object created by ${exchange.id} is in the ledger of another run.`);
    const kept = exchange.request.body;
    if (kept === undefined || kept.truncated) continue;
    const marked = exchange.request.url.includes(run) || Buffer.from(kept.bytes).includes(run);
    const known = creating.get(exchange.operation) ?? { marked: 0, of: exchange.id };
    creating.set(exchange.operation, { ...known, marked: known.marked + (marked ? 1 : 0) });
  }
  const bare = [...creating].filter(([, { marked }]) => marked === 0);
  // Some requests create nothing with a name (such as a share of an existing folder); if none of them does, they are from another run.
  if (creating.size > 0 && bare.length === creating.size)
    found.push(`No object created by ${bare.map(([operation]) => operation).join(', ')} carries the run's id.`);
  return found;
}
