/** Faults of the identity check, of submissions and of the reading of a job, and of what the module offers. */
import {
  AGAIN,
  CALLS,
  changesAt,
  context,
  type FaultTable,
  late,
  only,
  raises,
  status,
  submit,
  whoami,
} from '../changes.ts';

const WITHOUT_VOS = whoami('/result/vos', 'drop');
const MADE_UP = { user_dn: '/CN=someone', method: 'certificate' };
const JOB_ID = 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b';
/** A fabricated job with the requested identifier. */
const MADE_UP_JOB = [
  status('/send', 'answer', { job_id: '', job_state: 'FINISHED', http_status: '200 Ok' }),
  status('/answer/job_id', 'copy', '/arguments/job_id'),
];

const OTHER_PATH = whoami('/request/path', 'set', '/identity');

/** No certificate is presented. */
const ANONYMOUS_CONNECTION = ['/connection/certificate', 'set', null] as const;

export const IDENTITY: FaultTable = {
  'sends-get-whoami': {
    'other-path': OTHER_PATH,
    post: whoami('/request/method', 'set', 'POST'),
    'made-up': [whoami('/request/path', 'set', '/jobs'), whoami('/answer', 'set', MADE_UP)],
    'made-up-unasked': whoami('/send', 'answer', MADE_UP),
    'not-implemented': whoami('/arguments', ...raises('NotImplementedError', 'whoami is not implemented')),
    'second-unasked': only(2, whoami('/send', 'answer', MADE_UP)),
  },
  'presents-credential': {
    none: whoami(...ANONYMOUS_CONNECTION),
    second: only(2, whoami(...ANONYMOUS_CONNECTION)),
    late: late(58, whoami(...ANONYMOUS_CONNECTION)),
  },
  'returns-identity': {
    'member-lost': WITHOUT_VOS,
    'member-changed': whoami('/result/user_dn', 'as', 'lower'),
    text: whoami('/result', 'as', 'text'),
    'other-path-member-lost': [
      [OTHER_PATH, WITHOUT_VOS, whoami('/answer', 'further', [['GET', '/jobs']])],
      ['whoami/sends-get-whoami'],
    ],
    pairs: whoami('/result', 'as', 'pairs'),
    'arrays-as-objects': whoami('/result/*', 'as', 'numbered'),
    'lost-within': whoami('/result/level', 'set', {}),
    nothing: whoami('/result', 'set', null),
    'failure-swallowed': whoami('/failure', 'set', null, 'network error'),
    raises: whoami('/result', ...raises('KeyError', 'user_dn')),
    exits: whoami('/result', ...raises('SystemExit', '')),
    'ends-the-process': whoami('/result', 'exit', 3),
    'of-another-context': late(2, whoami('/result', 'copy', '/made/whoami/0')),
    'second-raises': only(2, whoami('/result', ...AGAIN)),
    third: { ...WITHOUT_VOS, nth: { every: 3 } },
    late: late(9, WITHOUT_VOS),
  },
};

export const SUBMISSION: FaultTable = {
  'sends-post-jobs': {
    put: submit('/request/method', 'set', 'PUT'),
    'other-path': submit('/request/path', 'set', '/api/jobs'),
    'latest-of-the-list': [
      submit('/request/method', 'set', 'GET'),
      submit('/request/body', 'set', null),
      submit('/answer', 'as', 'last'),
    ],
    'second-unsent': only(2, submit('/send', 'answer', { job_id: JOB_ID })),
  },
  'submits-once': {
    twice: submit('/send', 'repeat', { times: 1 }),
    late: late(4, submit('/send', 'repeat', { times: 1 })),
  },
  'content-type': {
    missing: submit('/request/headers/Content-Type', 'drop'),
    form: submit('/request/headers/Content-Type', 'set', 'application/x-www-form-urlencoded'),
    'json-patch': submit('/request/headers/Content-Type', 'set', 'application/json-patch+json'),
    late: late(4, submit('/request/headers/Content-Type', 'drop')),
  },
  body: {
    'no-params': submit('/request/body/params', 'drop'),
    'params-list': submit('/request/body/params', 'set', []),
    'other-name-for-files': [
      submit('/request/body/Files', 'copy', '/value/body/files'),
      submit('/request/body/files', 'drop'),
    ],
    'sources-text': submit('/request/body/files/*/sources', 'as', 'last'),
    'null-among-files': submit('/request/body/files', 'merge', { behind: [null] }),
    'null-among-sources': submit('/request/body/files/*/sources', 'merge', { behind: [null] }),
    'checksum-object': submit('/request/body/files/*/checksum', 'set', { ADLER32: '1a2b3c40' }),
    'overwrite-text': submit('/request/body/params/overwrite', 'set', 'false'),
    'python-text': submit('/text', 'as', 'python'),
    late: late(4, submit('/request/body/params', 'drop')),
  },
  'returns-job-id': {
    'whole-answer': submit('/result', 'as', 'within'),
    another: submit('/result', 'set', JOB_ID),
    nothing: submit('/result', 'set', null),
    raises: submit('/result', ...raises('KeyError', 'job_id')),
    'second-raises': only(2, submit('/result', ...AGAIN)),
    late: late(4, submit('/result', 'set', JOB_ID)),
  },
  'own-job': {
    'latest-built': submit('/request/body', 'copy', '/made/new_job/-1'),
    'second-ignored': only(2, submit('/request/body', 'copy', '/made/new_job/0')),
    late: late(6, submit('/request/body', 'copy', '/made/new_job/-1')),
  },
  'presents-credential': {
    none: submit(...ANONYMOUS_CONNECTION),
    late: late(4, submit(...ANONYMOUS_CONNECTION)),
  },
};

/** Returns the changes by which a job is looked for in a list of jobs. */
const searches = (path: string) => [
  status('/request/path', 'set', path),
  status('/answer', 'find', 'job_id'),
  status('/answer/http_status', 'set', '200 Ok'),
];

export const STATUS: FaultTable = {
  'asks-for-the-job': {
    'searches-the-list': searches('/jobs'),
    'page-by-page': [
      status('/answer', 'further', [
        ['GET', '/jobs?page=1'],
        ['GET', '/jobs?page=2'],
        ['GET', '/jobs?page=3'],
      ]),
      ...searches('/jobs?page=0'),
    ],
    post: status('/request/method', 'set', 'POST'),
    'made-up': MADE_UP_JOB,
    'last-submitted': status('/arguments/job_id', 'copy', '/made/submit/-1'),
    'second-unasked': MADE_UP_JOB.map((change) => only(2, change)),
  },
  'returns-job': {
    'member-lost': status('/result/job_state', 'drop'),
    list: status('/result', 'as', 'array'),
    'zero-for-null': status('/result/*', 'as', 'zero-for-null'),
    'second-raises': only(2, status('/result', ...AGAIN)),
    late: late(2, status('/result/job_state', 'drop')),
  },
  'cancels-no-job': {
    cancellation: status('/answer', 'further', [['DELETE', '/jobs/{job_id}']]),
  },
  'http-status': {
    missing: status('/result/http_status', 'drop'),
    number: status('/result/http_status', 'set', 200),
    second: only(2, status('/result/http_status', 'drop')),
    late: late(3, status('/result/http_status', 'drop')),
  },
  'own-job': {
    'remembers-the-first': status('/send', 'once'),
    'every-second': [status('/result/job_id', 'copy', '/made/get_job_status/0/job_id'), ['get_job_status/returns-job']],
  },
  'presents-credential': {
    none: status(...ANONYMOUS_CONNECTION),
    late: late(2, status(...ANONYMOUS_CONNECTION)),
  },
};

const NOTHING_OFFERED = CALLS.slice(1).map((call) => `${call}/is-offered`);

const AT_IMPORT: FaultTable[string] = {
  'import-raises': [
    context('/offer', ...raises('RuntimeError', 'the library does not support this version of Python')),
    NOTHING_OFFERED,
  ],
  'import-ends-the-process': [context('/offer', 'exit', 3), NOTHING_OFFERED],
};

export const OFFER: FaultTable = Object.fromEntries(
  CALLS.map((call) => [
    `${call}/is-offered`,
    { missing: changesAt(call)('/offer', 'drop'), ...(call === 'Context' && AT_IMPORT) },
  ]),
);
