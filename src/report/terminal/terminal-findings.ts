/** Findings on a terminal, grouped by cause: the sentence first, then its parts. Failures come before warnings. */
import { shellWord } from '../../engine/repeat/shell.ts';
import type { Result, Results, Verdict } from '../../engine/words/types.ts';
import { changeLabels, changeParts, changesHeading, openFindings, shownComparison } from '../parts/comparison.ts';
import { findingParts, findingsHeading, type Group, groupedByCause } from '../parts/finding.ts';
import { printable, type Requests } from '../parts/report-input.ts';
import { findingsIn, first, number } from '../parts/tally.ts';
import { type Layout, listed, type Style } from './layout.ts';

const STYLES: Readonly<Partial<Record<Verdict, Style>>> = {
  fail: ['red', 'bold'],
  warn: ['yellow', 'bold'],
  error: ['magenta', 'bold'],
};

/** Maximum number of further contradictions per finding, unless verbose. */
const MOST_FURTHER = 1;
/** Parts that only `-v` shows: curl commands can be long. Every report has them. */
const VERBOSE: ReadonlySet<string> = new Set(['Or', 'Notice']);
const COPIED: ReadonlySet<string> = new Set(['Id', 'Exchange', 'Reproduce', 'Or']);
/** Other names of parts, at most nine characters. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ 'The document': 'document', 'Second try': 'again', Exchange: 'show', Notice: '' },
};
/** Maximum number of findings named below the one that leads them, unless verbose. */
const MOST_FOLDED = 5;

export interface FindingOptions {
  readonly verbose?: boolean;
  readonly requests?: Requests;
  /** Directory of the run. */
  readonly directory?: string;
  /** Maximum number of findings shown in full, and by id only. */
  readonly most: number;
  readonly named: number;
}

/** Errors, failures, warnings; known failures are listed elsewhere unless verbose. */
export function findingLines(results: Results, layout: Layout, options: FindingOptions): string[] {
  const labels = changeLabels(results.comparison);
  const found = options.verbose ? findingsIn(results.requirements) : openFindings(results);
  if (found.length === 0) return [];
  const word = ({ id, verdict }: Result) => {
    const shown = layout.styled(STYLES[verdict] ?? 'bold', verdict.toUpperCase());
    const label = labels.get(id);
    return label === undefined ? shown : `${shown} (${label})`;
  };
  const line = (result: Result) => `${word(result)} ${printable(result.id)}`;
  const groups = groupedByCause(found);
  const lines = groups
    .slice(0, options.most)
    .flatMap((group, index) => [
      ...(index > 0 ? [''] : []),
      layout.wrapped(`${word(group.lead)} ${printable(group.headline ?? group.lead.title)}`, '  ', '    '),
      ...partLines(group, layout, options),
      ...folded(group, options, line),
    ]);
  const named = groups.slice(options.most).flatMap(({ lead, others }) => [lead, ...others]);
  return [
    layout.wrapped(findingsHeading(found)),
    ...lines,
    ...(named.length > 0 ? [`  and ${named.length} more (use -v to show all):`] : []),
    ...first(
      named.map((result) => `    ${line(result)}`),
      options.named,
      (left) => `    and ${left} more`,
    ),
  ];
}

/** Returns findings with the same cause, one line each. */
function folded({ others }: Group, { named, verbose }: FindingOptions, line: (result: Result) => string) {
  if (others.length === 0) return [];
  return [
    `    ${number(others.length, 'more finding')} with this cause:`,
    ...listed(others, Math.min(named, verbose ? Infinity : MOST_FOLDED), (result) => `      ${line(result)}`, '      '),
  ];
}

/** Returns the parts of a finding. Text to copy is not wrapped. */
function partLines({ lead, headline }: Group, layout: Layout, options: FindingOptions) {
  const { verbose = false, requests, directory } = options;
  const [exchange] = lead.exchanges;
  const parts = findingParts(lead, requests, {
    title: headline === undefined ? undefined : lead.title,
    also: verbose ? Infinity : MOST_FURTHER,
    notes: verbose,
    exchange: exchange && directory && `assay explain ${exchange} ${shellWord(directory)}`,
  });
  return [['Id', lead.id] as const, ...parts.filter(([name]) => verbose || !VERBOSE.has(name))].map(([name, text]) => {
    const label = `    ${(NAMES[name] ?? name.toLowerCase()).padEnd(10)}`;
    return COPIED.has(name) ? `${label}${printable(text)}` : layout.line(text, label);
  });
}

/** Names in the count of changes. */
const COUNT_NAMES: Readonly<Record<string, string>> = { soon: 'ending soon', unreached: 'not reached' };

/**
 * Counts on one line, then at most `most` ids of each kind that are not among the findings, or have an entry of the
 * baseline. Empty without a comparison.
 */
export function changeLines(results: Results, layout: Layout, most: number): string[] {
  const comparison = shownComparison(results);
  if (comparison === undefined) return [];
  const parts = changeParts(comparison);
  const counts = parts.map(({ label, entries }) => `${entries.length} ${COUNT_NAMES[label] ?? label}`);
  const named = parts.filter(({ shown, entries }) => shown === 'list' || entries.some(({ about }) => about));
  return [
    layout.wrapped(
      `${changesHeading(comparison)}: ${counts.join(', ') || 'none among requirements that both runs decided'}.`,
    ),
    ...named.flatMap(({ heading, meaning, entries }) => [
      `  ${heading}${meaning ? ` (${meaning})` : ''}`,
      ...listed(
        entries,
        most,
        ({ id, about }) => layout.line(about ? `${id}: ${about}` : id, '    ', '      '),
        '    ',
      ),
    ]),
  ];
}
