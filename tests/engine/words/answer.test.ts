/** Content of a recorded response: its success, its JSON, and its words in messages. */

import {
  answerOf,
  forgetParsedBodies,
  jsonOf,
  statusAndWords,
  statusOf,
  succeeded,
} from '../../../src/engine/words/answer.ts';
import { theOperation } from '../../../src/engine/words/open-places.ts';
import { visible } from '../../../src/engine/words/visible.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { exchange } from '../exchanges.ts';

afterEach(forgetParsedBodies);

/** Returns a response with this body, of which perhaps only the beginning was kept. */
function answered(bytes: Uint8Array, truncated = false): Exchange {
  return exchange({
    outcome: { kind: 'answer', status: 200, headers: [], body: { bytes, size: bytes.length, digest: '', truncated } },
  });
}
const bytes = (text: string) => new TextEncoder().encode(text);

test('an answer that broke off did not succeed, whatever its status', () => {
  const broken = exchange({
    outcome: { kind: 'failure', phase: 'body', code: 'ECONNRESET', message: '', status: 200 },
  });
  expect([succeeded(broken), statusOf(broken)]).toEqual([false, 200]);
  expect(statusOf(exchange({ phase: 'connect' }))).toBeUndefined();
});

test.each<[string, Exchange, unknown, string | undefined]>([
  ['an object', exchange({ text: '{"a":1}' }), { a: 1 }, undefined],
  ['nothing', exchange({ text: '' }), undefined, 'an empty body'],
  ['what is no JSON', exchange({ text: '<p>' }), undefined, 'a body that is not JSON (HTML or XML: "<p>")'],
  [
    'an error in the middle, on several lines',
    exchange({ text: `[${'{"a":null},\n'.repeat(40)}]` }),
    undefined,
    'a body that is not JSON (Unexpected token \']\', ..."a":null}, ]")',
  ],
  ['what is no UTF-8', answered(new Uint8Array([0x22, 0xff, 0x22])), undefined, 'a body that is not UTF-8'],
  ['a beginning', answered(bytes('[]'), true), undefined, 'a body that exceeds the recording limit'],
  ['no answer', exchange({ phase: 'tls' }), undefined, 'no response'],
])('a body as JSON: %s', (_, own, json, problem) => {
  expect(jsonOf(own)).toEqual({ json, exact: json, problem });
  expect(answerOf(own).json).toEqual(json);
});

test('a no-break space, which looks like a space, is visible', () => {
  expect(visible('4711\u00a0 \u202e')).toBe('4711\\u{a0} \\u{202e}');
});

describe("the server's own words", () => {
  test.each([
    [
      'a\u202eb\u2066c\u200ed\u061ce\u00adf\u{e0041}g\u0007',
      '419 ("a\\u{202e}b\\u{2066}c\\u{200e}d\\u{61c}e\\u{ad}f\\u{e0041}g")',
    ],
    ['{}', '419'],
  ])('%s', (text, shown) => expect(statusAndWords(exchange({ status: 419, text }))).toBe(shown));
});

test.each<[path: string, params: Record<string, string>, shown: string]>([
  ['/files/a%20folder/b/', { path: 'a folder/b', none: '' }, '/files/{path}/'],
  ['/%FF/', {}, '/%FF/'],
])('%s is shown as the documented path', (path, params, shown) => {
  const request = { method: 'GET', url: `https://transfer.example.org${path}`, headers: [], credential: 'good' };
  expect(theOperation(exchange({ request, params, operation: 'read' }))).toBe(`GET ${shown} (read)`);
});

test('a call that is not sent over HTTP is shown by its name', () => {
  const request = { method: 'POST', url: 'call:submit', headers: [], credential: 'good' };
  expect(theOperation(exchange({ request, operation: 'submit' }))).toBe('the operation submit');
});
