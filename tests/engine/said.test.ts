/** What a check says becomes facts: each with its verdict, place and exchanges. */
import { describe, expect, test } from 'vitest';
import { stated } from '../../src/engine/words/reasons.ts';
import { every } from '../../src/engine/words/suite.ts';
import type { Check } from '../../src/engine/words/types.ts';
import { A, B, facts, GAP, lists, OF_TOKENS, ok, outcome, type Speak, says } from './reasons.ts';

describe('what is said', () => {
  const made = ok();
  const said = (decides: readonly string[], speak: Speak, more: Partial<Check> = {}) =>
    facts([says(decides, [every(lists)], speak, more)], [outcome('lists', [made])], [made]);
  const about = { requirement: A, lane: 'certificate' };

  test.each<[string, Speak, object]>([
    [
      'held',
      (report) => report.holds(A, true, 'x', 'y', made),
      { ...about, exchanges: [made.id], kind: 'held', times: 1 },
    ],

    [
      'contradicted',
      (report) => report.holds(A, false, 'x', 'y', made, '/0'),
      { ...about, exchanges: [made.id], kind: 'contradicted', expected: 'x', got: 'y', at: '/0' },
    ],

    [
      'not told',
      (report) => report.undecided(A, 'settings', 'why', made),
      { ...about, exchanges: [made.id], kind: 'undecided', reason: stated('settings', 'why', made) },
    ],

    [
      'not applicable',
      (report) => report.notApplicable(A, 'why'),
      { ...about, exchanges: [], kind: 'not-applicable', reason: stated('settings', 'why') },
    ],
    [
      'observed',
      (report) => report.observe(GAP, 'a "b"', made),
      { ...about, requirement: GAP, exchanges: [made.id], kind: 'observed', value: 'a "b"' },
    ],
  ])('%s', (_, speak, expected) => expect(said([A], speak)[0]).toStrictEqual(expected));

  test('a judge that throws: why, in each requirement that it had not spoken of', () => {
    const reported = said([A, B], (report) => {
      report.holds(A, true, 'x', 'y');
      throw new Error('out of paper');
    });
    expect(reported.slice(1)).toEqual([
      {
        requirement: B,
        lane: 'certificate',
        exchanges: [],
        kind: 'fault',
        reason: stated('suite', 'the check threw: out of paper'),
      },
    ]);
  });

  test('records: how often, where and by which exchange', () => {
    const listing = ok({ text: '[{"job_id":1},{"job_id":"a"},{"job_id":2}]' });
    const reported = said(['record:transfer/job'], (report) => report.answered(listing));
    expect(reported.filter(({ requirement }) => requirement === 'transfer/job/job_id')).toEqual([
      expect.objectContaining({
        kind: 'contradicted',
        lane: 'certificate',
        exchanges: [listing.id],
        at: '/0/job_id',
        times: 2,
        of: 3,
      }),
      expect.objectContaining({ at: '/2/job_id', times: 2, of: 3 }),
    ]);
    const right = ok({ text: '[{"job_id":"a"},{"job_id":"b"}]' });
    const held = said(['record:transfer/job'], (report) => report.answered(right));
    expect(held.find(({ requirement }) => requirement === 'transfer/job/job_id')).toEqual({
      requirement: 'transfer/job/job_id',
      lane: 'certificate',
      exchanges: [right.id],
      kind: 'held',
      times: 2,
    });
  });

  test.each([['null'], ['"text"'], ['[]'], ['no JSON']])('of %s no record is seen', (text) => {
    let seen: unknown;
    const facts = said(['record:transfer/job'], (report) => {
      seen = report.answered(ok({ operation: 'read-job', text })).length;
    });
    expect(seen).toBe(0);
    expect(facts.filter(({ kind }) => kind === 'held' || kind === 'contradicted')).toEqual([]);
  });

  test('a check of other lanes is not heard, and a requirement of other lanes is not decided', () => {
    expect(said([A], (report) => report.holds(A, true, 'x', 'y'), { lanes: ['token'] })).toEqual([]);
    expect(said([A], (report) => report.holds(A, true, 'x', 'y'), { lanes: ['certificate'] })).toHaveLength(1);
    expect(said([OF_TOKENS], () => undefined)).toEqual([]);
    const token = [outcome('lists', [made], { lane: 'token' })];
    expect(
      facts([says([OF_TOKENS], [every(lists)])], token, [made], ['token']).map(({ requirement }) => requirement),
    ).toEqual([OF_TOKENS]);
  });
});
