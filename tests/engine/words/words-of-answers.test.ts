/** The server's own words, and the values that may have caused them, in messages. */
import { statusAndWords } from '../../../src/engine/words/answer.ts';
import { theOperation } from '../../../src/engine/words/open-places.ts';
import { exchange } from '../exchanges.ts';

describe("the server's own words", () => {
  test.each([
    [
      'a\u202eb\u2066c\u200ed\u061ce\u00adf\u{e0041}g\u0007',
      '419 ("a\\u{202e}b\\u{2066}c\\u{200e}d\\u{61c}e\\u{ad}f\\u{e0041}g")',
    ],
    ['C:\\new\\table', '419 ("C:\\new\\table")'],
    ['{}', '419'],
  ])('%s', (text, shown) => expect(statusAndWords(exchange({ status: 419, text }))).toBe(shown));
});

test.each<[path: string, params: Record<string, string>, shown: string]>([
  ['/files/a%20folder/b/', { path: 'a folder/b', none: '' }, '/files/{path}/'],
  ['/jobs?vo_name=jobs', { vo_name: 'jobs' }, '/jobs'],
  ['/%FF/', {}, '/%FF/'],
])('%s is shown as the documented path', (path, params, shown) => {
  const request = { method: 'GET', url: `https://transfer.example.org${path}`, headers: [], credential: 'good' };
  expect(theOperation(exchange({ request, params, operation: 'read' }))).toBe(`GET ${shown} (read)`);
});

test('a call that is not sent over HTTP is shown by its name', () => {
  const request = { method: 'POST', url: 'call:submit', headers: [], credential: 'good' };
  expect(theOperation(exchange({ request, operation: 'submit' }))).toBe('the operation submit');
});
