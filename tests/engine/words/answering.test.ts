/** A rejection counts only between successes, an acceptance only beside an accepted plain request. */
import { judgeForms, judgeRefused, looksLike } from '../../../src/engine/words/answering.ts';
import type { Exchange, Origins } from '../../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from '../exchanges.ts';
import { AFTER, attempt, BEFORE, broken, JOB, listener } from '../listener.ts';

const PAGE: ExchangeOptions = { text: '<p>Back soon</p>', type: 'text/html' };
const LOST: ExchangeOptions = { phase: 'tls', code: 'ECONNRESET' };

/** Returns what is reported about a try, between requests with the valid credential and amid others. */
function refusedTo(
  tried: ExchangeOptions,
  { before = [BEFORE()], after = [AFTER()], others = [] as Exchange[] } = {},
  effect?: Parameters<typeof judgeRefused>[4],
) {
  const own = attempt(tried);
  const { report, lines } = listener([own, ...others]);
  judgeRefused(report, 'transfer/list-jobs/refuses/none', own, { before, after }, effect);
  return lines;
}

describe('a try with an invalid credential', () => {
  const TABLE: [what: string, options: ExchangeOptions, lines: string[]][] = [
    ['401', { status: 401, text: '' }, ['upheld', 'refusal: none: 401']],

    ['503', { status: 503 }, ['undecided infrastructure']],
    [
      'a TLS alert',
      { phase: 'tls', code: 'ALERT_BAD_CERTIFICATE' },
      ['upheld', 'refusal: none: connection ended (ALERT_BAD_CERTIFICATE)'],
    ],

    ['an answer that broke off after a 2xx', broken('body', 200), ['undecided infrastructure']],
    [
      'an answer that broke off after a refusal',
      broken('body', 403),
      ['upheld', 'refusal: none: connection ended (ECODE)'],
    ],

    [
      'a redirect that is not followed',
      { phase: 'redirect', code: 'TOO_MANY_REDIRECTS' },
      ['upheld', 'refusal: none: a redirect that is not followed (TOO_MANY_REDIRECTS)'],
    ],
    ['an answer that is too large', { phase: 'limit', code: 'BODY_TOO_LARGE' }, ['undecided infrastructure']],
  ];

  test.each(TABLE)('%s', (_, options, expected) => expect(refusedTo(options)).toEqual(expected));

  test.each([
    ['a success before that had not ended', [BEFORE({ at: 500 })], [AFTER()]],
    ['a success after that began too early', [BEFORE()], [AFTER({ at: 499 })]],
  ])('%s: a refusal means nothing', (_, before, after) => {
    for (const reported of [{ status: 401 }, { status: 404 }, { phase: 'tls' as const }, { text: JOB }])
      expect(refusedTo(reported, { before, after })).toEqual(['undecided infrastructure']);
  });

  test.each([
    ['the credential', [{ status: 401 }, { status: 503 }], 'credential'],
    ['nobody, since one succeeded', [{ status: 401 }, {}], 'infrastructure'],
  ])('no request of the operation afterwards: the blame is on %s', (_, later, blame) => {
    const others = later.map((one, place) => exchange({ ...one, operation: 'whoami', at: 1000 + place }));
    expect(refusedTo({ status: 401 }, { after: [], others: [BEFORE(), ...others] })).toEqual([`undecided ${blame}`]);
  });

  test('a page that a valid request once got in place of the data is not protected', () => {
    const page = { text: '<p>Back soon</p>', type: 'text/html' };
    expect(refusedTo(page, { others: [BEFORE({ ...page, at: 300 })] })).toEqual(['upheld', 'refusal: none: 200']);
  });

  test.each<[string, ExchangeOptions, ExchangeOptions[], string]>([
    ['a lost connection while a valid request got none', LOST, [LOST], 'undecided infrastructure'],
    ['500 while a valid request got 500', { status: 500 }, [{ status: 500 }], 'undecided infrastructure'],
    ['a lost connection while valid requests succeeded', LOST, [{}], 'upheld'],
    [
      'a lost connection, after which the service worked, then failed',
      LOST,
      [{ at: 600 }, { ...LOST, at: 700 }],
      'upheld',
    ],
    ['403 while a valid request got 403', { status: 403 }, [{ status: 403 }], 'undecided infrastructure'],
    ['a page while a valid request got a page', PAGE, [PAGE], 'undecided infrastructure'],
    ['401 while a valid request got 403', { status: 401 }, [{ status: 403 }], 'upheld'],
    [
      '404 while one of an operation that never succeeds got 404',
      { status: 404 },
      [{ status: 404, operation: 'a' }],
      'upheld',
    ],
    ['an alert while a valid request got no connection', { phase: 'tls', code: 'ERR_SSL_ALERT' }, [LOST], 'upheld'],
  ])('%s', (_, tried, valid, expected) => {
    const others = [BEFORE(), ...valid.map((one) => exchange({ at: 510, ...one })), AFTER()];
    expect(refusedTo(tried, { others })[0]).toBe(expected);
  });

  const RECORDS = JSON.stringify([{ id: 'c0ffee00-1f2e-4d3c-8b4a', handle: 'https://docs.example.org/v1' }]);
  const elsewhere = (operation: string, more: ExchangeOptions = {}) =>
    exchange({ operation, text: `<p>${RECORDS}</p>`, purpose: 'refusal', credential: 'none', status: 401, ...more });
  test.each([
    [
      'another operation discloses, too',
      [elsewhere('read-job'), exchange({ operation: 'read-job', text: RECORDS }), elsewhere('whoami', { text: '' })],
      ['contradicted'],
    ],
    [
      'most operations show to anyone',
      ['read-job', 'whoami'].flatMap((one) => [elsewhere(one), exchange({ operation: one, text: RECORDS })]),
      ['upheld', 'refusal: none: 401'],
    ],
    ['another node does not have', [elsewhere('whoami', { text: '' })], ['upheld', 'refusal: none: 401'], '[]'],
  ])('values that %s', (_, others, expected, after = RECORDS) => {
    const around = { before: [BEFORE({ text: RECORDS })], after: [AFTER({ text: after })], others };
    expect(refusedTo({ text: `<p>${RECORDS}</p>`, status: 401 }, around)).toEqual(expected);
  });

  test('an effect that was seen afterwards contradicts, whatever was answered', () => {
    expect(refusedTo({ status: 401 }, {}, { expected: 'a rejection', what: 'the job is gone', shownBy: [] })).toEqual([
      'contradicted',
    ]);
  });

  test.each([
    ['before', '{"a":1}', JOB],
    ['after', JOB, '{"a":1}'],
  ])('an answer like the one %s is enough', (_, before, after) => {
    const around = { before: [BEFORE({ text: before })], after: [AFTER({ text: after })] };
    expect(refusedTo({ text: '{"a":2}' }, around)).toEqual(['contradicted']);
  });
});

test.each<[string, ExchangeOptions, ExchangeOptions, boolean]>([
  ['the same bytes', { text: 'abc', type: 'text/plain' }, { text: 'abc', type: 'text/plain' }, true],
  ['another media type', { text: JOB }, { text: JOB, type: 'text/json' }, false],

  ['an empty list for a full one', { text: '[]' }, { text: `[${JOB}]` }, true],

  ['half of the members', { text: '{"a":1}' }, { text: '{"a":1,"b":2}' }, true],
  ['less than half of them', { text: '{"a":1}' }, { text: '{"a":1,"b":2,"c":3}' }, false],

  ['a text for a number', { text: '"1"' }, { text: '2' }, false],
  ['no answer', { phase: 'tls' }, { text: JOB }, false],
])('an answer looks like the authorised one: %s: %s', (_, tried, authorised, expected) =>
  expect(looksLike(exchange(tried), exchange(authorised))).toBe(expected),
);

const plain = exchange({ operation: 'identity', at: 0 });
const SETTING: Origins = { 'body/source': [{ from: 'setting', name: 'SOURCE' }] };
const GAP: Origins = { 'body/checksum': [{ from: 'gap', gap: 'checksum', value: 'x' }] };
const confirming = exchange({ operation: 'identity', at: 0, origins: SETTING });
const later = exchange({ operation: 'identity', at: 1e9 });

describe('a documented addition to an accepted request', () => {
  type Form = [what: string, tries: ExchangeOptions[], line: string, others?: Exchange[], twin?: ExchangeOptions];
  test.each<Form>([
    [
      '400, with values of the settings that another request confirmed',
      [{ status: 400, origins: SETTING }],
      'contradicted',
      [confirming],
    ],
    ['400 to a value that is made up for a gap', [{ status: 400, origins: GAP }], 'undecided settings'],

    ['503', [{ status: 503 }], 'undecided infrastructure'],
    ['no answer', [{ phase: 'timeout' }], 'undecided infrastructure'],

    ['in conflict with another request, then accepted', [{ status: 409 }, {}], 'undecided target'],
    ['the same with the same value of a gap', [{ status: 400, origins: GAP }, { origins: GAP }], 'unstable'],
    [
      'refused with one value, then accepted with another',
      [{ status: 400, origins: GAP }, { origins: SETTING }],
      'upheld',
    ],
    ['500, then accepted', [{ status: 500 }, {}], 'upheld', [later]],
    [
      'refused with values of the settings, and accepted without them',
      [{ status: 400, origins: SETTING }],
      'undecided settings',
      [],
      {},
    ],
  ])('%s', (_, options, expected, others = [], twinOptions = undefined) => {
    const tries = options.map((one, index) => exchange({ at: 10 + 10 * index, ...one }));
    const twin = twinOptions && exchange({ at: 50, ...twinOptions });
    const { report, lines } = listener([plain, ...others, ...tries, ...(twin ? [twin] : [])]);
    judgeForms(report, 'row', tries, 'it to be accepted', twin);
    expect(lines).toEqual([expected]);
  });

  test('that was not sent is not judged', () => {
    const { report, lines } = listener([plain]);
    judgeForms(report, 'row', [], 'it to be accepted');
    expect(lines).toEqual([]);
  });
});
