/** Requirements that follow from one fact have one cause, and the most informative requirement represents them. */
import { withCauses } from '../../../src/engine/account/causes.ts';
import { dependsOn, message, reasonOf, stated } from '../../../src/engine/words/reasons.ts';
import type { Blame, Fact, Reason, Recording, Result, Verdict } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { exchange } from '../exchanges.ts';

type Row = [result: Result, facts: Fact[]];
type More = { explains?: Exchange[] };

function requirement(id: string, verdict: Verdict, fact: Partial<Fact>, exchanges: Exchange[], message: string): Row {
  const about = { requirement: `transfer/${id}`, lane: 'certificate', exchanges: exchanges.map((one) => one.id) };
  const title = id.replace('/refuses/', ': rejects ');
  const result = { id: about.requirement, interface: 'transfer', title, clause: 'Somewhere.', basis: 'documented' };
  return [{ ...result, verdict, message, exchanges: [] } as Result, [{ ...about, ...fact } as Fact]];
}

const wrong = (id: string, rests: Exchange[], { explains }: More = {}, verdict: Verdict = 'fail'): Row => {
  const shown = explains && { explains: explains.map((one) => one.id) };
  return requirement(id, verdict, { kind: 'contradicted', got: 'that', ...shown }, rests, `${id} is wrong.`);
};

const open = (id: string, reason: Reason, rests: Exchange[] = []): Row =>
  requirement(id, 'inconclusive', { kind: 'undecided', reason }, rests, message(reason));

/** Returns a row with the reason that a check gives about an exchange; without those about other exchanges. */
const says = (id: string, blame: Blame, why: string, about?: Exchange): Row =>
  open(id, stated(blame, why, about, about ? [OK, about] : []), about ? [about] : []);
const needs = (id: string, exchange: Exchange): Row => open(id, dependsOn(exchange, [OK, exchange]));

/** Returns the ids by the id of their cause, each without the interface, and the headlines. */
function causes(rows: Row[], exchanges: Exchange[], side?: 'client') {
  const recording: Recording = { interface: 'transfer', lanes: [], probes: [], exchanges, ...(side && { side }) };
  const results = withCauses(
    rows.map(([result]) => result),
    rows.flatMap(([, facts]) => facts),
    recording,
  );
  const groups: Record<string, string[]> = {};
  const short = (id: string) => id.replace('transfer/', '');
  for (const { id, cause } of results) {
    const name = short(cause?.id ?? 'none');
    groups[name] = [...(groups[name] ?? []), short(id)];
  }
  return { groups, headlines: [...new Set(results.map(({ cause }) => cause?.headline))], results };
}

const OK = exchange({ operation: 'list-jobs' });

test('a contradiction by itself leads itself; what passed, was skipped or observed has no cause', () => {
  const passed = requirement('job/a', 'pass', { kind: 'upheld', times: 1 }, [OK], '');
  const reason = stated('settings', 'not allowed');
  const skipped = requirement('job/b', 'skipped', { kind: 'skipped', reason }, [], 'Not allowed.');
  const { groups, results } = causes([passed, skipped, wrong('job/c', [OK]), wrong('job/d', [OK], {}, 'warn')], [OK]);
  expect(groups).toEqual({ none: ['job/a', 'job/b'], 'job/c': ['job/c'], 'job/d': ['job/d'] });
  expect(results[2]?.cause).toEqual({ id: 'transfer/job/c', headline: 'job/c is wrong.' });
});

describe('a contradiction that explains exchanges', () => {
  const [one, other] = [
    exchange({ operation: 'submit-job', status: 401 }),
    exchange({ operation: 'identity', status: 401 }),
  ];
  const general = wrong('token/valid', [one], { explains: [one, other] });

  test('leads the contradictions that rest on them alone, whatever their order', () => {
    const rows = [
      wrong('submit-job/answers', [one], { explains: [one] }),
      wrong('identity/answers', [other], { explains: [other] }),
      general,
    ];
    expect(causes(rows, [OK, one, other]).groups).toEqual({
      'token/valid': ['submit-job/answers', 'identity/answers', 'token/valid'],
    });
  });

  test('does not lead a failure if it only warns', () => {
    const warning = wrong('token/valid', [one], { explains: [one] }, 'warn');
    expect(causes([warning, wrong('submit-job/answers', [one])], [one]).groups).toEqual({
      'submit-job/answers': ['token/valid', 'submit-job/answers'],
    });
  });
});

describe('an operation that never answers as documented', () => {
  const absent = (options = {}) => exchange({ operation: 'identity', status: 404, ...options });

  test('has one cause, with every credential and whatever needs it', () => {
    const [first, second, third] = [absent(), absent({ lane: 'token' }), absent({ label: 'again' })];
    const rows = [
      wrong('identity/answers-certificate', [first], { explains: [first] }),
      wrong('identity/answers-token', [second], { explains: [second] }),
      needs('identity/user_dn', third),
    ];
    expect(Object.keys(causes(rows, [OK, first, second, third]).groups)).toEqual(['identity/answers-certificate']);
  });
});

describe('what could not be judged', () => {
  const refused = exchange({
    operation: 'submit-job',
    status: 400,
    text: 'No storage.',
    origins: { 'body/files/0/sources/0': [{ from: 'setting', name: 'TRANSFER_SOURCE' }] },
  });
  const why = 'submit-job returned 400 ("No storage."); check TRANSFER_SOURCE (sources)';

  test('for lack of one answer has one cause, which quotes it; the requirement about answering leads', () => {
    const rows = [
      needs('job/a', refused),
      says('submit-job/refuses/none', 'settings', 'a refusal proves nothing', refused),
      says('submit-job/answers-certificate', 'settings', why, refused),
    ];
    const { results } = causes(rows, [OK, refused]);
    const cause = { id: 'transfer/submit-job/answers-certificate', headline: `${why}.`, operations: ['submit-job'] };
    expect(results.map((result) => result.cause)).toEqual([cause, cause, cause]);
  });

  test('because several operations of a service answer the same has one cause', () => {
    const down = ['identity', 'delegation', 'list-jobs'].map((operation) =>
      exchange({ operation, status: 503, text: 'down' }),
    );
    const rows = down.map((one) =>
      says(`${one.operation}/answers`, 'infrastructure', `${one.operation} returned 503 ("down")`, one),
    );
    const { groups, headlines, results } = causes(rows, down);
    expect(Object.keys(groups)).toEqual(['identity/answers']);
    expect(headlines).toEqual(['identity returned 503 ("down"); the same for delegation, list-jobs.']);
    expect(results[0]?.cause?.operations).toEqual(['identity', 'delegation', 'list-jobs']);
  });

  test('because an answer is wrong follows from what contradicts that answer', () => {
    const rows = [
      wrong('job/a', [OK]),
      open('job/b', reasonOf('target', 'invalid', { name: 'transfer/job/a' })),
      says('job/c', 'target', 'the list is empty', OK),
      says('job/d', 'document', 'the list is incomplete', OK),
    ];
    expect(causes(rows, [OK]).groups).toEqual({ 'job/a': ['job/a', 'job/b', 'job/c'], 'job/d': ['job/d'] });
  });
});

test('requests of a client are judged one by one', () => {
  const request = exchange({ status: 404 });
  const rows = [
    says('list-jobs/a', 'target', 'cut off', request),
    says('list-jobs/b', 'target', 'unreadable', request),
  ];
  expect(Object.keys(causes(rows, [request], 'client').groups)).toHaveLength(2);
});

test('a service that is silent is one cause: what timed out, and what was then not sent', () => {
  const slow = exchange({ operation: 'identity', phase: 'timeout', code: 'HEADERS_TIMEOUT' });
  const unsent = exchange({ operation: 'submit-job', phase: 'timeout', code: 'SERVICE_SILENT' });
  const { groups } = causes([needs('a', slow), needs('b', unsent)], [slow, unsent]);
  expect(groups).toEqual({ a: ['a', 'b'] });
});
