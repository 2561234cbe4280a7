/** Many deployments on one screen: those that did not pass the gate, and the outliers per requirement. */
import type { FleetOverview, FleetRow, ListedMember } from '../../compare/fleet.ts';
import { ORDER_OF_EXIT_CODES } from '../../engine/account/exit-codes.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { someOf } from '../../records/preview.ts';
import { printable } from '../parts/report-input.ts';
import { number, shortened } from '../parts/tally.ts';
import { createLayout, listed, type Terminal, wrappedColumns } from './layout.ts';

export interface FleetTerminalOptions extends Terminal {
  /** Shows everything, even if it does not fit on a screen. */
  readonly verbose: boolean;
  /** Directory of the overview. */
  readonly directory: string;
  /** Directories of unfinished runs. */
  readonly unfinished: readonly string[];
}

/** The source of the exit code. */
export const WORST = `the worst of the deployments, in the order ${ORDER_OF_EXIT_CODES}.`;
/** Maximum number of lines per part, of names in a line, and of characters of a reason, unless verbose. */
const MOST = { lines: 20, names: 6, reason: 160 };

/** Renders an overview, with a final line break. */
export function renderFleet(overview: FleetOverview, options: FleetTerminalOptions): string {
  const layout = createLayout(options);
  const most = options.verbose ? { lines: Infinity, names: Infinity, reason: Infinity } : MOST;
  const { deployments, exitCode, shard, planned } = overview;
  const notPassed = deployments.filter((one) => one.exitCode !== 0);
  const shown = options.verbose ? deployments : notPassed.slice(0, most.lines);
  const lines = [
    layout.styled(
      exitCode === 0 ? ['green', 'bold'] : ['red', 'bold'],
      `${number(deployments.length, 'deployment')}: ${deployments.length - notPassed.length} passed the gate, ${notPassed.length} did not.`,
    ),
    layout.wrapped(
      `Exit code ${exitCode}: ${WORST}${shard ? ` Part ${shard.index} of ${shard.of}; the fleet has ${planned.length}.` : ''}`,
    ),
    ...notJudged(overview).map((line) => layout.wrapped(line)),
  ];
  if (shown.length > 0)
    lines.push(
      '',
      ...wrappedColumns(
        [
          ['deployment', 'exit', 'conclusion', 'failed', 'warned', 'open', ''],
          ...shown.map((one) => cells(one, most.reason)),
        ],
        layout,
      ),
    );
  if (!options.verbose && notPassed.length > shown.length)
    lines.push(`and ${notPassed.length - shown.length} more (use -v to show all)`);
  const rowsOf = grouped(overview.requirements, kindOf);
  for (const heading of ['Outliers', 'Divided', 'Fails everywhere'])
    lines.push(...rowLines(heading, rowsOf.get(heading) ?? [], most));
  if (options.unfinished.length > 0) {
    lines.push('', `Unfinished: ${options.unfinished.length}. Run \`assay clean DIR\` to list the residue of each.`);
    lines.push(...listed(options.unfinished, most.lines, (name) => `  ${printable(name)}`));
  }
  lines.push('', `Overview: ${printable(options.directory)}/fleet.html`);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Counts the deployments that are not compared. */
function notJudged({ deployments }: FleetOverview) {
  const counted = [
    [deployments.filter(({ state }) => state === 'not-run').length, 'not run'],
    [deployments.filter(({ state }) => state === 'nothing-verified').length, 'without a verified requirement'],
  ] as const;
  const parts = counted.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  return parts.length > 0 ? [`Not compared with the other deployments: ${parts.join(', ')}.`] : [];
}

function cells({ name, exitCode, conclusion, counts, problem = '', state }: ListedMember, most: number) {
  const reason = shortened(printable(problem), most);
  if (state === 'not-run') return [printable(name), exitCode, 'not run', '', '', '', reason];
  const open = counts === undefined ? '' : counts.inconclusive + counts.skipped;
  return [printable(name), exitCode, conclusion ?? '-', counts?.fail ?? '', counts?.warn ?? '', open, reason];
}

function rowLines(heading: string, rows: readonly FleetRow[], most: typeof MOST) {
  if (rows.length === 0) return [];
  return [
    '',
    `${heading}: ${rows.length}`,
    ...listed(
      rows.toSorted((one, other) => Number(isRed(other)) - Number(isRed(one))),
      most.lines,
      (row) => `  ${printable(row.id)}: ${rowWords(row, most.names)}`,
    ),
  ];
}

function kindOf({ odd, usual, others }: FleetRow) {
  if (odd) return 'Outliers';
  if (Object.keys(others).length > 0) return 'Divided';
  return usual === 'fail' ? 'Fails everywhere' : '';
}

function isRed({ usual, others }: FleetRow) {
  return [usual, ...Object.values(others)].some((verdict) => verdict === 'fail' || verdict === 'error');
}

/** `pass, but fail in north; skipped in east, west` */
function rowWords({ usual, of, others }: FleetRow, most: number) {
  const shown = [...grouped(Object.entries(others), ([, verdict]) => verdict)].map(
    ([verdict, own]) =>
      `${verdict} in ${someOf(
        own.map(([name]) => printable(name)),
        most,
      )}`,
  );
  return shown.length === 0 ? `${usual} in all ${of}` : `${usual}, but ${shown.join('; ')}`;
}
