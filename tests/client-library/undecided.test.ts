/** What decides nothing: runs of which a part is not on record, or did not end. */
import { describe, expect, test } from 'vitest';
import {
  brokenHandshake,
  endsWith,
  HUNG,
  judged,
  legalRun,
  raised,
  red,
  steps,
  unrecorded,
  where,
  withVerdict,
} from './hand-made-run.ts';

const RUN = legalRun();
const NAMES = RUN.map(({ name }) => name);

/** Requirements that rest on one scene alone. */
const RESTS_ON: Readonly<Record<string, readonly string[]>> = {
  'loading/imported': [
    'Context/is-offered',
    'whoami/is-offered',
    'new_transfer/is-offered',
    'new_job/is-offered',
    'submit/is-offered',
    'get_job_status/is-offered',
  ],
  'forms/positional': ['Context/takes-positional'],
  'forms/keywords': ['Context/takes-keywords'],
  'ways/certificate-and-key': ['Context/certificate-and-key'],
  'ways/proxy-as-ucert': ['Context/proxy-as-ucert'],
  'ways/proxy-in-both': ['Context/proxy-in-both'],
  'verifying/trusted': [
    'Context/verify-true-accepts-trusted',
    'Context/verify-true-refuses-untrusted',
    'Context/verify-default',
    'Context/verify-true-each-call',
  ],
  'verifying/otherHost': ['Context/verify-true-refuses-other-host'],
  'verifying/expired': ['Context/verify-true-refuses-expired'],
  'turning/turned': ['Context/verify-true-each-call'],
  'verifying/untrusted': ['Context/verify-true-refuses-untrusted'],
  'verifying/byDefault': ['Context/verify-default'],
  'verifying/unverified': ['Context/verify-false-accepts-untrusted'],
  'fromEnvironment/proxy': ['Context/proxy-from-environment'],
  'fromEnvironment/parameters': ['Context/parameters-over-environment'],
  'fromEnvironment/certificate': ['Context/certificate-from-environment'],
  'identity/checked': ['whoami/sends-get-whoami'],
  'mixed/inTurn': [],
  'submissions/positional': ['new_transfer/takes-positional'],
  'submissions/keywords': ['new_transfer/takes-keywords'],
  'submissions/three': ['new_job/holds-each-transfer'],
  'jobStatus/read': ['get_job_status/asks-for-the-job'],
};

test('a legal run verifies everything', () => {
  const results = judged(RUN);
  expect([...results].filter(([id, { verdict }]) => !id.startsWith('gap/') && verdict !== 'pass')).toEqual([]);
});

describe.each(NAMES)('%s', (name) => {
  // What comes after it is done with the first way that can be used.
  const run = legalRun(name === 'ways/certificate-and-key' ? 'proxy' : 'certificate');

  test('where it is not on record, nothing is contradicted, and what rests on it is undecided', () => {
    const results = judged(where(run, name, unrecorded));
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(RESTS_ON[name]?.filter((id) => results.get(id)?.verdict !== 'inconclusive')).toEqual([]);
  });

  test('where any one of its calls does not return, and nothing arrives, nothing is contradicted', () => {
    const calls = run.find((scene) => scene.name === name)?.report?.steps.map(({ call }) => call) ?? [];
    for (const call of new Set(calls)) {
      const results = judged(where(run, name, endsWith(call, HUNG)));
      expect(withVerdict(results, 'fail', 'warn', 'error'), call).toEqual([]);
      expect(
        RESTS_ON[name]?.filter((id) => results.get(id)?.verdict !== 'inconclusive'),
        call,
      ).toEqual([]);
    }
  });

  test('where its last call does not return although its request arrived, nothing is contradicted', () => {
    const hanging = steps((all) => all.with(-1, { ...(all.at(-1) as (typeof all)[number]), outcome: HUNG }));
    if (name !== 'loading/imported') expect(red(where(RUN, name, hanging))).toEqual([]);
  });
});

test('where no two contexts are on record, nothing is said of what is their own', () => {
  const results = judged(where(RUN, 'mixed/inTurn', unrecorded));
  const own = ['Context/endpoint', 'Context/own-credential', 'submit/own-job', 'get_job_status/own-job'];
  expect(own.map((id) => results.get(id)?.verdict)).toEqual(own.map(() => 'inconclusive'));
});

test('a run of which nothing is on record is not a fault of the suite, and passes nothing', () => {
  for (const scenes of [RUN.map(unrecorded), []])
    expect(withVerdict(judged(scenes), 'pass', 'fail', 'warn', 'error')).toEqual([]);
});

test('a run whose calls are not on record is not a fault of the suite', () => {
  for (const calls of [[], [{ call: 'get_job_status' }]]) {
    const results = judged(where(RUN, 'jobStatus/read', (scene) => ({ ...scene, calls })));
    expect(withVerdict(results, 'error')).toEqual([]);
  }
});

test('where TLS comes to nothing, what would have been sent is undecided, and it is not a finding', () => {
  const broken = raised('OSError', 'the service cannot be reached');
  for (const [name, call, row] of [
    ['identity/checked', 'whoami', 'whoami/sends-get-whoami'],
    ['submissions/positional', 'submit', 'submit/sends-post-jobs'],
    ['jobStatus/read', 'get_job_status', 'get_job_status/asks-for-the-job'],
  ] as const) {
    const scenes = where(
      where(RUN, 'submissions/keywords', unrecorded),
      name,
      endsWith(call, broken, [brokenHandshake('trusted')]),
    );
    expect(red(scenes)).toEqual([]);
    expect(judged(scenes).get(row)).toMatchObject({
      verdict: 'inconclusive',
      blame: 'infrastructure',
      message: expect.stringContaining('cannot be reached'),
    });
  }
});
