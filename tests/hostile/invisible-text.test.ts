/**
 * Invisible and direction-changing characters from a server: no result, report or terminal contains one; the evidence
 * does.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spoil } from './kinds/types.ts';
import { runReported } from './looking.ts';

const MARKS = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u00ad\u{e0041}';
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u061c\u00ad\u0080-\u009f\u{e0041}]/u;
/** Returns the legal response with such characters in every word. */
const marked = (text: string) =>
  Buffer.from(text, 'latin1')
    .toString('utf8')
    .replace(/[a-z]{4}/gi, `$&${MARKS}\u009b`);

test.each([
  ['transfer', 200, ['transfer/identity', 'transfer/list-jobs']],
  ['ticket-bridge', 500, []],
  ['data-hub', 200, []],
])('%s, %d', async (of, status, only) => {
  const spoil: Spoil = ({ text }) => ({ status, body: Buffer.from(marked(text)) });
  const { results, terminal, exchanges, out } = await runReported(of, spoil, only);
  const written = async (format: string) => [format, await readFile(join(out, `written.${format}`), 'utf8')] as const;
  const texts = new Map([
    ['results', JSON.stringify(results)],
    ['terminal', terminal],
    ...(await Promise.all(['html', 'markdown', 'junit', 'openmetrics', 'github'].map(written))),
  ]);
  expect(
    [...texts]
      .filter(([, text]) => HIDDEN.test(text.replaceAll('&#8203;', '')))
      .map(([name, text]) => `${name}: ${around(text)}`),
  ).toEqual([]);
  expect(texts.get('results')).toContain('\\\\u{202e}');
  expect(exchanges.some(({ outcome }) => Buffer.from(outcome.body?.bytes ?? []).includes(MARKS))).toBe(true);
});

function around(text: string) {
  const at = text.search(HIDDEN);
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 20));
}
