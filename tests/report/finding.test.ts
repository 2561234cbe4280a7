import { expect, test } from 'vitest';
import type { Result } from '../../src/index.ts';
import { findingOf } from '../../src/report/parts/finding.ts';
import { requestsOf } from '../../src/report/parts/report-input.ts';
import { RESULTS } from './fixed-results.ts';
import { answered, exchange } from './recorded.ts';

test('further contradictions are grouped by value, and say what was expected only if it differs', () => {
  const base = RESULTS.requirements.find(({ id }) => id === 'transfer/job/submit_time') as Result;
  const also = [
    { lane: 'certificate', expected: 'a time', got: 'null', at: '/1/t', exchanges: ['e2'] },
    { lane: 'certificate', expected: 'a time', got: 'null', at: '/2/t', exchanges: ['e2', 'e3'] },
    { lane: 'certificate', expected: 'another', got: 'null', exchanges: ['e4'] },
    { lane: 'token', expected: 'a time', got: 'null', exchanges: [] },
  ];
  expect(findingOf({ ...base, expected: 'a time', also }, RESULTS).also).toEqual([
    'got null with certificate at /1/t (e2), at /2/t (e2, e3); with token (no exchange)',
    'expected another; got null with certificate (e4)',
  ]);
});

test('a request that had to be refused is shown with its invalid credential, not with the valid one', () => {
  const base = RESULTS.requirements.find(({ id }) => id === 'transfer/job/submit_time') as Result;
  const request = {
    method: 'GET',
    url: 'https://transfer.example.org/whoami',
    headers: [],
    credential: 'expired-proxy',
  };
  const result: Result = { ...base, operation: 'identity', exchanges: ['e7'], lanes: { certificate: base.verdict } };
  const where = (purpose: 'refusal' | 'documented'): string =>
    findingOf(result, RESULTS, requestsOf([exchange('e7', answered(200, ''), { request, purpose })])).where;
  expect(where('refusal')).toBe('identity, exchange e7 (GET /whoami, credential: expired-proxy)');
  expect(where('documented')).toBe('identity, exchange e7 (GET /whoami), with certificate');
});
