/** Token responses in unusual encodings: the credentials in them are learned and redacted, however they are encoded. */

import { createRedactor } from '../../src/wire/secrets/redaction.ts';
import { secretsIn } from '../../suites/data-hub/credentials.ts';
import { percentAll as percent } from '../wire/knowing.ts';

const SECRETS = ['first+distinct/access~token=0123456789', 'second+distinct/refresh~token=9876543210', 'short:tok+n/x'];
const [ACCESS = '', REFRESH = '', SHORT = ''] = SECRETS;
const JSON_TEXT = JSON.stringify({
  access_token: ACCESS,
  refresh_token: REFRESH,
  session_token: SHORT,
  token_type: 'Bearer',
});
const FORM = new URLSearchParams(JSON.parse(JSON_TEXT) as Record<string, string>).toString();

const entities = (text: string) => [...text].map((character) => `&#${character.charCodeAt(0)};`).join('');
const escaped = (text: string) =>
  text.replace(/["&<>]/g, (character) => ({ '"': '&quot;', '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '');
const wide = (text: string, order: 'little' | 'big') =>
  order === 'little' ? Buffer.from(text, 'utf16le') : Buffer.from(text, 'utf16le').swap16();

/** Breaks base64 (RFC 2045, section 6.8) or another text into lines. */
const lines = (text: string, length: number, end: string) =>
  text.replace(new RegExp(`.{${length}}(?=.)`, 'g'), `$&${end}`);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const ENCODINGS: [name: string, type: string, body: Uint8Array | string][] = [
  ['UTF-8 with a byte order mark', 'application/json', `\ufeff${JSON_TEXT}`],
  ['UTF-16LE with a mark', 'application/json', wide(`\ufeff${JSON_TEXT}`, 'little')],
  ['UTF-16BE with a mark', 'application/json', wide(`\ufeff${JSON_TEXT}`, 'big')],
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
  [
    'JSON with character references in values',
    'application/json',
    JSON.stringify({ access_token: entities(ACCESS), refresh_token: entities(REFRESH) }),
  ],
  ['JSON in base64', 'text/plain', base64(JSON_TEXT)],
  ['JSON in base64 in lines of 64', 'text/plain', lines(base64(JSON_TEXT), 64, '\n')],
  [
    'JSON with values in base64 in lines',
    'application/json',
    JSON.stringify({
      first: lines(base64(`${ACCESS}${ACCESS}`), 64, '\r\n'),
      second: lines(base64(`a:${REFRESH}${REFRESH}`), 76, '\n'),
    }),
  ],
  [
    'JSON with values in lines',
    'application/json',
    JSON.stringify({ first: lines(ACCESS, 24, '\r\n'), second: lines(REFRESH, 36, '\n') }),
  ],
  ['a value in lines', 'text/plain', lines(`${ACCESS}${REFRESH}`, 64, '\r\n')],
  ['escaped JSON in UTF-16', 'text/html;charset=utf-16', wide(`\ufeff${escaped(JSON_TEXT)}`, 'big')],
];

test.each(ENCODINGS)('%s', (_, type, body) => {
  const bytes = Buffer.from(body as string);
  const [looking, redactor] = [createRedactor(), createRedactor()];
  for (const secret of SECRETS) looking.add(secret, secret);
  // The response contains secrets that a search without the redactor finds.
  expect(looking.findSecrets(bytes)).toEqual(expect.arrayContaining([ACCESS, REFRESH]));
  expect(redactor.learn(secretsIn(bytes, [['content-type', type]], 200), 'received', { presumed: true })).toBe(true);
  expect(looking.findSecrets(redactor.bytes(bytes).bytes)).toEqual([]);
  expect(looking.findSecrets(Buffer.from(redactor.text(bytes.toString())))).toEqual([]);
});
