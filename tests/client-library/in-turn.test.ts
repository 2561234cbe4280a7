/** What is concluded of contexts and jobs that are used alternately, of other certificates, and of the environment. */
import { describe, expect, test } from 'vitest';
import type { Arrival, ArrivedRequest } from '../../suites/client-library/endpoint.ts';
import type { Step } from '../../suites/client-library/scenario.ts';
import {
  endsWith,
  IDENTITY,
  JOB,
  JOB_STATUS,
  judged,
  lawfulRun,
  raised,
  red,
  request,
  returned,
  steps,
  where,
  withVerdict,
} from './hand-made-run.ts';

const RUN = lawfulRun();

describe('contexts and jobs in turn', () => {
  const at = (index: number, change: (step: Step) => Step) =>
    steps((each) => each.map((step, place) => (place === index ? change(step) : step)));
  const arriving =
    (more: Partial<ArrivedRequest>) =>
    (step: Step): Step => ({ ...step, arrivals: step.arrivals.map((each) => ({ ...each, ...more }) as Arrival) });

  test('that lose what is their own are contradicted', () => {
    const other = where(RUN, 'credentialsInTurn/two-credentials', at(3, arriving({ credential: 'certificate' })));
    expect(red(other)).toEqual(['Context/own-credential']);
    const again = where(
      RUN,
      'jobsInTurn/two-jobs',
      steps((each) => each.with(-1, each.at(-2) as Step)),
    );
    expect(red(again)).toEqual(['submit/own-job']);
    const first = where(
      RUN,
      'statusInTurn/two-jobs',
      steps((each) => each.with(2, each.at(1) as Step)),
    );
    expect(red(first)).toEqual(['get_job_status/own-job']);
  });

  test('whose server is verified at the first call alone are contradicted, whichever later call it is', () => {
    for (const index of [4, 5, 6]) {
      const through = at(index, (step) => ({
        ...step,
        arrivals: [request('GET', '/whoami', IDENTITY, { server: 'turning' })],
      }));
      expect(red(where(RUN, 'turning/turning', through))).toEqual(['Context/verify-true-each-call']);
    }
  });

  test('that speak without TLS once are contradicted', () => {
    const plain = at(5, (step) => ({
      ...step,
      arrivals: [{ kind: 'failed-handshake', server: 'turning', code: 'ERR_SSL_HTTP_REQUEST' }],
    }));
    expect(red(where(RUN, 'turning/turning', plain))).toEqual(['Context/tls']);
  });

  test('that accept a certificate for another host, or an expired one, are contradicted', () => {
    for (const server of ['other-host', 'expired'] as const) {
      const accepted = at(1, (step) => ({ ...step, arrivals: [request('GET', '/whoami', IDENTITY, { server })] }));
      expect(red(where(RUN, `verifying/true-${server}`, accepted))).toEqual([`Context/verify-true-refuses-${server}`]);
    }
  });
});

describe('times', () => {
  const sent = { ...JOB_STATUS, submit_time: '2026-05-06T07:08:09' };
  const as = (value: unknown) =>
    red(
      where(
        RUN,
        'jobStatus/status',
        endsWith('get_job_status', returned({ ...sent, submit_time: value }), [request('GET', `/jobs/${JOB}`, sent)]),
      ),
    );

  test('may be returned as any Python type', () => {
    for (const value of [
      { $text: '2026-05-06 07:08:09' },
      { $text: '2026-05-06 07:08:09+00:00' },
      [2026, 5, 6, 7, 8, 9, 2, 126, 0],
      1_778_051_289,
    ])
      expect(as(value), JSON.stringify(value)).toEqual([]);
  });

  test('may not be other times', () => {
    for (const value of [
      { $text: '2026-05-06 07:08:10' },
      [2026, 5, 6, 7, 8, 10],
      1_778_051_290,
      '2026-05-06 07:08:09',
      null,
    ])
      expect(as(value), JSON.stringify(value)).toEqual(['get_job_status/returns-job']);
  });
});

describe('variables of the environment', () => {
  const row = 'Context/proxy-from-environment';
  const ignored = where(
    RUN,
    'fromEnvironment/proxy-from-environment',
    endsWith('Context', raised('ValueError', 'no credentials')),
  );

  test('that are not declared may have other names', () => {
    const undeclared = judged(ignored, { declaredVariables: [] });
    expect(withVerdict(undeclared, 'fail', 'warn', 'error')).toEqual([]);
    expect(undeclared.get(row)).toMatchObject({
      verdict: 'inconclusive',
      blame: 'settings',
      message: expect.stringContaining('CLIENT_LIBRARY_PROXY_ENV'),
    });
  });

  test('that are declared are read, or it is a contradiction', () => {
    expect(red(ignored)).toEqual([row]);
  });
});
