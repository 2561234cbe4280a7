/** Tables of outcomes of runs: measured row by row, and checked against a rule. */
import pMap from 'p-map';
import type { Result, Results } from '../../src/index.ts';

/** A row of a table. */
export interface Row {
  /** The case in words. */
  case: string;
  /** Breaches of the rule, one line each. */
  breaches: string[];
}

/** Measures all rows, several concurrently. Returns those that break the rule, in full. */
export async function breaking(cases: (() => Promise<Row>)[], atOnce: number) {
  const rows = await pMap(cases, (measure) => measure(), { concurrency: atOnce });
  return rows
    .filter(({ breaches }) => breaches.length > 0)
    .map((row) => [row.case, ...row.breaches.map((line) => `    ${line}`)].join('\n'));
}

/** A requirement as a breach is reported. */
export const told = ({ id, verdict, blame, message }: Result) =>
  `${id}: ${verdict}${blame ? ` (${blame})` : ''}: ${message ?? ''}`;

/**
 * Groups requirements with the same message into one line: the first, and the number of others. At most five messages,
 * the most frequent first.
 */
export function summary(results: Result[]) {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = JSON.stringify([result.verdict, result.blame, result.message]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, 5)
    .map((group) => `${told(group[0]!)}${group.length > 1 ? ` (and ${group.length - 1} more)` : ''}`);
}

/** Returns the requirements whose verdict differs from the clean run, each with the verdict there. */
export function changed(results: Results, clean: Results) {
  const earlier = new Map(clean.requirements.map((result) => [result.id, result]));
  return results.requirements
    .map((result) => ({ result, before: earlier.get(result.id) }))
    .filter(({ result, before }) => result.verdict !== before?.verdict);
}

/**
 * Returns every sentence of a run: messages of requirements, reasons of unanswered operations and of the gate, notices.
 */
export const sentences = ({ requirements, unanswered = [], gate, notices }: Results) => [
  ...requirements.flatMap(({ message }) => message ?? []),
  ...unanswered.map(({ why }) => why),
  ...gate,
  ...notices,
];
