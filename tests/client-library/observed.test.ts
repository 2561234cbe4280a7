/** What the document leaves open and a library does: reported in the words of the gap, and never more than was seen. */
import { expect, test } from 'vitest';
import { describedTransfers } from '../../suites/client-library/calls.ts';
import {
  brokenHandshake,
  endsWith,
  JOB,
  JOB_STATUS,
  judged,
  legalRun,
  raised,
  reporting,
  request,
  returned,
  type Scene,
  steps,
  where,
} from './hand-made-run.ts';

const RUN = legalRun();
const observed = (scenes: readonly Scene[], gap: string): string | undefined => judged(scenes).get(`gap/${gap}`)?.got;
/** The library submits a body. */
const submitting = (body: unknown): readonly Scene[] =>
  where(
    RUN,
    'submissions/positional',
    endsWith('submit', returned(JOB), [
      request(
        'POST',
        '/jobs',
        { job_id: JOB },
        { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      ),
    ]),
  );

test('of a library that does no more than the document says, nothing odd is observed', () => {
  for (const gap of ['further-requests', 'doubled-slashes', 'printing', 'threads', 'submission-parameters'])
    expect(observed(RUN, gap), gap).toBeUndefined();
});

test('requests beside the documented ones are reported, those that read a job aside', () => {
  const asked = [
    request('GET', '/', {}),
    request('GET', `/api/v3/jobs/${JOB}?files=0`, JOB_STATUS),
    request('POST', `/jobs/${JOB}`, {}),
    request('GET', '/delegation/0123456789abcdef', {}),
    request('GET', `/jobs/${JOB}/files`, []),
    request('GET', '/whoami', {}),
  ];
  const scenes = where(RUN, 'jobStatus/read', endsWith('get_job_status', returned(JOB_STATUS), asked));
  expect(observed(scenes, 'further-requests')).toBe('GET /; POST /jobs/…; GET /delegation/…; GET /jobs/…/files');
});

test('requests that arrive while the module is imported are reported too', () => {
  const scenes = where(
    RUN,
    'loading/imported',
    reporting((report) => ({ ...report, before: [request('GET', '/version', {})] })),
  );
  expect(observed(scenes, 'further-requests')).toBe('GET /version');
});

test.each([
  ['//whoami', 'doubled slashes'],
  ['/api//whoami', 'doubled slashes'],
  ['/whoami?next=https://elsewhere.example.org//', undefined],
])('of a path %s, %s are reported', (target, reported) => {
  const scenes = where(RUN, 'identity/checked', endsWith('whoami', returned({}), [request('GET', target, {})]));
  expect(observed(scenes, 'doubled-slashes')).toBe(reported);
});

test('types of what is returned, threads and output are reported', () => {
  const left = steps((all) =>
    all.map((step) => (step.call === 'whoami' ? { ...step, outcome: { ...returned({}), threads: ['worker'] } } : step)),
  );
  expect(observed(where(RUN, 'identity/checked', left), 'threads')).toBe('"worker" after whoami');
  expect(observed(RUN, 'return-types')).toBe(
    'Context: object; whoami: dict; new_transfer: object; new_job: object; submit: str; get_job_status: dict',
  );
  for (const stream of ['stdout', 'stderr'] as const) {
    const printing = reporting((report) => ({ ...report, [stream]: { bytes: 4, text: 'text' } }));
    expect(observed(where(RUN, 'identity/checked', printing), 'printing')).toBe(`prints to ${stream}`);
  }
});

test('members of a submission beyond the documented ones are reported, the documented ones never', () => {
  const [{ source, destination, checksum }] = describedTransfers(1) as [ReturnType<typeof describedTransfers>[number]];
  const file = { sources: [source], destinations: [destination], checksum, source_tokens: [], destination_tokens: [] };
  expect(
    observed(submitting({ files: [file], params: { overwrite: false } }), 'submission-parameters'),
  ).toBeUndefined();
  const more = { files: [{ ...file, activity: 'default' }], params: { overwrite: false, retry: 1, priority: 3 } };
  expect(observed(submitting(more), 'submission-parameters')).toBe('retry, priority, files[].activity');
});

test('where size and metadata of a transfer stand is reported for submissions, and for nothing else', () => {
  const [{ source, destination, filesize, metadata }] = describedTransfers(1) as [
    ReturnType<typeof describedTransfers>[number],
  ];
  const file = { sources: [source], destinations: [destination] };
  const reported = (body: unknown) => {
    // By position alone: otherwise what arrived by name would be read.
    const scenes = where(submitting(body), 'submissions/keywords', endsWith('new_transfer', raised('TypeError', 'no')));
    return observed(scenes, 'filesize-and-metadata');
  };
  expect(
    reported({ files: [{ ...file, filesize: String(filesize) }], params: { job_metadata: { note: metadata } } }),
  ).toBe('filesize at /files/0/filesize; metadata at /params/job_metadata/note');
  expect(reported({ files: [file], params: {} })).toBe('filesize at no place; metadata at no place');
  const nothing = ['submissions/positional', 'submissions/keywords'].reduce(
    (scenes, name) => where(scenes, name, endsWith('submit', returned(JOB))),
    RUN,
  );
  expect(observed(nothing, 'filesize-and-metadata')).toBeUndefined();
});

test('the path under which a job is read is reported without its identifier', () => {
  const read = (target: string) =>
    observed(
      where(
        RUN,
        'jobStatus/read',
        endsWith('get_job_status', returned(JOB_STATUS), [request('GET', target, JOB_STATUS)]),
      ),
      'job-status-path',
    );
  expect(read(`/api/jobs/${JOB}?files=0`)).toBe('/api/jobs/{job_id}');
  expect(read(`/status?id=${JOB}`)).toBe('/status?id={job_id}');
  expect(
    observed(where(RUN, 'jobStatus/read', endsWith('get_job_status', returned(JOB_STATUS))), 'job-status-path'),
  ).toBeUndefined();
});

test('variables are reported where credentials came from them', () => {
  expect(observed(RUN, 'proxy-variable')).toBe('X509_USER_PROXY');
  expect(observed(RUN, 'key-variable')).toBe('X509_USER_KEY');
  const ignored = ['proxy', 'certificate'].reduce(
    (scenes, of) => where(scenes, `fromEnvironment/${of}`, endsWith('Context', raised('ValueError', 'no credentials'))),
    RUN,
  );
  for (const gap of ['proxy-variable', 'certificate-variable', 'key-variable'])
    expect(observed(ignored, gap), gap).toBeUndefined();
});

test('what is raised where a server is not trusted is reported', () => {
  expect(observed(RUN, 'exceptions')).toBe('server not trusted: ssl.SSLError');
  const quiet = ['untrusted', 'byDefault', 'otherHost', 'expired'].reduce((scenes, name) => {
    const ended = { ended: { how: 'exited', detail: 'with code 1' } } as const;
    return where(scenes, `verifying/${name}`, endsWith('whoami', ended, [brokenHandshake('untrusted')]));
  }, RUN);
  expect(observed(quiet, 'exceptions')).toBeUndefined();
});
