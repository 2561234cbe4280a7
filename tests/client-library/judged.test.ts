/** What is concluded of what a library did: by which of several calls it is judged, and what is held against it. */
import { describe, expect, test } from 'vitest';
import { describedTransfers } from '../../suites/client-library/calls.ts';
import type { Step } from '../../suites/client-library/scenario.ts';
import {
  brokenHandshake,
  endsWith,
  IDENTITY,
  JOB,
  JOB_STATUS,
  judged,
  legalRun,
  raised,
  red,
  request,
  returned,
  type Scene,
  steps,
  where,
  withVerdict,
} from './hand-made-run.ts';

const RUN = legalRun();
const MIXED = 'mixed/inTurn';
const all = (scenes: readonly Scene[], names: RegExp, change: (scene: Scene) => Scene): readonly Scene[] =>
  scenes.map((scene) => (names.test(scene.name) ? change(scene) : scene));

describe('contexts', () => {
  const refusing = (type: string, arrivals: Parameters<typeof endsWith>[2] = []) =>
    all(RUN, /^forms\//, endsWith('Context', raised(type, 'no', [type]), arrivals));

  test('that no form of parameters makes are contradicted by a TypeError alone, and not by one after something was sent', () => {
    const forms = ['Context/takes-positional', 'Context/takes-keywords'];
    expect(red(refusing('TypeError'))).toEqual(forms);
    expect(red(refusing('ValueError'))).toEqual([]);
    expect(red(refusing('TypeError', [brokenHandshake('trusted')]))).toEqual([]);
  });

  test('of a library that can read no credential contradict nothing, and its exception is quoted', () => {
    const unreadable = (scene: Scene) =>
      scene.report?.steps.length ? endsWith('Context', raised('ValueError', 'expecting an rsa key'))(scene) : scene;
    const results = judged(RUN.map(unreadable));
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(results.get('Context/certificate-and-key')).toMatchObject({
      verdict: 'inconclusive',
      message: expect.stringContaining('expecting an rsa key'),
    });
  });

  test('of which none presents anything are undecided: the calls tell of it', () => {
    const bare = steps((each) =>
      each.map((step) => ({ ...step, arrivals: step.arrivals.map((arrival) => ({ ...arrival, credential: 'none' })) })),
    );
    expect(red(all(RUN, /^(?!jobStatus)/, bare))).toEqual(
      ['whoami', 'submit', 'get_job_status'].map((call) => `${call}/presents-credential`),
    );
  });

  const both = [request('GET', '/whoami', IDENTITY), request('GET', '/whoami', IDENTITY, { server: 'second' })];

  test('of which one speaks to both endpoints contradict theirs', () => {
    expect(red(where(RUN, MIXED, endsWith('whoami', returned(IDENTITY), both)))).toEqual(['Context/endpoint']);
  });

  test('whose calls return although nothing arrives, or that raise, leave endpoints undecided and say why', () => {
    const silent = (outcome?: Parameters<typeof endsWith>[1]) =>
      steps((each) => each.map((step) => ({ ...step, arrivals: [], ...(outcome && { outcome }) })));
    const message = (change: (scene: Scene) => Scene) =>
      judged(where(RUN, MIXED, change)).get('Context/endpoint')?.message;
    expect(message(silent())).toBe('Requests of two contexts did not arrive: no request.');
    expect(message(silent(raised('OSError', 'first')))).toContain('Context raised OSError: first');
  });
});

describe('what is used in turn', () => {
  const changed = (call: string, nth: number, change: (step: Step) => Partial<Step>) =>
    red(
      where(
        RUN,
        MIXED,
        steps((each) => {
          const at = each.flatMap((step, index) => (step.call === call ? [index] : []))[nth] ?? -1;
          return each.map((step, index) => (index === at ? { ...step, ...change(step) } : step));
        }),
      ),
    );
  const arrivingWith = (more: object) => (step: Step) => ({
    arrivals: step.arrivals.map((arrival) => ({ ...arrival, ...more }) as Step['arrivals'][number]),
  });

  test.each<readonly [string, string, number, (step: Step) => Partial<Step>, readonly string[]]>([
    ['the credential of the other', 'submit', 0, arrivingWith({ credential: 'proxy' }), ['Context/own-credential']],
    [
      'no credential',
      'get_job_status',
      1,
      arrivingWith({ credential: 'none' }),
      ['get_job_status/presents-credential'],
    ],
    ['the other endpoint', 'get_job_status', 2, arrivingWith({ server: 'trusted' }), ['Context/endpoint']],
    ['another media type', 'submit', 1, arrivingWith({ headers: {} }), ['submit/content-type']],
    ['a body that is no JSON', 'submit', 1, arrivingWith({ body: '{' }), ['submit/body']],
    ['it twice', 'submit', 1, ({ arrivals }) => ({ arrivals: [...arrivals, ...arrivals] }), ['submit/submits-once']],
    ['no identifier', 'submit', 1, () => ({ outcome: returned('') }), ['submit/returns-job-id']],
    ['half an identity', 'whoami', 2, () => ({ outcome: returned({}) }), ['whoami/returns-identity']],
  ])('at a later call: %s', (_, call, nth, change, expected) => {
    expect(changed(call, nth, change)).toEqual(expected);
  });

  test('at a later call: another job', () => {
    const body = JSON.stringify({ files: [{ sources: [describedTransfers(1)[0]?.source] }], params: {} });
    expect(changed('submit', 1, arrivingWith({ body }))).toEqual(['submit/own-job']);
    expect(changed('get_job_status', 1, () => ({ outcome: returned({ ...JOB_STATUS, job_id: JOB }) }))).toEqual([
      'get_job_status/returns-job',
      'get_job_status/own-job',
    ]);
  });
});

describe('verification', () => {
  const trusted = 'Context/verify-true-accepts-trusted';
  const failing = (message: string, arrivals: Parameters<typeof endsWith>[2] = []) =>
    where(RUN, 'verifying/trusted', endsWith('whoami', raised('OSError', message), arrivals));

  test('that no trusted server stands may be due to how trust is configured', () => {
    const settings = {
      verdict: 'inconclusive',
      blame: 'settings',
      message: expect.stringContaining('CLIENT_LIBRARY_CA_ENV'),
    };
    expect(judged(failing('the service cannot be reached', [brokenHandshake('trusted')])).get(trusted)).toMatchObject(
      settings,
    );
    expect(judged(failing('no certificate authority is known')).get(trusted)).toMatchObject(settings);
    expect(judged(failing('not implemented')).get(trusted)).toMatchObject({
      verdict: 'fail',
      got: 'whoami raised OSError: not implemented',
    });
  });
});

describe('tokens', () => {
  const row = 'Context/sends-no-token';

  test('are not said to be absent where nothing arrived', () => {
    const silent = steps((each) => each.map((step) => ({ ...step, arrivals: [] })));
    expect(judged(all(RUN, /./, silent)).get(row)?.verdict).toBe('inconclusive');
  });
});

describe('submissions', () => {
  const FORM = { 'content-type': 'application/json' };
  const sending = (outcome: Parameters<typeof endsWith>[1], arrivals: Parameters<typeof endsWith>[2]) =>
    where(RUN, 'submissions/positional', endsWith('submit', outcome, arrivals));
  /** Each submission of the run. */
  const submitting = (outcome: Parameters<typeof endsWith>[1], arrivals: NonNullable<Parameters<typeof endsWith>[2]>) =>
    all(
      RUN,
      /./,
      steps((each) => each.map((step) => (step.call === 'submit' ? { ...step, outcome, arrivals } : step))),
    );
  const post = (body: string, more: object = {}) =>
    request('POST', '/jobs', { job_id: JOB }, { headers: FORM, body, ...more });

  test('are judged by a transfer that was described by name, where none by position is submitted', () => {
    const scenes = where(RUN, 'submissions/positional', endsWith('new_transfer', raised('TypeError', 'no')));
    const results = judged(scenes);
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual(['new_transfer/takes-positional']);
    expect(withVerdict(results, 'inconclusive')).toEqual([]);
    expect(results.get('submit/sends-post-jobs')?.exchanges).toEqual(['e18']);
  });

  test('are judged by a transfer that was described by position, where neither is submitted', () => {
    const scenes = all(RUN, /^submissions\//, endsWith('submit', raised('OSError', 'no')));
    expect(judged(scenes).get('submit/sends-post-jobs')?.exchanges).toEqual(['e17']);
    expect(judged(RUN).get('submit/sends-post-jobs')?.exchanges).toEqual(['e17']);
  });

  test('too large to be recorded whole are undecided', () => {
    expect(judged(submitting(returned(JOB), [post('{"files": [', { cut: true })])).get('submit/body')).toMatchObject({
      verdict: 'inconclusive',
      blame: 'target',
    });
  });

  test('give the identifier that the service gave to them, not that of a job that is read beside', () => {
    const another = '00000000-1111-4222-8333-444444444444';
    const read = request('GET', '/jobs/latest', { job_id: another });
    const body = JSON.stringify({ files: [], params: {} });
    expect(judged(sending(returned(another), [post(body), read])).get('submit/returns-job-id')).toMatchObject({
      verdict: 'fail',
      expected: `the job identifier ${JOB}`,
    });
    expect(judged(sending(returned(JOB.toUpperCase()), [post(body), read])).get('submit/returns-job-id')?.verdict).toBe(
      'pass',
    );
    expect(judged(submitting(returned(another), [read])).get('submit/returns-job-id')?.verdict).toBe('inconclusive');
  });
});

describe('times', () => {
  const sent = { ...JOB_STATUS, submit_time: '2026-05-06T07:08:09' };
  const as = (value: unknown) =>
    red(
      where(
        RUN,
        'jobStatus/read',
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
  const ignored = where(RUN, 'fromEnvironment/proxy', endsWith('Context', raised('ValueError', 'no credentials')));

  test('that are not declared may have other names', () => {
    const undeclared = judged(ignored, { declaredVariables: [] });
    expect(withVerdict(undeclared, 'fail', 'warn', 'error')).toEqual([]);
    expect(undeclared.get(row)).toMatchObject({
      verdict: 'inconclusive',
      blame: 'settings',
      message: expect.stringContaining('CLIENT_LIBRARY_PROXY_ENV'),
    });
  });
});
