/**
 * Similar requests of which some are accepted and some rejected are neither a pass nor a finding, and the gate never
 * passes.
 */
import { gate } from '../../src/engine/account/gate.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from './exchanges.ts';
import { ANSWER } from './origin-samples.ts';
import { ANSWERS, answers, asking, FORM, held, refused, summaryOf } from './summaries.ts';

describe('the same request in several rounds', () => {
  const good = asking({ at: 10 }, 'a');
  const bad = asking({ at: 20, status: 400, text: '{"error":"Busy."}' }, 'b');

  test('accepted, then refused: undecided with both counts, and the exit code is 3', () => {
    const { results, of } = summaryOf([good, bad], [held(ANSWERS, good), held(FORM, good)]);
    expect(of(ANSWERS)).toMatchObject({ verdict: 'inconclusive', blame: 'target', unstable: true });
    expect(of(ANSWERS)?.message).toMatch(
      /^The operation list-jobs is unstable: 1 of 2 equivalent requests failed, first in e\d+, but not in e\d+: 400 .*Busy/,
    );
    const gated = gate({
      ...{ interrupted: false, failOn: [], results, requireComplete: false },
      ...{ conclusions: { transfer: 'incomplete' }, verified: { transfer: 9 } },
    });
    expect(gated.exitCode).toBe(3);
    expect(gated.reasons).toContain(
      `1 requirement is unstable: equivalent requests had different results; a node of the service may differ from the others, a quota may be exhausted, or a credential may have expired. ${of(ANSWERS)?.message}`,
    );
  });

  test('refused because the credential ended: the message says so, unless it was accepted later', () => {
    const ended = asking({ at: 20, status: 401 }, 'b');
    const { blame, message } = summaryOf([good, ended], [held(ANSWERS, good)]).of(ANSWERS) ?? {};
    expect([blame, message]).toEqual(['credential', expect.stringMatching(/no longer accepted the credential\.$/)]);
    const later = [good, ended, asking({ at: 30 }, 'c')];
    expect(summaryOf(later, [held(ANSWERS, good)]).of(ANSWERS)?.blame).toBe('target');
  });

  test('redirected once: unstable', () => {
    const moved = asking({ at: 20, status: 302, text: '' }, 'b');
    expect(summaryOf([good, moved], [held(ANSWERS, good)]).of(ANSWERS)?.unstable).toBe(true);
  });

  test('a form that was held and refused is unstable too, not contradicted', () => {
    const { of } = summaryOf([good, bad], [held(FORM, good), refused(FORM, bad)]);
    expect(of(FORM)).toMatchObject({ verdict: 'inconclusive', unstable: true });
  });

  test('not sent once, because the service gave an identifier that no request takes', () => {
    const unsent = asking({ phase: 'refused-by-safety', code: 'UNUSABLE_IDENTIFIER' }, 'b');
    expect(answers([good, unsent])).toMatchObject({ verdict: 'inconclusive', blame: 'target', unstable: true });
    expect(answers([good, unsent])?.message).toContain('not sent, because the message');
    const ofSetting = { ...unsent, origins: { 'params/id': [{ from: 'setting', name: 'SOME_ID' } as const] } };
    expect(answers([good, ofSetting])?.verdict).toBe('pass');
  });

  test.each([
    ['as another operation sometimes is, is undecided', 400, {}, 'inconclusive'],
    ['otherwise, is contradicted', 422, {}, 'fail'],
    ['as an object of another operation was not found, is contradicted', 404, { id: 'a' }, 'fail'],
  ])('a form that was refused %s', (_, status, params, verdict) => {
    const form = asking({ at: 30, operation: 'submit-job', status, text: '{"error":"Busy."}' }, 'd');
    const other = (at: number, one: number) => asking({ at, status: one, params, text: '{"error":"Busy."}' }, 'a');
    const works = asking({ at: 5, operation: 'submit-job', purpose: 'closing' }, 'e');
    const all = [works, other(10, 200), other(20, status === 422 ? 400 : status)];
    expect(summaryOf([...all, form], [refused(FORM, form)]).of(FORM)?.verdict).toBe(verdict);
  });

  test('the same, of an operation that never succeeded, is contradicted', () => {
    const form = asking({ at: 30, operation: 'submit-job', status: 400, text: '{"error":"Busy."}' }, 'd');
    expect(summaryOf([good, bad, form], [refused(FORM, form)]).of(FORM)?.verdict).toBe('fail');
  });

  test('refused always is contradicted', () => {
    const other = asking({ at: 30, status: 400 }, 'c');
    expect(summaryOf([bad, other], [refused(FORM, bad)]).of(FORM)?.verdict).toBe('fail');
  });

  test.each([
    ['a service that is busy', 'GET', { status: 503 }, 'pass'],
    ['a collision of two changes', 'POST', { status: 409 }, 'pass'],
    ['a conflict of a GET, which changes nothing', 'GET', { status: 409 }, 'inconclusive'],
    ['an outage', 'GET', { phase: 'timeout' as const }, 'pass'],
  ])('%s: %s is not answered: %j', (_, method, options, verdict) => {
    const [first, second] = [good, asking({ at: 20, ...options }, 'b')].map(
      (one): Exchange => ({ ...one, request: { ...one.request, method } }),
    ) as [Exchange, Exchange];
    expect(summaryOf([first, second], [held(ANSWERS, first)]).of(ANSWERS)?.verdict).toBe(verdict);
  });
});

describe('a creation that may be refused for what was created before', () => {
  const creating = (at: number, status: number): Exchange => ({
    ...asking({ at, status }, String(at)),
    ledger: `share ${at}`,
    notes: { leftOpen: 'a folder may have one share only' },
  });

  test('accepted, refused and accepted: unstable', () => {
    expect(answers([creating(10, 201), creating(20, 500), creating(30, 201)])).toMatchObject({
      ...{ verdict: 'inconclusive', unstable: true },
    });
  });

  test.each([500, 400])('accepted once, and refused with %i from then on: nothing is said', (status) => {
    const other = exchange({ at: 40, operation: 'identity' });
    expect(answers([creating(10, 201), creating(20, status), creating(30, status), other])?.verdict).toBe('pass');
  });
});

describe('one request, sent again', () => {
  const read = (at: number, status = 200, more: ExchangeOptions = {}) => exchange({ at, status, ...more });

  test.each([
    ['refused after it was accepted', [read(10), read(20, 404)], 'inconclusive'],
    ['refused until it is there', [read(10, 404), read(20)], 'pass'],
    ['failed before it succeeded', [read(10, 500), read(20)], 'inconclusive'],
    ['refused to an invalid credential', [read(10), read(20, 401, { purpose: 'refusal' })], 'pass'],
  ])('%s', (_, all, verdict) => {
    expect(answers(all)?.verdict).toBe(verdict);
  });

  test('refused until it is there, in the same role of a later round', () => {
    const [missing, there] = [read(10, 404), read(20)];
    expect(summaryOf([missing, there], [held(ANSWERS, there)]).of(ANSWERS)?.verdict).toBe('pass');
  });

  test.each([
    ['between two that were accepted', [200, 401, 200], 200, 'inconclusive'],
    ['and a failure between two that were accepted', [200, 500, 200], 200, 'inconclusive'],
    ['and a failure until the end', [200, 500, 500], 200, 'inconclusive'],
    ['until the end, while the credential is still accepted', [200, 401, 401], 200, 'inconclusive'],
    ['until the end: the credential may have ended', [200, 401, 401], 401, 'pass'],
    ['and busy', [200, 429, 200], 200, 'pass'],
    ['and absent until the end', [200, 404, 404], 200, 'inconclusive'],
    ['until the end, with nothing else that still works', [200, 404, 404], 404, 'pass'],
  ])('refused behind an invalid credential %s', (_, statuses, last, verdict) => {
    const all = statuses.map((status, at) => read(10 * (at + 1), status, { purpose: 'closing' }));
    const other = read(100, last, { operation: 'identity' });
    expect(answers([...all, other])?.verdict).toBe(verdict);
  });

  test('an object that the run did not remove may be gone too', () => {
    const all = [200, 404].map((status, at) => read(at, status, { purpose: 'closing', params: { job_id: 'a' } }));
    expect(answers([...all, read(100, 200, { operation: 'identity' })])?.verdict).toBe('pass');
  });

  test('what was removed may be gone', () => {
    const params = { job_id: 'a' };
    const removal = read(15, 204, { params });
    const removed = { ...removal, operation: 'cancel-job', request: { ...removal.request, method: 'DELETE' } };
    const all = [read(10, 200, { params }), removed, read(20, 404, { params })];
    expect(answers(all)?.verdict).toBe('pass');
  });
});

test.each([
  ['while values of the same origin were accepted before and after', 30, 'inconclusive'],
  ['and such a request was accepted in between', 23, 'fail'],
])('500 to a form, and to another request of no special form, %s', (_, again, verdict) => {
  const all = [
    asking({ at: 10 }, 'a'),
    { ...asking({ at: 20, status: 500, purpose: 'other' }, 'b'), ledger: 'job b' },
    asking({ at: again }, 'c'),
    exchange({ at: 40, operation: 'identity' }),
  ];
  const form = {
    ...asking({ at: 26, status: 500 }, 'd'),
    origins: { 'body/form': [{ from: 'assay', unusual: 'a form' } as const] },
  };
  const { of } = summaryOf([...all, form], [held(ANSWERS, all[0] as Exchange), refused(FORM, form)], true);
  expect([of(ANSWERS)?.verdict, of(FORM)?.verdict]).toEqual(['inconclusive', verdict]);
});

test('a form with a further member, rejected with 500: not equivalent to one without the member', () => {
  const sends = (one: Exchange, sent: unknown): Exchange => {
    const bytes = Buffer.from(JSON.stringify(sent));
    return { ...one, request: { ...one.request, body: { ...one.request.body, bytes } as never } };
  };
  const good = sends(asking({ at: 10 }, 'a'), { files: ['a'] });
  const form = sends(asking({ at: 20, status: 500 }, 'b'), { files: ['b'], overwrite: true });
  const works = exchange({ at: 40, operation: 'identity' });
  const { of } = summaryOf([good, form, works], [held(ANSWERS, good), refused(FORM, form)], true);
  expect([of(ANSWERS)?.verdict, of(FORM)?.verdict]).toEqual(['pass', 'fail']);
});

test.each([
  [401, 'inconclusive'],
  [403, 'pass'],
])('%i in reply to a request that names a new object, between accepted ones: %s', (rejection, verdict) => {
  const origins = { 'params/job_id': [ANSWER] };
  const reading = (at: number, status: number, id: string): Exchange => {
    const made = exchange({ at, status, origins, params: { job_id: id } });
    return { ...made, request: { ...made.request, url: `https://transfer.example.org/jobs/${id}` } };
  };
  const all = [reading(10, 200, 'a'), reading(20, rejection, 'b'), reading(30, 200, 'c')];
  expect(answers(all)?.verdict).toBe(verdict);
});

test.each([
  [404, 'pass'],
  [400, 'inconclusive'],
])(
  '%i to a request for a new object; the same request for another one succeeded in another round: %s',
  (status, verdict) => {
    const reading = (at: number, job_id: string, code = 200): Exchange => {
      const made = exchange({ at, status: code, origins: { 'params/job_id': [ANSWER] }, params: { job_id } });
      return { ...made, request: { ...made.request, url: `https://transfer.example.org/jobs/${job_id}` } };
    };
    const first = reading(10, 'a');
    expect(summaryOf([first, reading(20, 'b', status)], [held(ANSWERS, first)]).of(ANSWERS)?.verdict).toBe(verdict);
  },
);

test.each([
  ['creates it', 'file', 'inconclusive'],
  ['reads it', undefined, 'pass'],
])('404 to a request for a new object that %s, after an equal one for another object: %s', (_, ledger, verdict) => {
  const asked = (at: number, name: string, status = 200): Exchange => ({
    ...asking({ at, status, params: { path: name } }, name),
    ...(ledger && { ledger: `${ledger} ${name}` }),
  });
  const first = asked(10, 'a');
  expect(summaryOf([first, asked(20, 'b', 404)], [held(ANSWERS, first)], true).of(ANSWERS)?.verdict).toBe(verdict);
});

test.each([
  ['a quota that is used up', 20, 'inconclusive'],
  ['a rejection before the first success', 5, 'pass'],
])('values of the same origin, accepted and rejected with 4xx: %s', (_, at, verdict) => {
  const good = asking({ at: 10 }, 'a');
  const all = [good, asking({ at, status: 413 }, 'b'), exchange({ at: 40, operation: 'identity' })];
  expect(
    answers(
      all.toSorted((one, other) => one.startedAt - other.startedAt),
      undefined,
      good,
    )?.verdict,
  ).toBe(verdict);
});

test.each([
  ['of a known thing that was changed before', ['thing', 'thing'], 'inconclusive'],
  ['of another thing, which may not be known yet', ['one', 'other'], 'pass'],
])('a refused change %s', (_, things, verdict) => {
  // The last exchange shows that the service still works.
  const all = [asking({ at: 10 }, 'a'), asking({ at: 20, status: 500 }, 'b'), asking({ at: 30 }, 'c')];
  const about = (one: Exchange) => things[all.indexOf(one)] ?? '';
  expect(answers(all, about)?.verdict).toBe(verdict);
});

test.each([
  ['in the same role', false, 'inconclusive'],
  ['in another role', true, 'pass'],
])('400 in reply to a request that names a new object, after one was accepted %s', (_, alone, verdict) => {
  const [good, bad] = [asking({ at: 10 }, 'a'), asking({ at: 20, status: 400 }, 'b')].map(
    (one, at): Exchange => ({ ...one, origins: { 'params/job_id': [ANSWER] }, params: { job_id: `${at}` } }),
  ) as [Exchange, Exchange];
  expect(summaryOf([good, bad], [held(ANSWERS, good)], alone).of(ANSWERS)?.verdict).toBe(verdict);
});

test.each([
  ['with the same unusual value', ['long', undefined], 'inconclusive'],
  ['without its unusual value', [undefined, 'long'], 'pass'],
])('a change rejected with 400, of a thing that was changed before %s', (_, values, verdict) => {
  const all = [asking({ at: 10 }, 'a'), asking({ at: 20, status: 400 }, 'b')].map(
    (one, at): Exchange => ({
      ...one,
      origins: values[at] === undefined ? {} : { body: [{ from: 'assay', unusual: values[at] } as const] },
    }),
  );
  expect(answers(all, () => 'thing')?.verdict).toBe(verdict);
});

test('a service that answers two operations with 500 in a row was down for a while; one operation alone wavers', () => {
  const [good, bad, back] = [
    asking({ at: 10 }, 'a'),
    asking({ at: 20, status: 500 }, 'a'),
    asking({ at: 50 }, 'a'),
  ] as const;
  const beside = (at: number) => exchange({ at, status: 500, operation: 'identity' });
  for (const at of [15, 30]) expect(answers([good, bad, beside(at), back])?.verdict).toBe('pass');
  expect(answers([good, bad, back])?.verdict).toBe('inconclusive');
  // The service worked between them.
  const between = exchange({ at: 30, operation: 'submit-job' });
  expect(answers([good, bad, between, beside(40), back])?.verdict).toBe('inconclusive');
});
