/** The server's own words, and the values that may have caused them, in messages. */
import { describe, expect, test } from 'vitest';
import { statusAndWords } from '../../src/engine/words/answer.ts';
import { openPlaces, placesIn } from '../../src/engine/words/open-places.ts';
import type { Origin, Origins } from '../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from './exchanges.ts';

describe("the server's own words", () => {
  test.each([
    ['No delegation found for "Ada".', '419 ("No delegation found for "Ada".")'],
    [
      '{"message":"The state \\"SUBMITTED\\" is final.\\nSee \\/help\\u0021"}',
      `419 ({"message":"The state 'SUBMITTED' is final. See /help!"})`,
    ],
    ['{"message":"\\u202e"}', '419 ({"message":"\\u202e"})'],
    [
      'a\u202eb\u2066c\u200ed\u061ce\u00adf\u{e0041}g\u0007',
      '419 ("a\\u{202e}b\\u{2066}c\\u{200e}d\\u{61c}e\\u{ad}f\\u{e0041}g")',
    ],
    ['{"message":"\\u0007"}', '419 ({"message":"\\u0007"})'],
    ['C:\\new\\table', '419 ("C:\\new\\table")'],
    ['{}', '419'],
  ])('%s', (text, shown) => expect(statusAndWords(exchange({ status: 419, text }))).toBe(shown));
});

const named = (name: string, member?: string): readonly Origin[] => [
  { from: 'setting', name, ...(member !== undefined && { member }) },
];
const gap = (setting?: string): readonly Origin[] => [
  { from: 'gap', gap: 'transfer/gap/checksum', value: 'ADLER32', ...(setting !== undefined && { setting }) },
];

describe('values that the settings or a gap leave open', () => {
  const body: Origins = {
    'body/files/0/sources/0': named('TRANSFER_SOURCE'),
    'body/files/0/destinations/0': named('TRANSFER_DESTINATION'),
    'body/files/0/checksum': gap('TRANSFER_CHECKSUM'),
    'body/params/spacetoken': named('VALUES', 'Space'),
  };

  test.each<[string, ExchangeOptions, string]>([
    [
      'a parameter, with its value',
      { params: { vo_name: 'dteam' }, origins: { 'params/vo_name': named('TRANSFER_VO') } },
      'TRANSFER_VO (vo_name "dteam")',
    ],
    [
      'members of a body, by their names, a gap by the setting that would name it',
      { origins: body },
      'TRANSFER_SOURCE (sources), TRANSFER_DESTINATION (destinations), TRANSFER_CHECKSUM (checksum "ADLER32"), VALUES Space (spacetoken)',
    ],

    [
      'settings of the connection, without a place',
      { origins: { address: named('URL'), credential: named('TOKEN') } },
      'URL, TOKEN',
    ],
    [
      'of an earlier version, by their places',
      { params: { id: 'x' }, identifiers: 'given' },
      'the value from the settings in id "x"',
    ],
    ['trust is no part of the request', { origins: { authorities: named('CA') } }, ''],
  ])('%s', (_, more, shown) => {
    const own = exchange(more);
    expect(placesIn(openPlaces(own, [own]))).toBe(shown);
  });
});
