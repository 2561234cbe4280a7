/** Reads tables and paragraphs of the pages in the package, so that the code does not repeat their facts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/root.ts';
import { capital } from '../report/parts/tally.ts';

/** A word and its meaning. */
export type Row = readonly [word: string, meaning: string];

/**
 * Returns the rows of all tables with a heading, with two columns as plain text.
 * @param page relative to the root of the package
 * @param heading of the first column
 * @param column of the meaning
 */
export function tableIn(page: string, heading: string, column = 1): Row[] {
  const rows = rowsIn(textOf(page), heading, column);
  if (rows.length === 0) throw new Error(`${page} has no table of each ${heading}`);
  return rows;
}

const rowsIn = (text: string, heading: string, column = 1) =>
  text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block.startsWith(`| ${heading} |`))
    .flatMap((table) => cellsIn(table).slice(1))
    .map((cells): Row => [cells[0] ?? '', cells[column] ?? '']);

/** Returns the cells of a table: of its headings, then of each row. */
const cellsIn = (table: string) =>
  table
    .split('\n')
    .filter((line) => !line.startsWith('|---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<= )\|(?= )/)
        .map((cell) => plain(cell.trim())),
    );

/** The page of all commands, with their purposes and exit codes. */
const OF_COMMANDS = 'docs/lookup/commands.md';

let purposes: ReadonlyMap<string, string> | undefined;

/** Returns the purpose of a command. */
export function purposeOf(command: string): string {
  purposes ??= new Map(tableIn(OF_COMMANDS, 'command'));
  return purposes.get(command) ?? '';
}

/**
 * Returns the exit codes of a command, each with its meaning in one phrase. Its row names those that differ from the
 * ones of every command.
 */
export function exitCodesOf(command: string): Row[] {
  const own = tableIn(OF_COMMANDS, 'command', 2).find(([name]) => name === command)?.[1] ?? '';
  const [, like] = /those of (a run|\w+)/.exec(own) ?? [];
  const others =
    like === undefined
      ? tableIn(OF_COMMANDS, 'code')
      : like === 'a run'
        ? tableIn('docs/lookup/exit-codes.md', 'exit code')
        : exitCodesOf(like);
  const named = own.split('<br>').flatMap((line): Row[] => {
    const [, code, meaning] = /^(\d+): (.*)$/.exec(line) ?? [];
    return code === undefined || meaning === undefined ? [] : [[code, meaning]];
  });
  return [...new Map([...others, ...named])]
    .map(([code, meaning]): Row => [code, firstSentence(meaning)])
    .sort(([one], [other]) => Number(one) - Number(other));
}

/** Returns the first sentence of a meaning, without capital and full stop. */
export const firstSentence = (text: string): string =>
  (text.split(/\.(?: |$)/)[0] ?? '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** Returns the examples of a command. */
export function examplesOf(command: string): string[] {
  const [, text = ''] = /for example (.*?)\n\n/s.exec(sectionOf(OF_COMMANDS, command)) ?? [];
  return [...text.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line.replace('npx ', ''));
}

/** An option or an argument of a command. */
export interface OptionRow {
  /** `-t, --timeout <seconds>`, or `<dir>`. */
  readonly form: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  readonly usual?: string | undefined;
  /** Its possible values; of an option that several commands have, the page names them too. */
  readonly values?: readonly string[] | undefined;
  /** Options that cannot be given with it. */
  readonly conflicts: readonly string[];
}

const OF_SEVERAL = 'Options of several commands';

/** Returns the options and arguments of a command: those in its own table, then those that several commands have. */
export function optionsOf(command: string): OptionRow[] {
  const own = sectionOf(OF_COMMANDS, command);
  const also = new Set(/^(?:Also|Takes) (.*)$/ms.exec(own)?.[1]?.match(/--[\w-]+/g));
  const shared = rowsIn(sectionOf(OF_COMMANDS, OF_SEVERAL), 'option');
  return [...rowsIn(own, 'option'), ...shared.filter(([form]) => also.has(longOf(form)))].map(([form, text]) => {
    const [, meaning = '', repeatable, required, values, usual, conflicts] =
      /^(.*?)(\. Repeatable)?(\. Required)?(?:\. Values: (.*?))?(?:\. Default: (.*?))?(?:\. Not with (.*?))?$/.exec(
        text,
      ) ?? [];
    return {
      form,
      meaning,
      isRequired: required !== undefined,
      isRepeatable: repeatable !== undefined,
      usual,
      values: values?.split(', '),
      conflicts: conflicts?.split(', ') ?? [],
    };
  });
}

/** Returns the long name of an option: `--timeout`. */
export const longOf = (form: string): string => /--[\w-]+/.exec(form)?.[0] ?? '';

/**
 * Returns the meanings of an option, each with its command or the heading of the options of several commands; without
 * one, those of all options, each with its form.
 */
export function optionRows(option?: string): Row[] {
  const headings = [...textOf(OF_COMMANDS).matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => heading ?? []);
  return headings.flatMap((heading) =>
    rowsIn(sectionOf(OF_COMMANDS, heading), 'option').flatMap(([form, meaning]): Row[] =>
      option === undefined ? [[form, meaning]] : form.split(/[ ,]+/).includes(option) ? [[heading, meaning]] : [],
    ),
  );
}

/**
 * Returns what is below a heading: paragraphs and points, each on one line; indented examples; rows of tables, with
 * the headings of the columns, other than meanings, if there are more than two.
 */
export function sectionIn(page: string, heading: string): (string | Row)[] {
  const blocks = sectionOf(page, heading)
    .trim()
    .split(/\n\n|\n(?=- )/)
    .filter((block) => block !== '');
  return blocks.flatMap((block): (string | Row)[] => {
    if (block.startsWith('```'))
      return [
        block
          .replaceAll(/^```.*\n?/gm, '')
          .trimEnd()
          .replaceAll(/^/gm, '  '),
      ];
    if (!block.startsWith('|')) return [plain(block.replaceAll(/\s+/g, ' '))];
    const [headings = [], ...rows] = cellsIn(block);
    return rows.map(([word = '', ...cells]): Row => {
      const named = cells.flatMap((cell, at) => {
        const heading = headings[at + 1] ?? '';
        return cell === '' ? [] : heading.startsWith('meaning') ? cell : `${capital(heading)}: ${cell}`;
      });
      return [word, cells.length > 1 ? named.map((one) => one.replace(/\.?$/, '.')).join(' ') : (cells[0] ?? '')];
    });
  });
}

function sectionOf(page: string, heading: string) {
  const [, own = ''] = textOf(page).split(new RegExp(`^#+ ${heading}\n`, 'm'));
  return own.split(/^#/m)[0] ?? '';
}

const pages = new Map<string, string>();

/** Each page is read once. */
function textOf(page: string) {
  const text = pages.get(page) ?? readFileSync(join(packageRoot(), page), 'utf8');
  pages.set(page, text);
  return text;
}

/** Markdown without links, anchors, emphasis, code marks and escapes. A command begins as it does in other output. */
const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)|<a id="[^"]*"><\/a>/g, '$1')
    .replaceAll(/(?<!\\)\*+([^*]+)\*+|`/g, '$1')
    .replaceAll(/\\([|*])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('npx assay', 'assay');
