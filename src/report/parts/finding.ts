/** The parts of a failure message, for every report that shows findings. */

import { grouped } from '../../engine/account/grouping.ts';
import { credentialWords } from '../../engine/words/derived/credential-kinds.ts';
import { BLAMED, isFinding, type Result, type Results, type Verdict } from '../../engine/words/types.ts';
import { lineOf, type Requests } from './report-input.ts';
import { capital, findingsIn, number, splitOf, untestable } from './tally.ts';

/** Maximum number of exchanges named per finding. */
const MOST_EXCHANGES = 3;

export type LabelledPart = readonly [label: string, text: string];

interface PartOptions {
  /** The fact that several findings follow from. */
  readonly cause?: string;
  /** The title, if the report does not show it elsewhere. */
  readonly title?: string;
  /** Maximum number of further contradictions. */
  readonly also?: number;
  /** The command that prints the first exchange. */
  readonly exchange?: string | undefined;
  /** Include the reason why a curl command is missing. */
  readonly notes?: boolean;
  /** The entry of the baseline. */
  readonly entry?: string | undefined;
}

/** Returns labels and texts of a result with verdict fail, warn or error, in the order of all reports. */
export function findingParts(
  result: Result,
  requests?: Requests,
  { cause, title, also = Infinity, exchange, notes = false, entry }: PartOptions = {},
): LabelledPart[] {
  const { clause, basis, expected = 'a verdict', got = result.message ?? 'no verdict', at = '', reproduce } = result;
  const parts: readonly (readonly [label: string, text: string | undefined])[] = [
    ['Title', title],
    ['The document', basis === 'documented' || /inferred:/i.test(clause) ? clause : `${clause} (${basis})`],
    ['Cause', cause],
    ['Expected', expected],
    ['Got', at === '' || got === `no member ${at.slice(at.lastIndexOf('/') + 1)}` ? got : `${got}, at ${at}`],
    ['How often', result.sometimes],
    ...furtherOf(result, also).map((one): LabelledPart => ['Also', one]),
    ['Second try', secondTry(result)],
    ['Where', whereOf(result, requests)],
    ['Exchange', exchange],
    ['Reproduce', reproduce?.assay],
    ['Or', reproduce?.curl],
    ['Notice', reproduce?.curl === undefined && !notes ? undefined : reproduce?.curlNote],
    ['Baseline', entry],
  ];
  return parts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text]]));
}

function secondTry({ again, verdict }: Result) {
  if (again === undefined || again === verdict) return undefined;
  return `${again === 'pass' ? 'passed (flaky)' : again}; the verdict of the first try counts`;
}

/**
 * Returns the parts of a result, one line each. The part `Cause` names the finding from which the result follows, if it
 * is another one.
 */
export function findingText(
  result: Result,
  requests: Requests,
  { entry, without = [] }: { readonly entry?: string | undefined; readonly without?: readonly string[] } = {},
): string[] {
  const { cause } = result;
  const parts = findingParts(result, requests, {
    entry,
    cause: cause === undefined || cause.id === result.id ? undefined : `${cause.id}: ${cause.headline}`,
  });
  return parts.flatMap(([label, text]) => (without.includes(label) ? [] : [`${label}: ${text}`]));
}

/** Whether a requirement was judged with more than one credential: a single one needs no name. */
function hasSeveralLanes({ lanes = {}, also = [] }: Result) {
  return new Set([...Object.keys(lanes), ...also.map(({ lane }) => lane)]).size > 1;
}

/**
 * Returns further contradictions by value, with every place of each; what was expected is repeated only if it differs.
 * The last of at most `most` says how many more there are.
 */
function furtherOf(result: Result, most: number) {
  const { expected: first, got: firstGot, also = [] } = result;
  const named = hasSeveralLanes(result);
  const byValue = grouped(also, ({ expected, got }) =>
    expected === first && got === firstGot
      ? 'the same'
      : `${expected === first ? '' : `expected ${expected}; got `}${got}`,
  );
  const left = byValue.size - most;
  return [...byValue].slice(0, most).map(([value, all], at) => {
    const byLane = [...grouped(all, ({ lane }) => lane)].map(
      ([lane, own]) => `${named ? `with ${lane} ` : ''}${placesOf(own)}`,
    );
    return `${value}, ${byLane.join('; ')}${left > 0 && at === most - 1 ? `; and ${left} more` : ''}`;
  });
}

/** Each place with all exchanges that show it. */
function placesOf(all: readonly { readonly at?: string; readonly exchanges: readonly string[] }[]) {
  const byPlace = [...grouped(all, ({ at = '' }) => at)].map(([at, own]) => {
    const ids = [...new Set(own.flatMap(({ exchanges }) => exchanges))].join(', ') || 'no exchange';
    return at === '' ? `in ${ids}` : `at ${at} (${ids})`;
  });
  return byPlace.join(', ');
}

function whereOf(result: Result, requests: Requests | undefined) {
  const { length } = result.exchanges;
  const shown = result.exchanges.slice(0, MOST_EXCHANGES);
  const byRequest = [...grouped(shown, (id) => requestLine(requests?.get(id)))].map(
    ([line, ids]) => `${ids.join(', ')}${line === '' ? '' : ` (${line})`}`,
  );
  const more = length - shown.length;
  const exchanges =
    shown.length === 0
      ? 'no exchange'
      : `exchange${shown.length + more > 1 ? 's' : ''} ${byRequest.join(', ')}${more > 0 ? ' and more' : ''}`;
  // A lane names the valid credential.
  const isRefusal = result.exchanges.some((id) => requests?.get(id)?.purpose === 'refusal');
  const lanes =
    isRefusal || !hasSeveralLanes(result)
      ? []
      : Object.entries(result.lanes ?? {}).flatMap(([lane, verdict]) => (verdict === result.verdict ? [lane] : []));
  return `${operationsOf(result, shown, requests)}, ${exchanges}${lanes.length > 0 ? `, with ${lanes.join(' and ')}` : ''}`;
}

/**
 * Returns the operation in the id, and those of the exchanges shown: a requirement of a record names only one of the
 * operations that return it.
 */
function operationsOf({ id, operation = '', interface: of }: Result, shown: readonly string[], requests?: Requests) {
  const named = shown.flatMap((one) => requests?.get(one)?.operation ?? []);
  const own = id.split('/')[1] === operation ? [operation] : [];
  return new Intl.ListFormat('en-GB').format(new Set([...own, ...named])) || operation || of;
}

function requestLine(exchange: ReturnType<Requests['get']>) {
  if (exchange === undefined) return '';
  const { request, purpose } = exchange;
  return `${lineOf(request).join(' ')}${purpose === 'refusal' ? `, credential: ${credentialWords(request.credential)}` : ''}`;
}

/** Results with one cause: the leading one first. */
export interface Group {
  readonly lead: Result;
  /** The others, in the order of the results. */
  readonly others: readonly Result[];
  /** The fact that all follow from; absent for a single result, or if the leading result is the same. */
  readonly headline?: string;
}

/**
 * Returns findings by cause, in the order of the first of each group. If the leading result is not among them, the
 * first one leads.
 */
export function groupedByCause(findings: readonly Result[]): Group[] {
  return [...grouped(findings, ({ id, cause }) => cause?.id ?? id)].map(([id, own]) => {
    const lead = own.find((result) => result.id === id) ?? own[0];
    const others = own.filter((result) => result !== lead);
    return {
      lead,
      others,
      ...(others.length > 0 && lead.cause && lead.cause.headline !== lead.message && { headline: lead.cause.headline }),
    };
  });
}

/** Returns the heading of findings: it says who has to act, if only the target is to blame. */
export const findingsHeading = (found: readonly Result[]): string =>
  `Findings${found.length > 0 && found.every(({ blame }) => blame === 'target') ? ' (for the developers of the tested software)' : ''}`;

/** Why requirements were neither confirmed nor contradicted. */
export interface Reason {
  readonly why: string;
  readonly ids: readonly string[];
  /** The finding that they follow from, if the cause is one. */
  readonly finding?: string | undefined;
}

/**
 * Returns reasons of the results with a verdict, the most frequent first: by cause, or by the stated reason without
 * one. Of inconclusive requirements, a reason includes the blame.
 */
export function reasonsOf(results: readonly Result[], verdict: Verdict): Reason[] {
  const red = new Set(results.filter(({ verdict }) => isFinding(verdict)).map(({ id }) => id));
  // Causes in the same words are one reason.
  const keyOf = ({ cause, blame, message }: Result) =>
    cause && red.has(cause.id) ? cause.id : `${blame ?? ''} ${cause?.headline ?? message}`;
  const reasons = [...grouped(findingsIn(results, [verdict]), keyOf).values()].map((own) => {
    const { cause, blame, message, interrupted } = own.find(({ id, cause }) => id === cause?.id) ?? own[0];
    const finding = cause && red.has(cause.id) ? cause.id : undefined;
    // After an interruption by the user, no one has to act.
    const blamed = verdict === 'inconclusive' && blame && !interrupted ? ` Blame: ${BLAMED[blame]}.` : '';
    const why = `${cause?.headline ?? message ?? 'No reason given.'}${blamed}`;
    return {
      why: finding === undefined ? why : `Follow${own.length === 1 ? 's' : ''} from the finding ${finding}.`,
      ids: own.map(({ id }) => id),
      finding,
    };
  });
  return reasons.sort((a, b) => b.ids.length - a.ids.length);
}

/** Name of the part of requirements that cannot be tested. */
export const NEVER = 'Cannot be tested';

/** Returns parts for what was not decided, by verdict, and for what cannot be tested, with their reasons. */
export function undecidedIn({ requirements, notPlanned }: Pick<Results, 'requirements' | 'notPlanned'>) {
  const part = (name: string, reasons: readonly Reason[], split = '') => {
    const count = reasons.reduce((sum, { ids }) => sum + ids.length, 0);
    return { name, count, reasons, heading: `${name}: ${number(count, 'requirement')}${split}` };
  };
  return [
    ...(['inconclusive', 'skipped', 'not-applicable'] as const).map((verdict) =>
      part(
        capital(verdict.replace('-', ' ')),
        reasonsOf(requirements, verdict),
        splitOf(findingsIn(requirements, [verdict])),
      ),
    ),
    part(NEVER, untestable(notPlanned)),
  ].filter(({ count }) => count > 0);
}

/** Returns the verdict of a result that did not pass, with blame and message: `inconclusive (the settings): …`. */
export function outcomeText({ verdict, blame, notSelected, message, got = '' }: Result): string {
  return `${verdict}${blame && !notSelected ? ` (${BLAMED[blame]})` : ''}: ${message ?? got}`;
}
