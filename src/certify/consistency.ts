/** Checks that evidence is consistent: nothing missing, nothing out of order, everything from one run, at the time that it claims. */
import type { Results } from '../engine/words/types.ts';
import type { Attempt, Exchange } from '../wire/types.ts';
import { sameJson } from './canonical.ts';
import type { BundledEvidence } from './types.ts';

/** Maximum number of problems reported per kind. */
const MOST = 5;

/** Inconsistencies, one sentence each. */
export function inconsistencies(
  { exchanges, testimony, startedAt, problems }: BundledEvidence,
  results: Results,
): string[] {
  const { context, recordings } = testimony;
  const found: string[] = [...problems.slice(0, MOST)];
  if (startedAt !== results.run.startedAt) found.push('The evidence began at another time than the run.');
  for (const part of ['run', 'suite', 'target', 'residue', 'notices', 'notConfigured'] as const) {
    if (!sameJson(context[part], results[part])) found.push(`results.json and evidence.har differ in ${part}.`);
  }
  const listed = recordings.flatMap((recording) => recording.exchanges).join(' ');
  if (listed !== exchanges.map(({ id }) => id).join(' ')) found.push('The order of the exchanges was changed.');
  // A served run keeps only the first of many similar requests.
  if (recordings.some(({ side }) => side === 'client')) return found;
  found.push(...missing(exchanges).slice(0, MOST), ...strangers(exchanges, results.run.id).slice(0, MOST));
  const attempts = exchanges.reduce((sum, exchange) => sum + exchange.attempts.length, 0);
  if (attempts !== results.run.requests)
    found.push(
      `Exchanges are missing or were added: the run made ${results.run.requests} requests, the evidence contains ${attempts}.`,
    );
  return found;
}

/** Ids count up from e1 without gaps. */
function missing(exchanges: readonly Exchange[]): string[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  return exchanges.flatMap((_, index) =>
    ids.has(`e${index + 1}`) ? [] : [`Exchange e${index + 1} is missing, although there are ${exchanges.length}.`],
  );
}

/** Every request, and every created object, carries the run's id. */
function strangers(exchanges: readonly Exchange[], run: string): string[] {
  const found: string[] = [];
  for (const { id, request, ledger } of exchanges) {
    const said = request.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
    if (said !== `assay-${run}`)
      found.push(`The request of ${id} is from another run: its X-Request-Id is ${said?.slice(0, 80) ?? 'absent'}.`);
    if (ledger?.startsWith(`${run}/`) === false)
      found.push(`The object created by ${id} is in the ledger of another run.`);
  }
  // Some requests create nothing with a name (such as a share of an existing folder); if none of them does, they are from another run.
  const creating = exchanges.filter(({ ledger, request }) => ledger !== undefined && request.body?.truncated === false);
  if (creating.length > 0 && !creating.some(({ request }) => carries(request, run)))
    found.push(
      `No object created by ${[...new Set(creating.map(({ operation }) => operation))].join(', ')} carries the run's id.`,
    );
  return found;
}

function carries({ url, body }: Exchange['request'], run: string): boolean {
  return url.includes(run) || Buffer.from(body?.bytes ?? []).includes(run);
}

const MINUTE = 60_000;
/** Tolerated difference between the clocks of the deployment and of Assay. */
const TOLERANCE = 15 * MINUTE;
/** Tolerated end of a run ahead of the verifier's clock. */
const AHEAD = 5 * MINUTE;

/** Contradictions of the claimed time, one sentence each, and remarks. `now`: milliseconds since 1970. */
export function clockProblems(
  exchanges: readonly Exchange[],
  run: Results['run'],
  now: number,
): { readonly problems: string[]; readonly notes: string[] } {
  const [began, ended] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const problems: string[] = [];
  const notes: string[] = [];
  if (!(ended >= began)) return { problems: ['The run names no time, or ended before it began.'], notes };
  if (ended > now + AHEAD) problems.push(`The run claims to have ended at ${run.endedAt}, which is yet to come.`);
  const dated = new Map<string, number[]>();
  for (const { service, request, attempts } of exchanges)
    if (/^https?:/.test(request.url))
      dated.set(service, [...(dated.get(service) ?? []), ...attempts.flatMap((attempt) => offsetOf(attempt, began))]);
  for (const [service, offsets] of dated) {
    const median = offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 2)];
    if (median === undefined)
      notes.push(`No response of ${service} has a Date header, so its time is known only from Assay's clock.`);
    else if (Math.abs(median) > TOLERANCE)
      problems.push(`The Date headers of ${service} are ${away(median)} the claimed time of the run.`);
  }
  return { problems, notes };
}

/** How far the Date header is from the claimed time of a response. Cached responses have the date of their creation and are ignored. */
function offsetOf({ outcome, endedAt }: Attempt, began: number): number[] {
  const headers = new Map(outcome.headers?.map(([name, value]) => [name.toLowerCase(), value]));
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) || headers.has('age') ? [] : [date - (began + endedAt)];
}

function away(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const long =
    minutes < 120
      ? `${minutes} minutes`
      : minutes < 2880
        ? `${Math.round(minutes / 60)} hours`
        : `${Math.round(minutes / 1440)} days`;
  return `${long} ${offset < 0 ? 'before' : 'after'}`;
}
