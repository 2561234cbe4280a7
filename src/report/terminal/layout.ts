/** Words on lines: wrapping, colour. */

import { styleText } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import { COPIED, inOnePiece, JOINED } from '../parts/copied.ts';
import { printable } from '../parts/report-input.ts';
import { first } from '../parts/tally.ts';
import { columns } from './columns.ts';

export type Style = Parameters<typeof styleText>[0];

/** Layout of lines. Widths are in terminal columns. */
export interface Layout {
  /** Wraps a text: its first line begins with `first`, the others with `rest` (default: spaces as wide as `first`). */
  wrapped(text: string, first?: string, rest?: string): string;
  /** Wraps a text that may come from a target: each of its characters is made visible. */
  line(text: string, first?: string, rest?: string): string;
  /** Returns a text in a colour or weight; unchanged without colour. */
  styled(style: Style, text: string): string;
  /** Returns a text with its commands in the form in which the user starts Assay, such as `npx assay run`. */
  commands(text: string): string;
  readonly width: number;
}

/** The terminal that lines are for. */
export interface Terminal {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Replaces the commands of a text by the form in which the user starts Assay, before the text is wrapped. */
  readonly commands?: (text: string) => string;
}

/** Minimum width for wrapping. */
const NARROWEST = 24;

export function createLayout({ width, colour, commands = (text) => text }: Terminal): Layout {
  const columns = Math.max(NARROWEST, Math.min(width, 160));
  const layout: Layout = {
    width: columns,
    commands,
    styled: (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text),
    line: (text, first, rest) => layout.wrapped(printable(text), first, rest),
    wrapped(text, first = '', rest = ' '.repeat(first.length)) {
      const room = Math.max(NARROWEST / 2, columns - Math.max(first.length, rest.length));
      return linesOf(commands(text), room)
        .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
        .join('\n');
    },
  };
  return layout;
}

/**
 * Splits a text into lines. A part that a user copies is not broken; if it is longer than a line, it gets a separate
 * line.
 */
function linesOf(text: string, room: number) {
  const apart = inOnePiece(text).replace(COPIED, (all) => (all.length > room ? `\n${all}\n` : all));
  return apart
    .replace(/ ?\n ?/g, '\n')
    .replace(/^\n|\n$/g, '')
    .split('\n')
    .flatMap((line) => (line.match(COPIED)?.[0] === line ? [line] : broken(line, room).split('\n')))
    .map((line) => line.replaceAll(JOINED, ' '));
}

/** Wraps a line, but never within a word before `::`: a CI runner takes a line that begins with `::` for a command. */
const broken = (line: string, room: number) => wrapAnsi(line, room, { hard: true }).replace(/(\S)\n(?=::)/g, '\n$1');

/** Returns a number in a column, followed by a text. */
export function numbered(count: number, text: string, layout: Layout): string {
  return layout.line(text, `${String(count).padStart(6)}  `);
}

/** Returns the lines of each item, and how many items are beyond `most`, in a list that `-v` shows whole. */
export function listed<T>(
  items: readonly T[],
  most: number,
  lines: (item: T) => string | readonly string[],
  indent = '  ',
): string[] {
  return first(items.map(lines), most, (left) => `${indent}and ${left} more (use -v to show all)`).flat();
}

/**
 * Like `columns`, for a terminal. The last cell is wrapped; if it is too long for the rest of a line, and this is less
 * than a third, it begins below the others.
 */
export function wrappedColumns(rows: readonly (readonly (string | number)[])[], layout: Layout): string[] {
  const heads = columns(rows.map((row) => row.slice(0, -1)));
  const wide = Math.max(0, ...heads.map((head) => head.length)) + 2;
  return rows.flatMap((row, index) => {
    const last = String(row.at(-1) ?? '');
    const head = heads[index] ?? '';
    if (wide < (layout.width * 2) / 3 || wide + last.length <= layout.width)
      return layout.wrapped(last, head.padEnd(wide));
    return last === '' ? [head] : [head, layout.wrapped(last, '    ')];
  });
}
