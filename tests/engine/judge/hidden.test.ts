/** A repetition that succeeds hides neither a rejection nor a broken node. */
import type { Verdict } from '../../../src/engine/words/types.ts';
import type { Attempt, Exchange } from '../../../src/wire/types.ts';
import { exchange } from '../exchanges.ts';
import { FOLDER, USUAL } from '../origin-samples.ts';
import { answers, inTurn, type Sent } from '../summaries.ts';

/** Requests, and the outcomes of their attempts; that of the last one is also the request's by default. */
type Tried = Sent & { tried?: Sent[] };
const WORKS: Sent = { at: 90, operation: 'identity' };

const attempted = (all: Tried[]): Exchange[] =>
  inTurn(all).map((one, index) => {
    const attempts = all[index]?.tried?.map((outcome, after): Attempt => {
      const startedAt = one.startedAt + 2 * after;
      const headers = outcome.headers ?? [];
      const of = exchange(outcome).outcome;
      return {
        ...{ url: one.request.url, startedAt, endedAt: startedAt + 1, timings: {} },
        outcome: of.kind === 'answer' ? { ...of, headers } : of,
      };
    });
    return { ...one, attempts: attempts ?? one.attempts };
  });
const FOR_GROUP: Sent = { params: { vo_name: 'vo' }, origins: { 'params/vo_name': [FOLDER] } };
const TO_OBJECT: Sent = { params: { name: 'a' }, origins: { 'params/name': [FOLDER, USUAL] } };
const tried = (at: number, ...statuses: number[]): Tried => ({ at, tried: statuses.map((status) => ({ status })) });
const beside = (at: number, ...statuses: number[]): Tried => ({ ...tried(at, ...statuses), operation: 'identity' });
const GATEWAY: Sent = { status: 502 };
const BUSY: Sent = { status: 503, headers: [['Retry-After', '1']] };
/** Returns accepted requests, and some at these times that a gateway failed at first, or always. */
const amid = (outcome: Sent, times: number[], always = false): Tried[] => [
  ...[10, 25, 35].map((at) => ({ at })),
  ...times.map((at) => (always ? { ...outcome, at } : { at, tried: [outcome] })),
];
/** Returns an accepted request, and 503 to others from some time on, to addresses of these names. */
const ending = (method: string, names: string[], accepted = 10): Tried[] => [
  { at: accepted, method, path: names[0] },
  ...names.map((path, index) => ({
    ...{ at: 20 + 10 * index - (accepted > 20 ? 10 : 0), status: 503, method, path, tried: [{ status: 503 }] },
  })),
  WORKS,
];
/** Returns the same for changes, the others sent for this purpose. */
const endingAs = (purpose: Sent['purpose']): Tried[] =>
  ending('POST', ['a', 'b', 'c']).map((one) => (one.status === undefined ? one : { ...one, purpose }));
const UNAVAILABLE = { status: 503, tried: [{ status: 503 }] };
/** Returns changes that get 503 from some time on, until the end, and other requests. */
const readOnly = (...others: Tried[]): Tried[] => [
  { at: 10, method: 'POST' },
  ...[20, 30, 40].map((at) => ({ at, method: 'POST', ...UNAVAILABLE })),
  { at: 50, method: 'DELETE', operation: 'identity', purpose: 'closing', ...UNAVAILABLE },
  ...others,
];

test.each<[what: string, sent: Tried[], verdict: Verdict, more?: object]>([
  ['403 that a second try hid, to a value of a setting', [{ ...tried(20, 403, 200), ...FOR_GROUP }], 'inconclusive'],
  ['403 that a second try hid, to a new object', [{ ...tried(20, 403, 200), ...TO_OBJECT }], 'pass'],
  ['401 that a second try hid', [beside(10, 200), tried(20, 401, 200), beside(30, 200)], 'inconclusive'],
  [
    '500 between other failures, with successes between',
    [beside(10, 500, 200), tried(20, 500, 200), beside(30, 500, 200)],
    'inconclusive',
  ],

  ['gateway failures that repetitions hid', amid(GATEWAY, [20, 30, 40]), 'inconclusive', { blame: 'infrastructure' }],
  ['the same with a demand to wait', amid(BUSY, [20, 30, 40]), 'pass'],
  ['three of them in one outage', amid(GATEWAY, [20, 21, 22]), 'pass'],
  ['two of them', amid(GATEWAY, [20, 30]), 'pass'],
  ['pages again and again', amid({ phase: 'page' }, [20, 30, 40], true), 'inconclusive', { blame: 'infrastructure' }],
  ['gateway failures again and again', amid(GATEWAY, [20, 30, 40], true), 'inconclusive', { blame: 'infrastructure' }],

  ['503 until the end to two of them', ending('GET', ['b', 'b']), 'pass'],
  ['503 until the end to changes of any object', ending('POST', ['a', 'b', 'c']), 'inconclusive'],
  [
    '503 until the end to all changes, even to the one that shows whether the service works, amid other requests',
    readOnly({ at: 35, operation: 'identity' }),
    'inconclusive',
    { blame: 'infrastructure', message: expect.stringContaining('3 of 4 requests') },
  ],
  ['the same without a success among them', readOnly(), 'pass'],
  ['503 until the end to changes that differ from the document on purpose', endingAs('other'), 'pass'],
  ['503 until the end to removals', endingAs('cleanup'), 'inconclusive'],
  ['503 to changes until one is accepted', ending('POST', ['a', 'b', 'c'], 40), 'pass'],

  ['a page instead of JSON, which an equal request got', [{}, { type: 'text/html', text: '<title>x' }], 'inconclusive'],
  ['one JSON value per line, the last incomplete', [{}, { text: '{"a":1}\r\n\n{"b":2}\n{"c":' }], 'pass'],
  ['JSON and a line of text', [{}, { text: '{"a":1}\nWarning' }], 'inconclusive'],
  [
    'hops of a redirect, which are not attempts without an answer',
    [
      { at: 10 },
      {
        at: 20,
        phase: 'timeout',
        tried: [{ status: 307 }, { phase: 'timeout' }, { status: 307 }, { phase: 'timeout' }],
      },
      WORKS,
    ],
    'pass',
  ],
])('%s', (_, sent, verdict, more = {}) => {
  const isUnstable = verdict === 'inconclusive';
  expect(answers(attempted(sent))).toMatchObject({ verdict, ...(isUnstable && { unstable: true, ...more }) });
});
