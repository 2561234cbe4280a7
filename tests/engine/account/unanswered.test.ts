/** Services that stop during a run: responding, or accepting the credential. */
import type { Contract } from '../../../src/contract/types.ts';
import { unansweredOf } from '../../../src/engine/account/unanswered.ts';
import { reasonOf } from '../../../src/engine/words/reasons.ts';
import type { Fact, Recording, Result } from '../../../src/engine/words/types.ts';
import { type ExchangeOptions, exchange } from '../exchanges.ts';

const contract = { interface: 'transfer', operations: new Map([['identity', { service: 'transfer' }]]) };

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
  const lanes = [{ name: sent[0]?.lane ?? '' }];
  const result = { id: 'transfer/identity/answers', operation: 'identity', basis: 'documented', verdict };
  const results = [{ ...result, blame: 'infrastructure' }] as unknown as Result[];
  const recording = { exchanges: sent, lanes } as unknown as Recording;
  return unansweredOf(recording, contract as unknown as Contract, results, []).map(
    ({ stopped, blame }) => `${stopped ? 'stopped ' : ''}${blame}`,
  );
}

test.each([
  ['no response', { phase: 'connect' }, 'pass', 'GET', ['stopped infrastructure']],
  ['a rejection of the credential', { status: 401 }, 'pass', 'GET', ['stopped credential']],
  ['a rejection of a request that may be valid only once', { status: 403 }, 'pass', 'POST', []],
  ['a limit that left nothing undecided', { status: 429 }, 'pass', 'GET', []],
  ['a limit', { status: 429 }, 'inconclusive', 'GET', ['stopped infrastructure']],
  ['success', {}, 'pass', 'GET', []],
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
  const operations = new Map(['identity', 'delegation'].map((name) => [name, { service: 'transfer' }]));
  const rejected = exchange({ operation: 'delegation', at, status: 403 });
  const asked = (when: number, status = 200) => exchange({ operation: 'identity', at: when, status });
  const exchanges = [rejected, asked(10), { ...asked(20, 401), purpose: 'closing' as const }];
  const lane = rejected.lane;
  const requirement = 'transfer/delegation/answers';
  const result = { id: requirement, operation: 'delegation', basis: 'documented', verdict: 'inconclusive' };
  const reason = reasonOf('credential', 'unsuccessful', { name: 'delegation', exchange: rejected });
  const facts = [{ kind: 'undecided', requirement, lane, exchanges: [rejected.id], reason }] as unknown as Fact[];
  const found = unansweredOf(
    { exchanges, lanes: [{ name: lane }] } as unknown as Recording,
    { interface: 'transfer', operations } as unknown as Contract,
    [{ ...result, blame: 'credential' }] as unknown as Result[],
    facts,
  );
  expect(found.map(({ stopped, blame }) => `${stopped ? 'stopped ' : ''}${blame}`)).toEqual(entries);
  // The first rejection after the last success is named, also of a request that never succeeded.
  expect(found.at(-1)?.exchanges).toEqual([at === 15 ? rejected.id : exchanges[2]?.id]);
});

test.each([
  ['that failed before, while others worked, shows nothing of the service', 20, []],
  ['that fails for the first time shows that the service stopped', 60, ['stopped infrastructure']],
])('a last request of an operation %s', (_, at, entries) => {
  const asked = (operation: string, when: number, status = 200) => exchange({ operation, at: when, status });
  const exchanges = [asked('identity', 10), asked('list-jobs', at, 500), asked('identity', 50)];
  exchanges.push(asked('list-jobs', 70, 500));
  const result = { id: 'transfer/list-jobs/answers', operation: 'list-jobs', basis: 'documented', verdict: 'fail' };
  const found = unansweredOf(
    { exchanges, lanes: [{ name: exchanges[0]?.lane }] } as unknown as Recording,
    contract as unknown as Contract,
    [result] as unknown as Result[],
    [],
  );
  expect(found.map(({ stopped, blame }) => `${stopped ? 'stopped ' : ''}${blame}`)).toEqual(entries);
});
