import { expect, test } from 'vitest';
import { renderHar } from '../../src/report/files/har.ts';
import { RECORDED } from './recorded.ts';

interface Har {
  readonly log: {
    readonly version: string;
    readonly pages: readonly { readonly id: string }[];
    readonly entries: readonly {
      readonly pageref: string;
      readonly request: { readonly url: string; readonly method: string };
      readonly response: {
        readonly status: number;
        readonly content: { readonly text?: string; readonly encoding?: string };
        readonly _error?: string;
      };
      readonly _assay: { readonly id: string };
    }[];
  };
}

const { log } = JSON.parse([...renderHar(RECORDED)].join('')) as Har;

test('every exchange is an entry of HAR 1.2, on the page of its interface, with its body in it', () => {
  expect(log.version).toBe('1.2');
  expect(log.pages.map(({ id }) => id)).toEqual(['transfer']);
  expect(log.entries.map((entry) => entry._assay.id)).toEqual(RECORDED.exchanges.map(({ id }) => id));
  expect(log.entries.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 503, 0]);
  expect(log.entries[0]).toMatchObject({
    pageref: 'transfer',
    request: { method: 'GET' },
    response: { content: { text: '{"user_dn":"/CN=Ada"}' } },
  });
  expect(log.entries[3]?.response.content).toMatchObject({ encoding: 'base64', text: '//4AQQ==' });
});

test('is written piece by piece: no piece holds two entries', () => {
  const pieces = [...renderHar(RECORDED)];
  expect(Math.max(...pieces.map((piece) => piece.split('"startedDateTime"').length - 1))).toBeLessThanOrEqual(1);
  expect(pieces.length).toBeGreaterThan(RECORDED.exchanges.length);
});
