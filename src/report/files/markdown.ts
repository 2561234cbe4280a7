/** A summary for a CI job: unexpected findings first, then known, fixed, lost and undecided ones, and residue. */
import { type Comparison, isFinding, type Result, type Results, residueOf } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { baselineEntries, changeParts, changesHeading } from '../parts/comparison.ts';
import { concluded } from '../parts/conclusion.ts';
import {
  findingParts,
  findingsHeading,
  type Group,
  groupedByCause,
  type Reason,
  reasonsOf,
  reasonText,
} from '../parts/finding.ts';
import { byId, type ReportInput, type Requests } from '../parts/report-input.ts';
import {
  capital,
  findingsIn,
  first,
  number,
  profileOf,
  referenceOf,
  residueLines,
  selectedIn,
  splitOf,
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
    ...(results.comparison ? compared(results, results.comparison, requests) : plain(results, requests)),
    ...warnings(results, requests),
    ...undecided(selected),
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

/** Returns the text without a comparison: every failure. */
function plain(results: Results, requests: Requests) {
  const found = results.requirements.filter(({ verdict }) => isFinding(verdict) && verdict !== 'warn');
  return found.length === 0 ? [] : [`### ${findingsHeading(found)}`, ...findings(found, requests)];
}

function compared(results: Results, comparison: Comparison, requests: Requests) {
  const byId = new Map(results.requirements.map((result) => [result.id, result]));
  const blocks = changeParts(comparison).flatMap(({ label, heading, meaning, shown, entries }) => {
    const found =
      shown === 'findings'
        ? entries
            .flatMap(({ id }) => byId.get(id) ?? [])
            .filter(({ verdict }) => isFinding(verdict) && (label !== 'still' || verdict !== 'warn'))
        : [];
    const others = shown === 'count' ? [] : entries.filter(({ id }) => !found.some((result) => result.id === id));
    const line = ({ id, about }: (typeof entries)[number]) => {
      const result = byId.get(id);
      const more = about ?? (label === 'lost' || label === 'worse' ? result?.message : undefined);
      const named = label === 'expired' ? `${result?.verdict ?? 'not planned'} ${code(id)}` : code(id);
      return more === undefined ? named : `${named}: ${prose(more)}`;
    };
    return [
      `### ${heading}: ${entries.length}`,
      ...(meaning ? [`${capital(meaning)}.`] : []),
      ...findings(found, requests, baselineEntries(comparison)),
      ...list(others, line, MOST.named),
    ];
  });
  const since = comparison.earlier ? [`${prose(changesHeading(comparison))}:`] : [];
  return [...since, ...(blocks.length > 0 ? blocks : ['No changes.'])];
}

function findings(found: readonly Result[], requests: Requests, entries?: ReadonlyMap<string, string>) {
  const groups = groupedByCause(found);
  const named = groups.slice(MOST.findings).flatMap(({ lead, others }) => [lead, ...others]);
  return [
    ...groups.slice(0, MOST.findings).map((group) => findingBlock(group, requests, entries)),
    ...list(named, ({ id }) => code(id), MOST.named),
  ];
}

/** Parts that are sentences; the others may be text of a target, or commands. */
const PROSE: ReadonlySet<string> = new Set(['Cause', 'The document', 'Notice', 'Baseline']);

function findingBlock(
  { lead: result, headline, others }: Group,
  requests: Requests,
  entries?: ReadonlyMap<string, string>,
) {
  const entry = entries?.get(result.id);
  const parts = [
    ...findingParts(result, requests, { cause: headline }),
    ...(entry ? [['Baseline', entry] as const] : []),
  ];
  return [
    `- **${result.verdict}** ${code(result.id)} ${prose(result.title)}`,
    ...parts.map(([label, text]) => `  - ${label}: ${PROSE.has(label) ? prose(text) : code(text, MOST.command)}`),
    ...(others.length === 0 ? [] : [`  - ${number(others.length, 'more finding')} with this cause:`]),
    ...first(
      others,
      MOST.named,
      ({ id, verdict }) => `    - **${verdict}** ${code(id)}`,
      (left) => `    - and ${left} more`,
    ),
  ].join('\n');
}

function warnings(results: Results, requests: Requests) {
  const found = findingsIn(results.requirements, ['warn']);
  if (found.length === 0) return [];
  return [`<details><summary>Warnings: ${found.length}</summary>`, ...findings(found, requests), '</details>'];
}

/** Returns a row per reason, not per requirement. */
function undecided(results: Results) {
  const rows = results.requirements.filter(({ basis }) => basis !== 'gap');
  return (['inconclusive', 'skipped'] as const).flatMap((verdict) => {
    const reasons = reasonsOf(rows, verdict);
    const all = findingsIn(rows, [verdict]);
    const line = (reason: Reason) => `${reason.ids.length} × ${prose(reasonText(reason))}`;
    return listed(`### ${capital(verdict)}: ${all.length}${splitOf(all)}`, reasons, line, MOST.reasons);
  });
}

function foot({ run, suite }: Results) {
  return `<sub>${trafficOf(run)}, run ${prose(run.id)} of ${prose(utc(run.startedAt))}, Assay ${prose(suite.version)}</sub>`;
}

/** Returns a list of at most `most` items, and the number of others; empty without items. */
function list<T>(items: readonly T[], line: (item: T) => string, most = Infinity) {
  const shown = items.slice(0, most).map((item) => `- ${line(item)}`);
  return [
    ...(shown.length > 0 ? [shown.join('\n')] : []),
    ...(items.length > most ? [`… and ${items.length - most} more.`] : []),
  ];
}

function listed<T>(heading: string, items: readonly T[], line: (item: T) => string, most: number) {
  return items.length === 0 ? [] : [heading, ...list(items, line, most)];
}
