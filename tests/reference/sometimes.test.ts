/** Faults and variants that show only sometimes: which there are, and when a run has found one. */
import { drawnSometimes } from '../../reference/drawn/sometimes.ts';
import { changesOf } from '../../reference/sometimes.ts';
import { compareSometimes } from '../../src/selftest/campaign.ts';

const BASE = { id: 'a@b', changes: [{ at: 'read', operator: 'drop' }] };
const NARROW = { id: 'a@c', changes: [{ at: 'read', requests: 2, operator: 'drop' }] };
const FAULTS = { known: () => new Map([BASE, NARROW].map((each) => [each.id, each])) };

describe('a fault in a way', () => {
  it.each([
    ['a@b/sometimes/never', 'no way is called never'],
    ['a@c/sometimes/every-third', 'the change has requests already'],
    ['a@d/sometimes/every-third', 'no fault or variant is called a@d/sometimes/every-third'],
  ])('%s is an error', (id, message) => {
    expect(() => changesOf(FAULTS, id)).toThrow(message);
  });

  it('is drawn again by its seed', () => {
    const faults = [BASE, NARROW].map((each) => ({ ...each, kills: 'a', origin: 'hand' as const }));
    expect(drawnSometimes(faults, 7)).toBe(drawnSometimes(faults, 7));
    expect(drawnSometimes(faults, 7)).toMatch(/^a@[bc]\/sometimes\/[a-z-]+$/);
  });
});

const fault = { id: 'a/b@c', kills: 'a/b', also: ['a/d/**'], origin: 'hand' } as const;
const results = (exitCode: number, ...requirements: object[]) =>
  ({ exitCode, requirements }) as unknown as Parameters<typeof compareSometimes>[1];

test.each([
  ['a requirement that it names failed', results(1, { id: 'a/b', verdict: 'fail' }), true],
  ['one of a group that it names failed', results(1, { id: 'a/d/e', verdict: 'fail' }), true],
  ['the requirement is unstable', results(3, { id: 'a/b', verdict: 'inconclusive', unstable: true }), true],
  ['another requirement failed', results(1, { id: 'a/c', verdict: 'fail' }), false],
  ['the exit code is 0', results(0, { id: 'a/b', verdict: 'warn' }), false],
  ['nothing is red', results(0, { id: 'a/b', verdict: 'pass' }), false],
])('a run has found a fault that shows only sometimes: %s', (_, some, killed) => {
  expect(compareSometimes(fault, some).killed).toBe(killed);
});
