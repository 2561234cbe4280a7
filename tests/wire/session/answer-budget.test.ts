/** Limits of a response: at the limit it is judged; beyond it, the message names the limit and the number. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/contract/root.ts';
import { ANSWER_BUDGET, AnswerScan } from '../../../src/wire/bodies/answer-budget.ts';
import { KeptBodies } from '../../../src/wire/bodies/body-collector.ts';
import { httpServer } from '../loopback.ts';
import { get, testSession } from '../session-options.ts';

const B = ANSWER_BUDGET;

/** Returns the limit that a response exceeds, received in pieces of the given number of bytes. */
function beyondBudget(bytes: Buffer, piece = bytes.length) {
  const scan = new AnswerScan();
  for (let at = 0; at < bytes.length; at += piece) {
    const beyond = scan.add(bytes.subarray(at, at + piece));
    if (beyond) return beyond;
  }
  return undefined;
}
const list = (element: string, count: number) => `[${Array(count).fill(element).join(',')}]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;

const LIMITS: [limit: string, code: string, number: number, make: (size: number) => string][] = [
  ['entries of an array', 'TOO_MANY_ENTRIES', B.entries, (size) => list('1', size)],
  ['members of an object', 'TOO_MANY_MEMBERS', B.members, object],
  [
    'objects and arrays',
    'TOO_MANY_CONTAINERS',
    B.containers,
    (size) =>
      `[${Array(9)
        .fill(list('{}', Math.floor(size / 10)))
        .join(',')},${list('[]', size - 11 - 9 * Math.floor(size / 10))}]`,
  ],
  ['bytes of a member name', 'LEXEME_TOO_LONG', B.lexeme, (size) => `{"${'k'.repeat(size)}" :1}`],
  ['bytes of a string', 'LEXEME_TOO_LONG', B.lexeme, (size) => `["${'s'.repeat(size)}"]`],
  ['characters of a number', 'LEXEME_TOO_LONG', B.lexeme, (size) => `[-${'7'.repeat(size - 1)}]`],
  ['blanks in a row', 'LEXEME_TOO_LONG', B.lexeme, (size) => `[1,${' '.repeat(size)}2]`],
  ['blanks before the value', 'LEXEME_TOO_LONG', B.lexeme, (size) => `${'\n'.repeat(size)}[]`],
  ['bytes of a text', 'TEXT_TOO_LARGE', B.textBytes, (size) => 't'.repeat(size)],
];

describe('an answer', () => {
  test.each(LIMITS)('with as many %s as the limit is judged, with one more it is not', (_, code, most, make) => {
    for (const piece of [7, 4096, undefined]) {
      expect(beyondBudget(Buffer.from(make(most)), piece)).toBeUndefined();
      const beyond = beyondBudget(Buffer.from(make(most + 1)), piece);
      expect(beyond).toMatchObject({ phase: 'limit', code, message: expect.stringContaining(String(most)) });
    }
  });

  test('with more values than the limit is not judged', () => {
    const inner = list('1', 100_000);
    expect(beyondBudget(Buffer.from(list(inner, 39)))).toBeUndefined();
    expect(beyondBudget(Buffer.from(list(inner, 41)))).toMatchObject({ code: 'TOO_MANY_VALUES' });
  });

  test('is measured by its tokens: quotes, brackets and commas within strings do not count', () => {
    const text = JSON.stringify(Array(2000).fill(`,"[{\\\\"${'7'.repeat(2000)},`));
    for (const piece of [text.length, 4093]) expect(beyondBudget(Buffer.from(text), piece)).toBeUndefined();
  });

  test.each([
    ['behind a byte order mark', `\ufeff[${'1,'.repeat(B.entries + 1)}`, 'TOO_MANY_ENTRIES'],
    ['with a quote behind a backslash', `["\\"${'s'.repeat(B.lexeme)}`, 'LEXEME_TOO_LONG'],
  ])('%s is measured wherever its pieces end', (_, text, code) => {
    const bytes = Buffer.from(text);
    for (const piece of [1, 2, 3, bytes.length]) expect(beyondBudget(bytes, piece)).toMatchObject({ code });
  });

  test('counts objects and arrays beneath the deepest level, too', () => {
    expect(beyondBudget(Buffer.from('['.repeat(B.containers + 1)))).toMatchObject({ code: 'TOO_MANY_CONTAINERS' });
  });

  test.each([
    ['[', '['.repeat(B.containers)],
    ['closing brackets', `[${']'.repeat(1e6)}`],
    ['a string that does not end', `["${'\\'.repeat(1e5)}`],
  ])('that is broken (%s) is left to the parser', (_, text) => {
    expect(beyondBudget(Buffer.from(text))).toBeUndefined();
  });
});

test('a run keeps different answers up to its limit, and the same one as often as it comes', () => {
  const kept = new KeptBodies();
  const bytes = new Uint8Array(B.runBytes / 2);
  for (const digest of ['a', 'b', 'a', 'b']) expect(kept.receive({ bytes, digest })).toBeUndefined();
  expect(kept.receive({ bytes: new Uint8Array(1024), digest: 'small' })).toBeUndefined();
  expect(kept.receive({ bytes: new Uint8Array(128 * 1024), digest: 'c' })).toMatchObject({
    phase: 'limit',
    code: 'RUN_TOO_LARGE',
  });
});

describe('on the wire', () => {
  test('an answer beyond a limit is a failure with status, limit and the beginning of the body', async () => {
    const { url } = await httpServer((_, response) => response.end(object(B.members + 1)));
    const { outcome, attempts } = await testSession().send(get(url, { repeatable: true }));
    expect(outcome).toMatchObject({
      kind: 'failure',
      phase: 'limit',
      code: 'TOO_MANY_MEMBERS',
      status: 200,
      body: { truncated: true },
    });
    expect(outcome.body?.bytes.length).toBe(64 * 1024);
    expect(attempts).toHaveLength(1);
  });

  test('an answer that is read as a stream has no such limits', async () => {
    const { url } = await httpServer((_, response) => response.end('s'.repeat(B.textBytes + 1)));
    const { outcome } = await testSession().send(get(url, { onChunk: () => undefined }));
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, body: { size: B.textBytes + 1 } });
  });
});

test('docs/lookup/security.md lists every limit with its number', () => {
  const page = readFileSync(join(packageRoot(), 'docs/lookup/security.md'), 'utf8').replace(/\s+/g, ' ');
  const section = page.slice(page.indexOf('## Large responses'));
  const shown = (most: number) =>
    [20, 10].flatMap((bits) => (most % 2 ** bits === 0 ? `${most / 2 ** bits} ${bits === 20 ? 'M' : 'K'}iB` : []))[0] ??
    most.toLocaleString('en');
  for (const [limit, most] of Object.entries(B))
    expect(section, limit).toMatch(new RegExp(`(?<=\\| |first )${shown(most)}(?= \\|| levels)`));
});
