/** Tables and paragraphs of the pages that ship with the package: a fact of a page is not written down in code again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/root.ts';

/** A word and its meaning. */
export type Row = readonly [word: string, meaning: string];

/**
 * Returns the rows of a table, with its first two columns as plain text.
 * @param page relative to the root of the package
 * @param heading of the first column
 */
export function tableIn(page: string, heading: string): Row[] {
  const lines = linesOf(page);
  const begin = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (begin < 0) throw new Error(`${page} has no table of each ${heading}`);
  const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
  return lines.slice(begin + 2, length < 0 ? undefined : begin + length).map((line): Row => {
    const [word = '', meaning = ''] = line.slice(2, -2).split(' | ');
    return [plain(word).replaceAll('`', ''), plain(meaning)];
  });
}

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

/** Markdown without links and emphasis. A command begins as it does in other output. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*+([^*]+)\*+/g, '$1')
    .replaceAll('npx assay', 'assay');
