/** What is concluded of what a library did: by which of several calls it is judged, and what is held against it. */
import { describe, expect, test } from 'vitest';
import type { Loaded } from '../../suites/client-library/driver/protocol.ts';
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
  reporting,
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

describe('the import', () => {
  const loading = (loaded: Loaded) =>
    judged(
      where(
        RUN,
        'loading/loading',
        reporting((report) => ({ ...report, loaded })),
      ),
    ).get('submit/is-offered');
  const failing = (type: string, bases: readonly string[]): Loaded =>
    ({ ...(raised(type, 'no such name', bases) as object), python: '3.12.0' }) as Loaded;

  test('that raises an ImportError may be a matter of the installation, with any other exception it is the library’s', () => {
    const settings = {
      verdict: 'inconclusive',
      blame: 'settings',
      message: expect.stringContaining('CLIENT_LIBRARY_PATH'),
    };
    expect(loading(failing('ImportError', ['ImportError', 'Exception']))).toMatchObject(settings);
    expect(loading(failing('ModuleNotFoundError', ['ModuleNotFoundError', 'ImportError', 'Exception']))).toMatchObject(
      settings,
    );
    expect(loading(failing('NameError', ['NameError', 'Exception']))).toMatchObject({
      verdict: 'fail',
      got: 'the import raised NameError: no such name',
    });
  });

  test('that does not end is undecided, that ends the process is the library’s', () => {
    expect(loading({ ended: { how: 'hung', detail: 'within 60 s' } })).toMatchObject({
      verdict: 'inconclusive',
      blame: 'target',
    });
    expect(loading({ ended: { how: 'exited', detail: 'with code 3' } })).toMatchObject({
      verdict: 'fail',
      got: 'the import ended the process with code 3',
    });
  });

  test('that could not be tried is a matter of the settings', () => {
    const results = judged(where(RUN, 'loading/loading', ({ report: _, ...scene }) => scene));
    expect(results.get('submit/is-offered')).toMatchObject({
      verdict: 'inconclusive',
      blame: 'settings',
      message: expect.stringContaining('CLIENT_LIBRARY_PYTHON'),
    });
  });

  test('is judged by the names of a profile', () => {
    const offers = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit_job', 'get_job_status'];
    const scenes = where(
      RUN,
      'loading/loading',
      reporting((report) => ({ ...report, loaded: { imported: true, offers, python: '3.12.0', threads: [] } })),
    );
    expect(judged(scenes, { names: { submit: 'submit_job' } }).get('submit/is-offered')?.verdict).toBe('pass');
    expect(judged(scenes).get('submit/is-offered')).toMatchObject({
      verdict: 'fail',
      expected: 'a callable member submit of a_library',
    });
  });
});

describe('contexts', () => {
  const refusing = (type: string, arrivals: Parameters<typeof endsWith>[2] = []) =>
    all(RUN, /^forms\//, endsWith('Context', raised(type, 'no', [type]), arrivals));

  test('that no form of parameters makes are contradicted by a TypeError alone, and not by one after something was sent', () => {
    const forms = ['Context/takes-positional', 'Context/takes-keywords'];
    expect(red(refusing('TypeError'))).toEqual(forms);
    expect(red(refusing('ValueError'))).toEqual([]);
    expect(red(refusing('TypeError', [brokenHandshake('trusted')]))).toEqual([]);
  });

  test('that can be made in one form alone contradict the other', () => {
    const scenes = where(RUN, 'forms/keywords', endsWith('Context', raised('ValueError', 'no')));
    expect(red(scenes)).toEqual(['Context/takes-keywords']);
  });

  test('of a library whose identity check never arrives are undecided, whatever else arrives', () => {
    const scenes = all(
      RUN,
      /^(forms|ways|verifying|fromEnvironment|endpoints|identity|credentialsInTurn|turning)\//,
      endsWith('whoami', raised('NotImplementedError', 'no')),
    );
    expect(red(scenes)).toEqual(['whoami/sends-get-whoami']);
    expect(judged(scenes).get('Context/certificate-and-key')).toMatchObject({
      verdict: 'inconclusive',
      blame: 'target',
      message: expect.stringContaining('no identity check arrived') && expect.stringContaining('NotImplementedError'),
    });
  });

  test('of which none presents anything are undecided: identity check and submission tell of it', () => {
    const bare = steps((each) =>
      each.map((step) => ({ ...step, arrivals: step.arrivals.map((arrival) => ({ ...arrival, credential: 'none' })) })),
    );
    expect(red(all(RUN, /^(?!jobStatus)/, bare))).toEqual(['whoami/presents-credential', 'submit/presents-credential']);
  });

  test('whose requests go to another endpoint are one finding, that of the endpoint', () => {
    const toFirst = steps((each) =>
      each.map((step) =>
        step.call === 'whoami'
          ? { ...step, outcome: returned(IDENTITY), arrivals: [request('GET', '/whoami', IDENTITY)] }
          : step,
      ),
    );
    const scenes = all(RUN, /untrusted$|^endpoints/, toFirst);
    expect(red(scenes)).toEqual(['Context/endpoint']);
    expect(judged(scenes).get('Context/endpoint')?.got).toBe('requests at trusted, then trusted');
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
  const refusals = ['Context/verify-true-refuses-untrusted', 'Context/verify-default'];
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

  test('that no trusted server stands leaves those that are not trusted undecided', () => {
    const results = judged(failing('not implemented'));
    for (const row of refusals)
      expect(results.get(row), row).toMatchObject({ verdict: 'inconclusive', blame: 'settings' });
  });

  test('is contradicted by an identity check that returns although nothing arrived', () => {
    expect(
      red(
        all(
          RUN,
          /^verifying\/(true|default)-untrusted$/,
          endsWith('whoami', returned(IDENTITY), [brokenHandshake('untrusted')]),
        ),
      ),
    ).toEqual(refusals);
  });
});

describe('tokens', () => {
  const row = 'Context/sends-no-token';

  test('are held against the request that carries one, and their absence against a request that carries none', () => {
    expect(judged(RUN).get(row)).toMatchObject({ verdict: 'pass', exchanges: ['e2'] });
    const sending = endsWith('whoami', returned(IDENTITY), [
      request('GET', '/whoami', IDENTITY, { headers: { authorization: 'Bearer …' } }),
    ]);
    expect(judged(where(RUN, 'identity/identity', sending)).get(row)).toMatchObject({
      verdict: 'fail',
      got: 'Authorization: Bearer …',
      exchanges: ['e17'],
    });
  });

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

  test('without files in the documented form leave the description of a transfer undecided', () => {
    const results = judged(sending(returned(JOB), [post('{"Files": [], "params": {}}')]));
    expect(results.get('submit/body')?.verdict).toBe('fail');
    expect(results.get('new_transfer/takes-positional')?.verdict).toBe('inconclusive');
    expect(results.get('new_job/takes-a-list')?.verdict).toBe('inconclusive');
  });

  test('by position alone show what a transfer is made of', () => {
    const results = judged(where(RUN, 'submissions/keywords', endsWith('new_transfer', raised('TypeError', 'no'))));
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual(['new_transfer/takes-keywords']);
    for (const row of ['source', 'destination', 'checksum'])
      expect(results.get(`new_transfer/${row}`)?.verdict, row).toBe('pass');
  });
});

describe('results', () => {
  const reading = (value: unknown, arrivals: Parameters<typeof endsWith>[2]) =>
    judged(where(RUN, 'jobStatus/status', endsWith('get_job_status', returned(value), arrivals)));
  const row = 'get_job_status/returns-job';

  test.each([
    ['an array for an object', { level: [] }, { level: {} }],
    ['an object for an array', { level: {} }, { level: [] }],
    ['null for an object', { level: { transfer: 'vo' } }, { level: null }],
    ['an object for null', { level: null }, { level: {} }],
    ['a text for an object', { level: { transfer: 'vo' } }, { level: "{'transfer': 'vo'}" }],
    ['an object for a text', { level: 'vo' }, { level: { transfer: 'vo' } }],
    ['a further member within', { level: {} }, { level: { transfer: 'vo' } }],
    ['fewer members within', { level: { transfer: 'vo', more: 1 } }, { level: { transfer: 'vo' } }],
    ['another order in an array', { level: ['a', 'b'] }, { level: ['b', 'a'] }],
  ])('with %s differ from what was sent', (_, sent, got) => {
    expect(reading({ ...got, http_status: '200' }, [request('GET', `/jobs/${JOB}`, sent)]).get(row)).toMatchObject({
      verdict: 'fail',
      at: '/level',
    });
  });

  test('are the same whatever the order of their members', () => {
    const sent = { level: { transfer: 'vo', more: [1, { a: null, b: 2 }] } };
    const got = { http_status: 'as it likes', level: { more: [1, { b: 2, a: null }], transfer: 'vo' } };
    expect(reading(got, [request('GET', `/jobs/${JOB}`, { http_status: '200 Ok', ...sent })]).get(row)?.verdict).toBe(
      'pass',
    );
  });

  test('that nothing was sent for are undecided', () => {
    const results = reading(JOB_STATUS, [request('POST', `/jobs/${JOB}`, JOB_STATUS)]);
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual(['get_job_status/asks-for-the-job']);
    expect(results.get(row)?.verdict).toBe('inconclusive');
  });

  test('of an identity check under another path are held against its answer, not that of another request', () => {
    const { vos: _, ...less } = IDENTITY;
    const asked = [
      request('GET', '/identity', IDENTITY),
      request('GET', '/delegation/0123456789abcdef', { termination_time: '2026-01-01T00:00:00' }),
    ];
    const results = judged(where(RUN, 'identity/identity', endsWith('whoami', returned(less), asked)));
    expect(results.get('whoami/returns-identity')).toMatchObject({ verdict: 'fail', at: '/vos' });
  });

  test('of a job that is looked for in many places name the first of them', () => {
    const pages = [1, 2, 3, 4].map((page) => request('GET', `/jobs?page=${page}`, []));
    expect(reading(JOB_STATUS, pages).get('get_job_status/asks-for-the-job')?.got).toBe(
      'GET /jobs?page=1, GET /jobs?page=2, GET /jobs?page=3',
    );
    expect(reading(JOB_STATUS, []).get('get_job_status/asks-for-the-job')?.got).toBe('no request');
  });
});
