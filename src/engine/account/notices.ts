/** Makes the notices of the results: failures of requests on which no verdict rests. Pure. */
import { someOf } from '../../records/preview.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { headerOf, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { classify, LEFT_OPEN } from '../words/classify/classify.ts';
import { failedBeside, isAuthorised, wasSent, worksAfter } from '../words/neighbours.ts';
import { fewWords, openPlaces, requestKind, theOperation, unusualValues } from '../words/open-places.ts';
import type { Fact, Recording, Result, Unanswered } from '../words/types.ts';
import { UNUSABLE_IDENTIFIER } from '../words/unusable-identifier.ts';
import { mainReason } from './account.ts';
import { outcomeOf } from './causes.ts';
import { grouped } from './grouping.ts';

/** Number of exchanges that a notice names. */
const NAMED = 5;

/**
 * Returns one notice per failure of valid requests after which the service worked, unless a finding, the reason of an
 * inconclusive requirement, or an unanswered operation describes it.
 */
export function noticesOf(
  { exchanges, interface: of }: Recording,
  results: readonly Result[],
  facts: readonly Fact[],
  unanswered: readonly Unanswered[],
): string[] {
  const byRequirement = grouped(facts, ({ requirement }) => requirement);
  const reasons = results.flatMap(({ id, verdict }) =>
    verdict === 'inconclusive' ? (mainReason(byRequirement.get(id) ?? []) ?? []) : [],
  );
  const told = new Set([
    ...reasons.map(({ root }) => root.subject.exchange?.id),
    ...unanswered.flatMap((one) => one.exchanges),
    ...facts.flatMap((fact) =>
      fact.kind === 'contradicted' || (fact.kind === 'undecided' && fact.reason.relation === 'unstable')
        ? fact.exchanges
        : [],
    ),
  ]);
  const described = new Set(exchanges.filter(({ id }) => told.has(id)).map(outcomeOf));
  const accepted = new Set(exchanges.filter((one) => isLeftOpen(one) && succeeded(one)).map(requestKind));
  const failures = exchanges.flatMap((one) => {
    // Other requests that were not sent are not the service's.
    const isUnusable = one.outcome.kind === 'failure' && one.outcome.code === UNUSABLE_IDENTIFIER;
    if (!isAuthorised(one) || !(wasSent(one) || isUnusable)) return [];
    const { outcome } = one.attempts.slice(0, -1).find((attempt) => isServerError(attempt.outcome)) ?? one;
    const failed = { ...one, outcome };
    const why =
      outcome === one.outcome
        ? whyRejected(one, exchanges, accepted)
        : `${theOperation(failed)} returned ${statusAndWords(failed)} at first`;
    return why === undefined || described.has(outcomeOf(failed)) || !worksAfter(one, exchanges, true)
      ? []
      : [{ id: one.id, key: isServerError(outcome) ? String(statusOf(failed)) : outcomeOf(failed), why }];
  });
  return [...grouped(failures, ({ key }) => key).values()].map((all) => {
    const ids = all.map(({ id }) => id);
    return `${of}: ${all[0].why} (${someOf(ids, NAMED)}). No requirement failed because of this.`;
  });
}

/** Difference between two clocks, in milliseconds, that needs no remark. */
const SKEW_MS = 30_000;

/**
 * Returns how much the clock of a service differs from that of this machine, in milliseconds and, unless they agree, in
 * words; undefined without a Date header (RFC 9110, section 6.6.1).
 * @param now time of the response by the clock of this machine, in milliseconds since 1970
 */
export function clockOf(exchange: Exchange, now: number): { readonly ms: number; readonly said?: string } | undefined {
  const ms = Date.parse(headerOf(exchange, 'date') ?? '') - now;
  if (Number.isNaN(ms)) return undefined;
  if (Math.abs(ms) < SKEW_MS) return { ms };
  const said = `the clock of the service is ${Math.round(Math.abs(ms) / 1000)} s ${ms < 0 ? 'behind' : 'ahead of'} the local clock`;
  return { ms, said };
}

/** Advice about clocks that differ. */
export const SYNCHRONISE = 'synchronise the clocks: the validity of tokens and proxies depends on them';

/**
 * Returns a notice per service whose clock differs, if a credential is the reason of an inconclusive requirement.
 * @param began start of the run, in ISO 8601
 */
export function clockNotices({ exchanges }: Recording, results: readonly Result[], began: string): string[] {
  if (!results.some(({ verdict, blame }) => verdict === 'inconclusive' && blame === 'credential')) return [];
  return [...grouped(exchanges, ({ service }) => service)].flatMap(([service, all]) => {
    const dated = all.find((one) => headerOf(one, 'date') !== undefined);
    const { said } = (dated && clockOf(dated, Date.parse(began) + dated.endedAt)) ?? {};
    return said ? [`${service}: ${said} (Date header of ${dated?.id}); ${SYNCHRONISE}.`] : [];
  });
}

/** Whether the document leaves open whether the request, or a value in it, is accepted. */
const isLeftOpen = (one: Exchange) =>
  one.notes?.[LEFT_OPEN] !== undefined || unusualValues(one).some(({ leftOpen }) => leftOpen);

const isServerError = ({ status = 0 }: Outcome) => status >= 500 && status !== 501;

/**
 * Returns why a request failed, if it does not contradict the document: for the infrastructure, a value of a setting,
 * or what the document leaves open. An identifier that may not be one is not worth a notice.
 */
function whyRejected(one: Exchange, exchanges: readonly Exchange[], accepted: ReadonlySet<string>) {
  const meaning = classify(one, exchanges);
  if (meaning.kind === 'succeeded') return undefined;
  const isOutage = meaning.kind === 'contradicted' ? isServerError(one.outcome) : meaning.blame === 'infrastructure';
  const isOpen =
    isLeftOpen(one) && !accepted.has(requestKind(one)) && !(statusOf(one) === 500 && failedBeside(one, exchanges));
  const isSet = () => openPlaces(one, exchanges).some(({ gap, setting }) => !gap && setting !== '');
  const isUndecided = meaning.kind === 'undecided' && meaning.blame !== 'infrastructure' && (isOpen || isSet());
  if (!isOutage && !isUndecided) return undefined;
  const values = meaning.kind === 'contradicted' ? unusualValues(one).map(({ what }) => what) : [];
  return values.length === 0 ? meaning.why : `${meaning.why}; the request contains ${fewWords(values)}`;
}
