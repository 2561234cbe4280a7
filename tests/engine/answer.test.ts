/** What a recorded answer says: its success, its headers, its JSON, which is read once. */
import { afterEach, describe, expect, test } from 'vitest';
import {
  answerOf,
  forgetParsedBodies,
  headerOf,
  jsonOf,
  mediaTypeOf,
  statusOf,
  succeeded,
} from '../../src/engine/words/answer.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from './exchanges.ts';

afterEach(forgetParsedBodies);

/** An answer with this body, of which perhaps only the beginning was kept. */
function answered(bytes: Uint8Array, truncated = false): Exchange {
  return exchange({
    outcome: { kind: 'answer', status: 200, headers: [], body: { bytes, size: bytes.length, digest: '', truncated } },
  });
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('success', () => {
  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('%i: %s', (status, expected) => expect(succeeded(exchange({ status }))).toBe(expected));

  test('an answer that broke off did not succeed, whatever its status', () => {
    const broken = exchange({
      outcome: { kind: 'failure', phase: 'body', code: 'ECONNRESET', message: '', status: 200 },
    });
    expect([succeeded(broken), statusOf(broken)]).toEqual([false, 200]);
    expect(statusOf(exchange({ phase: 'connect' }))).toBeUndefined();
  });
});

describe('headers', () => {
  const many = exchange({
    outcome: {
      kind: 'answer',
      status: 200,
      headers: [
        ['X-Note', 'one'],
        ['x-note', 'two'],
        ['Content-Type', ' Application/JSON ; charset=utf-8'],
      ],
      body: { bytes: bytes('[]'), size: 2, digest: '', truncated: false },
    },
  });

  test('are found in any case, repeated ones joined', () => {
    expect([headerOf(many, 'X-NOTE'), headerOf(many, 'x-not'), answerOf(many).header('x-Note')]).toEqual([
      'one, two',
      undefined,
      'one, two',
    ]);
  });

  test('the media type stands without parameters, in lower case', () => {
    expect([mediaTypeOf(many), mediaTypeOf(answered(bytes('[]')))]).toEqual(['application/json', '']);
  });

  test('without an answer, nothing is found', () => {
    const none = exchange({ phase: 'connect' });
    expect([headerOf(none, 'content-type'), mediaTypeOf(none)]).toEqual([undefined, '']);
  });
});

describe('a body as JSON', () => {
  test.each<[string, Exchange, unknown, string | undefined]>([
    ['an object', exchange({ text: '{"a":1}' }), { a: 1 }, undefined],
    ['nothing', exchange({ text: '' }), undefined, 'an empty body'],
    [
      'what is no JSON',
      exchange({ text: '<p>' }),
      undefined,
      'a body that is not JSON: Unexpected token \'<\', "<p>" is not valid JSON',
    ],
    ['what is no UTF-8', answered(new Uint8Array([0x22, 0xff, 0x22])), undefined, 'a body that is not UTF-8'],
    ['a beginning', answered(bytes('[]'), true), undefined, 'a body that exceeds the recording limit'],
    ['no answer', exchange({ phase: 'tls' }), undefined, 'no response'],
  ])('%s', (_, own, json, problem) => {
    expect(jsonOf(own)).toEqual({ json, problem });
    const { json: seen, jsonProblem } = answerOf(own);
    expect([seen, jsonProblem]).toEqual([json, problem]);
  });

  test('a long complaint of the parser is cut', () => {
    const { problem } = jsonOf(exchange({ text: `{"${'x'.repeat(100)}":${'y'.repeat(300)}}` }));
    expect(problem?.length).toBeLessThanOrEqual('a body that is not JSON: '.length + 120);
  });

  test('is read once, until it is forgotten', () => {
    const own = exchange({ text: '{"a":1}' });
    const { json } = jsonOf(own);
    expect(jsonOf(own).json).toBe(json);
    forgetParsedBodies();
    expect(jsonOf(own).json).not.toBe(json);
  });

  test('what was found of large bodies is kept of the latest only, of small ones always', () => {
    const small = answered(bytes('{}'));
    // Beginnings are not read, so they cost nothing here.
    const large = Array.from({ length: 3 }, () => answered(new Uint8Array(40 * 2 ** 20), true));
    const before = [small, ...large].map(jsonOf);
    expect([small, ...large.toReversed()].map((own) => before.includes(jsonOf(own)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('one that is larger than all that is kept together is kept while no other comes', () => {
    const [huge, next] = [answered(new Uint8Array(97 * 2 ** 20), true), answered(new Uint8Array(2 ** 20), true)];
    const found = jsonOf(huge);
    expect(jsonOf(huge)).toBe(found);
    jsonOf(next);
    expect(jsonOf(huge)).not.toBe(found);
  });
});

test.each<[string, ExchangeOptions, Partial<ReturnType<typeof answerOf>>]>([
  ['what was answered', { text: 'äb', status: 201 }, { status: 201, text: 'äb', bytes: bytes('äb') }],
  ['nothing, where nothing was answered', { phase: 'tls' }, { status: 0, text: '', bytes: new Uint8Array() }],
])('a view holds %s', (_, options, expected) => {
  const own = exchange(options);
  const { status, text, bytes, exchange: of } = answerOf(own);
  expect({ status, text, bytes, of }).toEqual({ ...expected, of: own });
});
