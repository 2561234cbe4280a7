/** A summary for a CI job: findings, changes, undecided requirements and residue. */
import { type Comparison, type Result, type Results, residueOf } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import {
  baselineEntries,
  changeLabels,
  changeParts,
  changesHeading,
  openFindings,
  shownComparison,
} from '../parts/comparison.ts';
import { concluded } from '../parts/conclusion.ts';
import { findingParts, findingsHeading, type Group, groupedByCause, undecidedIn } from '../parts/finding.ts';
import { byId, type ReportInput, type Requests } from '../parts/report-input.ts';
import {
  capital,
  first,
  number,
  profileOf,
  referenceOf,
  residueLines,
  selectedIn,
  tableOf,
  trafficOf,
} from '../parts/tally.ts';
import { capped, code, prose } from './markdown-text.ts';

/** Maximum size in bytes; GitHub rejects a job summary of more than 1 MiB. */
const MOST_BYTES = 1_000_000;
/** Maximum number of entries per part. */
const MOST = { findings: 40, named: 100, reasons: 20, residue: 30, command: 6000 };

/** Renders the summary. Text from a target is never interpreted as Markdown or HTML. */
export function renderMarkdown(input: ReportInput, most = MOST_BYTES): string {
  const { results } = input;
  const selected = selectedIn(results);
  const requests = byId(input.exchanges);
  const blocks = [
    ...head(results),
    ...(results.problems === undefined ? [table(selected)] : list(results.problems, prose)),
    ...findings(results, requests),
    ...changes(shownComparison(results)),
    ...undecidedIn(selected).flatMap(({ heading, reasons }) =>
      listed(`### ${heading}`, reasons, ({ ids, why }) => `${ids.length} × ${prose(why)}`, MOST.reasons),
    ),
    ...listed(
      `### Residue: ${residueOf(results).length}`,
      residueLines(residueOf(results), MOST.residue),
      ({ what, names, why }) => `${prose(what)} ${names.map((name) => code(name, 120)).join(', ')}: ${prose(why)}`,
      MOST.residue,
    ),
    ...listed('### Notices', results.notices, prose, MOST.residue),
    foot(results),
  ];
  return capped(blocks, most);
}

function head(results: Results) {
  const { word, sentence, gate } = concluded(results);
  const profile = profileOf(results);
  return [
    `## Assay: ${word.toLowerCase()}`,
    [`**${prose(capital(sentence))}**`, prose(referenceOf(results)), profile && `Profile: ${code(profile)}.`]
      .filter(Boolean)
      .join(' '),
    `Exit code ${results.exitCode}: ${gate.map(prose).join(' ')}`,
  ];
}

function table(results: Results) {
  const heading = ['', ...Object.keys(results.conclusions)];
  return [
    heading,
    heading.map((_, index) => (index < 1 ? '---' : '---:')),
    ['conclusion', ...Object.values(results.conclusions)],
    ...tableOf(results),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function changes(comparison: Comparison | undefined) {
  if (comparison === undefined) return [];
  const blocks = changeParts(comparison).flatMap(({ heading, meaning, shown, entries }) => [
    `### ${heading}: ${entries.length}`,
    ...(meaning ? [`${capital(meaning)}.`] : []),
    ...list(
      shown === 'count' ? [] : entries,
      ({ id, about }) => (about === undefined ? code(id) : `${code(id)}: ${prose(about)}`),
      MOST.named,
    ),
  ]);
  return [`${prose(changesHeading(comparison))}:`, ...(blocks.length > 0 ? blocks : ['No changes.'])];
}

/** Returns the findings that are not known, warnings folded. */
function findings(results: Results, requests: Requests) {
  const found = openFindings(results);
  const warned = found.filter(({ verdict }) => verdict === 'warn');
  const red = found.filter((result) => !warned.includes(result));
  const blocks = (own: readonly Result[]) => {
    const groups = groupedByCause(own);
    const named = groups.slice(MOST.findings).flatMap(({ lead, others }) => [lead, ...others]);
    return [
      ...groups.slice(0, MOST.findings).map((group) => findingBlock(group, results.comparison, requests)),
      ...list(named, ({ id }) => code(id), MOST.named),
    ];
  };
  return [
    ...(red.length > 0 ? [`### ${findingsHeading(red)}`, ...blocks(red)] : []),
    ...(warned.length > 0
      ? [`<details><summary>Warnings: ${warned.length}</summary>`, ...blocks(warned), '</details>']
      : []),
  ];
}

/** Parts that are sentences; the others may be text of a target, or commands. */
const PROSE: ReadonlySet<string> = new Set(['Cause', 'The document', 'Notice', 'Baseline']);

function findingBlock(
  { lead: result, headline, others }: Group,
  comparison: Comparison | undefined,
  requests: Requests,
) {
  const label = changeLabels(comparison).get(result.id);
  const parts = findingParts(result, requests, {
    cause: headline,
    entry: baselineEntries(comparison).get(result.id),
  });
  return [
    `- **${result.verdict}**${label ? ` (${label})` : ''} ${code(result.id)} ${prose(result.title)}`,
    ...parts.map(([label, text]) => `  - ${label}: ${PROSE.has(label) ? prose(text) : code(text, MOST.command)}`),
    ...(others.length === 0 ? [] : [`  - ${number(others.length, 'more finding')} with this cause:`]),
    ...first(
      others.map(({ id, verdict }) => `    - **${verdict}** ${code(id)}`),
      MOST.named,
      (left) => `    - and ${left} more`,
    ),
  ].join('\n');
}

function foot(results: Results) {
  const { run, suite } = results;
  return `<sub>${trafficOf(results)}, run ${prose(run.id)} of ${prose(utc(run.startedAt))}, Assay ${prose(suite.version)}</sub>`;
}

/** Returns a list of at most `most` items, and the number of others; empty without items. */
function list<T>(items: readonly T[], line: (item: T) => string, most = Infinity) {
  if (items.length === 0) return [];
  return [
    first(
      items.map((item) => `- ${line(item)}`),
      most,
      (left) => `\n… and ${left} more.`,
    ).join('\n'),
  ];
}

function listed<T>(heading: string, items: readonly T[], line: (item: T) => string, most: number) {
  return items.length === 0 ? [] : [heading, ...list(items, line, most)];
}
