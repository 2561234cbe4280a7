/** Findings on a terminal, grouped by cause: the sentence first, then its parts. Failures come before warnings. */
import type { Result, Results, Verdict } from '../../engine/words/types.ts';
import { type Group, groupedByCause } from '../parts/causes.ts';
import { type ChangeLabel, changeLabels } from '../parts/comparison.ts';
import { number } from '../parts/conclusion.ts';
import { type Finding, findingOf } from '../parts/finding.ts';
import { printable } from '../parts/printable.ts';
import type { Requests } from '../parts/requests.ts';
import type { Layout, Style } from './layout.ts';

const STYLES: Readonly<Partial<Record<Verdict, Style>>> = {
  fail: ['red', 'bold'],
  warn: ['yellow', 'bold'],
  error: ['magenta', 'bold'],
};

/** Maximum number of further contradictions per finding, unless verbose. */
const MOST_FURTHER = 1;
/** Maximum length of a curl command, unless verbose. */
const MOST_CURL = 500;
/** Maximum number of findings named below the one that leads them, unless verbose. */
const MOST_FOLDED = 5;

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
  const line = (result: Result): string => `${word(result, layout, labels.get(result.id))} ${printable(result.id)}`;
  const groups = groupedByCause(found);
  for (const [index, group] of groups.slice(0, options.most).entries())
    lines.push(
      ...(index > 0 ? [''] : []),
      ...one(group, results, layout, options, labels.get(group.lead.id)),
      ...folded(group, layout, options, line),
    );
  const named = groups.slice(options.most).flatMap(({ lead, others }) => [lead, ...others]);
  if (named.length === 0) return lines;
  lines.push(`  and ${named.length} more (use -v to show all):`);
  for (const result of named.slice(0, options.named)) lines.push(`    ${line(result)}`);
  if (named.length > options.named) lines.push(`    … and ${named.length - options.named} others`);
  return lines;
}

/** Findings with the same cause, one line each. */
function folded(
  { others }: Group,
  layout: Layout,
  { named, verbose }: FindingOptions,
  line: (result: Result) => string,
): string[] {
  if (others.length === 0) return [];
  const most = Math.min(named, verbose ? Infinity : MOST_FOLDED);
  return [
    `    ${number(others.length, 'more finding')} with this cause:`,
    ...others
      .slice(0, most)
      .map((result) =>
        verbose
          ? layout.wrapped(`${line(result)}: ${printable(result.message ?? '')}`, '      ', '        ')
          : `      ${line(result)}`,
      ),
    ...(others.length > most ? [`      and ${others.length - most} more (use -v to show all)`] : []),
  ];
}

function one(
  { lead: result, headline }: Group,
  results: Results,
  layout: Layout,
  { verbose, requests }: FindingOptions,
  label: ChangeLabel | undefined,
): string[] {
  const finding = findingOf(result, results, requests);
  const part = (label: string, text: string) => layout.wrapped(printable(text), `    ${label.padEnd(10)}`);
  const also = finding.also.slice(0, verbose ? undefined : MOST_FURTHER);
  const more = finding.also.length - also.length;
  return [
    layout.wrapped(`${word(result, layout, label)} ${printable(headline ?? result.title)}`, '  ', '    '),
    // Not wrapped, for copying.
    `    ${'id'.padEnd(10)}${printable(result.id)}`,
    ...(headline === undefined ? [] : [part('title', result.title)]),
    part('document', finding.says),
    part('expected', finding.expected),
    part('got', finding.got),
    ...also.map((text) => part('also', text)),
    ...(more > 0 ? [part('', `and ${more} more`)] : []),
    part('where', finding.where),
    `    ${'reproduce'.padEnd(10)}${printable(finding.again)}`,
    ...curlLines(finding, layout, verbose ?? false),
  ];
}

/** The curl command if it is short, else where it stands. */
function curlLines({ curl, curlNote }: Finding, layout: Layout, verbose: boolean): string[] {
  if (curl === undefined)
    return verbose && curlNote !== undefined ? [layout.wrapped(printable(curlNote), ' '.repeat(14))] : [];
  const isLong = !verbose && curl.length > MOST_CURL;
  return [
    `    ${'or'.padEnd(10)}${isLong ? 'curl: see reproduce.curl in results.json, or any report (assay report DIR)' : printable(curl)}`,
    ...(curlNote === undefined || isLong ? [] : [layout.wrapped(printable(curlNote), ' '.repeat(14))]),
  ];
}

function word({ verdict }: Result, layout: Layout, label: ChangeLabel | undefined): string {
  const shown = layout.styled(STYLES[verdict] ?? 'bold', verdict.toUpperCase());
  return label === 'unexpected' || label === 'known' || label === 'expired' ? `${shown} (${label})` : shown;
}
