/** Changes between runs, for a terminal and as Markdown. */
import { grouped } from '../../engine/account/grouping.ts';
import { capped, code, prose } from '../files/markdown-text.ts';
import type { ChangedLine, Changes } from '../parts/comparison.ts';
import { printable } from '../parts/report-input.ts';
import { capital, first } from '../parts/tally.ts';
import { createLayout, listed, type Style, type Terminal } from './layout.ts';

/** Styles of a title by whether the later run regressed. */
const STYLES: Readonly<Record<`${boolean | undefined}`, Style>> = {
  true: ['red', 'bold'],
  false: ['green', 'bold'],
  undefined: 'bold',
};

/** Maximum number of groups of each kind, and of requirements in a group, on a terminal and in Markdown. */
const MOST = { screen: 20, markdown: 200 };
/** Minimum number of requirements in one directory that are one line. */
const FOLDED = 3;
const MOST_BYTES = 1_000_000;

/** Renders changes for a terminal; ends with a line break. */
export function renderChanges(changes: Changes, options: Terminal & { readonly verbose?: boolean }): string {
  const layout = createLayout(options);
  const most = options.verbose ? Infinity : MOST.screen;
  const line = ({ said, runs }: ChangedLine) => layout.line(said, runs === undefined ? '  ' : `  ${runs}  `);
  const lines = [
    layout.wrapped(layout.styled(STYLES[`${changes.regressed}`], printable(capital(changes.title)))),
    ...changes.facts.map(line),
    ...changes.parts.flatMap(({ heading, meaning, groups }) => [
      '',
      layout.wrapped(`${layout.styled('bold', heading)} (${meaning})`),
      ...listed(groups, most, (group) => [
        line(group),
        ...listed(options.verbose ? group.ids : folded(group.ids), most, (id) => `    ${printable(id)}`, '    '),
      ]),
    ]),
    ...(options.verbose ||
    !changes.parts.some(({ groups }) => groups.some(({ ids }) => folded(ids).length < ids.length))
      ? []
      : ['', 'Use -v to list every requirement.']),
    ...(changes.closing.length > 0 ? ['', ...changes.closing.map((text) => layout.wrapped(text))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns ids, in the order of the first of each directory; many in one directory are one line with their number. */
function folded(ids: readonly string[]) {
  return [...grouped(ids, (id) => id.slice(0, id.lastIndexOf('/')))].flatMap(([directory, own]) =>
    own.length < FOLDED ? own : [`${directory}/*: ${own.length} requirements`],
  );
}

/** Renders changes as Markdown, for the summary of a CI job. */
export function renderChangesMarkdown({ title, facts, parts, closing }: Changes): string {
  const line = ({ said, runs }: ChangedLine) => `- ${runs === undefined ? '' : `${code(runs)} `}${prose(said)}`;
  const blocks = parts.flatMap(({ heading, meaning, groups }) => [
    `### ${heading}`,
    `(${meaning})`,
    ...first(
      groups.map((group) => {
        const ids = group.ids.map((id) => `  - ${code(id)}`);
        return [line(group), ...first(ids, MOST.markdown, (left) => `  - … and ${left} more`)].join('\n');
      }),
      MOST.markdown,
    ),
  ]);
  return capped(
    [`## Assay: ${prose(title)}`, facts.map(line).join('\n'), ...blocks, ...closing.map(prose)],
    MOST_BYTES,
  );
}
