import { getStatusFromError } from 'allure-js-commons/sdk';
import { type Result, VERDICTS } from '../../src/engine/words/types.ts';
import { STATUS } from '../../src/report/files/allure.ts';
import { byId } from '../../src/report/parts/report-input.ts';
import { failureMessage, failureOf } from '../../src/vitest/failure-message.ts';
import { answered, exchange } from '../report/recorded.ts';

const RESULT: Result = {
  id: 'transfer/identity/user_dn',
  interface: 'transfer',
  title: 'user_dn is a string',
  clause: 'Resources B, identity object: user_dn is a string.',
  basis: 'documented',
  operation: 'identity',
  verdict: 'fail',
  expected: 'a string',
  got: '7\u001b[2J',
  at: '/user_dn',
  exchanges: ['e1'],
  reproduce: { assay: 'assay run --reference --only transfer/identity/user_dn' },
  also: [{ lane: 'token', expected: 'a string', got: '8', at: '/user_dn', exchanges: ['e9'] }],
};

test('a failure tells clause, expected, got, place and command, and nothing in it commands a terminal', () => {
  const e1 = exchange('e1', answered(200, '{}'), { operation: 'identity' });
  const url = 'https://transfer.example.org/whoami';
  const requests = byId([{ ...e1, request: { ...e1.request, method: 'GET', url } }]);
  expect(failureMessage(RESULT, requests).split('\n')).toEqual([
    'transfer/identity/user_dn: user_dn is a string',
    '  The document: Resources B, identity object: user_dn is a string.',
    '  Expected: a string',
    '  Got: 7\\u{1b}[2J, at /user_dn',
    '  Also: 8, at /user_dn (e9)',
    '  Where: identity, exchange e1 (GET /whoami)',
    '  Reproduce: assay run --reference --only transfer/identity/user_dn',
  ]);
});

test('Allure shows each verdict of a vitest run as in the report format', () => {
  for (const verdict of VERDICTS) {
    const failure = failureOf({ ...RESULT, verdict });
    const shown = failure ? getStatusFromError(failure) : verdict === 'pass' ? 'passed' : 'skipped';
    expect([verdict, shown]).toEqual([verdict, STATUS[verdict]]);
  }
});
