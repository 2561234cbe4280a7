/** The server's own words, and the values that may have caused them, in messages. */
import { statusAndWords } from '../../../src/engine/words/answer.ts';
import { exchange } from '../exchanges.ts';

describe("the server's own words", () => {
  test.each([
    ['No delegation found for "Ada".', '419 ("No delegation found for "Ada".")'],
    [
      'a\u202eb\u2066c\u200ed\u061ce\u00adf\u{e0041}g\u0007',
      '419 ("a\\u{202e}b\\u{2066}c\\u{200e}d\\u{61c}e\\u{ad}f\\u{e0041}g")',
    ],
    ['C:\\new\\table', '419 ("C:\\new\\table")'],
    ['{}', '419'],
  ])('%s', (text, shown) => expect(statusAndWords(exchange({ status: 419, text }))).toBe(shown));
});
