/** What a reader is told: of the clean reference everything, of a fault of each kind the failure. Held in `tests/faults/words`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../../src/contract/types.ts';
import type { Results } from '../../src/engine/types.ts';

/** Characters of a text that was cut short: where it was cut depends on what stands before. */
const KEPT_OF_CUT = 60;

/** Numbers of exchanges, counts, dates and serial numbers are a run's own. */
function steady(text: string | undefined): string | undefined {
  const whole = text?.includes('…') ? text.slice(0, KEPT_OF_CUT) : text;
  return whole?.replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2}\b/g, 'DAY').replace(/\d+/g, '#');
}

/** Where the words of an interface are held, from `tests/faults`. */
export const fileOf = (of: Interface): string => `words/${of}.txt`;

/** What comes in the order in which answers came. */
const UNSTEADY: ReadonlySet<string> = new Set(['data-hub/gap/event-payload', 'data-hub/gap/media-types']);

/** What a run says of every requirement, a line each. */
export function linesOf({ requirements }: Results): string[] {
  return requirements
    .filter(({ id }) => !UNSTEADY.has(id))
    .map(({ id, verdict, blame, message, got, lanes }) => `${id}: ${verdict} ${JSON.stringify({ blame, message: steady(message), got: steady(got), lanes })}`);
}

/** What is said of the requirement that a fault contradicts. */
export function wordsOf(fault: Fault, results: Results): string {
  return `${fault.id} | ${linesOf(results).find((line) => line.startsWith(`${fault.kills}: `))}`;
}

/** Whether words are held: what a Python library says depends on the version of Python, and on where it lies. */
export const holdsWords = (of: Interface): boolean => of !== 'client-library';

/** The lines that are held. */
export function heldWords(of: Interface): ReadonlySet<string> | undefined {
  if (!holdsWords(of)) return undefined;
  return new Set(readFileSync(join(import.meta.dirname, fileOf(of)), 'utf8').split('\n'));
}

/**
 * One fault of each kind: a kind of wrong value for all members together (their statements are judged by the same code),
 * and a kind of statement for all operations together.
 */
export function representatives(faults: readonly Fault[]): Fault[] {
  const kinds = new Map<string, Fault>();
  for (const fault of faults) {
    const [row = '', what = ''] = fault.id.split('@');
    const kind = fault.origin === 'derived' && !row.includes('/refuses/') ? what : `${row.split('/').slice(2).join('/')}@${what}`;
    if (!kinds.has(kind)) kinds.set(kind, fault);
  }
  return [...kinds.values()];
}
