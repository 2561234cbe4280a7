/** Tables of what runs came to: measured row by row, printed on request, and checked against a rule. */
import pMap from 'p-map';
import type { Result, Results, Verdict } from '../../src/index.ts';

/** One line of a table. */
export interface Row {
  /** Cells, by column. */
  readonly cells: Readonly<Record<string, string | number>>;
  /** How it breaks the rule: one line each; empty: it keeps it. */
  readonly breaches: readonly string[];
}

/** Set to print the tables. */
const PRINT = 'STATES_TABLE';

/** Measures all rows, several at once, and prints the table if the environment asks for it. Returns the rows that break the rule, in full. */
export async function breaking(
  title: string,
  cases: readonly (() => Promise<Row>)[],
  atOnce: number,
): Promise<string[]> {
  const rows = await pMap(cases, (measure) => measure(), { concurrency: atOnce });
  const wrong = rows.filter(({ breaches }) => breaches.length > 0);
  if (process.env[PRINT]) {
    process.stdout.write(
      `\n${title}: ${rows.length} rows, ${wrong.length} break the rule\n${aligned(rows.map(({ cells }) => cells))}\n`,
    );
    if (process.env[PRINT] === 'full') process.stdout.write(`${wrong.map(inFull).join('\n')}\n`);
  }
  return wrong.map(inFull);
}

function inFull({ cells, breaches }: Row): string {
  const head = Object.entries(cells).map(([name, value]) => `${name} ${value}`);
  return [head.join(' | '), ...breaches.map((line) => `    ${line}`)].join('\n');
}

function aligned(rows: readonly Row['cells'][]): string {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => String(row[name]).length)));
  const line = (values: readonly string[]): string =>
    values
      .map((value, at) => value.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), ...rows.map((row) => line(columns.map((name) => String(row[name]))))].join('\n');
}

const RED: ReadonlySet<Verdict> = new Set(['fail', 'warn', 'error']);

/** Requirements that accuse the target, or could not be judged. */
export const redOf = ({ requirements }: Results): Result[] => requirements.filter(({ verdict }) => RED.has(verdict));

/** Cells that every table ends with. */
export const outcome = ({ counts, exitCode, requirements }: Results): Row['cells'] => ({
  fail: counts.fail,
  warn: counts.warn,
  inconclusive: counts.inconclusive,
  blames:
    [
      ...new Set(
        requirements.flatMap(({ verdict, blame }) => (verdict === 'pass' || blame === undefined ? [] : [blame])),
      ),
    ]
      .sort()
      .join(',') || '-',
  exit: exitCode,
});

/** A requirement as a breach is reported. */
export const told = ({ id, verdict, blame, message }: Result): string =>
  `${id}: ${verdict}${blame ? ` (${blame})` : ''}: ${message ?? ''}`;

/** Requirements with the same message as one line: the first, and how many more. At most five messages, the most frequent first. */
export function summary(results: readonly Result[]): string[] {
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

/** Requirements whose verdict is not that of the clean run, each with the verdict that it had there. */
export function changed(
  results: Results,
  clean: Results,
): { readonly result: Result; readonly before: Result | undefined }[] {
  const earlier = new Map(clean.requirements.map((result) => [result.id, result]));
  return results.requirements
    .map((result) => ({ result, before: earlier.get(result.id) }))
    .filter(({ result, before }) => result.verdict !== before?.verdict);
}

/** Every sentence of a run: messages of requirements, reasons of operations without an answer and of the gate, notices. */
export const sentences = ({ requirements, unanswered = [], gate, notices }: Results): string[] => [
  ...requirements.flatMap(({ message }) => message ?? []),
  ...unanswered.map(({ why }) => why),
  ...gate,
  ...notices,
];
