/** Many deployments on one screen: those that did not pass, and the outliers per requirement. */
import { join } from 'node:path';
import { differing, type FleetOverview, type FleetRow, type ListedMember } from '../../compare/fleet.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { shellWord } from '../../engine/repeat/shell.ts';
import { someOf } from '../../records/preview.ts';
import { fleetLines } from '../parts/fleet.ts';
import { printable } from '../parts/report-input.ts';
import { columns } from './columns.ts';
import { createLayout, listed, type Terminal } from './layout.ts';
import type { Step } from './next-steps.ts';
import { stepLines } from './terminal.ts';

export interface FleetTerminalOptions extends Terminal {
  /** Shows everything, even if it does not fit on a screen. */
  readonly verbose: boolean;
  /** Directory of the overview. */
  readonly directory: string;
  /** Directory of the settings files; absent if the results were merged. */
  readonly settings?: string;
  /** The command that tests the rest of the fleet. */
  readonly again?: string;
  /** Directories of unfinished runs. */
  readonly unfinished: readonly string[];
}

/** Maximum number of lines per part, and of names in a line. */
const MOST = { lines: 20, names: 6 };

/** Renders an overview, with a final line break. */
export function renderFleet(overview: FleetOverview, options: FleetTerminalOptions): string {
  const layout = createLayout(options);
  const most = options.verbose ? { lines: Infinity, names: Infinity } : MOST;
  const { deployments, exitCode } = overview;
  const [headline, ...facts] = fleetLines(overview);
  const notPassed = deployments.filter((one) => one.exitCode !== 0);
  const members = options.verbose ? deployments : notPassed;
  const lines = [
    layout.styled(exitCode === 0 ? ['green', 'bold'] : ['red', 'bold'], `${headline}.`),
    ...facts.map((line) => layout.line(line)),
  ];
  if (members.length > 0) {
    const headings = ['deployment', 'exit', 'conclusion', 'failed', 'warned', 'undecided'];
    const [heading = '', ...rows] = columns([headings, ...members.map(cells)]);
    const line = (problem: string) => layout.line(problem, '    ');
    const parts = members.map(({ problem }, at) => [
      rows[at] ?? '',
      ...listed(problem?.split('\n') ?? [], options.verbose ? Infinity : 1, line, '    '),
    ]);
    lines.push('', heading, ...listed(parts, most.lines, (part) => part, ''));
    if (members.length < deployments.length)
      lines.push(`${deployments.length - members.length} passed, and are not listed (-v lists them).`);
  }
  const rowsOf = grouped(overview.requirements, kindOf);
  for (const heading of ['Outliers', 'Divided', 'Fails everywhere'])
    lines.push(...rowLines(heading, rowsOf.get(heading) ?? [], most, deployments.length));
  if (options.unfinished.length > 0) {
    lines.push('', `Unfinished: ${options.unfinished.length}. Run \`assay clean DIR\` to list the residue of each.`);
    lines.push(...listed(options.unfinished, most.lines, (name) => `  ${printable(name)}`));
  }
  lines.push('', `Overview: ${printable(options.directory)}/fleet.html`);
  const steps = nextSteps(notPassed, exitCode, options);
  if (steps.length > 0) lines.push('Next:', ...stepLines(steps, layout));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Returns commands for the deployments that did not pass. */
function nextSteps(
  notPassed: readonly ListedMember[],
  worst: number,
  { directory, settings, again }: FleetTerminalOptions,
): Step[] {
  if (notPassed.length === 0) return [];
  const unverified = notPassed.filter(({ exitCode }) => [2, 3, 130].includes(exitCode));
  // The deployment that the headline names.
  const first = unverified.find(({ exitCode }) => exitCode === worst) ?? unverified[0];
  const failed = notPassed.find(({ exitCode }) => exitCode === 1);
  const name = printable(failed?.name ?? '');
  const steps: Step[] = [];
  if (failed) steps.push([`assay judge ${shellWord(join(directory, name))}`, `show the findings of ${name}`]);
  if (first && settings !== undefined && again !== undefined) {
    const file = shellWord(join(settings, `${first.name}.env`));
    steps.push([`assay doctor --env-file ${file}`, `check ${printable(first.name)}`]);
    steps.push([again, 'repeat those with exit code 2, 3 or 130']);
  }
  return [...steps, [`assay open ${shellWord(directory)}`, 'show the overview in the browser']];
}

function cells({ name, exitCode, conclusion, counts, state }: ListedMember) {
  const open = counts === undefined ? '' : counts.inconclusive + counts.skipped;
  return [
    printable(name),
    exitCode,
    state === 'not-run' ? 'not run' : (conclusion ?? '-'),
    counts?.fail ?? '',
    counts?.warn ?? '',
    open,
  ];
}

function rowLines(heading: string, rows: readonly FleetRow[], most: Pick<typeof MOST, 'lines' | 'names'>, all: number) {
  if (rows.length === 0) return [];
  return [
    '',
    `${heading}: ${rows.length}`,
    ...listed(
      rows.toSorted((one, other) => Number(isRed(other)) - Number(isRed(one))),
      most.lines,
      (row) => `  ${printable(row.id)}: ${rowWords(row, most.names, all)}`,
    ),
  ];
}

function kindOf(row: FleetRow) {
  if (row.odd) return 'Outliers';
  if (differing(row).length > 0) return 'Divided';
  return row.usual === 'fail' && comparedIn(row) > 1 ? 'Fails everywhere' : '';
}

const comparedIn = ({ of, undecided }: FleetRow) => of - undecided.length;

function isRed(row: FleetRow) {
  return [row.usual, ...differing(row).map(([, verdict]) => verdict)].some(
    (verdict) => verdict === 'fail' || verdict === 'error',
  );
}

/** `pass, but fail in north; skipped in east, west`. `all`: the number of deployments. */
function rowWords(row: FleetRow, most: number, all: number) {
  const { usual } = row;
  const of = comparedIn(row);
  const shown = [...grouped(differing(row), ([, verdict]) => verdict)].map(
    ([verdict, own]) =>
      `${verdict} in ${someOf(
        own.map(([name]) => printable(name)),
        most,
      )}`,
  );
  if (shown.length > 0) return `${usual}, but ${shown.join('; ')}`;
  return `${usual} in all ${of}${of < all ? ` that could be compared (of ${all})` : ''}`;
}
