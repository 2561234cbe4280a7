/** The meaning of a response, by the origins of the values in the request: they decide the blame for a rejection. */
import { classify } from '../../../src/engine/words/classify/classify.ts';
import type { Exchange, Origin, Origins } from '../../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from '../exchanges.ts';
import { ANSWER, EARLY, FOLDER, GAP, LATE, ODD, OF_FOLDER, OWN, USUAL } from '../origin-samples.ts';

const inParams = (...origins: Origin[]): Origins => ({ 'params/id': origins });
const inBody = (...origins: Origin[]): Origins => ({ 'body/id': origins });
/** Returns an exchange of another operation that succeeded with these values before. */
const other = (origins: Origins, more: ExchangeOptions = {}): Exchange =>
  exchange({ operation: 'identity', at: EARLY, origins, ...more });
/** Returns another exchange of the same operation. */
const twin = (origins: Origins, more: ExchangeOptions = {}): Exchange =>
  other(origins, { operation: 'list-jobs', ...more });

/** Kind, blame and words in the reason: settings, or the unusual value. */
type Meaning = [meaning: string, ...named: string[]];
const TARGET: Meaning = ['contradicted target'];
const AS_DOCUMENTED: Meaning = [...TARGET, 'only what the document specifies'];
const WHILE_OTHERS_WORK: Meaning = [...TARGET, 'while other operations of the service work'];
const NOTHING_WORKS: Meaning = ['undecided settings', 'no other operation of the service succeeded after it'];
const DOCUMENT: Meaning = ['undecided document'];
const named = (...settings: string[]): Meaning => ['undecided settings', ...settings];

/** Statuses that the table treats alike. */
const STATUSES = {
  refused: [400, 409, 411, 422, 402, 418, 451],
  missing: [404, 410],
  notOffered: [405, 501],
} as const;

/**
 * The origins of the values, the other exchanges of the run, and the meaning of each kind of status while another
 * operation works afterwards.
 */
type Row = [what: string, origins: Origins, others: Exchange[], meanings: Record<keyof typeof STATUSES, Meaning>];

const all = (meaning: Meaning): Row[3] => ({ refused: meaning, missing: meaning, notOffered: meaning });
const CONFIRMED = { refused: AS_DOCUMENTED, missing: WHILE_OTHERS_WORK, notOffered: WHILE_OTHERS_WORK };
/** Returns meanings for a value in the body, which is not part of the resource that 405 and 501 refer to. */
const IN_BODY = (meaning: Meaning) => ({ ...all(meaning), notOffered: WHILE_OTHERS_WORK });

const ROWS: Row[] = [
  ['the document', {}, [], CONFIRMED],
  ['an answer', inParams(ANSWER), [], CONFIRMED],
  ['an answer at an open place', inParams({ ...ANSWER, unsure: true }), [], all([...DOCUMENT, 'identifier id'])],
  ['trust of the settings', { authorities: [{ from: 'setting', name: 'CA' }] }, [], CONFIRMED],

  ['a setting', inParams(FOLDER), [], all(named('FOLDER'))],
  ['a member of a setting', inParams({ ...FOLDER, member: 'Status' }), [], all(named('FOLDER Status'))],
  ['a setting in the body', inBody(FOLDER), [], IN_BODY(named('FOLDER'))],
  ['a setting beside something unusual', { ...inParams(FOLDER), ...inBody(ODD) }, [twin({})], all(named('FOLDER'))],
  [
    'a setting beside an unsure answer',
    { ...inParams(FOLDER), 'params/other': [{ ...ANSWER, unsure: true }] },
    [],
    all(named('FOLDER')),
  ],

  ['a setting that another operation confirmed', inParams(FOLDER), [other(inParams(FOLDER))], CONFIRMED],
  [
    'a setting of any kind that another operation took as the right kind',
    inParams({ ...FOLDER, anyKind: true }),
    [other(inParams(FOLDER))],
    CONFIRMED,
  ],
  [
    'two settings of which one is confirmed',
    inParams(FOLDER, { from: 'setting', name: 'SHARE' }),
    [other(inParams(FOLDER))],
    all(named('SHARE')),
  ],

  ['an answer about what a setting names', inParams(OF_FOLDER), [], all(named('FOLDER'))],
  [
    'the same, confirmed, and unsure',
    inParams({ ...OF_FOLDER, unsure: true }),
    [other(inParams(FOLDER))],
    all([...DOCUMENT, 'identifier id']),
  ],

  // A value that Assay chooses for a gap is not an identifier; a path that fills one is part of the address.
  [
    'a gap in the body',
    inBody(GAP),
    [],
    { refused: named('CHECKSUM (id "ADLER32")'), missing: WHILE_OTHERS_WORK, notOffered: WHILE_OTHERS_WORK },
  ],
  ['a gap in the path', { path: [GAP] }, [], all(named('CHECKSUM'))],
  [
    'a gap that was filled otherwise elsewhere',
    inBody(GAP),
    [other(inBody({ ...GAP, value: 'MD5' }))],
    { ...CONFIRMED, refused: named('CHECKSUM (id "ADLER32")') },
  ],

  [
    'unusual, and the usual was accepted',
    inBody(ODD),
    [twin({})],
    { ...CONFIRMED, refused: [...TARGET, 'without an odd name was accepted'] },
  ],
  [
    'unusual, and nothing usual was sent',
    inBody(ODD),
    [],
    {
      ...CONFIRMED,
      refused: [
        ...DOCUMENT,
        'it is unclear whether an odd name is the reason, because no similar request was accepted',
      ],
      missing: DOCUMENT,
    },
  ],
  [
    'unusual, and the usual was accepted without a good credential',
    inBody(ODD),
    [twin({}, { purpose: 'refusal' })],
    { ...CONFIRMED, refused: DOCUMENT, missing: DOCUMENT },
  ],
  [
    'unusual, and left open by the document, but the usual was rejected too',
    inBody({ ...ODD, leftOpen: true }),
    [twin({}, { status: 507 })],
    {
      ...CONFIRMED,
      refused: [...DOCUMENT, 'unclear whether an odd name is the reason, because no similar request was accepted'],
      missing: DOCUMENT,
    },
  ],
  [
    'unusual, and left open by the document',
    inBody({ ...ODD, leftOpen: true }),
    [twin({})],
    {
      ...CONFIRMED,
      refused: [...DOCUMENT, 'the document leaves open whether an odd name is accepted'],
      missing: DOCUMENT,
    },
  ],
];

/** Statuses whose meaning does not depend on origins, with the other exchanges. */
const WHATEVER_THE_ORIGIN: [what: string, options: ExchangeOptions, others: Exchange[], meaning: Meaning][] = [
  ['401', { status: 401 }, [], ['undecided credential']],
  ['403', { status: 403 }, [other({}, { at: LATE })], ['undecided credential']],
  ['401 before the same credential was accepted', { status: 401 }, [other({}, { at: LATE })], TARGET],
  ['415 to the documented media type', { status: 415, documentedMediaType: true }, [other({}, { at: LATE })], TARGET],
  ['415 to another media type', { status: 415 }, [other({}, { at: LATE })], ['undecided settings', 'media type']],
  ['406 while nothing works', { status: 406, documentedMediaType: true }, [], NOTHING_WORKS],
  ['500 while another operation works', { status: 500 }, [other({}, { at: LATE })], WHILE_OTHERS_WORK],
  ['500 while nothing works after it', { status: 500 }, [other({})], ['undecided infrastructure']],
  ['a lost connection', { phase: 'headers' }, [other({}, { at: LATE })], ['undecided infrastructure']],
];

function meaningOf(own: Exchange, others: Exchange[]) {
  const result = classify(own, [...others, own]);
  return result.kind === 'succeeded'
    ? { meaning: 'succeeded', why: '' }
    : { meaning: `${result.kind} ${result.blame}`, why: result.why };
}

function expectMeaning(own: Exchange, others: Exchange[], [meaning, ...words]: Meaning) {
  const result = meaningOf(own, others);
  expect(result.meaning, result.why).toBe(meaning);
  for (const word of words) expect(result.why).toContain(word);
}

/** Settings that a reason must not name, because they are not part of the request. */
const NEVER_NAMED = /\bCA\b/;

describe.each(
  Object.entries(STATUSES).flatMap(([kind, statuses]) =>
    statuses.map((status) => [status, kind as keyof typeof STATUSES] as const),
  ),
)('%i', (status, kind) => {
  test.each(ROWS)('to a value of: %s', (_, origins, others, meanings) => {
    const own = exchange({ status, origins, at: OWN });
    expectMeaning(own, [...others, other({}, { operation: 'delegation', at: LATE })], meanings[kind]);
    expect(meaningOf(own, others).why).not.toMatch(NEVER_NAMED);
  });
});

describe.each([...STATUSES.missing, ...STATUSES.notOffered])('%i while nothing works after it', (status) => {
  test.each(ROWS)('is not about the operation, to a value of: %s', (_, origins, others) => {
    const before = others.filter(({ startedAt }) => startedAt < OWN);
    expectMeaning(
      exchange({ status, origins, at: OWN }),
      [...before, other({}, { operation: 'delegation' })],
      NOTHING_WORKS,
    );
  });
});

describe.each(WHATEVER_THE_ORIGIN)('%s', (_, options, others, meaning) => {
  test.each(ROWS)('means the same to a value of: %s', (_, origins) =>
    expectMeaning(exchange({ origins, at: OWN, ...options }), others, meaning),
  );
});

test.each([401, 403, 419])('%i names the values that nothing confirmed, and no others', (status) => {
  const origins = { ...inParams(FOLDER), 'params/share': [{ from: 'setting', name: 'SHARE' }] } as const;
  expectMeaning(
    exchange({ status, origins, at: OWN }),
    [other({ 'params/share': origins['params/share'] })],
    ['undecided credential', 'FOLDER (id)'],
  );
  expect(meaningOf(exchange({ status, origins, at: OWN }), [other(inParams(FOLDER))]).why).not.toContain('FOLDER');
});

describe('an operation is absent', () => {
  const LATER = other({}, { operation: 'delegation', at: LATE });
  const bare = (more: ExchangeOptions = {}): Exchange =>
    twin({}, { purpose: 'other', status: 404, at: OWN + 10, ...more });
  test.each<[string, Exchange[], Meaning]>([
    ['where the same request without the value of a setting gets the same answer', [bare()], WHILE_OTHERS_WORK],
    ['not where that gets another answer', [bare({ status: 400 })], named('FOLDER')],
    ['not where that was another operation', [bare({ operation: 'identity' })], named('FOLDER')],
    ['not where that held a setting, too', [bare({ origins: inBody(FOLDER) })], named('FOLDER')],
  ])('%s', (_, others, meaning) =>
    expectMeaning(exchange({ status: 404, origins: inBody(FOLDER), at: OWN }), [...others, LATER], meaning),
  );

  test('never where a value of the settings is in its address', () => {
    expectMeaning(exchange({ status: 404, origins: inParams(FOLDER), at: OWN }), [bare(), LATER], named('FOLDER'));
  });
});

test('an unusual value is not why a request was refused, if the usual one was refused with the same status', () => {
  const refused = (origins: Origins) => exchange({ status: 422, origins, at: OWN });
  expectMeaning(
    refused(inBody(ODD)),
    [refused({})],
    ['undecided target', 'as the same request without an odd name was'],
  );
});

test('413 to a request with a body may be about a quota, which the document leaves open', () => {
  const bare = exchange({ status: 413, origins: inBody(USUAL), at: OWN });
  const body = { bytes: new Uint8Array(1), size: 1, digest: '', truncated: false };
  expectMeaning({ ...bare, request: { ...bare.request, body } }, [], [...DOCUMENT, 'limits']);
  expect(meaningOf(bare, []).meaning).toBe('contradicted target');
});
