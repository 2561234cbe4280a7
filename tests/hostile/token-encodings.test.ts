/** Token answers in odd encodings: no file of the run, and no report, shows a credential of them in any covered encoding. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { serveHostile } from '../../reference/hostile/serve.ts';
import type { HostileKind } from '../../reference/hostile/types.ts';
import { readRun } from '../../src/cli/commands/report.ts';
import { writeReports } from '../../src/cli/reports.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { readEvidence } from '../../src/wire/evidence.ts';
import { createRedactor } from '../../src/wire/redaction.ts';
import { Opened } from '../conformance/deployment.ts';

const opened = new Opened();
afterEach(() => opened.close());

const SECRETS = ['first+distinct/access~token=0123456789', 'second+distinct/refresh~token=9876543210', 'short:tok+n/x'];
const [ACCESS = '', REFRESH = '', SHORT = ''] = SECRETS;
const JSON_TEXT = JSON.stringify({ access_token: ACCESS, refresh_token: REFRESH, session_token: SHORT, token_type: 'Bearer' });
const FORM = new URLSearchParams(JSON.parse(JSON_TEXT) as Record<string, string>).toString();

const percent = (text: string): string => [...Buffer.from(text)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
const entities = (text: string): string => [...text].map((character) => `&#${character.charCodeAt(0)};`).join('');
const escaped = (text: string): string => text.replace(/["&<>]/g, (character) => ({ '"': '&quot;', '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '');
const wide = (text: string, order: 'little' | 'big'): Buffer => (order === 'little' ? Buffer.from(text, 'utf16le') : Buffer.from(text, 'utf16le').swap16());

const ENCODINGS: readonly (readonly [name: string, type: string, body: Uint8Array | string])[] = [
  ['UTF-8 with a byte order mark', 'application/json', `\ufeff${JSON_TEXT}`],
  ['UTF-16LE with a mark', 'application/json', wide(`\ufeff${JSON_TEXT}`, 'little')],
  ['UTF-16BE with a mark', 'application/json', wide(`\ufeff${JSON_TEXT}`, 'big')],
  ['UTF-16LE named by the type', 'application/json;charset=utf-16le', wide(JSON_TEXT, 'little')],
  ['UTF-16BE named by the type', 'application/json;charset=utf-16be', wide(JSON_TEXT, 'big')],
  ['a form', 'application/x-www-form-urlencoded', FORM],
  ['a form in UTF-16', 'application/x-www-form-urlencoded;charset=utf-16', wide(`\ufeff${FORM}`, 'little')],
  ['percent-encoded JSON', 'text/plain', percent(JSON_TEXT)],
  [
    'JSON with percent-encoded values',
    'application/json',
    JSON.stringify({ access_token: percent(ACCESS), refresh_token: percent(REFRESH), token: percent(SHORT) }),
  ],
  ['JSON in HTML', 'text/html', `<html><pre>${escaped(JSON_TEXT)}</pre></html>`.replace(SHORT, '')],
  ['escaped JSON alone', 'text/html', escaped(JSON_TEXT)],
  ['JSON as character references', 'text/html', entities(JSON_TEXT)],
  ['JSON with character references in values', 'application/json', JSON.stringify({ access_token: entities(ACCESS), refresh_token: entities(REFRESH) })],
  ['escaped JSON in UTF-16', 'text/html;charset=utf-16', wide(`\ufeff${escaped(JSON_TEXT)}`, 'big')],
];

test.each(ENCODINGS)('%s', async (_, type, body) => {
  const octets = Buffer.from(body as string);
  const kind: HostileKind = {
    id: 'text/token-encoding',
    layer: 'text',
    spoil: () => ({ headers: [['content-type', type]], body: octets }),
  } as unknown as HostileKind;
  const { env } = opened.closing(await serveHostile('data-hub', kind, 'token-grant'));
  const out = await opened.directory();
  const { results } = await hostRun({ env, out, backoffMs: 5 });
  const formats = ['html', 'markdown', 'junit', 'har', 'openmetrics', 'json'];
  const { problems } = await writeReports(
    formats.map((format) => ({ format, path: join(out, `written.${format}`) })),
    await readRun(out),
  );
  expect(problems).toEqual([]);
  const looking = createRedactor();
  for (const secret of SECRETS) looking.add(secret, secret);
  const shown: string[] = [];
  const look = (name: string, content: Uint8Array): number => shown.push(...looking.findSecrets(content).map((secret) => `${name}: ${secret}`));
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) look(entry.name, await readFile(join(entry.parentPath, entry.name)));
  look('terminal', Buffer.from(renderTerminal(results, { width: 200, colour: false, verbose: true })));
  const { exchanges } = await readEvidence(out);
  for (const { id, attempts } of exchanges) for (const { outcome } of attempts) if (outcome.body) look(`body of ${id}`, outcome.body.bytes);
  expect(shown).toEqual([]);
  // The answers were served, and found where nothing is known of them.
  expect(exchanges.filter(({ operation }) => operation === 'token-grant').length).toBeGreaterThan(0);
  expect(looking.findSecrets(octets)).toEqual(expect.arrayContaining([ACCESS, REFRESH]));
});
