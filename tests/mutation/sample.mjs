/** Draws a random share of all top-level declarations: whole functions, as a sample of all. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** @returns {{ first: number, last: number, text: string }[]} lines, from 1, of the declarations of a formatted file */
function declarationsOf(source) {
  const lines = source.split('\n');
  const begins = lines.flatMap((line, at) =>
    /^(export |default |async )*(function|const|let|class)\b/.test(line) ? [at] : [],
  );
  return begins.map((begin, at) => {
    const next = begins[at + 1] ?? lines.length;
    const end = lines.slice(begin + 1, next).findLastIndex((line) => /^[})\]]/.test(line));
    return { first: begin + 1, last: end < 0 ? begin + 1 : begin + end + 2, text: lines[begin] };
  });
}

/**
 * @param {string[]} paths files to draw from
 * @param {number} percent of all declarations
 * @param {string} seed another one draws others
 * @returns {string[]} `path:first-last`, as Stryker's `mutate` takes them
 */
export function sampleOf(paths, percent, seed) {
  const share = (text) => createHash('sha256').update(`${seed} ${text}`).digest().readUInt32BE() / 2 ** 32;
  return paths.flatMap((path) =>
    declarationsOf(readFileSync(path, 'utf8'))
      .filter(({ text }) => share(`${path} ${text}`) < percent / 100)
      .map(({ first, last }) => `${path}:${first}-${last}`),
  );
}
