/** Reads tables and paragraphs of the pages in the package, so that the code does not repeat their facts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/root.ts';

/** A word and its meaning. */
export type Row = readonly [word: string, meaning: string];

/**
 * Returns the rows of all tables with a heading, with two columns as plain text.
 * @param page relative to the root of the package
 * @param heading of the first column
 * @param column of the meaning
 */
export function tableIn(page: string, heading: string, column = 1): Row[] {
  const [, ...tables] = `${linesOf(page).join('\n')}\n\n`.split(new RegExp(`\n\\| ${heading} \\|(?=.*\n\\|---)`));
  if (tables.length === 0) throw new Error(`${page} has no table of each ${heading}`);
  return tables.flatMap((table) =>
    (table.split(/\n(?!\|)/)[0] ?? '')
      .split('\n')
      .slice(2)
      .map((line): Row => {
        const cells = line
          .slice(1, -1)
          .split(/(?<= )\|(?= )/)
          .map((cell) => cell.trim());
        return [plain(cells[0] ?? '').replaceAll('`', ''), plain(cells[column] ?? '')];
      }),
  );
}

/** The page of all commands, with their purposes and exit codes. */
const OF_COMMANDS = 'docs/lookup/commands.md';

let purposes: ReadonlyMap<string, string> | undefined;

/** Returns the purpose of a command. */
export function purposeOf(command: string): string {
  purposes ??= new Map(tableIn(OF_COMMANDS, 'command'));
  return purposes.get(command)?.replaceAll('`', '') ?? '';
}

/**
 * Returns the exit codes of a command, each with its meaning in one phrase. Its row names those that differ from the
 * ones of every command.
 */
export function exitCodesOf(command: string): Row[] {
  const own = tableIn(OF_COMMANDS, 'command', 2).find(([name]) => name === command)?.[1] ?? '';
  const [, like] = /those of (a run|`\w+`)/.exec(own) ?? [];
  const others =
    like === undefined
      ? tableIn(OF_COMMANDS, 'code')
      : like === 'a run'
        ? tableIn('docs/lookup/exit-codes.md', 'exit code')
        : exitCodesOf(like.replaceAll('`', ''));
  const named = own.split('<br>').flatMap((line): Row[] => {
    const [, code, meaning] = /^(\d+): (.*)$/.exec(line) ?? [];
    return code === undefined || meaning === undefined ? [] : [[code, meaning]];
  });
  return [...new Map([...others, ...named])]
    .map(([code, meaning]): Row => [code, firstSentence(meaning)])
    .sort(([one], [other]) => Number(one) - Number(other));
}

/** Returns the first sentence of a meaning, without marks of code, capital and full stop. */
export const firstSentence = (text: string): string =>
  (text.split(/\.(?: |$)/)[0] ?? '').replaceAll('`', '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** Returns the paragraphs and the points of a list below a heading, each on one line of plain text; not its tables. */
export function paragraphsIn(page: string, heading: string): string[] {
  const [, own = ''] = linesOf(page)
    .join('\n')
    .split(new RegExp(`^#+ ${heading}\n`, 'm'));
  const [section = ''] = own.split(/^#/m);
  return section
    .replaceAll(/^\|.*$/gm, '')
    .split(/\n\n|\n(?=- )/)
    .map((text) => plain(text.replaceAll(/\s+/g, ' ').trim()))
    .filter((text) => text !== '');
}

const pages = new Map<string, readonly string[]>();

/** Each page is read once. */
function linesOf(page: string): readonly string[] {
  const lines = pages.get(page) ?? readFileSync(join(packageRoot(), page), 'utf8').split('\n');
  pages.set(page, lines);
  return lines;
}

/** Markdown without links, anchors and emphasis. A command begins as it does in other output. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)|<a id="[^"]*"><\/a>/g, '$1')
    .replaceAll(/\*+([^*]+)\*+/g, '$1')
    .replaceAll('npx assay', 'assay');
