/** The server's own words, and the values that may have caused them, in messages. */
import { describe, expect, test } from 'vitest';
import { statusAndWords } from '../../src/engine/answer.ts';
import { classify } from '../../src/engine/classify.ts';
import { openValues } from '../../src/engine/open-values.ts';
import type { Body } from '../../src/wire/types.ts';
import { exchange } from './exchanges.ts';

const body = (text: string): Body => ({ bytes: new TextEncoder().encode(text), size: text.length, digest: '', truncated: false });
const post = { method: 'POST', url: 'https://transfer.example.org/jobs', headers: [], credential: 'certificate' } as const;

describe("the server's own words", () => {
  test.each([
    ['No delegation found for "Ada".', '419 ("No delegation found for "Ada".")'],
    ['{"message":"The state \\"SUBMITTED\\" is final.\\nSee \\/help\\u0021"}', `419 ({"message":"The state 'SUBMITTED' is final. See /help!"})`],
    ['{"message":"\\u202e"}', '419 ({"message":"\u202e"})'],
    ['{"message":"\\u0007"}', '419 ({"message":"\\u0007"})'],
    ['C:\\new\\table', '419 ("C:\\new\\table")'],
    ['{}', '419'],
  ])('%s', (text, shown) => expect(statusAndWords(exchange({ status: 419, text }))).toBe(shown));

  test('are cut after 300 characters', () => {
    expect(statusAndWords(exchange({ status: 500, text: 'x'.repeat(400) }))).toBe(`500 ("${'x'.repeat(299)}…")`);
  });
});

describe('values that the document leaves open', () => {
  const json = JSON.stringify({ files: [{ sources: ['davs://a/b'], destinations: ['davs://c/d'], checksum: '' }], params: { retry: 3, spacetoken: 'S' } });

  test.each([
    ['parameters', { params: { vo_name: 'dteam' } }, ['vo_name "dteam"']],
    ['members of a body', { request: { ...post, body: body(json) } }, ['sources "davs://a/b"', 'destinations "davs://c/d"', 'spacetoken "S"']],
    ['both, three at most', { params: { a: '1', b: '2' }, request: { ...post, body: body(json) } }, ['a "1"', 'b "2"', 'sources "davs://a/b"', 'and 2 more']],
    ['the beginning of a long one', { params: { path: 'x'.repeat(100) } }, [`path "${'x'.repeat(59)}…"`]],
    ['none in other bodies', { request: { ...post, body: body('<xml/>') } }, []],
  ])('%s', (_, more, shown) => expect(openValues(exchange(more))).toEqual(shown));

  test('are what to check after a refusal of them', () => {
    const refused = exchange({ status: 400, text: 'No.', chosen: true, params: { vo_name: 'dteam' } });
    expect(classify(refused, [refused])).toMatchObject({
      why: 'list-jobs was answered with 400 ("No."); check the values in the request that the document leaves open: vo_name "dteam"',
    });
  });
});
