/** Refusals mean something only between successes; acceptance only beside a plain request that was accepted. */
import { describe, expect, test } from 'vitest';
import { answering, looksLike, sayAccepted, sayRefused } from '../../src/engine/answering.ts';
import { probe } from '../../src/engine/suite.ts';
import type { Say } from '../../src/engine/types.ts';
import { contractOf, exchange, type Told } from './exchanges.ts';

/** A `say` that keeps what it is told. */
function listener(exchanges: Say['exchanges'] = []): { readonly say: Say; readonly lines: string[] } {
  const lines: string[] = [];
  const unused = (): never => {
    throw new Error('not used here');
  };
  const say: Say = {
    holds(_row, test) {
      lines.push(test ? 'held' : 'contradicted');
      return test;
    },
    cannotTell: (_row, blame) => lines.push(`undecided ${blame}`),
    doesNotApply: () => lines.push('does not apply'),
    observe: (gap, value) => lines.push(`${gap.split('/').at(-1)}: ${String(value)}`),
    record: unused,
    records: unused,
    lane: 'certificate',
    given: {},
    exchanges,
    contract: contractOf([]),
  };
  return { say, lines };
}

const JOB = '{"job_id":"a","job_state":"b","priority":3}';
const BEFORE = (told: Told = {}) => exchange({ text: JOB, at: 0, ...told });
const AFTER = (told: Told = {}) => exchange({ text: JOB, at: 1000, ...told });
const attempt = (told: Told) => exchange({ purpose: 'refusal', label: 'none', at: 500, ...told });

describe('a try with a bad credential', () => {
  const TABLE: readonly (readonly [what: string, told: Told, lines: readonly string[]])[] = [
    ['401', { status: 401, text: '' }, ['held', 'refusal: none: 401']],
    ['403 with an HTML page', { status: 403, text: '<p>no</p>', type: 'text/html' }, ['held', 'refusal: none: 403']],
    ['404', { status: 404 }, ['held', 'refusal: none: 404']],
    ['a redirect', { status: 302, text: '' }, ['held', 'refusal: none: 302']],
    ['500', { status: 500 }, ['held', 'refusal: none: 500']],
    ['501', { status: 501 }, ['held', 'refusal: none: 501']],
    ['502', { status: 502 }, ['undecided infrastructure']],
    ['503', { status: 503 }, ['undecided infrastructure']],
    ['a TLS alert', { phase: 'tls', code: 'ALERT_BAD_CERTIFICATE' }, ['held', 'refusal: none: connection ended (ALERT_BAD_CERTIFICATE)']],
    ['a reset', { phase: 'headers', code: 'ECONNRESET' }, ['held', 'refusal: none: connection ended (ECONNRESET)']],
    ['a refused connection', { phase: 'connect', code: 'ECONNREFUSED' }, ['undecided infrastructure']],
    ['an unknown host', { phase: 'dns', code: 'ENOTFOUND' }, ['undecided infrastructure']],
    ['a time-out', { phase: 'timeout', code: 'HEADERS_TIMEOUT' }, ['undecided infrastructure']],
    ['an answer that is too large', { phase: 'limit', code: 'BODY_TOO_LARGE' }, ['undecided infrastructure']],
    ['the authorised answer', { text: JOB }, ['contradicted']],
    ['an answer of the same make', { text: '{"job_id":"x","job_state":"y","priority":4}' }, ['contradicted']],
    ['an answer with most of the members', { text: '{"job_id":"x","job_state":"y"}' }, ['contradicted']],
    ['200 with a login page', { text: '<form>', type: 'text/html' }, ['held', 'refusal: none: 200']],
    ['200 with a JSON error', { text: '{"error":"log in first"}' }, ['held', 'refusal: none: 200']],
    ['200 with a JSON array', { text: '["log in first"]' }, ['held', 'refusal: none: 200']],
    ['200 with nothing', { text: '', type: '' }, ['held', 'refusal: none: 200']],
  ];

  test.each(TABLE)('%s', (_, told, expected) => {
    const { say, lines } = listener();
    sayRefused(say, 'transfer/list-jobs/refuses/none', attempt(told), { before: [BEFORE()], after: [AFTER()] });
    expect(lines).toEqual(expected);
  });

  test.each([
    ['no success before', [], [AFTER()]],
    ['no success after', [BEFORE()], []],
    ['a success before that had not ended', [BEFORE({ at: 500 })], [AFTER()]],
    ['a success after that began too early', [BEFORE()], [AFTER({ at: 499 })]],
    ['failures only', [BEFORE({ status: 503 })], [AFTER({ status: 503 })]],
  ])('%s: a refusal means nothing', (_, before, after) => {
    for (const told of [{ status: 401 }, { status: 404 }, { phase: 'tls' as const }, { text: JOB }]) {
      const { say, lines } = listener();
      sayRefused(say, 'transfer/list-jobs/refuses/none', attempt(told), { before, after });
      expect(lines).toEqual(['undecided infrastructure']);
    }
  });

  test('an effect that was seen afterwards contradicts, whatever was answered', () => {
    const { say, lines } = listener();
    sayRefused(say, 'row', attempt({ status: 401 }), { before: [BEFORE()], after: [AFTER()] }, { seen: true, what: 'the job is gone' });
    expect(lines).toEqual(['contradicted']);
  });
});

describe('an answer looks like the authorised one', () => {
  test.each<[string, Told, Told, boolean]>([
    ['the same octets', { text: 'abc', type: 'text/plain' }, { text: 'abc', type: 'text/plain' }, true],
    ['another media type', { text: JOB }, { text: JOB, type: 'text/json' }, false],
    ['a list for a list', { text: '[1]' }, { text: '[]' }, true],
    ['a list of objects for one of objects of the same make', { text: `[${JOB}]` }, { text: `[${JOB},${JOB}]` }, true],
    ['a list of messages for one of objects', { text: '["log in first"]' }, { text: `[${JOB}]` }, false],
    ['an empty list for a full one', { text: '[]' }, { text: `[${JOB}]` }, true],
    ['an object for a list', { text: '{}' }, { text: '[]' }, false],
    ['a list for an object', { text: '[]' }, { text: JOB }, false],
    ['no JSON for JSON', { text: 'no' }, { text: JOB }, false],
    ['half of the members', { text: '{"a":1}' }, { text: '{"a":1,"b":2}' }, true],
    ['less than half of them', { text: '{"a":1}' }, { text: '{"a":1,"b":2,"c":3}' }, false],
    ['an object for null', { text: '{"error":""}' }, { text: 'null' }, false],
    ['null for an object', { text: 'null' }, { text: JOB }, false],
    ['null in other white space', { text: 'null\n' }, { text: 'null' }, true],
    ['another number for a number', { text: '1' }, { text: '2' }, true],
    ['a text for a number', { text: '"1"' }, { text: '2' }, false],
    ['a list for an object with a length', { text: '[]' }, { text: '{"length":1}' }, false],
    ['a text for an object with a length', { text: '"abc"' }, { text: '{"length":1}' }, false],
    ['an empty object for an empty one', { text: '{ }' }, { text: '{}' }, false],
    ['other members', { text: '{"c":1}' }, { text: '{"a":1}' }, false],
    ['members of the prototype', { text: '{}' }, { text: '{"constructor":1,"toString":2}' }, false],
    ['no answer', { phase: 'tls' }, { text: JOB }, false],
  ])('%s: %s', (_, tried, authorised, expected) => expect(looksLike(exchange(tried), exchange(authorised))).toBe(expected));
});

describe('a documented addition to an accepted request', () => {
  const plain = exchange({ operation: 'identity', at: 0 });
  test.each<[string, Told, boolean, string]>([
    ['accepted', {}, false, 'held'],
    ['400, although values of the operator stand in it', { status: 400, chosen: true }, false, 'contradicted'],
    ['422', { status: 422 }, false, 'contradicted'],
    ['500', { status: 500 }, false, 'contradicted'],
    ['400 to a value that is made up', { status: 400, chosen: true }, true, 'undecided settings'],
    ['400 where the plain request was not accepted by then either', { status: 400, chosen: true, notes: { leftOpen: 'full' } }, false, 'undecided settings'],
    ['401', { status: 401 }, false, 'undecided credential'],
    ['403', { status: 403 }, false, 'undecided credential'],
    ['503', { status: 503 }, false, 'undecided infrastructure'],
    ['no answer', { phase: 'timeout' }, false, 'undecided infrastructure'],
    ['a redirect', { status: 302 }, false, 'undecided settings'],
    ['429', { status: 429 }, false, 'undecided infrastructure'],
    ['501', { status: 501 }, false, 'contradicted'],
  ])('%s', (_, told, madeUp, expected) => {
    const own = exchange({ at: 10, ...told });
    const { say, lines } = listener([plain, own]);
    sayAccepted(say, 'row', own, madeUp);
    expect(lines).toEqual([expected]);
  });
});

describe('whether an operation answers', () => {
  const run = async () => [];
  const [one, other] = [probe({ name: 'one', operation: 'list-jobs', run }), probe({ name: 'other', operation: 'list-jobs', run })];
  const judged = (evidence: Record<string, readonly Told[]>, rows: Readonly<Record<string, string>> | string = 'row', lane = 'certificate'): string[] => {
    const exchanges = Object.fromEntries(Object.entries(evidence).map(([name, told]) => [name, told.map((each) => exchange(each))]));
    const { say, lines } = listener(Object.values(exchanges).flat());
    answering([one, other], 'transfer', rows).judge(exchanges as never, { ...say, lane });
    return lines;
  };

  test('one probe is needed, of several each is optional; the row or rows and the status code are decided', () => {
    const alone = answering([one], 'transfer', { certificate: 'row', token: 'row-of-tokens' });
    expect([alone.decides, alone.needs.map(({ name, optional }) => [name, optional])]).toEqual([
      ['row', 'row-of-tokens', 'transfer/gap/list-jobs-status'],
      [['one', undefined]],
    ]);
    const both = answering([one, other], 'transfer', 'row');
    expect([both.decides, both.needs.map(({ name, optional }) => [name, optional])]).toEqual([
      ['row', 'transfer/gap/list-jobs-status'],
      [
        ['one', true],
        ['other', true],
      ],
    ]);
  });

  test.each<[string, Record<string, readonly Told[]>, readonly string[]]>([
    ['an answer', { one: [{}] }, ['list-jobs-status: 200', 'held']],
    ['500, as everywhere', { one: [{ status: 500 }] }, ['list-jobs-status: 500', 'undecided infrastructure']],
    ['500 here alone', { one: [{ status: 500 }], other: [{ operation: 'identity' }] }, ['list-jobs-status: 500', 'contradicted']],
    ['one of them', { one: [{ status: 500 }, {}] }, ['list-jobs-status: 500', 'list-jobs-status: 200', 'held']],
    ['another probe', { one: [{ status: 500 }], other: [{ status: 201 }] }, ['list-jobs-status: 500', 'list-jobs-status: 201', 'held']],
    [
      'what contradicts counts before what decides nothing',
      { one: [{ status: 503 }, { status: 500 }], other: [{ operation: 'identity' }] },
      ['list-jobs-status: 503', 'list-jobs-status: 500', 'contradicted'],
    ],
    ['what decides nothing', { one: [{ status: 503 }] }, ['list-jobs-status: 503', 'undecided infrastructure']],
    ['no answer has no status code', { one: [{ phase: 'timeout' }] }, ['undecided infrastructure']],
    ['a refusal is none', { one: [{ purpose: 'refusal', status: 401 }] }, []],
    ['another operation is none', { one: [{ operation: 'identity' }] }, []],
    ['nothing', {}, []],
  ])('%s', (_, evidence, lines) => expect(judged(evidence)).toEqual(lines));

  test('the row is that of the lane, if it has one', () => {
    const rows = { certificate: 'row', token: 'other' };
    expect(judged({ one: [{}] }, rows, 'token')).toEqual(['list-jobs-status: 200', 'held']);
    expect(judged({ one: [{}] }, rows, 'none')).toEqual(['list-jobs-status: 200']);
  });
});
