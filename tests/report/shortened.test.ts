/** Texts that do not fit are cut between words. */
import { shortened } from '../../src/report/parts/tally.ts';

test.each([
  ['as long as there is room', 24, 'as long as there is room'],
  ['as long as there is room', 23, 'as long as there is…'],
  ['as long as there is room', 19, 'as long as there is…'],
  ['as long as there is room', 18, 'as long as there…'],
  [`https://${'a'.repeat(300)}`, 100, `https://${'a'.repeat(92)}…`],
  [`see https://${'a'.repeat(300)}`, 100, `see https://${'a'.repeat(88)}…`],
])('%s, at most %i characters', (text, most, expected) => expect(shortened(text, most)).toBe(expected));
