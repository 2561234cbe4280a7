/** Findings on a terminal, grouped by operation; new findings come before those covered by the baseline. */
import type { Result, Results, Verdict } from '../engine/types.ts';
import { type ChangeLabel, changeLabels } from './comparison.ts';
import { findingOf } from './finding.ts';
import type { Layout, Style } from './layout.ts';
import { printable } from './printable.ts';
import type { Requests } from './requests.ts';

const STYLES: Readonly<Partial<Record<Verdict, Style>>> = { fail: ['red', 'bold'], warn: ['yellow', 'bold'], error: ['magenta', 'bold'] };

/** Maximum number of further contradictions per finding, unless verbose. */
const MOST_FURTHER = 1;

export interface FindingOptions {
  readonly verbose?: boolean;
  readonly requests?: Requests;
  /** Maximum number of findings shown in full, and by id only. */
  readonly most: number;
  readonly named: number;
}

/** Errors, failures, warnings; known findings are listed elsewhere unless verbose. */
export function findingLines(results: Results, layout: Layout, options: FindingOptions): string[] {
  const labels = changeLabels(results.comparison);
  const found = (['error', 'fail', 'warn'] as const)
    .flatMap((verdict) => results.requirements.filter((result) => result.verdict === verdict))
    .filter(({ id }) => options.verbose === true || labels.get(id) !== 'known');
  if (found.length === 0) return [];
  const lines = ['Findings'];
  for (const [operation, own] of groupedByOperation(found.slice(0, options.most))) {
    lines.push(`  ${layout.styled('bold', operation)}`);
    for (const result of own) lines.push(...one(result, results, layout, options, labels.get(result.id)));
  }
  const named = found.slice(options.most);
  if (named.length === 0) return lines;
  lines.push(`  and ${named.length} more (use -v to show all):`);
  for (const result of named.slice(0, options.named)) lines.push(`    ${word(result, layout, labels.get(result.id))} ${printable(result.id)}`);
  if (named.length > options.named) lines.push(`    … and ${named.length - options.named} others`);
  return lines;
}

function one(result: Result, results: Results, layout: Layout, { verbose, requests }: FindingOptions, label: ChangeLabel | undefined): string[] {
  const finding = findingOf(result, results, requests);
  const part = (label: string, text: string) => layout.wrapped(printable(text), `      ${label.padEnd(10)}`);
  const also = finding.also.slice(0, verbose ? undefined : MOST_FURTHER);
  const more = finding.also.length - also.length;
  return [
    layout.wrapped(`${word(result, layout, label)} ${printable(result.id)}: ${printable(result.title)}`, '    ', '      '),
    part('says', finding.says),
    part('expected', finding.expected),
    part('got', finding.got),
    part('where', finding.where),
    // Not wrapped, for copying.
    `      ${'again'.padEnd(10)}${finding.again}`,
    ...also.map((text) => part('also', text)),
    ...(more > 0 ? [part('', `and ${more} more`)] : []),
  ];
}

function word({ verdict }: Result, layout: Layout, label: ChangeLabel | undefined): string {
  const shown = layout.styled(STYLES[verdict] ?? 'bold', verdict.toUpperCase());
  return label === 'new' || label === 'known' || label === 'expired' ? `${shown} (${label})` : shown;
}

function groupedByOperation(results: readonly Result[]): Map<string, Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const name = result.operation === undefined ? result.interface : `${result.interface}, ${result.operation}`;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return groups;
}
