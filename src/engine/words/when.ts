/** Patterns of intermittent contradictions. */

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
