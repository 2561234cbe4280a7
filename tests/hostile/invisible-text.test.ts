/**
 * Invisible and direction-changing characters from a server: no result, report or terminal contains one; the evidence
 * does.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun, writeReports } from '../../src/cli/commands/results/report.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { readEvidence } from '../../src/wire/evidence/evidence.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { serveHostile } from './kinds/serve.ts';
import type { HostileKind } from './kinds/types.ts';

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
  const kind: HostileKind = {
    id: 'text/marked',
    layer: 'text',
    makes: 'either',
    spoil: ({ text }) => ({ status, body: Buffer.from(marked(text)) }),
  };
  const { env } = closing(await serveHostile(of, kind));
  const out = temporaryFolder();
  const { results } = await hostRun({ env, out, only, backoffMs: 5 });
  const formats = ['html', 'markdown', 'junit', 'openmetrics', 'github'];
  const paths = formats.map((format) => ({ format, path: join(out, `written.${format}`) }));
  const { problems } = await writeReports(paths, await readRun(out));
  expect(problems).toEqual([]);
  const texts = new Map([
    ['results', JSON.stringify(results)],
    ['terminal', renderTerminal(results, { width: 200, colour: false, verbose: true })],
    ...(await Promise.all(paths.map(async ({ format, path }) => [format, await readFile(path, 'utf8')] as const))),
  ]);
  expect(
    [...texts]
      .filter(([, text]) => HIDDEN.test(text.replaceAll('&#8203;', '')))
      .map(([name, text]) => `${name}: ${around(text)}`),
  ).toEqual([]);
  expect(texts.get('results')).toContain('\\\\u{202e}');
  const { exchanges } = await readEvidence(out);
  expect(exchanges.some(({ outcome }) => Buffer.from(outcome.body?.bytes ?? []).includes(MARKS))).toBe(true);
});

function around(text: string) {
  const at = text.search(HIDDEN);
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 20));
}
