/** Escapes text from targets for Markdown as rendered by GitHub and GitLab. */
import { printable } from '../parts/report-input.ts';

const ZERO_WIDTH = '&#8203;';

/**
 * Returns text as one line of prose without markup, HTML, links and mentions. Punctuation is escaped as CommonMark
 * allows. An invisible character breaks `@` (other than within a word, as in an id), `#`, `://` and `www.`, because
 * renderers look for mentions and addresses after they have removed the escapes.
 */
export function prose(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]()<>#+\-!|~$&^=]/g, (character) =>
      character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`,
    )
    .replace(/(?<!\w)@|@(?=[\w\\-]*\.)/g, `@${ZERO_WIDTH}`)
    .replace(/\\#(?=\w)/g, `\\#${ZERO_WIDTH}`)
    .replace(/:\/\//g, `:${ZERO_WIDTH}//`)
    .replace(/www\./gi, (found) => `${found.slice(0, 3)}${ZERO_WIDTH}.`)
    .replace(/^(\d+)\./, '$1\\.');
}

/** Returns a code span on one line, at most `most` characters; its text is not interpreted. */
export function code(text: string, most = 400): string {
  const whole = printable(text);
  const characters = [...whole.slice(0, most * 2 + 2)];
  const shown = characters.length > most ? `${characters.slice(0, most).join('')}…` : whole;
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length), 0) + 1);
  const padded = /^[` ]|[` ]$/.test(shown) || shown === '' ? ` ${shown} ` : shown;
  return `${fence}${padded}${fence}`;
}

const ENCODER = new TextEncoder();

/** Joins whole blocks up to `most` bytes, and states how many were omitted. */
export function capped(blocks: readonly string[], most: number): string {
  const shown: string[] = [];
  let used = 200;
  for (const block of blocks) {
    used += ENCODER.encode(block).length + 2;
    if (used > most) return `${shown.join('\n\n')}\n\n… and ${blocks.length - shown.length} more parts omitted.\n`;
    shown.push(block);
  }
  return `${shown.join('\n\n')}\n`;
}
