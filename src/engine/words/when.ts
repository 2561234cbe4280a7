/** Patterns of intermittent contradictions. */
import type { Exchange } from '../../wire/types.ts';
import { labelWords } from './visible.ts';

/** Returns the place of an exchange in the order of time, by its id. */
export const numberOf = (exchange?: string): number => Number(exchange?.replace(/\D/g, '') ?? 0);

/**
 * Returns a part of a sentence about a contradiction that only some exchanges show: the first that shows it, one that
 * does not, and the pattern if one is found: `first in e3, but not in e1 (every second exchange)`. Undefined if all
 * exchanges show it, or none.
 * @param wrong ids of the exchanges that show it
 * @param among ids of all exchanges, including those that show it
 * @param when the words for the pattern, if it is known
 */
export function firstAndWhen(wrong: ReadonlySet<string>, among: Iterable<string>, when?: string): string | undefined {
  const all = [...new Set(among)];
  const [first] = wrong;
  const right = all.find((one) => !wrong.has(one));
  if (first === undefined || right === undefined) return undefined;
  const inTime = all.toSorted((one, other) => numberOf(one) - numberOf(other));
  const order = when ?? patternIn(inTime.map((one) => wrong.has(one)))?.replace('FIRST', first);
  return `first in ${first}, but not in ${right}${order === undefined ? '' : ` (${order})`}`;
}

/**
 * Returns the pattern of wrong exchanges in the order of time: every second or third, or every one from the first on.
 * Undefined if fewer than three fit it.
 */
function patternIn(wrong: readonly boolean[]) {
  const first = wrong.indexOf(true);
  const last = wrong.length - first;
  if (last > 2 && wrong.slice(first).every(Boolean)) return 'in every exchange from FIRST on';
  const turn = [2, 3].find((every) => last > 2 * every && wrong.every((one, at) => one === (at % every === first)));
  return turn === undefined ? undefined : `every ${turn === 2 ? 'second' : 'third'} exchange`;
}

/** A fact that the evidence records of an exchange, and the words for one that all contradictions have in common. */
type CommonFact = readonly [of: (one: Exchange) => string | undefined, words: (value: string) => string];

/** Facts that a service can see. */
const SEEN: readonly CommonFact[] = [
  [({ operation }) => operation, (name) => `in all responses to ${name}, in none to another operation`],
  [
    ({ request: { url } }) =>
      URL.canParse(url) ? [...new Set(new URL(url).searchParams.keys())].sort().join(' and ') : undefined,
    (names) =>
      names === '' ? 'in all without a query, in none with one' : `in all whose query has only ${names}, in no others`,
  ],
  [
    ({ attempts }) => {
      const { connect, wait } = attempts.at(-1)?.timings ?? {};
      return wait === undefined ? undefined : connect === undefined ? 'kept' : 'new';
    },
    (kind) => `in all on a ${kind} connection, in none on another`,
  ],
];
/** The role of the request in its probe, which a service cannot see. */
const ROLE: CommonFact = [
  ({ label }) => label.split('/')[0] || undefined,
  (role) => `in all requests of the kind "${labelWords(role)}", in none of another`,
];

/**
 * Returns the words for the fact that all wrong exchanges have in common, and none of the others has, if there is only
 * one such fact, and two exchanges of either kind show it. A role counts only if no other fact does.
 */
export function inCommon(wrong: readonly Exchange[], right: readonly Exchange[]): string | undefined {
  if (wrong.length < 2 || right.length < 2) return undefined;
  const separating = (facts: readonly CommonFact[]) =>
    facts.flatMap(([of, words]) => {
      const [value, ...others] = new Set(wrong.map(of));
      const apart = right.every((one) => of(one) !== undefined && of(one) !== value);
      return value !== undefined && others.length === 0 && apart ? [words(value)] : [];
    });
  const [found, ...others] = separating(SEEN);
  return found === undefined ? separating([ROLE])[0] : others.length === 0 ? found : undefined;
}
