/** Each fact has a reason, a blame and the exchanges that show it; of several reasons, one is reported. */
import { noData } from '../../../src/engine/words/reasons.ts';
import { every, optional } from '../../../src/engine/words/suite.ts';
import type { Check, Need, ProbeOutcome } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import type { ExchangeOptions } from '../exchanges.ts';
import { A, B, cancels, facts, lists, ok, outcome, reads, type Speak, says, whyOf } from '../reasons.ts';

describe('a need that was not done', () => {
  const never: Speak = () => {
    throw new Error('it must not be asked');
  };
  test.each<[ProbeOutcome['state'], string]>([
    ['interrupted', 'skipped infrastructure: the run ended before this was decided'],
    ['threw', 'fault suite: the probe lists threw: the reason'],
  ])('%s: every row has its reason, with what had been asked', (state, expected) => {
    const made = ok();
    const reported = facts(
      [says([A, B], [lists], never)],
      [outcome('lists', [made], { state, why: 'the reason' })],
      [made],
    );
    expect(reported.map(whyOf)).toEqual([expected, expected]);
    expect(reported.map(({ requirement, lane, exchanges }) => [requirement, lane, exchanges])).toEqual(
      [A, B].map((row) => [row, 'certificate', [made.id]]),
    );
  });

  test('is not asked with this credential, where the lane has no such probe', () => {
    expect(facts([says([A], [lists], never)], []).map(whyOf)).toEqual([
      'skipped settings: not sent with this credential',
    ]);
  });
});

describe('an unmet need', () => {
  const unmet = (name: string, why: string, because?: string) =>
    outcome(name, [], { state: 'unmet', why, ...(because !== undefined && { because }) });

  test('is followed to the answer that stood in the way', () => {
    const failed = ok({ status: 503 });
    const probes = [outcome('lists', [failed]), unmet('reads', 'lists', failed.id), unmet('cancels', 'reads')];
    expect(facts([says([A], [cancels])], probes, [failed]).map(whyOf)).toEqual([
      'undecided infrastructure: depends on GET /jobs (list-jobs), which returned 503; run again when the service is available',
    ]);
  });

  test('of a probe that sent nothing because a list is empty', () => {
    const made = ok({ text: '[]' });
    const probes = [outcome('lists', [made]), outcome('reads'), unmet('cancels', 'reads')];
    const why =
      'undecided document: the operation read-job was not sent: the response of GET /jobs (list-jobs) is an empty list; set A_JOB';
    for (const needs of [[reads], [cancels]])
      expect(facts([says([A], needs)], probes, [made]).map(whyOf)).toEqual([why]);
  });
});

describe('an answer that gives no view', () => {
  test('its credential was refused', () => {
    const failed = ok({ status: 401 });
    const [fact, other] = facts([says([A, B], [lists])], [outcome('lists', [failed])], [failed]);
    const expected =
      'undecided credential: depends on GET /jobs (list-jobs), which returned 401: the credential was not accepted';
    expect([whyOf(fact), whyOf(other), fact?.exchanges]).toEqual([expected, expected, [failed.id]]);
  });

  test('none exists', () => {
    const [fact] = facts([says([A], [lists])], [outcome('lists')]);
    expect([whyOf(fact), fact?.exchanges]).toEqual([
      'undecided document: no response of this run shows it; the operation list-jobs was not sent',
      [],
    ]);
  });
});

describe('silence', () => {
  const silent = (needs: Check['needs']) => says([A], needs);
  const NOTHING = 'undecided document: no response of this run shows it';

  test('where everything succeeded: there was nothing to see', () => {
    const made = ok();
    const [fact] = facts([silent([every(lists)])], [outcome('lists', [made])], [made]);
    expect(fact).toEqual({ requirement: A, lane: 'certificate', exchanges: [], kind: 'undecided', reason: noData() });
  });

  test.each<[string, ExchangeOptions[], string]>([
    [
      'the first that failed',
      [{ status: 503 }, { status: 401 }],
      'undecided infrastructure: depends on GET /jobs (list-jobs), which returned 503; run again when the service is available',
    ],
    ['none, where a later one succeeded', [{ status: 503 }, {}], NOTHING],
    ['none that was tried otherwise', [{ status: 401, purpose: 'refusal' }], NOTHING],
  ])('is explained by %s', (_, reported, expected) => {
    const made = reported.map(ok);
    expect(facts([silent([every(lists)])], [outcome('lists', made)], made).map(whyOf)).toEqual([expected]);
  });

  test('is explained by an empty list, and by what gives data instead', () => {
    const made = ok({ text: '[]' });
    const of = (needs: Check['needs'], ...more: ProbeOutcome[]) =>
      facts([silent(needs)], [outcome('lists', [made]), ...more], [made]).map(whyOf);
    const empty = 'undecided settings: the response of GET /jobs (list-jobs) is an empty list; set A_JOB';
    expect(of([every(lists)])).toEqual([empty]);
    expect(of([every(reads)], outcome('reads', [], { state: 'not-allowed', why: 'no jobs' }))).toEqual([
      'skipped settings: no jobs',
    ]);
    expect(of([every(lists), every(cancels)], outcome('cancels'))).toEqual([empty]);
  });

  test('is explained by a request that failed, before another one that was not allowed', () => {
    const made = ok({ status: 403 });
    const probes = [outcome('lists', [made]), outcome('cancels', [], { state: 'not-allowed', why: 'no jobs' })];
    expect(facts([silent([optional(cancels), every(lists)])], probes, [made]).map(whyOf)).toEqual([
      'undecided credential: depends on GET /jobs (list-jobs), which returned 403: the credential is not authorised',
    ]);
    expect(facts([silent([optional(cancels)])], probes, [made]).map(whyOf)).toEqual(['skipped settings: no jobs']);
  });

  test('beside something that is wrong is the target’s, but only in the same check', () => {
    const made = ok();
    const wrong: Speak = (report) => report.assert(A, false, 'x', 'y');
    const last = (...checks: Check[]) => whyOf(facts(checks, [outcome('lists', [made])], [made]).at(-1));
    expect(last(says([A, B], [lists], wrong))).toBe(
      `undecided target: not judged: a response that this requirement needs contradicts ${A}; see that finding`,
    );
    expect(last(says([A], [lists], wrong), says([B], [lists]))).toBe(NOTHING);
  });
});

describe('silence of a check that builds on an answer that another found wrong', () => {
  const ON = `undecided target: not judged: a response that this requirement needs contradicts ${A}; see that finding`;
  const made = ok();
  const wrong = (of: Exchange) => says([A], [lists], (report) => report.assert(A, false, 'x', 'y', of));
  const last = (more: Check, probes: ProbeOutcome[], exchanges: Exchange[] = [made], of = made) =>
    facts([wrong(of), more], [outcome('lists', [made]), ...probes], exchanges).at(-1);

  test('is the target’s, however far it builds', () => {
    expect(whyOf(last(says([B], [every(lists)]), []))).toBe(ON);
    expect(whyOf(last(says([B], [every(cancels)]), [outcome('reads'), outcome('cancels')]))).toBe(ON);
    const none: Need<'lists'> = {
      name: 'lists',
      probe: lists,
      view: ({ exchanges: [because] }) => ({ ok: false, because }),
    };
    expect(whyOf(last(says([B], [none]), []))).toBe(ON);
  });

  test('is not, where a probe between the two succeeded: it had what it needed', () => {
    const [read, cancelled] = [ok(), ok()];
    const probes = [outcome('reads', [read]), outcome('cancels', [cancelled])];
    expect(whyOf(last(says([B], [every(cancels)]), probes, [made, read, cancelled]))).toMatch(
      /^undecided document: no /,
    );
  });

  test('of one lane stays apart from what was wrong in another', () => {
    const [own, other] = [ok(), ok({ lane: 'token' })];
    const inToken = says([A], [lists], (report) => report.lane === 'token' && report.assert(A, false, 'x', 'y', other));
    const probes = [outcome('lists', [own]), outcome('lists', [other], { lane: 'token' })];
    const reported = facts([inToken, says([B], [every(lists)])], probes, [own, other], ['certificate', 'token']).filter(
      ({ requirement }) => requirement === B,
    );
    expect(reported.map((fact) => `${fact.lane} ${whyOf(fact)}`)).toEqual([
      expect.stringContaining('certificate undecided document'),
      `token ${ON}`,
    ]);
  });
});
