/** Patterns of intermittent contradictions. */
import type { Exchange } from '../../wire/types.ts';

/** Returns the place of an exchange in the order of time, by its id. */
export const numberOf = (exchange?: string): number => Number(exchange?.replace(/\D/g, '') ?? 0);

/** The exchanges with a contradiction and all others, each named by what they have in common. */
export type Pattern = readonly [affected: string, others: string];

/**
 * Returns a part of a sentence about a contradiction that only some exchanges show: the first that shows it, one that
 * does not, and the pattern, if one is found. Undefined if all exchanges show it, or none.
 * @param wrong ids of the exchanges that show it
 * @param among ids of all exchanges, including those that show it
 * @param pattern the pattern, if it is known
 */
export function firstAndWhen(
  wrong: ReadonlySet<string>,
  among: Iterable<string>,
  pattern?: Pattern,
): string | undefined {
  const all = [...new Set(among)];
  const [first] = wrong;
  const right = all.find((one) => !wrong.has(one));
  if (first === undefined || right === undefined) return undefined;
  const inTime = all.toSorted((one, other) => numberOf(one) - numberOf(other));
  const [affected, others] = pattern ?? patternIn(inTime.map((one) => wrong.has(one))) ?? [];
  return affected === undefined
    ? `the first is ${first}; ${right}, for comparison, passed`
    : `${affected} (the first is ${first}), but ${others} (for example ${right})`;
}

/**
 * Returns the pattern of wrong exchanges in the order of time: every second or third, or every one from the first on.
 * Undefined if fewer than three fit it.
 */
function patternIn(wrong: readonly boolean[]): Pattern | undefined {
  const first = wrong.indexOf(true);
  const last = wrong.length - first;
  if (last > 2 && wrong.slice(first).every(Boolean)) return ['all from one time on', 'none before'];
  const turn = [2, 3].find((every) => last > 2 * every && wrong.every((one, at) => one === (at % every === first)));
  return turn === undefined ? undefined : [`every ${turn === 2 ? 'second' : 'third'} one`, 'not the others'];
}

/**
 * Facts that a service can see of an exchange, each with the words for one that all contradictions have in common.
 */
const SEEN: readonly (readonly [of: (one: Exchange) => string | undefined, words: (value: string) => Pattern])[] = [
  [({ operation }) => operation, (name) => [`all responses to ${name}`, 'none to another operation']],
  [
    ({ request: { url } }) =>
      URL.canParse(url) ? [...new Set(new URL(url).searchParams.keys())].sort().join(' and ') : undefined,
    (names) =>
      names === '' ? ['all without a query', 'none with one'] : [`all with only ${names} in the query`, 'no others'],
  ],
  [
    ({ attempts }) => {
      const { connect, wait } = attempts.at(-1)?.timings ?? {};
      return wait === undefined ? undefined : connect === undefined ? 'reused' : 'new';
    },
    (kind) => [`all on a ${kind} connection`, 'none on another'],
  ],
];
/**
 * Returns the words for the fact that all wrong exchanges have in common, and none of the others has, if there is only
 * one such fact, and two exchanges of either kind show it.
 */
export function inCommon(wrong: readonly Exchange[], right: readonly Exchange[]): Pattern | undefined {
  if (wrong.length < 2 || right.length < 2) return undefined;
  const [found, ...others] = SEEN.flatMap(([of, words]) => {
    const [value, ...more] = new Set(wrong.map(of));
    const apart = right.every((one) => of(one) !== undefined && of(one) !== value);
    return value !== undefined && more.length === 0 && apart ? [words(value)] : [];
  });
  return others.length === 0 ? found : undefined;
}
