/** Checks whether the clocks visible in the evidence agree with the claimed time of the run. */
import type { Interface } from '../contract/types.ts';
import { jsonOf, succeeded } from '../engine/words/answer.ts';
import type { Expiry } from '../engine/words/descriptor.ts';
import type { Results } from '../engine/words/types.ts';
import { textIn } from '../files/json-value.ts';
import type { Exchange, Headers } from '../wire/types.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Tolerated difference between the clocks of the deployment and of Assay. */
const TOLERANCE = 15 * MINUTE;
/** Tolerated difference between the clocks of the machines of one service. */
const BACKWARDS = 2 * MINUTE;
/** Tolerated end of a run ahead of the verifier's clock. */
const AHEAD = 5 * MINUTE;

/** The documented members of an interface that say when something ended. */
export type ExpiriesOf = (of: Interface) => readonly Expiry[];

/** Contradictions of the claimed time, one sentence each, and remarks. `now`: milliseconds since 1970. */
export function clockProblems(
  exchanges: readonly Exchange[],
  run: Results['run'],
  now: number,
  expiriesOf: ExpiriesOf,
): { readonly problems: string[]; readonly notes: string[] } {
  const [began, ended] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const problems: string[] = [];
  const notes: string[] = [];
  if (Number.isNaN(began) || Number.isNaN(ended) || ended < began)
    return { problems: ['The run names no time, or ended before it began.'], notes };
  if (ended > now + AHEAD) problems.push(`The run claims to have ended at ${run.endedAt}, which is yet to come.`);
  const last = Math.max(0, ...exchanges.map(({ endedAt }) => endedAt));
  if (began + last > ended + MINUTE) problems.push('Exchanges ended after the run did.');
  for (const [service, own] of byService(exchanges)) {
    const dated = own.flatMap(datesOf);
    if (dated.length === 0) {
      notes.push(`No response of ${service} has a Date header, so its time is known only from Assay's clock.`);
      continue;
    }
    const offset = median(dated.map(({ date, endedAt }) => date - (began + endedAt)));
    if (Math.abs(offset) > TOLERANCE) {
      problems.push(`The Date headers of ${service} are ${away(offset)} the claimed time of the run.`);
    } else {
      const back = backwards(dated);
      if (back)
        problems.push(
          `The clock of ${service} ran backwards: the response to ${back.id} is dated before an earlier one.`,
        );
    }
  }
  for (const exchange of exchanges) {
    const until = exchange.attempts
      .map(({ tls }) => Date.parse(tls?.validTo ?? ''))
      .filter((time) => !Number.isNaN(time));
    if (until.some((time) => time < began + exchange.startedAt))
      problems.push(`The service's certificate had expired when ${exchange.id} was sent.`);
    const rule = expiriesOf(exchange.interface).find(({ operation }) => operation === exchange.operation);
    const time = rule && succeeded(exchange) ? timeOf(exchange, rule.member) : undefined;
    // Documented timestamps name no zone, so a day on either side is allowed.
    if (rule && time !== undefined && time + DAY < began)
      problems.push(`At the claimed time of the run, ${rule.says} (${exchange.id}).`);
  }
  return { problems: [...new Set(problems)].slice(0, 10), notes };
}

function byService(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const services = new Map<string, Exchange[]>();
  for (const exchange of exchanges.filter(({ request }) => /^https?:/.test(request.url)))
    services.set(exchange.service, [...(services.get(exchange.service) ?? []), exchange]);
  return services;
}

interface Dated {
  readonly id: string;
  readonly date: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Cached responses have the date of their creation and are ignored. */
function datesOf({ id, attempts }: Exchange): Dated[] {
  return attempts.flatMap(({ outcome, startedAt, endedAt }) => {
    const headers = outcome.headers ?? [];
    const date = Date.parse(headerOf(headers, 'date') ?? '');
    return Number.isNaN(date) || headerOf(headers, 'age') !== undefined ? [] : [{ id, date, startedAt, endedAt }];
  });
}

/** The first response dated well before one that had ended when it was requested. */
function backwards(dated: readonly Dated[]): Dated | undefined {
  const ended = dated.toSorted((a, b) => a.endedAt - b.endedAt);
  let next = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return dated
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .find(({ startedAt, date }) => {
      for (let one = ended[next]; one !== undefined && one.endedAt <= startedAt; one = ended[next]) {
        latest = Math.max(latest, one.date);
        next += 1;
      }
      return latest > date + BACKWARDS;
    });
}

function headerOf(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function timeOf(exchange: Exchange, name: string): number | undefined {
  const time = Date.parse(`${textIn(jsonOf(exchange).json, name)}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
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
