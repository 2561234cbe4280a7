/** What a reader is told: of the clean reference everything, of each fault the failure, and whatever a run tells otherwise than the clean one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../../src/contract/types.ts';
import type { Result, Results } from '../../src/engine/types.ts';

/** Characters of a text that was cut short: where it was cut depends on what stands before. */
const KEPT_OF_CUT = 60;

/** Identifiers, numbers of exchanges, counts, dates and serial numbers are a run's own; what an exception says is Python's, and differs by its version. */
function steady(text: string | undefined): string | undefined {
  const whole = text?.includes('…') ? text.slice(0, KEPT_OF_CUT) : text;
  return whole
    ?.replace(/ raised ([\w.]+).*/s, ' raised $1')
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2}\b/g, 'DAY')
    .replace(/\b[\da-f]{32}\b/g, 'ID')
    .replace(/\d+/g, '#');
}

/** What holds identifiers, which are given in the order in which requests came. */
const UNSTEADY: ReadonlySet<string> = new Set(['data-hub/gap/event-payload']);

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

/** What a run with a fault or a variant tells otherwise than the clean one. */
export function besideOf(results: Results, clean: Results): string[] {
  const usual = new Set(linesOf(clean));
  return linesOf(results).filter((line) => !usual.has(line));
}

/** Observations that are longer are told by their name alone. */
const LONG_OBSERVATION = 80;

/** What one run decides or observes otherwise than the clean one: its requirements by verdict and blame, in a line. */
export function decidedIn(run: string, results: Results, clean: Results): string {
  const of = (result: Result | undefined): string => {
    const seen = result?.verdict === 'observed' && !UNSTEADY.has(result.id) ? (steady(result.got) ?? '') : '';
    return [result?.verdict, ...(result?.blame === undefined ? [] : [`(${result.blame})`]), ...(seen === '' ? [] : [seen])].join(' ');
  };
  const usual = new Map(clean.requirements.map((result) => [result.id, of(result)]));
  const groups = new Map<string, string[]>();
  for (const result of results.requirements) {
    const decided = of(result);
    const shown = decided.length <= LONG_OBSERVATION ? decided : 'observed otherwise';
    if (decided !== usual.get(result.id)) groups.set(shown, [...(groups.get(shown) ?? []), result.id.slice(result.interface.length + 1)]);
  }
  return `${run} | ${[...groups].map(([decided, ids]) => `${decided}: ${ids.join(' ')}`).join('; ') || 'nothing else'}`;
}

/** Where the words of an interface are held, from `tests/faults`. */
export const FILES = {
  told: (of: Interface): string => `words/${of}.txt`,
  beside: (of: Interface): string => `words/${of}-beside.txt`,
  decided: (of: Interface): string => `words/${of}-decided.txt`,
} as const;

/** The lines that are held. */
export function heldWords(of: Interface, file: keyof typeof FILES): ReadonlySet<string> {
  return new Set(readFileSync(join(import.meta.dirname, FILES[file](of)), 'utf8').split('\n'));
}
