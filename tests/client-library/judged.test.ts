/** What is concluded of what a library did: by which of several calls it is judged, and what is held against it. */
import { describe, expect, test } from 'vitest';
import {
  brokenHandshake,
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
  type Scene,
  steps,
  where,
  withVerdict,
} from './hand-made-run.ts';

const RUN = lawfulRun();
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

  test('of which none presents anything are undecided: identity check and submission tell of it', () => {
    const bare = steps((each) =>
      each.map((step) => ({ ...step, arrivals: step.arrivals.map((arrival) => ({ ...arrival, credential: 'none' })) })),
    );
    expect(red(all(RUN, /^(?!jobStatus)/, bare))).toEqual(['whoami/presents-credential', 'submit/presents-credential']);
  });

  test('of which one speaks to both endpoints contradict theirs', () => {
    const both = [request('GET', '/whoami', IDENTITY), request('GET', '/whoami', IDENTITY, { server: 'second' })];
    expect(red(where(RUN, 'endpoints/two-endpoints', endsWith('whoami', returned(IDENTITY), both)))).toEqual([
      'Context/endpoint',
    ]);
  });

  test('whose identity checks return although nothing arrives leave endpoints undecided', () => {
    const silent = steps((each) => each.map((step) => ({ ...step, arrivals: [] })));
    expect(judged(where(RUN, 'endpoints/two-endpoints', silent)).get('Context/endpoint')).toMatchObject({
      verdict: 'inconclusive',
      message: 'No identity check arrived: no request.',
    });
  });

  test('of which the second check did not arrive say why, where neither did', () => {
    const [first, second] = [raised('OSError', 'first'), raised('OSError', 'second')];
    const scenes = where(
      RUN,
      'endpoints/two-endpoints',
      steps((each) =>
        each.map((step, at) => (at < 2 ? step : { ...step, arrivals: [], outcome: at === 2 ? returned({}) : second })),
      ),
    );
    expect(judged(scenes).get('Context/endpoint')?.message).toContain('whoami raised OSError: second');
    expect(
      judged(where(scenes, 'endpoints/two-endpoints', endsWith('whoami', first))).get('Context/endpoint')?.message,
    ).toContain('OSError: first');
  });
});

describe('verification', () => {
  const trusted = 'Context/verify-true-accepts-trusted';
  const failing = (message: string, arrivals: Parameters<typeof endsWith>[2] = []) =>
    where(RUN, 'verifying/true-trusted', endsWith('whoami', raised('OSError', message), arrivals));

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
  const post = (body: string, more: object = {}) =>
    request('POST', '/jobs', { job_id: JOB }, { headers: FORM, body, ...more });

  test('are judged by a transfer that was described by name, where none by position is submitted', () => {
    const scenes = where(RUN, 'submissions/positional', endsWith('new_transfer', raised('TypeError', 'no')));
    const results = judged(scenes);
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual(['new_transfer/takes-positional']);
    expect(withVerdict(results, 'inconclusive')).toEqual([]);
    expect(results.get('submit/body')?.exchanges).toEqual(['e19']);
  });

  test('are judged by a transfer that was described by position, where neither is submitted', () => {
    const scenes = all(RUN, /^submissions\//, endsWith('submit', raised('OSError', 'no')));
    expect(judged(scenes).get('submit/sends-post-jobs')?.exchanges).toEqual(['e18']);
    expect(judged(RUN).get('submit/sends-post-jobs')?.exchanges).toEqual(['e18']);
  });

  test('too large to be recorded whole are undecided', () => {
    expect(judged(sending(returned(JOB), [post('{"files": [', { cut: true })])).get('submit/body')).toMatchObject({
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
    const reading = all(RUN, /^submissions\//, endsWith('submit', returned(another), [read]));
    expect(judged(reading).get('submit/returns-job-id')?.verdict).toBe('inconclusive');
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
});
