/** Results on one terminal screen: the conclusion first, then the items that need action. */
import type { Interface } from '../../contract/types.ts';
import type { Results, VERDICTS, Verdict } from '../../engine/words/types.ts';
import { type Reason, reasonsOf, reasonText } from '../parts/causes.ts';
import { concluded, number } from '../parts/conclusion.ts';
import { printable } from '../parts/printable.ts';
import { FEW_WORDS, profileWords } from '../parts/profile-words.ts';
import type { Requests } from '../parts/requests.ts';
import { columns } from './columns.ts';
import { createLayout, type Layout, type Style } from './layout.ts';
import { nextSteps } from './next-steps.ts';
import { changeLines } from './terminal-changes.ts';
import { findingLines } from './terminal-findings.ts';

export interface TerminalOptions {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Lists every requirement, even if it does not fit on a screen. */
  readonly verbose?: boolean;
  /** Only the conclusion and, if nothing was sent, the problems. */
  readonly quiet?: boolean;
  /** Directory of the report. */
  readonly directory?: string;
  /** The page to open first. */
  readonly page?: string;
  /** Names of the files in the directory. */
  readonly files?: readonly string[];
  /** Reports elsewhere. */
  readonly reports?: readonly string[];
  readonly requests?: Requests;
}

/** Maximum number of items per part. */
const SCREEN = { findings: 6, named: 20, reasons: 8, residue: 10, notices: 5 };

const STYLES: Readonly<Partial<Record<string, Style>>> = {
  CONFORMANT: ['green', 'bold'],
  INCOMPLETE: ['yellow', 'bold'],
  'NON-CONFORMANT': ['red', 'bold'],
  INVALID: ['magenta', 'bold'],
  'NOTHING WAS SENT': ['yellow', 'bold'],
};

/** Columns of the table: heading and verdict. */
const COUNTED: readonly (readonly [string, Verdict])[] = [
  ['passed', 'pass'],
  ['failed', 'fail'],
  ['warned', 'warn'],
  ['inconclusive', 'inconclusive'],
  ['skipped', 'skipped'],
  ['observed', 'observed'],
  ['not applicable', 'not-applicable'],
  ['errors', 'error'],
];
/** Columns shown only if not empty. */
const RARE: ReadonlySet<Verdict> = new Set(['not-applicable', 'error']);

/** Renders results, with a final line break. Control characters from a target are escaped. */
export function renderTerminal(results: Results, options: TerminalOptions): string {
  const layout = createLayout(options.width, options.colour);
  const screen = options.verbose
    ? { findings: Infinity, named: Infinity, reasons: Infinity, residue: Infinity, notices: Infinity }
    : SCREEN;
  const concluding = [head(results, layout), results.problems === undefined ? [] : problems(results.problems, layout)];
  const sections = [...concluding, ...(options.quiet ? [] : details())];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;

  function details(): string[][] {
    return [
      results.problems === undefined ? table(results, layout) : [],
      changeLines(results, layout, screen.named),
      findingLines(results, layout, { ...options, most: screen.findings, named: screen.named }),
      reasons(results, layout, screen.reasons, options.verbose ?? false),
      options.verbose ? observations(results, layout) : [],
      residue(results, layout, screen.residue),
      notices(results, layout, screen.notices),
      foot(results, options, layout),
    ];
  }
}

function head(results: Results, layout: Layout): string[] {
  const { word, sentence } = concluded(results);
  const whom = results.target.reference
    ? [
        layout.wrapped(
          'Embedded reference: these results are about the services shipped with Assay, not about a deployment.',
        ),
      ]
    : [];
  const profile = results.suite.profile;
  const renamed = profileWords(results, FEW_WORDS).join(', ');
  const words = renamed === '' ? '' : `: ${renamed}`;
  return [
    ...whom,
    layout.wrapped(`${layout.styled(STYLES[word] ?? 'bold', word)}: ${printable(sentence)}`),
    ...(profile
      ? [layout.wrapped(`Profile: ${printable(profile.name)} (${profile.digest.slice(0, 12)})${printable(words)}.`)]
      : []),
    ...(results.problems === undefined
      ? [layout.wrapped(`Exit code ${results.exitCode}: ${printable(results.gate.join(' '))}`)]
      : []),
  ];
}

function problems(all: readonly string[], layout: Layout): string[] {
  return all.map((problem) => layout.wrapped(printable(problem), '- '));
}

function table(results: Results, layout: Layout): string[] {
  const interfaces = Object.keys(results.conclusions) as Interface[];
  if (interfaces.length === 0) return [];
  const shown = COUNTED.filter(([, verdict]) => !RARE.has(verdict) || results.counts[verdict] > 0);
  const rows = interfaces.map((name) => {
    const own = results.requirements.filter((result) => result.interface === name);
    return {
      name,
      verified: results.verified[name] ?? 0,
      counts: shown.map(([, verdict]) => own.filter((result) => result.verdict === verdict).length),
      conclusion: results.conclusions[name] ?? '',
    };
  });
  const lines = columns([
    ['interface', 'verified', ...shown.map(([heading]) => heading), 'conclusion'],
    ...rows.map(({ name, verified, counts, conclusion }) => [name, verified, ...counts, conclusion]),
  ]);
  const absent =
    results.notConfigured.length > 0
      ? [layout.wrapped(layout.styled('dim', `Not configured: ${results.notConfigured.join(', ')}.`))]
      : [];
  if (lines.every((line) => line.length <= layout.width))
    return [layout.styled('dim', lines[0] ?? ''), ...lines.slice(1), ...absent];
  const filled = rows.map(({ name, verified, counts, conclusion }) =>
    layout.wrapped(
      `${name}: ${conclusion}; ${[`${verified} verified`, ...counts.map((count, index) => `${count} ${shown[index]?.[0]}`)].join(', ')}`,
      '',
      '  ',
    ),
  );
  return [...filled, ...absent];
}

function reasons(results: Results, layout: Layout, most: number, ids: boolean): string[] {
  const lines: string[] = [];
  for (const verdict of ['inconclusive', 'skipped', 'not-applicable'] as const) {
    // Gaps that this run did not observe need no action.
    const all = reasonsOf(
      results.requirements.filter(({ basis }) => ids || basis !== 'gap'),
      verdict,
    );
    if (all.length === 0) continue;
    const count = all.reduce((sum, reason) => sum + reason.ids.length, 0);
    const undocumented = results.requirements.filter((result) => result.verdict === verdict).length - count;
    lines.push(
      `${heading(verdict)}: ${count}${undocumented > 0 ? `, and ${undocumented} not documented (use -v to show all)` : ''}`,
    );
    for (const reason of all.slice(0, most)) lines.push(...reasonLines(reason, layout, ids));
    if (all.length > most) lines.push(`        and ${number(all.length - most, 'more reason')} (use -v to show all)`);
  }
  const left = new Map<string, number>();
  for (const { why } of results.notPlanned) left.set(why, (left.get(why) ?? 0) + 1);
  if (left.size > 0) {
    lines.push(`Cannot be tested: ${results.notPlanned.length}`);
    for (const [why, count] of [...left].slice(0, most))
      lines.push(layout.wrapped(printable(why), `${String(count).padStart(6)}  `));
    if (left.size > most) lines.push(`        and ${number(left.size - most, 'more reason')} (use -v to show all)`);
  }
  return lines;
}

function reasonLines(reason: Reason, layout: Layout, ids: boolean): string[] {
  const text = printable(reasonText(reason));
  return [
    reason.verdict === 'inconclusive'
      ? layout.wrapped(`${text}${reason.blame ? ` (${reason.blame})` : ''}`, '  ', '    ')
      : layout.wrapped(text, `${String(reason.ids.length).padStart(6)}  `),
    // The user knows what --only excludes.
    ...(ids && !reason.notSelected ? reason.ids.map((id) => `        ${printable(id)}`) : []),
  ];
}

function heading(verdict: (typeof VERDICTS)[number]): string {
  return `${verdict.slice(0, 1).toUpperCase()}${verdict.slice(1).replace('-', ' ')}`;
}

function observations(results: Results, layout: Layout): string[] {
  const seen = results.requirements.filter(({ verdict }) => verdict === 'observed');
  return seen.length === 0
    ? []
    : [
        layout.wrapped('Observed (not shown in the document):'),
        ...seen.map(({ id, got }) => layout.wrapped(`${printable(id)}: ${printable(got ?? '')}`, '  ', '    ')),
      ];
}

function residue(results: Results, layout: Layout, most: number): string[] {
  const { residue: left } = results;
  if (left.length === 0) return [];
  return [
    `Left behind: ${left.length}`,
    ...left
      .slice(0, most)
      .map(({ kind, name, why }) => layout.wrapped(`${kind} ${printable(name)}: ${printable(why)}`, '  ', '    ')),
    ...(left.length > most ? [`  and ${left.length - most} more (use -v to show all)`] : []),
  ];
}

function notices(results: Results, layout: Layout, most: number): string[] {
  const all = results.notices;
  if (all.length === 0) return [];
  return [
    'Notices',
    ...all.slice(0, most).map((notice) => layout.wrapped(printable(notice), '  ')),
    ...(all.length > most ? [`  and ${all.length - most} more (use -v to show all)`] : []),
  ];
}

function foot(results: Results, options: TerminalOptions, layout: Layout): string[] {
  const seconds = (Date.parse(results.run.endedAt) - Date.parse(results.run.startedAt)) / 1000;
  const ran =
    results.problems === undefined
      ? [
          layout.wrapped(
            layout.styled(
              'dim',
              `${number(results.run.requests, 'request')} in ${seconds.toFixed(1)} s, run ${results.run.id}, Assay ${results.suite.version}.`,
            ),
          ),
        ]
      : [];
  const { directory, page = directory, files = [], reports = [] } = options;
  const report = [
    ...(page === undefined ? [] : [`Report: ${printable(page)}`]),
    ...(files.length === 0 ? [] : [layout.wrapped(printable(`Files in ${directory}: ${files.join(', ')}`), '', '  ')]),
    ...(reports.length === 0 ? [] : [layout.wrapped(printable(`Other reports: ${reports.join(', ')}`), '', '  ')]),
  ];
  const steps = nextSteps(results, directory);
  return [
    ...ran,
    ...report,
    ...(steps.length > 0 ? ['Next:', ...steps.map((step) => layout.wrapped(printable(step), '  ', '    '))] : []),
  ];
}
