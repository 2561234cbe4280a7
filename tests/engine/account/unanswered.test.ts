/** Services that stop during a run: responding, or accepting the credential. */
import type { Contract } from '../../../src/contract/types.ts';
import { unansweredOf } from '../../../src/engine/account/unanswered.ts';
import { reasonOf } from '../../../src/engine/words/reasons.ts';
import type { Fact, Recording, Result } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from '../exchanges.ts';

/** Returns the entries for these exchanges, and the result and facts about whether an operation responds. */
function found(exchanges: Exchange[], operation: string, more: Partial<Result>, facts: unknown[] = []) {
  const operations = new Map(['identity', 'delegation', 'list-jobs'].map((name) => [name, { service: 'transfer' }]));
  const result = { id: `transfer/${operation}/answers`, operation, basis: 'documented', ...more };
  return unansweredOf(
    { exchanges, lanes: [{ name: exchanges[0]?.lane }] } as unknown as Recording,
    { interface: 'transfer', operations } as unknown as Contract,
    [result] as unknown as Result[],
    facts as Fact[],
    '2026-01-01T00:00:00.000Z',
  );
}
const brief = (all: ReturnType<typeof found>) =>
  all.map(({ stopped, blame }) => `${stopped ? 'stopped ' : ''}${blame}`);
const asked = (operation: string, at: number, status = 200, purpose: Exchange['purpose'] = 'documented') =>
  exchange({ operation, at, status, purpose });

/** Returns the entries for a request that succeeded, and was sent again at the end; `more`: requests after it. */
function stoppedBy(
  last: ExchangeOptions,
  verdict: 'pass' | 'inconclusive' = 'pass',
  method = 'GET',
  ...more: ExchangeOptions[]
) {
  const sent = [{}, { ...last, purpose: 'closing' as const }, ...more].map((options, at) => {
    const one = exchange({ operation: 'identity', at: 10 * (at + 1), ...options });
    return { ...one, request: { ...one.request, method } };
  });
  return brief(found(sent, 'identity', { verdict, blame: 'infrastructure' }));
}

test.each([
  ['no response', { phase: 'connect' }, 'pass', 'GET', ['stopped infrastructure']],
  ['a rejection of the credential', { status: 401 }, 'pass', 'GET', ['stopped credential']],
  ['a rejection of a request that may be valid only once', { status: 403 }, 'pass', 'POST', []],
  ['a limit that left nothing undecided', { status: 429 }, 'pass', 'GET', []],
  ['a limit', { status: 429 }, 'inconclusive', 'GET', ['stopped infrastructure']],
] as const)('the last request got %s', (_, last, verdict, method, entries) => {
  expect(stoppedBy(last, verdict, method)).toEqual(entries);
});

test('a credential that was rejected, and accepted for the clean-up, did not stop being accepted', () => {
  expect(stoppedBy({ status: 401 }, 'pass', 'GET', { purpose: 'cleanup' })).toEqual([]);
});

test('a credential that is rejected at times did not stop being accepted', () => {
  expect(stoppedBy({ status: 401 }, 'pass', 'GET', {}, { status: 401, purpose: 'closing' })).toEqual([]);
});

test.each([
  [5, ['credential', 'stopped credential']],
  [15, ['stopped credential']],
])('an operation that was rejected at %i is named too, if the credential was accepted later', (at, entries) => {
  const rejected = asked('delegation', at, 403);
  const exchanges = [rejected, asked('identity', 10), asked('identity', 20, 401, 'closing')];
  const reason = reasonOf('credential', 'unsuccessful', { name: 'delegation', exchange: rejected });
  const about = { requirement: 'transfer/delegation/answers', lane: rejected.lane, exchanges: [rejected.id] };
  const all = found(exchanges, 'delegation', { verdict: 'inconclusive', blame: 'credential' }, [
    { kind: 'undecided', ...about, reason },
  ]);
  expect(brief(all)).toEqual(entries);
  // The first rejection after the last success is named, also of a request that never succeeded.
  expect(all.at(-1)?.exchanges).toEqual([at === 15 ? rejected.id : exchanges[2]?.id]);
});

test.each([
  ['that failed before, while others worked, shows nothing of the service', 20, []],
  ['that fails for the first time shows that the service stopped', 60, ['stopped infrastructure']],
])('a last request of an operation %s', (_, at, entries) => {
  const exchanges = [asked('identity', 10), asked('list-jobs', at, 500), asked('identity', 50)];
  const all = found([...exchanges, asked('list-jobs', 70, 500)], 'list-jobs', { verdict: 'fail' });
  expect(brief(all)).toEqual(entries);
});
