/** Changes between two runs, for a terminal and as Markdown. */
import { type Change, type Diff, RELATIONS, type Relation } from '../../compare/relations.ts';
import type { Results } from '../../engine/words/types.ts';
import { capped, code, prose } from '../files/markdown-text.ts';
import { RELATION_HEADINGS } from '../parts/comparison.ts';
import { printable } from '../parts/printable.ts';
import { createLayout } from './layout.ts';

/** Data of two runs that is shown with their changes. */
export interface Compared {
  readonly diff: Diff;
  readonly before: Results;
  readonly after: Results;
}

const KINDS = Object.keys(RELATIONS) as Relation[];
/** Changes for the worse that are shown with the message of the requirement. */
const WITH_MESSAGE: ReadonlySet<Relation> = new Set(['new', 'worse', 'lost', 'unreached']);

/** Maximum number of changes of each kind, on a terminal and in Markdown. */
const MOST = { screen: 20, markdown: 200 };
const MOST_OCTETS = 1_000_000;

/** Renders changes for a terminal; ends with a line break. */
export function renderDiff(
  compared: Compared,
  options: { readonly width: number; readonly colour: boolean; readonly verbose?: boolean },
): string {
  const { diff, before, after } = compared;
  const layout = createLayout(options.width, options.colour);
  const most = options.verbose ? Number.POSITIVE_INFINITY : MOST.screen;
  const lines = [
    layout.styled(diff.worse ? ['red', 'bold'] : ['green', 'bold'], verdictOf(diff)),
    `  before: ${runLine(before)}`,
    `  after:  ${runLine(after)}`,
  ];
  for (const kind of KINDS) {
    const changes = diff.changes[kind];
    if (changes.length === 0) continue;
    lines.push(
      '',
      layout.wrapped(`${layout.styled('bold', `${RELATION_HEADINGS[kind]}: ${changes.length}`)} (${RELATIONS[kind]})`),
    );
    for (const change of changes.slice(0, most)) {
      lines.push(`  ${printable(change.id)}  ${turn(change)}`);
      const why = WITH_MESSAGE.has(kind) ? messageOf(after, change.id) : undefined;
      if (why !== undefined) lines.push(layout.wrapped(printable(why), '      '));
    }
    if (changes.length > most) lines.push(`  and ${changes.length - most} more (use -v to show all)`);
  }
  return `${lines.join('\n')}\n`;
}

/** Renders changes as Markdown for a CI job's summary. */
export function renderDiffMarkdown({ diff, before, after }: Compared): string {
  const blocks = [
    `## Assay: ${verdictOf(diff).toLowerCase()}`,
    [`- before: ${prose(runLine(before))}`, `- after: ${prose(runLine(after))}`].join('\n'),
  ];
  for (const kind of KINDS) {
    const changes = diff.changes[kind];
    if (changes.length === 0) continue;
    blocks.push(`### ${RELATION_HEADINGS[kind]}: ${changes.length}`);
    const lines = changes.slice(0, MOST.markdown).map((change) => {
      const why = WITH_MESSAGE.has(kind) ? messageOf(after, change.id) : undefined;
      return `- ${code(change.id)} ${turn(change)}${why === undefined ? '' : `: ${prose(why)}`}`;
    });
    blocks.push(
      [...lines, ...(changes.length > MOST.markdown ? [`- … and ${changes.length - MOST.markdown} more`] : [])].join(
        '\n',
      ),
    );
  }
  return capped(blocks, MOST_OCTETS);
}

function verdictOf(diff: Diff): string {
  if (diff.worse) return 'Something got worse';
  return KINDS.every((kind) => diff.changes[kind].length === 0 || kind === 'still')
    ? 'Nothing changed'
    : 'Nothing got worse';
}

function runLine({ run, conclusion, exitCode, suite }: Results): string {
  return `run ${run.id || '(nothing was sent)'} of ${run.startedAt}, ${conclusion}, exit code ${exitCode}, Assay ${suite.version}`;
}

function turn({ before, after }: Change): string {
  return `${before ?? 'not planned'} → ${after ?? 'not planned'}`;
}

function messageOf(results: Results, id: string): string | undefined {
  return results.requirements.find((result) => result.id === id)?.message;
}
