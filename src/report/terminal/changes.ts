/** Changes between runs, for a terminal and as Markdown. */
import { capped, code, prose } from '../files/markdown-text.ts';
import { printable } from '../parts/message-text.ts';
import { first } from '../parts/tally.ts';
import { createLayout, listed, type Style, type Terminal } from './layout.ts';

/** A sentence, with a sign for each of the runs that it is about if there are many. */
interface Line {
  readonly said: string;
  readonly runs?: string;
}

/** Changes between two runs, or among many. */
export interface Changes {
  readonly title: string;
  readonly style: Style;
  readonly facts: readonly Line[];
  /** Requirements by kind of change; those with the same change are one group. */
  readonly parts: readonly {
    readonly heading: string;
    readonly meaning: string;
    readonly groups: readonly (Line & { readonly ids: readonly string[] })[];
  }[];
  readonly closing: readonly string[];
}

/** Maximum number of groups of each kind, and of requirements in a group, on a terminal and in Markdown. */
const MOST = { screen: 20, markdown: 200 };
const MOST_BYTES = 1_000_000;

/** Renders changes for a terminal; ends with a line break. */
export function renderChanges(changes: Changes, options: Terminal & { readonly verbose?: boolean }): string {
  const layout = createLayout(options);
  const most = options.verbose ? Infinity : MOST.screen;
  const line = ({ said, runs }: Line): string => layout.line(said, runs === undefined ? '  ' : `  ${runs}  `);
  const lines = [
    layout.wrapped(layout.styled(changes.style, printable(changes.title))),
    ...changes.facts.map(line),
    ...changes.parts.flatMap(({ heading, meaning, groups }) => [
      '',
      layout.wrapped(`${layout.styled('bold', heading)} (${meaning})`),
      ...listed(groups, most, (group) => [
        line(group),
        ...listed(group.ids, most, (id) => `    ${printable(id)}`, '    '),
      ]),
    ]),
    ...(changes.closing.length > 0 ? ['', ...changes.closing.map((text) => layout.wrapped(text))] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders changes as Markdown, for the summary of a CI job. */
export function renderChangesMarkdown({ title, facts, parts, closing }: Changes): string {
  const line = ({ said, runs }: Line): string => `- ${runs === undefined ? '' : `${code(runs)} `}${prose(said)}`;
  const blocks = parts.flatMap(({ heading, meaning, groups }) => [
    `### ${heading}`,
    `(${meaning})`,
    ...first(
      groups,
      MOST.markdown,
      (group) =>
        [
          line(group),
          ...first(
            group.ids,
            MOST.markdown,
            (id) => `  - ${code(id)}`,
            (left) => `  - … and ${left} more`,
          ),
        ].join('\n'),
      (left) => `… and ${left} more.`,
    ),
  ]);
  return capped(
    [`## Assay: ${prose(title)}`, facts.map(line).join('\n'), ...blocks, ...closing.map(prose)],
    MOST_BYTES,
  );
}
