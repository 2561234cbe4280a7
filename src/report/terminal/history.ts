/** Runs side by side, on a terminal and as Markdown. */

import {
  HISTORY_KINDS,
  type History,
  type HistoryKind,
  type HistoryRow,
  NARROWED,
  type PastRun,
} from '../../compare/history.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { VERDICTS } from '../../engine/words/types.ts';
import { capped, code, prose } from '../files/markdown-text.ts';
import { RELATION_HEADINGS } from '../parts/comparison.ts';
import { printable } from '../parts/message-text.ts';
import { number, SIGNS } from '../parts/tally.ts';
import { createLayout, type Layout, listed, type Terminal } from './layout.ts';

/**
 * `screen`, `markdown`: maximum number of changes of each kind. `alike`: of further requirements that are named with a
 * change.
 */
const MOST = { screen: 15, alike: 4, markdown: 200 };
const MOST_BYTES = 1_000_000;
/** Changes named per requirement. */
const MOST_CHANGES = 3;

const HEADINGS: Readonly<Record<HistoryKind, string>> = {
  ...RELATION_HEADINGS,
  flaky: 'Flaky',
  other: 'Other changes',
};
const KINDS = Object.keys(HISTORY_KINDS) as HistoryKind[];

/** Renders a history for a terminal; ends with a line break. */
export function renderHistory(history: History, options: Terminal & { readonly verbose?: boolean }): string {
  const layout = createLayout(options);
  if (history.runs.length === 0)
    return `${[headline(history), ...closing(history)].map((line) => layout.wrapped(line)).join('\n')}\n`;
  // A requirement's runs are on one line, the newest at the end.
  const room = Math.max(8, Math.floor(options.width / 2));
  const cut = Math.max(0, history.runs.length - room);
  const lines = [
    layout.wrapped(layout.styled('bold', headline(history))),
    layout.wrapped(now(history)),
    '',
    `  ${history.runs.slice(cut).map(gateSign).join('')}  exit codes${cut > 0 ? ` of the last ${room} runs` : ''} (I: interrupted)`,
  ];
  for (const { kind, heading, groups } of partsOf(history))
    lines.push(
      '',
      layout.wrapped(`${layout.styled('bold', heading)} (${HISTORY_KINDS[kind]})`),
      ...listed(groups, options.verbose ? Infinity : MOST.screen, (group) =>
        screenLines(group, history, layout, cut, options.verbose ?? false),
      ),
    );
  lines.push(
    '',
    ...closing(history).map((line) => layout.wrapped(line)),
    layout.wrapped(layout.styled('dim', `${signs()}.`)),
  );
  return `${lines.join('\n')}\n`;
}

function screenLines(group: Group, { runs }: History, layout: Layout, cut: number, verbose: boolean): string[] {
  const [row, ...others] = group;
  const before = `  ${' '.repeat(row.verdicts.length - cut)}  `;
  return [
    `  ${cells(row.verdicts.slice(cut))}  ${printable(row.id)}`,
    ...listed(others, verbose ? Infinity : MOST.alike, ({ id }) => `${before}${printable(id)}`, before),
    layout.wrapped(changesOf(row, runs), '      '),
  ];
}

function cells(verdicts: HistoryRow['verdicts']): string {
  return verdicts.map((verdict) => (verdict === null ? ' ' : SIGNS[verdict])).join('');
}

/** Renders a history as Markdown. */
export function renderHistoryMarkdown(history: History): string {
  const blocks = [`## Assay: ${prose(headline(history))}`, prose(now(history))];
  for (const { kind, heading, groups } of partsOf(history)) {
    const lines = groups.slice(0, MOST.markdown).map((group) => {
      const ids = group.slice(0, MOST.markdown).map(({ id }) => code(id, 400, true));
      const more = group.length > ids.length ? ` and ${group.length - ids.length} more` : '';
      return `| ${ids.join('<br>')}${more} | ${code(cells(group[0].verdicts), 400, true)} | ${prose(changesOf(group[0], history.runs))} |`;
    });
    blocks.push(
      `### ${heading}`,
      `${HISTORY_KINDS[kind]}.`,
      ['| requirements | runs | changes |', '| --- | --- | --- |', ...lines].join('\n'),
    );
    if (groups.length > MOST.markdown) blocks.push(`… and ${groups.length - MOST.markdown} more.`);
  }
  blocks.push(...closing(history).map(prose), `<sub>${signs()}.</sub>`);
  return capped(blocks, MOST_BYTES);
}

/** Requirements that changed in the same runs in the same way. */
export type Group = readonly [HistoryRow, ...HistoryRow[]];

/** Changed requirements by kind, without empty kinds; those with the same verdicts in all runs are listed together. */
export function partsOf({
  changed,
}: History): { readonly kind: HistoryKind; readonly heading: string; readonly groups: readonly Group[] }[] {
  return KINDS.flatMap((kind) => {
    const rows = changed.filter((row) => row.kind === kind);
    const groups = [...grouped(rows, ({ verdicts, unstable }) => `${verdicts.join()} ${unstable.join()}`).values()];
    return rows.length === 0 ? [] : [{ kind, groups, heading: `${HEADINGS[kind]}: ${rows.length}` }];
  });
}

/** Returns the runs, and the deployment that they tested. */
export function headline({ runs, deployment }: History): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return 'No runs to compare.';
  return `${number(runs.length, 'run')} of ${printable(deployment)}, ${dayOf(first)} to ${dayOf(last)}`;
}

/** Returns a line about the newest run and the number of runs that passed the gate. */
export function now({ runs }: History): string {
  const last = runs.at(-1);
  if (last === undefined) return '';
  const passed = runs.filter(({ exitCode }) => exitCode === 0).length;
  return `Now: ${last.conclusion}, exit code ${last.exitCode} (run ${printable(last.id)}). ${passed} of ${number(runs.length, 'run')} passed the gate.`;
}

/** Returns requirements that never changed, and runs that are not compared. */
export function closing({ runs, steady, changed, leftOut }: History): string[] {
  const counts = VERDICTS.flatMap((verdict) =>
    steady[verdict] === undefined ? [] : [`${steady[verdict]} ${verdict}`],
  );
  const others = Object.entries(leftOut).map(([why, count]) => `${count} ${why}`);
  return [
    ...(changed.length === 0 && runs.length > 0 ? ['No changes.'] : []),
    ...(counts.length > 0 ? [`Never changed: ${counts.join(', ')}.`] : []),
    ...(others.length > 0 ? [`Runs left out: ${others.join(', ')}.`] : []),
    ...(NARROWED in leftOut ? ['Narrowed runs tested different requirements: assay diff compares two of them.'] : []),
  ];
}

/** `pass → fail 2026-11-20 02:17`; the latest changes, newest last. */
export function changesOf({ changes, unstable, verdicts }: HistoryRow, runs: readonly PastRun[]): string {
  const all = [
    ...changes.map(({ run, from, to }) => ({ run, what: `${from} → ${to}` })),
    ...unstable.map((run) => ({ run, what: verdicts[run] === 'fail' ? 'failed, then passed' : 'unstable' })),
  ].sort((a, b) => a.run - b.run);
  const shown = all.slice(-MOST_CHANGES).map(({ run, what }) => `${what} ${momentOf(runs[run])}`);
  return `${all.length > MOST_CHANGES ? `${all.length} changes; the last: ` : ''}${shown.join(', ')}`;
}

/** Exit code in one character. */
export function gateSign({ exitCode }: PastRun): string {
  return exitCode === 130 ? 'I' : String(exitCode);
}

/** Day and minute, UTC. */
export function momentOf(run: PastRun | undefined): string {
  return printable(run?.startedAt.slice(0, 16).replace('T', ' ') ?? '');
}

function dayOf({ startedAt }: PastRun): string {
  return printable(startedAt.slice(0, 10));
}

function signs(): string {
  return Object.entries(SIGNS)
    .filter(([verdict]) => verdict !== 'observed')
    .map(([verdict, sign]) => `${sign} ${verdict}`)
    .join(', ');
}
