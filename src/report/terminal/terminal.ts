/** Results on one terminal screen: the conclusion first, then the items that need action. */
import { conditionsIn } from '../../engine/account/exit-codes.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { openOutages } from '../../engine/account/unverified.ts';
import { type Results, residueOf } from '../../engine/words/types.ts';
import { concluded, failedIn, reachedNothing } from '../parts/conclusion.ts';
import { type Reason, reasonsOf, reasonText } from '../parts/finding.ts';
import { printable, type Requests } from '../parts/report-input.ts';
import {
  capital,
  number,
  profileOf,
  referenceOf,
  residueLines,
  selectedIn,
  splitOf,
  sumOf,
  tableOf,
  trafficOf,
  untestable,
} from '../parts/tally.ts';
import { columns } from './columns.ts';
import { createLayout, type Layout, listed, numbered, type Style, type Terminal } from './layout.ts';
import { nextSteps, type Step } from './next-steps.ts';
import { changeLines, findingLines } from './terminal-findings.ts';

export interface TerminalOptions extends Terminal {
  /** Lists every requirement, even if it does not fit on a screen. */
  readonly verbose?: boolean;
  /** Only the conclusion and, if no request was sent, the problems. */
  readonly quiet?: boolean;
  /** Whether stderr is a terminal. */
  readonly interactive?: boolean;
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

/** Maximum number of requirements named that follow from a finding. */
const MOST_FOLLOWING = 3;

const STYLES: Readonly<Partial<Record<string, Style>>> = {
  CONFORMANT: ['green', 'bold'],
  INCOMPLETE: ['yellow', 'bold'],
  'NON-CONFORMANT': ['red', 'bold'],
  INVALID: ['magenta', 'bold'],
};

/** Renders results, with a final line break. Control characters from a target are escaped. */
export function renderTerminal(results: Results, options: TerminalOptions): string {
  const layout = createLayout(options);
  const screen = options.verbose
    ? { findings: Infinity, named: Infinity, reasons: Infinity, residue: Infinity, notices: Infinity }
    : SCREEN;
  const { problems } = results;
  const failed = options.quiet ? failedIn(results) : '';
  const concluding =
    problems === undefined
      ? [[...head(results, layout), ...(failed ? [layout.wrapped(`Failed: ${printable(failed)}.`)] : [])]]
      : [problems.map((problem) => problemLine(problem, problems.length > 1 ? '- ' : ''))];
  const sections = [...concluding, ...(options.quiet ? [] : details())];
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
    const isOver = results.problems !== undefined || (!options.verbose && reachedNothing(results));
    return [
      part('Notices', results.notices, screen.notices, (notice) => notice, layout, '  '),
      changeLines(results, layout, screen.named),
      findingLines(results, layout, { ...options, most: screen.findings, named: screen.named }),
      isOver ? [] : table(selected, layout),
      results.run.requests === 0
        ? []
        : reasons(selected, layout, isOver ? 1 : screen.reasons, options.verbose ?? false, isOver),
      part(
        layout.wrapped('Observed (left open by the document, independent of the findings):'),
        options.verbose ? results.requirements.filter(({ verdict }) => verdict === 'observed') : [],
        Infinity,
        ({ id, got = '' }) => `${id}: ${got}`,
        layout,
      ),
      part(
        `Residue: ${residueOf(results).length}`,
        residueLines(residueOf(results), options.verbose ? Infinity : 3),
        screen.residue,
        ({ what, names, why }) => `${what} ${names.join(', ')}: ${why}`,
        layout,
      ),
      foot(results, options, layout),
    ];
  }
}

function head(results: Results, layout: Layout) {
  const { word, sentence, isStated } = concluded(results);
  const { exitCode } = results;
  const whom = referenceOf(results);
  const profile = profileOf(results);
  const styled = (text: string) => layout.styled(STYLES[text] ?? 'bold', text);
  // If the gate passed, its sentences are shown only if a requirement failed.
  const isShown = exitCode !== 0 || results.counts.fail > 0;
  // If nothing was verified, the reason is the news.
  const isFirst = isShown && exitCode !== 0 && reachedNothing(results);
  const isNoted = isShown ? isFirst || isStated : results.conclusion === 'incomplete';
  const code = isNoted ? ` Exit code ${exitCode}.` : '';
  return [
    ...(whom === '' ? [] : [layout.wrapped(printable(whom))]),
    ...(isFirst ? gateLines(styled(word), results, layout) : []),
    layout.wrapped(`${isFirst ? capital(printable(sentence)) : `${styled(word)}: ${printable(sentence)}`}${code}`),
    ...(profile ? [layout.line(`Profile: ${profile}.`)] : []),
    ...(isShown && code === '' ? gateLines(`Exit code ${exitCode}`, results, layout) : []),
  ];
}

/** Returns the lines about the gate: a single sentence, or a list of reasons and the policy. */
function gateLines(heading: string, { gate, policy }: Results, layout: Layout) {
  const conditions = policy && conditionsIn(policy);
  return gate.length > 1
    ? [`${heading}:`, ...gate.map((one) => layout.line(one, one === conditions ? '' : '- '))]
    : [layout.wrapped(`${heading}: ${printable(gate.join(' '))}`)];
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
  const absent =
    results.notConfigured.length > 0
      ? [layout.wrapped(layout.styled('dim', `Not configured: ${results.notConfigured.join(', ')}.`))]
      : [];
  // Equal conclusions are in the headline.
  const below = [...(conclusions.length > 1 ? [layout.wrapped(conclusions.join(' '))] : []), ...absent];
  if (lines.every((line) => line.length <= layout.width))
    return [layout.styled('dim', lines[0] ?? ''), ...lines.slice(1), ...below];
  const filled = Object.entries(results.conclusions).map(([name, conclusion]) => {
    const of = <T extends { readonly id: string }>(some: readonly T[]) =>
      some.filter(({ id }) => id.startsWith(`${name}/`));
    const own = { requirements: of(results.requirements), notPlanned: of(results.notPlanned) };
    return layout.wrapped(`${name}: ${conclusion}; ${sumOf(own)}`, '', '  ');
  });
  return [...filled, ...absent];
}

/** @param isOver the lines about the gate already state why no requirement was decided */
function reasons(results: Results, layout: Layout, most: number, ids: boolean, isOver: boolean) {
  // The exit code has named each outage with its cause.
  const known = new Set(results.comparison?.known.map(({ id }) => id));
  const outages = results.exitCode === 0 || results.run.interrupted ? [] : openOutages(results.unanswered, known);
  const reported = new Set(outages.map(({ requirement }) => requirement));
  const never = untestable(results.notPlanned).map(([why, own]) => ({ why, ids: own }));
  const neverTested = requirementsOf(never);
  const unreached = unreachedIn(results);
  const undecided = (['inconclusive', 'skipped', 'not-applicable'] as const).flatMap((verdict) => {
    if (isOver && verdict === 'inconclusive') return [];
    // The table counts gaps as left open.
    const all = reasonsOf(
      results.requirements.filter(({ basis }) => ids || basis !== 'gap'),
      verdict,
    );
    if (all.length === 0) return [];
    // The user has declared these operations as not offered, so their number is enough.
    if (verdict === 'not-applicable' && !ids && all.length > 1)
      return [
        layout.wrapped(
          `Not applicable: ${requirementsOf(all)}, because their operations are declared as not offered (-v lists them)`,
        ),
      ];
    const byId = new Map(results.requirements.map((result) => [result.id, result]));
    const unreported = ids ? all : all.filter((reason) => !reason.ids.some((id) => reported.has(id)));
    // A further setting does not help while the service cannot be used.
    const isUseless = ({ ids: own }: Reason) =>
      !ids && verdict === 'skipped' && own.every((id) => unreached.has(byId.get(id)?.interface ?? ''));
    const open = unreported.filter((reason) => !isUseless(reason));
    if (open.length === 0) return [];
    return [
      capital(
        `${unreported.length < all.length ? 'also ' : ''}${verdict.replace('-', ' ')}: ${requirementsOf(unreported)} of ${number(results.requirements.length + neverTested, 'requirement')}${splitOf(unreported.flatMap((reason) => reason.ids.flatMap((id) => byId.get(id) ?? [])))}`,
      ),
      ...withRest(open, unreported, most, (reason) => reasonLines(reason, layout, ids)),
    ];
  });
  // A reason of several may be a setting.
  if (ids ? never.length === 0 : isOver || never.every(({ ids: own }) => own.length === 1)) return undecided;
  return [
    ...undecided,
    `Cannot be tested: ${number(neverTested, 'requirement')}`,
    ...never.map((one) => numbered(one.ids.length, one.why, layout)),
  ];
}

/** Returns the interfaces that did not respond as documented, and of which nothing was verified. */
function unreachedIn({ unanswered = [], otherServices = [], verified }: Results) {
  return new Set([...unanswered, ...otherServices].flatMap(({ interface: of }) => (verified[of] ? [] : [of])));
}

/**
 * Returns the lines of the first `most` of `some` reasons, and the number of the others of `all`; a single one of
 * `some` is shown instead of its number.
 */
function withRest<T extends Pick<Reason, 'ids'>>(
  some: readonly T[],
  all: readonly T[],
  most: number,
  lines: (reason: T) => readonly string[],
) {
  const shown = all.length - most === 1 ? some : some.slice(0, most);
  const left = all.filter((one) => !shown.includes(one));
  const more = `${number(left.length, 'more reason')} (${number(requirementsOf(left), 'requirement')})`;
  const rest = left.length === 0 ? [] : [`        and ${more}; -v lists ${left.length === 1 ? 'it' : 'them'}`];
  return [...shown.flatMap(lines), ...rest];
}

function requirementsOf(reasons: readonly Pick<Reason, 'ids'>[]) {
  return sum(reasons.map(({ ids }) => ids.length));
}

function reasonLines(reason: Reason, layout: Layout, ids: boolean) {
  const { length } = reason.ids;
  const named = length > MOST_FOLLOWING + 1 ? MOST_FOLLOWING : length;
  const more = length > named ? [`and ${length - named} more (-v lists them)`] : [];
  const following = ids ? '' : `: ${[...reason.ids.slice(0, named), ...more].join(', ')}`;
  return [
    numbered(length, reasonText(reason, following), layout),
    ...(ids ? reason.ids.map((id) => `        ${printable(id)}`) : []),
  ];
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

function foot(results: Results, options: TerminalOptions, layout: Layout) {
  const { run, suite } = results;
  const ran = layout.styled(
    'dim',
    `${trafficOf(run)}, ${run.id === '' ? '' : `run ${run.id}, `}Assay ${suite.version}.`,
  );
  const { directory, page = directory, files = [], reports = [] } = options;
  const report = [
    ...(page === undefined ? [] : [`${page === directory ? 'Results' : 'Report'}: ${printable(page)}`]),
    ...(files.length === 0 || !options.verbose
      ? []
      : [layout.line(`Files in ${directory}: ${files.join(', ')}`, '', '  ')]),
    ...(reports.length === 0 ? [] : [layout.line(`Other reports: ${reports.join(', ')}`, '', '  ')]),
  ];
  const steps = nextSteps(results, directory, files.length > 0);
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
