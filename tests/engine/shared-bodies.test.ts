/** Of large bodies that are the same one copy is kept, and nothing else changes. */
import { expect, test } from 'vitest';
import { deduplicateBodies } from '../../src/engine/shared-bodies.ts';
import type { Body, Outcome, WireRecord } from '../../src/wire/types.ts';
import { exchange } from './exchanges.ts';

const KIB = 1024;
const body = (size: number, more: Partial<Body> = {}): Body => ({ bytes: new Uint8Array(size), size, digest: 'same', truncated: false, ...more });
const answer = (of: Body): Outcome => ({ kind: 'answer', status: 200, headers: [], body: of });
const record = (...outcomes: readonly Outcome[]): WireRecord => ({
  ...exchange(),
  attempts: outcomes.map((outcome) => ({ url: '', startedAt: 0, endedAt: 1, timings: {}, outcome })),
  outcome: outcomes.at(-1) as Outcome,
});

test.each<[string, Body, Body, boolean]>([
  ['large and the same', body(64 * KIB), body(64 * KIB), true],
  ['large and others', body(64 * KIB), body(64 * KIB, { digest: 'other' }), false],
  ['of another length', body(64 * KIB), body(65 * KIB), false],
  ['small', body(64 * KIB - 1), body(64 * KIB - 1), false],
  ['of which only the beginning was kept', body(64 * KIB, { truncated: true }), body(64 * KIB, { truncated: true }), false],
])('bodies that are %s', (_, first, second, shared) => {
  const share = deduplicateBodies();
  expect(share(record(answer(first))).outcome.body?.bytes).toBe(first.bytes);
  const again = share(record(answer(second)));
  expect(again.outcome.body?.bytes === first.bytes).toBe(shared);
  expect(again.outcome).toMatchObject({ kind: 'answer', status: 200, body: { size: second.size, digest: second.digest } });
});

test('each attempt is looked at, and the outcome stays that of the last', () => {
  const share = deduplicateBodies();
  const first = body(64 * KIB);
  const failed: Outcome = { kind: 'failure', phase: 'timeout', code: 'LATE', message: '' };
  const { attempts, outcome } = share(record(answer(first), answer(body(64 * KIB)), failed));
  expect(attempts.map((attempt) => attempt.outcome.body?.bytes === first.bytes)).toEqual([true, true, false]);
  expect(outcome).toEqual(failed);
});

test('what was never sent keeps its outcome', () => {
  const refused = { ...record({ kind: 'failure', phase: 'refused-by-safety', code: 'CREATION_NOT_ALLOWED', message: '' }), attempts: [] };
  expect(deduplicateBodies()(refused)).toEqual(refused);
});
