/** Results on one terminal screen: the conclusion first, then the items that need action. */
import { CONDITIONS } from '../../engine/account/exit-codes.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { shellWord } from '../../engine/repeat/shell.ts';
import { type Results, residueOf } from '../../engine/words/types.ts';
import { concluded, failedIn, reachedNothing } from '../parts/conclusion.ts';
import { NEVER, undecidedIn } from '../parts/finding.ts';
import { printable, type Requests } from '../parts/report-input.ts';
import {
  capital,
  findingsIn,
  number,
  profileOf,
  referenceOf,
  residueLines,
  selectedIn,
  tableOf,
  trafficOf,
} from '../parts/tally.ts';
import { columns } from './columns.ts';
import { createLayout, type Layout, listed, numbered, type Style, type Terminal } from './layout.ts';
import { lacksResults, nextSteps, type Step, type StepOptions } from './next-steps.ts';
import { changeLines, findingLines } from './terminal-findings.ts';

export interface TerminalOptions extends Terminal, StepOptions {
  /** Lists every requirement, even if it does not fit on a screen. */
  readonly verbose?: boolean;
  /** Only the conclusion and, if no request was sent, the problems. */
  readonly quiet?: boolean;
  /** Whether stderr is a terminal. */
  readonly interactive?: boolean;
  readonly requests?: Requests;
  /** The page to open first. */
  readonly page?: string;
  /** Reports elsewhere. */
  readonly reports?: readonly string[];
}

/** Maximum number of items per part. */
const SCREEN = { findings: 6, named: 20, reasons: 8, residue: 10, notices: 5 };

const STYLES: Readonly<Partial<Record<string, Style>>> = {
  CONFORMANT: ['green', 'bold'],
  INCOMPLETE: ['yellow', 'bold'],
  'NON-CONFORMANT': ['red', 'bold'],
  INVALID: ['magenta', 'bold'],
};

/** Renders results, with a final line break. Control characters from a target are escaped. */
export function renderTerminal(results: Results, options: TerminalOptions): string {
  const layout = createLayout(options);
  const most = (part: keyof typeof SCREEN) => (options.verbose ? Infinity : SCREEN[part]);
  const { problems } = results;
  const failed = options.quiet ? failedIn(results) : '';
  const concluding =
    problems === undefined
      ? [[...head(results, layout), ...(failed ? [layout.wrapped(`Failed: ${printable(failed)}.`)] : [])]]
      : [problems.map((problem) => problemLine(problem, problems.length > 1 ? '- ' : ''))];
  const left = residueOf(results).length;
  const where = options.directory === undefined ? '' : `: assay clean ${shellWord(options.directory)}`;
  const brief = [
    problems === undefined ? [] : ['No request was sent.'],
    left === 0 ? [] : [layout.line(`Residue: ${number(left, 'object')}${where}`)],
    results.exitCode === 0 ? [] : reportLine(options),
  ];
  const sections = [...concluding, ...(options.quiet ? brief : details())];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;

  // Like other errors: a log gets whole lines.
  function problemLine(problem: string, sign: string) {
    return options.interactive === false ? `${sign}${printable(problem)}` : layout.line(problem, sign);
  }

  function details() {
    const selected = selectedIn(results);
    // If nothing was verified, the gate's reasons are all there is to say.
    const isOver = results.problems !== undefined || (!options.verbose && reachedNothing(results));
    return [
      part('Notices', results.notices, most('notices'), (notice) => notice, layout, '  '),
      changeLines(results, layout, most('named')),
      findingLines(results, layout, { ...options, most: most('findings'), named: most('named') }),
      isOver ? [] : table(selected, layout),
      isOver ? [] : reasons(selected, layout, most('reasons'), options.verbose ?? false),
      part(
        layout.wrapped('Observed (left open by the document, independent of the findings):'),
        options.verbose ? findingsIn(selected.requirements, ['observed']) : [],
        Infinity,
        ({ id, message, got = message }) => `${id}: ${got}`,
        layout,
      ),
      part(
        `Residue: ${residueOf(results).length}`,
        residueLines(residueOf(results), options.verbose ? Infinity : 3),
        most('residue'),
        ({ what, names, why }) => `${what} ${names.join(', ')}: ${why}`,
        layout,
      ),
      foot(results, options, layout),
    ];
  }
}

function head(results: Results, layout: Layout) {
  const { word, sentence } = concluded(results);
  const whom = referenceOf(results);
  const profile = profileOf(results);
  const code = `Exit code ${results.exitCode}`;
  const name = layout.styled(STYLES[word] ?? 'bold', word);
  return [
    ...(whom === '' ? [] : [layout.line(whom)]),
    // If nothing was verified, the reason is the news.
    ...(reachedNothing(results)
      ? [...gateLines(name, results, layout), layout.line(`${capital(sentence)} ${code}.`)]
      : [
          layout.wrapped(`${name}: ${printable(sentence)}`),
          // A conformant run that passes needs no reason.
          ...(results.conclusion === 'conformant' && results.exitCode === 0 ? [] : gateLines(code, results, layout)),
        ]),
    ...(profile ? [layout.line(`Profile: ${profile}.`)] : []),
  ];
}

/** Returns the lines about the gate: a single reason or a list, then the conditions. */
function gateLines(heading: string, { gate }: Results, layout: Layout) {
  const reasons = gate.filter((one) => !one.startsWith(CONDITIONS));
  return [
    ...(reasons.length > 1
      ? [`${heading}:`, ...reasons.map((one) => layout.line(one, '- '))]
      : [layout.wrapped(`${heading}: ${printable(reasons.join(' '))}`)]),
    ...gate.filter((one) => !reasons.includes(one)).map((one) => layout.line(one)),
  ];
}

function table(results: Results, layout: Layout) {
  const names = Object.keys(results.conclusions);
  if (names.length === 0) return [];
  const all = names.length > 1;
  const lines = columns([
    ['', ...names, ...(all ? ['total'] : [])],
    ...tableOf(results).map(([label, ...numbers]) => [label, ...numbers, ...(all ? [sum(numbers)] : [])]),
  ]);
  const byConclusion = [...grouped(Object.entries(results.conclusions), ([, conclusion]) => conclusion)];
  const conclusions = byConclusion.map(([one, own]) => `${capital(one)}: ${own.map(([of]) => of).join(', ')}.`);
  return [
    layout.styled('dim', lines[0] ?? ''),
    ...lines.slice(1),
    // Equal conclusions are in the headline.
    ...(conclusions.length > 1 ? [layout.wrapped(conclusions.join(' '))] : []),
    ...(results.notConfigured.length > 0
      ? [layout.wrapped(layout.styled('dim', `Not configured: ${results.notConfigured.join(', ')}.`))]
      : []),
  ];
}

/** Returns the reasons of what was not decided, or cannot be tested; `verbose`: with the requirements. */
function reasons(results: Results, layout: Layout, most: number, verbose: boolean) {
  // A reason of several may be a setting; the others are the same in every run.
  const parts = undecidedIn(results).filter(
    ({ name, reasons }) => verbose || name !== NEVER || reasons.some(({ ids }) => ids.length > 1),
  );
  return parts.flatMap(({ heading, reasons: all }) => [
    heading,
    ...listed(all, most, ({ why, ids }) => [
      numbered(ids.length, why, layout),
      ...(verbose ? ids.map((id) => `        ${printable(id)}`) : []),
    ]),
  ]);
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Returns a heading, and a line for each item; empty without items. */
function part<T>(
  heading: string,
  items: readonly T[],
  most: number,
  text: (item: T) => string,
  layout: Layout,
  rest = '    ',
) {
  return items.length === 0 ? [] : [heading, ...listed(items, most, (item) => layout.line(text(item), '  ', rest))];
}

/** Returns the line that names the page, or else the directory of the run. */
function reportLine({ directory, page = directory, files }: TerminalOptions) {
  const label = lacksResults(files)
    ? `${files?.length ? `Only ${files.join(', ')}` : 'No file'} could be written`
    : page === directory
      ? 'Results'
      : 'Report';
  return page === undefined ? [] : [`${label}: ${printable(page)}`];
}

function foot(results: Results, options: TerminalOptions, layout: Layout) {
  const { run, suite } = results;
  const ran = layout.styled(
    'dim',
    `${trafficOf(results)}, ${run.id === '' ? '' : `run ${run.id}, `}Assay ${suite.version}.`,
  );
  const { directory, files = [], reports = [] } = options;
  const report = [
    ...reportLine(options),
    ...(files.length === 0 || !options.verbose
      ? []
      : [layout.line(`Files in ${directory}: ${files.join(', ')}`, '', '  ')]),
    ...(reports.length === 0 ? [] : [layout.line(`Other reports: ${reports.join(', ')}`, '', '  ')]),
  ];
  const steps = nextSteps(results, options);
  return [
    // The page would contain only the problems above.
    ...(results.problems === undefined ? [layout.wrapped(ran), ...report] : ['No request was sent.']),
    ...(steps.length > 0 ? ['Next:', ...stepLines(steps, layout)] : []),
  ];
}

/**
 * Returns commands and their purposes, in two columns if they fit. A command is to be copied, so it is not wrapped:
 * otherwise, each purpose is printed below its command.
 */
export function stepLines(steps: readonly Step[], layout: Layout) {
  const rows = steps.map(([command, purpose]) => [`  ${layout.commands(printable(command))} `, purpose] as const);
  const aligned = columns(rows);
  return aligned.every((line) => line.length <= layout.width)
    ? aligned
    : rows.flatMap(([command, purpose]) => [command.trimEnd(), layout.wrapped(purpose, '    ')]);
}
