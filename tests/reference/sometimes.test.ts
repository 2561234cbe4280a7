/**
 * Faults and variants that show only sometimes: how they are made, what they depend on, and when a run has found one.
 */
import { drawnSometimes } from '../../reference/drawn/random.ts';
import { remembering } from '../../reference/past.ts';
import { changesOf } from '../../reference/sometimes.ts';
import type { Past, ReferenceRequest } from '../../reference/types.ts';
import { compareSometimes } from '../../src/selftest/campaign.ts';

const BASE = { id: 'a@b', changes: [{ at: 'read', operator: 'drop' }] };
const NARROW = { id: 'a@c', changes: [{ at: 'read', requests: 2, operator: 'drop' }] };
const FAULTS = { known: () => new Map([BASE, NARROW].map((each) => [each.id, each])) };

describe('a fault in a way', () => {
  it('narrows the place of each change', () => {
    expect(changesOf(FAULTS, ['a@b', 'a@b/sometimes/every-third'])).toEqual([
      { at: 'read', operator: 'drop' },
      { at: 'read', operator: 'drop', requests: { every: 3 } },
    ]);
  });

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

describe('the past of a request', () => {
  const ask = async (...requests: Partial<ReferenceRequest>[]) => {
    const pasts: Past[] = [];
    const handler = remembering(async ({ past, method, target }) => {
      if (past) pasts.push(past);
      await Promise.resolve();
      return { status: method === 'DELETE' ? 403 : 200, headers: [], body: Buffer.from(target) };
    });
    const plain = { method: 'GET', target: '/', headers: {}, body: new Uint8Array(), peer: [] };
    const [first, ...others] = requests;
    await handler({ ...plain, ...first });
    await Promise.all(others.map((request) => handler({ ...plain, ...request })));
    return pasts;
  };
  const connection = {};

  it('counts the requests of its connection, and knows the one before', async () => {
    const [, same, other] = await ask({ connection, target: '/one' }, { connection }, { connection: {} });
    expect([same?.served, same?.before?.request.target, other?.served]).toEqual([1, '/one', 0]);
  });

  it('counts accepted changes, and requests under way', async () => {
    expect((await ask({ method: 'POST' }, {}, {})).map(({ changes, beside }) => [changes, beside])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    expect((await ask({ method: 'DELETE' }, {}))[1]?.changes).toBe(0);
  });

  it('holds the last accepted request for another thing of the same kind', async () => {
    const id = (digit: string) => `/jobs/${digit.repeat(32)}`;
    const [, past] = await ask({ target: id('a') }, { target: id('b') });
    expect(past?.like(true)?.request.target).toBe(id('a'));
    expect((await ask({ target: id('a') }, { target: id('a') }))[1]?.like(true)).toBeUndefined();
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
