/**
 * Similar requests of which some are accepted and some rejected are neither a pass nor a finding, and the gate never
 * passes. For which requests are similar, see src/engine/judge/alike.ts.
 */
import { gate } from '../../../src/engine/account/gate.ts';
import type { Verdict } from '../../../src/engine/words/types.ts';
import type { Exchange, Origins } from '../../../src/wire/types.ts';
import { ANSWER, FOLDER, USUAL } from '../origin-samples.ts';
import { ANSWERS, answers, FORM, held, inTurn, own, refused, type Sent, summaryOf } from '../summaries.ts';

const UNSTABLE = 'inconclusive';
const BUSY = { status: 400, text: '{"error":"Busy."}' };
/** The service still works at the end. */
const WORKS: Sent = { at: 90, operation: 'identity' };
const CREATED_BEFORE = { leftOpen: 'a folder may have one share only' };
const conflicts: Sent[] = [1, 2].map(() => ({ status: 409, method: 'POST' }));
const NEW: Origins = { 'params/job_id': [ANSWER] };
const unusual = (...values: string[]): Sent => ({
  origins: { 'body/text': values.map((value) => ({ from: 'assay', unusual: value })) },
});
/** Returns requests for new objects with these identifiers, each at its address. */
const about = (...all: [id: string, status?: number][]) =>
  all.map(([job_id, status]): Sent => ({ path: job_id, status, origins: NEW, params: { job_id } }));
/** Returns creations, each with its content. */
const creating = (status: number, ...others: number[]) =>
  own(...[201, status, ...others].map((one) => ({ status: one, ledger: 'share', notes: CREATED_BEFORE })));
const inFolder = (folder: string, name: string, status?: number): Sent => ({
  ...{ method: 'POST', path: name, body: name, status, params: { folder, name }, ledger: name },
  origins: { 'params/folder': [ANSWER] },
});
/** Returns readings of an object that a list named, with these statuses. */
const ofOthers = (...statuses: number[]): Sent[] => [
  { id: ANSWER.exchange, operation: 'identity' },
  ...statuses.map((status): Sent => ({ status, path: 'a', origins: NEW, params: { job_id: 'a' } })),
];
/** Returns a request that is sent at the end again and again, and another one with this status. */
const closing = (statuses: number[], last: number): Sent[] => [
  ...statuses.map((status): Sent => ({ status, purpose: 'closing' })),
  { at: 100, status: last, operation: 'identity' },
];

/** Returns requests with these statuses, and at the end 500 to another operation. */
const inTurnWith500 = (...statuses: number[]): Sent[] => [
  ...own(...statuses.map((status) => ({ status }))),
  { at: 90, status: 500, operation: 'identity', purpose: 'closing' },
];

/** Whether requests are the same role of a probe in several rounds, and the object of each. */
interface How {
  rounds?: true;
  objects?: string[];
}

/** Requests, the first of which was accepted unless it failed, and the verdict on whether the operation responds. */
test.each<[what: string, sent: Sent[], verdict: Verdict, how?: How]>([
  ['503 in a round: the service is busy', own({}, { status: 503 }), 'pass', { rounds: true }],
  ['409 to POST in a round: two changes collide', own({}, { status: 409, method: 'POST' }), 'pass', { rounds: true }],
  ['409 to POST again and again, until the end', own({}, ...conflicts), UNSTABLE],
  ['409 to POST until one is accepted', own({}, ...conflicts, { method: 'POST' }), 'pass'],
  ['409 to GET in a round, which changes nothing', own({}, { status: 409 }), UNSTABLE, { rounds: true }],
  ['not found until it is there, in a later round', [{ status: 404 }, {}], 'pass', { rounds: true }],

  ['a creation accepted, rejected for what was created before, and accepted', creating(500, 201), UNSTABLE],
  [
    'a creation accepted, and rejected for what was created before from then on',
    [...creating(500, 500), WORKS],
    'pass',
  ],

  ['rejected with an invalid credential', [{}, { status: 401, purpose: 'refusal' }], 'pass'],

  ['500 until the end, alone', closing([200, 500, 500], 200), UNSTABLE],
  ['401 until the end, while the credential is still accepted', closing([200, 401, 401], 200), UNSTABLE],
  ['401 until the end: the credential may have expired', closing([200, 401, 401], 401), 'pass'],
  ['429 at the end', closing([200, 429, 200], 200), 'pass'],
  ['404 until the end', closing([200, 404, 404], 200), UNSTABLE],
  [
    '404 at the end: an object that the run did not remove may be gone too',
    closing([200, 404], 200).map((one) => ({ ...one, params: { job_id: 'a' } })),
    'pass',
  ],
  [
    'what was removed may be gone',
    [{}, { status: 204, method: 'DELETE', operation: 'cancel-job' }, { status: 404 }].map((one) => ({
      ...one,
      params: { job_id: 'a' },
    })),
    'pass',
  ],

  ['an object of others, read and then gone: they may have removed it', ofOthers(200, 404), 'pass'],
  ['an object of others, gone and read again', ofOthers(200, 404, 200), UNSTABLE],
  ['401 to a new object, between accepted ones', about(['a'], ['b', 401], ['c']), UNSTABLE],
  ['403 to a new object, between accepted ones', about(['a'], ['b', 403], ['c']), 'pass'],
  ['400 to an object before and after a later one was read', about(['a', 400], ['b'], ['a', 400]), UNSTABLE],
  ['400 to each object until it is known', about(['a', 400], ['a'], ['b', 400], ['b'], ['c', 400]), 'pass'],
  ['400 to an object before and after an earlier one was read', about(['a'], ['b', 400], ['a'], ['b', 400]), 'pass'],
  ['404 to a new object in one of two rounds', about(['a'], ['b', 404]), 'pass', { rounds: true }],
  ['400 to a new object in one of two rounds', about(['a'], ['b', 400]), UNSTABLE, { rounds: true }],
  ...(
    [
      ['the creation of an object', USUAL, 'file', UNSTABLE],
      ['a reading of an object of Assay', USUAL, undefined, 'pass'],
      ['a reading of an object that a setting names', FOLDER, undefined, UNSTABLE],
    ] as const
  ).map(([what, origin, ledger, verdict]): [string, Sent[], Verdict] => [
    `404 to ${what}, after an equal request for another one`,
    own({}, { status: 404 }).map((one) => ({
      ...{ ...one, params: { path: one.body ?? '' }, origins: { 'params/path': [origin] } },
      ...(ledger && { ledger }),
    })),
    verdict,
  ]),
  ['404 to a creation in the folder of an earlier one', [inFolder('f', 'a'), inFolder('f', 'b', 404)], UNSTABLE],
  ['404 to a creation in another, new folder', [inFolder('f', 'a'), inFolder('g', 'b', 404)], 'pass'],

  [
    'PUT to an address, which then replaces what the first one created',
    own({ method: 'PUT', path: 'a' }, { method: 'PUT', path: 'a', status: 400 }),
    UNSTABLE,
  ],
  ['a request with a further header', own({}, { status: 406, headers: [['Accept', 'text/html']] }), 'pass'],

  ['a change of another object', [...own({}, { status: 500 }, {})], 'pass', { objects: ['a', 'b'] }],
  ...(
    [
      ['with something unusual for the first time', [[], ['long']], 'pass'],
      ['with something unusual, which is accepted for another object', [[], ['long'], ['long']], UNSTABLE],
    ] as [string, string[][], Verdict][]
  ).map(([what, values, verdict]): [string, Sent[], Verdict, How] => [
    `400 to a change of a known object ${what}`,
    own(...values.map((one, at) => ({ ...unusual(...one), ...(at === 1 && { status: 400 }) }))),
    verdict,
    { objects: ['a', 'a', 'b'] },
  ]),
  [
    '500 to a creation, while one with everything in it is accepted',
    own(
      { ...unusual('a', 'b'), at: 20, method: 'POST' },
      { ...unusual('a', 'b'), at: 10, method: 'POST', status: 500 },
      WORKS,
    ),
    UNSTABLE,
  ],

  [
    'two operations that fail in a row: the service was down for a while',
    [...own({}, { status: 500, body: 'a' }, { at: 50, body: 'a' }), { at: 30, status: 500, operation: 'identity' }],
    'pass',
  ],
  [
    'two operations that fail, with a success between',
    [
      ...own({}, { status: 500, body: 'a' }, { at: 50, body: 'a' }),
      { at: 30, operation: 'submit-job' },
      { at: 40, status: 500, operation: 'identity' },
    ],
    UNSTABLE,
  ],
  ['500 in turn with successes, and at the end', inTurnWith500(200, 500, 200, 500, 200, 500), UNSTABLE],
  ['500 from some time on, until the end', inTurnWith500(200, 200, 200, 500, 500, 500), 'pass'],
])('%s', (_, sent, verdict, { rounds, objects } = {}) => {
  const all = inTurn(sent);
  const object = objects && ((one: Exchange) => objects[all.indexOf(one)] ?? '');
  expect(answers(all, rounds, object)).toMatchObject({ verdict, ...(verdict === UNSTABLE && { unstable: true }) });
});

describe('the same request in two rounds', () => {
  const [good, bad] = inTurn(own({}, BUSY)) as [Exchange, Exchange];

  test('accepted, then refused: undecided with both counts, and the exit code is 3', () => {
    const { results, of } = summaryOf([good, bad], [held(ANSWERS, good), held(FORM, good)]);
    expect(of(ANSWERS)).toMatchObject({ verdict: 'inconclusive', blame: 'target', unstable: true });
    expect(of(ANSWERS)?.message).toMatch(
      /^GET \/jobs \(list-jobs\) is unstable: 1 of 2 equivalent requests failed: 400 .*Busy.*; the first is e\d+; e\d+, for comparison, passed\.$/,
    );
    const gated = gate({
      ...{ interrupted: false, failOn: [], results, requireComplete: false },
      ...{ conclusions: { transfer: 'incomplete' }, verified: { transfer: 9 } },
    });
    expect(gated.exitCode).toBe(3);
    expect(gated.reasons).toContain(
      `1 requirement is unstable: equivalent requests had different results; a node of the service may differ from the others, a quota may be exhausted, or a credential may have expired. The first: ${of(ANSWERS)?.message}`,
    );
  });

  test('refused because the credential ended: the message says so, unless it was accepted later', () => {
    const [, ended, later] = inTurn(own({}, { status: 401 }, {})) as [Exchange, Exchange, Exchange];
    const { blame, message } = answers([good, ended], true) ?? {};
    expect([blame, message]).toEqual(['credential', expect.stringMatching(/no longer accepted the credential\.$/)]);
    expect(answers([good, ended, later], true)?.blame).toBe('target');
  });

  test('not sent once, because the service gave an identifier that no request takes', () => {
    const unsent = (origins: Origins) =>
      answers(inTurn(own({}, { phase: 'refused-by-safety', code: 'UNUSABLE_IDENTIFIER', origins })));
    expect(unsent({})).toMatchObject({ verdict: 'inconclusive', blame: 'target', unstable: true });
    expect(unsent({})?.message).toContain('not sent, because the message');
    expect(unsent({ 'params/id': [{ from: 'setting', name: 'SOME_ID' }] })?.verdict).toBe('pass');
  });
});

/** Requests, the last of which has a special form and is refused, and the verdict on that form. */
test.each<[what: string, sent: Sent[], verdict: Verdict, how?: How & { answering?: Verdict }]>([
  ...(
    [
      ['as another operation sometimes is', {}, BUSY, BUSY, UNSTABLE],
      ['otherwise than another operation', {}, BUSY, { ...BUSY, status: 422 }, 'fail'],
      ['as an object was not found', { params: { id: 'a' } }, { status: 404 }, { status: 404 }, 'fail'],
      ['as another operation, but that never succeeded', { purpose: 'refusal' }, BUSY, BUSY, 'fail'],
    ] as [string, Sent, Sent, Sent, Verdict][]
  ).map(([what, more, other, form, verdict]): [string, Sent[], Verdict, How] => [
    what,
    [
      { at: 5, operation: 'submit-job', purpose: more.purpose ?? 'closing' },
      ...own(
        { at: 10, ...more, purpose: 'documented' },
        { at: 20, ...more, ...other, purpose: 'documented' },
        { at: 30, operation: 'submit-job', ...form },
      ),
    ],
    verdict,
    { rounds: true },
  ]),
  ...([30, 23] as const).map((again): [string, Sent[], Verdict, { answering: Verdict }] => [
    `with 500, as another request of no special form is; such a request is accepted at ${again}`,
    [
      ...own({}, { status: 500, purpose: 'other', ledger: 'job b' }, { at: again }),
      WORKS,
      { ...unusual('a form'), at: 26, status: 500, body: 'd' },
    ],
    again === 30 ? UNSTABLE : 'fail',
    { answering: UNSTABLE },
  ]),
  [
    'with 500, and has a further member',
    [WORKS, { json: { files: ['a'] } }, { json: { files: ['b'], overwrite: true }, status: 500 }],
    'fail',
    { answering: 'pass' },
  ],
])('a form that is refused %s', (_, sent, verdict, { rounds, answering } = {}) => {
  const all = inTurn(sent);
  const accepted = all.find(({ operation, outcome }) => operation === 'list-jobs' && outcome.status === 200);
  const facts = [...(accepted ? [held(ANSWERS, accepted)] : []), refused(FORM, all.at(-1) as Exchange)];
  const { of } = summaryOf(all, facts, !rounds);
  expect(of(FORM)).toMatchObject({ verdict, ...(verdict === UNSTABLE && { unstable: true }) });
  if (answering) expect(of(ANSWERS)?.verdict).toBe(answering);
});
