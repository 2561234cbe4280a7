/** Faults of the reference client library. */
import { faultsBy } from '../change.ts';
import { deviating } from '../sometimes.ts';
import { CALLS, type CallName, changesAt, context, type LibraryChange, status, submit, whoami } from './changes.ts';
import { ANONYMOUS_CONNECTION, CONTEXT, type FaultTable, raises } from './deviations/context-faults.ts';
import { JOB_ID, LATER, MADE_UP, MADE_UP_JOB, WITHOUT_VOS } from './deviations/later-faults.ts';
import { SECOND_GENERATION, SOMETIMES } from './deviations/sometimes-faults.ts';
import { JOB, TRANSFER } from './deviations/transfer-faults.ts';

const OTHER_PATH = whoami('/request/path', 'set', '/identity');

const IDENTITY: FaultTable = {
  'sends-get-whoami': {
    'other-path': OTHER_PATH,
    post: whoami('/request/method', 'set', 'POST'),
    'made-up': [whoami('/request/path', 'set', '/jobs'), whoami('/answer', 'set', MADE_UP)],
    'made-up-unasked': whoami('/send', 'answer', MADE_UP),
    'not-implemented': whoami('/arguments', ...raises('NotImplementedError', 'whoami is not implemented')),
  },
  'presents-credential': {
    none: whoami(...ANONYMOUS_CONNECTION),
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
  },
};

const SUBMISSION: FaultTable = {
  'sends-post-jobs': {
    put: submit('/request/method', 'set', 'PUT'),
    'other-path': submit('/request/path', 'set', '/api/jobs'),
    'latest-of-the-list': [
      submit('/request/method', 'set', 'GET'),
      submit('/request/body', 'set', null),
      submit('/answer', 'as', 'last'),
    ],
  },
  'submits-once': {
    twice: submit('/send', 'repeat', { times: 1 }),
  },
  'content-type': {
    missing: submit('/request/headers/Content-Type', 'drop'),
    form: submit('/request/headers/Content-Type', 'set', 'application/x-www-form-urlencoded'),
    'json-patch': submit('/request/headers/Content-Type', 'set', 'application/json-patch+json'),
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
  },
  'returns-job-id': {
    'whole-answer': submit('/result', 'as', 'within'),
    another: submit('/result', 'set', JOB_ID),
    nothing: submit('/result', 'set', null),
    raises: submit('/result', ...raises('KeyError', 'job_id')),
  },
  'own-job': {
    'latest-built': submit('/request/body', 'copy', '/made/new_job/-1'),
  },
  'presents-credential': {
    none: submit(...ANONYMOUS_CONNECTION),
  },
};

/** Returns the changes by which a job is looked for in a list of jobs. */
const searches = (path: string) => [
  status('/request/path', 'set', path),
  status('/answer', 'find', 'job_id'),
  status('/answer/http_status', 'set', '200 Ok'),
];

const STATUS: FaultTable = {
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
  },
  'returns-job': {
    'member-lost': status('/result/job_state', 'drop'),
    list: status('/result', 'as', 'array'),
    'zero-for-null': status('/result/*', 'as', 'zero-for-null'),
  },
  'cancels-no-job': {
    cancellation: status('/answer', 'further', [['DELETE', '/jobs/{job_id}']]),
  },
  'http-status': {
    missing: status('/result/http_status', 'drop'),
    number: status('/result/http_status', 'set', 200),
  },
  'own-job': {
    'remembers-the-first': status('/send', 'once'),
  },
  'presents-credential': {
    none: status(...ANONYMOUS_CONNECTION),
  },
};

const TABLES: Readonly<Record<CallName, FaultTable>> = {
  Context: CONTEXT,
  whoami: IDENTITY,
  new_transfer: TRANSFER,
  new_job: JOB,
  submit: SUBMISSION,
  get_job_status: STATUS,
};

const NOTHING_OFFERED = CALLS.slice(1).map((call) => `${call}/is-offered`);

const OFFER: FaultTable = {
  ...Object.fromEntries(CALLS.map((call) => [`${call}/is-offered`, { missing: changesAt(call)('/offer', 'drop') }])),
  'Context/is-offered': {
    missing: context('/offer', 'drop'),
    'import-raises': [
      context('/offer', ...raises('RuntimeError', 'the library does not support this version of Python')),
      NOTHING_OFFERED,
    ],
    'import-ends-the-process': [context('/offer', 'exit', 3), NOTHING_OFFERED],
  },
};

const faults = faultsBy<LibraryChange>('client-library');
const ofCall = (call: CallName, table: FaultTable) =>
  Object.fromEntries(Object.entries(table).map(([statement, wrongs]) => [`${call}/${statement}`, wrongs]));

const permanent = () => [
  ...faults(OFFER),
  ...CALLS.flatMap((call) => [TABLES[call], LATER[call]].flatMap((table) => faults(ofCall(call, table)))),
];

export const FAULTS = deviating(permanent, {
  second: () => faults(SECOND_GENERATION),
  prefix: 'client-library/',
  table: SOMETIMES,
});
