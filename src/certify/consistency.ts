/** Checks that evidence is consistent: complete, in order, from one run, at the stated time. */

import { grouped } from '../engine/account/grouping.ts';
import { jsonOf, succeeded } from '../engine/words/answer.ts';
import type { Expiry, Results } from '../engine/words/types.ts';
import { sameJson, textIn } from '../files/json-value.ts';
import { utc } from '../records/preview.ts';
import { headerIn } from '../wire/http.ts';
import type { Exchange } from '../wire/types.ts';
import { type BundledEvidence, CONTEXT_PARTS } from './bundled-evidence.ts';
import type { Testimony } from './types.ts';

/** Maximum number of problems reported per kind. */
const MOST = 5;

/** Inconsistencies, one sentence each. */
export function inconsistencies(
  { exchanges, testimony, startedAt, problems }: BundledEvidence,
  results: Results,
): string[] {
  const { context, recordings } = testimony;
  const found = [...problems.slice(0, MOST)];
  if (startedAt !== results.run.startedAt) found.push('The evidence began at another time than the run.');
  // Judging adds notices to those of the evidence.
  const stated = { ...results, notices: results.notices.slice(0, context.notices.length) };
  for (const part of CONTEXT_PARTS) {
    if (!sameJson(context[part], stated[part])) found.push(`results.json and evidence.har differ in ${part}.`);
  }
  found.push(...unordered(testimony, exchanges).slice(0, MOST));
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

/**
 * Returns violations: each recording must be in chronological order and in the order of the file, and probes and
 * exchanges must refer to each other.
 */
function unordered({ recordings }: Testimony, exchanges: readonly Exchange[]) {
  const found: string[] = [];
  const listed = recordings.flatMap((recording) => recording.exchanges).join(' ');
  if (listed !== exchanges.map(({ id }) => id).join(' ')) found.push('The order of the exchanges was changed.');
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  for (const { interface: of, side, exchanges: ids, probes } of recordings) {
    let before = Number.NEGATIVE_INFINITY;
    for (const id of ids) {
      const exchange = byId.get(id);
      if (exchange === undefined) continue;
      if (exchange.interface !== of) found.push(`${id} is not an exchange of the interface ${of.slice(0, 60)}.`);
      if (!(exchange.startedAt >= before))
        found.push(`The order of the exchanges was changed: ${id} began before its predecessor.`);
      before = exchange.startedAt;
      if (!timely(exchange)) found.push(`${id} ended before it began, or its attempts are not within it.`);
    }
    for (const { probe, lane, exchanges: named } of probes)
      for (const id of named) {
        const exchange = byId.get(id);
        if (exchange === undefined)
          found.push(`Exchange ${id.slice(0, 60)} of the probe ${probe.slice(0, 80)} is missing.`);
        else if (exchange.lane !== lane || (side !== 'client' && exchange.probe !== probe))
          found.push(`${id} is not an exchange of the probe ${probe.slice(0, 80)} with ${lane.slice(0, 40)}.`);
      }
  }
  return found;
}

function timely({ startedAt, endedAt, attempts }: Exchange) {
  let before = startedAt;
  for (const attempt of attempts) {
    if (!(attempt.startedAt >= before && attempt.endedAt >= attempt.startedAt && attempt.endedAt <= endedAt))
      return false;
    before = attempt.startedAt;
  }
  return endedAt >= before;
}

/** Returns the exchanges that are missing: ids count up from e1 without gaps. */
function missing(exchanges: readonly Exchange[]) {
  const ids = new Set(exchanges.map(({ id }) => id));
  return exchanges.flatMap((_, index) =>
    ids.has(`e${index + 1}`)
      ? []
      : [`Exchange e${index + 1} is missing, although the evidence has ${exchanges.length} exchanges.`],
  );
}

/** Returns the requests and created objects that do not carry the id of the run. */
function strangers(exchanges: readonly Exchange[], run: string) {
  const found: string[] = [];
  for (const { id, request, ledger } of exchanges) {
    const said = headerIn(request.headers, 'x-request-id');
    if (said !== `assay-${run}`)
      found.push(`The request of ${id} is from another run: its X-Request-Id is ${said?.slice(0, 80) ?? 'absent'}.`);
    if (ledger?.startsWith(`${run}/`) === false)
      found.push(`The object created by ${id} is in the ledger of another run.`);
  }
  // Some requests create no object with a name (such as a share of an existing directory); if none of them does, they
  // are from another run.
  const creating = exchanges.filter(({ ledger, request }) => ledger !== undefined && request.body?.truncated === false);
  if (creating.length > 0 && !creating.some(({ request }) => carries(request, run)))
    found.push(
      `No object created by ${[...new Set(creating.map(({ operation }) => operation))].join(', ')} carries the run's id.`,
    );
  return found;
}

function carries({ url, body }: Exchange['request'], run: string) {
  return url.includes(run) || Buffer.from(body?.bytes ?? []).includes(run);
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Tolerated difference between the clocks of the deployment and of Assay. */
const TOLERANCE = 15 * MINUTE;
/** Tolerated difference between the clocks of the machines of one service. */
const BACKWARDS = 2 * MINUTE;
/** Tolerated end of a run ahead of the verifier's clock. */
const AHEAD = 5 * MINUTE;

/** Contradictions of the claimed time, one sentence each, and remarks. `now`: milliseconds since 1970. */
export function clockProblems(
  exchanges: readonly Exchange[],
  run: Results['run'],
  now: number,
  expiriesOf: (of: string) => readonly Expiry[],
) {
  const [began, ended] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const problems: string[] = [];
  const notes: string[] = [];
  if (!(ended >= began)) return { problems: ['The run names no time, or ended before it began.'], notes };
  if (ended > now + AHEAD) problems.push(`The run ended at ${run.endedAt}, which is in the future.`);
  if (exchanges.some(({ startedAt, endedAt }) => !(startedAt >= -MINUTE && began + endedAt <= ended + MINUTE)))
    problems.push('Exchanges began before the run did, or ended after it.');
  const onTheNet = exchanges.filter(({ request }) => /^https?:/.test(request.url));
  for (const [service, own] of grouped(onTheNet, (one) => one.service)) {
    const dated = own.flatMap((one) => datesOf(one, began));
    if (dated.length > 0) problems.push(...wrongDates(service, dated));
    else notes.push(`No response of ${service} has a Date header, so its time is known only from Assay's clock.`);
  }
  for (const exchange of exchanges) problems.push(...expired(exchange, began, expiriesOf(exchange.interface)));
  return { problems: [...new Set(problems)].slice(0, 2 * MOST), notes };
}

type Dated = ReturnType<typeof datesOf>[number];

/**
 * Returns the dates of responses, and how far each is from the claimed time of the response (`offset`). Cached
 * responses, which have the date of their creation, are left out.
 */
function datesOf({ id, attempts }: Exchange, began: number) {
  return attempts.flatMap(({ outcome, startedAt, endedAt }) => {
    const { headers = [] } = outcome;
    const date = Date.parse(headerIn(headers, 'date') ?? '');
    if (Number.isNaN(date) || headerIn(headers, 'age') !== undefined) return [];
    return [{ id, date, offset: date - (began + endedAt), startedAt, endedAt }];
  });
}

/**
 * Returns a sentence if a date of a service contradicts the claimed time, or its dates run backwards; else no sentence.
 */
function wrongDates(service: string, dated: readonly Dated[]) {
  const far = dated.find(({ offset }) => Math.abs(offset) > TOLERANCE);
  if (far) {
    const [date, claimed] = [far.date, far.date - far.offset].map((time) => utc(new Date(time)));
    return [`The Date header of ${service} in the response to ${far.id} is ${date}; its claimed time is ${claimed}.`];
  }
  const back = backwards(dated);
  return back ? [`The clock of ${service} went back: the response to ${back.id} is dated before an earlier one.`] : [];
}

/**
 * Returns the first response that is dated well before another response, although it was requested after that one had
 * ended.
 */
function backwards(dated: readonly Dated[]) {
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

/**
 * Returns a sentence per expiry before the claimed time: of the service's certificate, or of a date in the response.
 */
function expired(exchange: Exchange, began: number, expiries: readonly Expiry[]) {
  const { id, operation, startedAt, attempts } = exchange;
  const found: string[] = [];
  if (attempts.some(({ tls }) => Date.parse(tls?.validTo ?? '') < began + startedAt))
    found.push(`The service's certificate had expired when ${id} was sent.`);
  const rule = expiries.find((one) => one.operation === operation);
  if (rule === undefined || !succeeded(exchange)) return found;
  // Documented timestamps name no zone, so a day on either side is allowed.
  if (Date.parse(`${textIn(jsonOf(exchange).json, rule.member)}Z`) + DAY < began)
    found.push(`At the claimed time of the run, ${rule.says} (${id}).`);
  return found;
}
