/** Faults of the reference client library. */
import { faultsOf } from '../change.ts';
import { deviating } from '../sometimes.ts';
import { CALLS, type CallName, changesAt, context, type LibraryChange, status, submit, whoami } from './changes.ts';
import { ANONYMOUS_CONNECTION, CONTEXT, type Row, raises } from './deviations/context-faults.ts';
import { LATER } from './deviations/later-faults.ts';
import { SECOND_GENERATION, SOMETIMES } from './deviations/sometimes-faults.ts';
import { JOB, TRANSFER } from './deviations/transfer-faults.ts';

const MADE_UP = { user_dn: '/CN=someone', method: 'certificate' };
const WITHOUT_VOS = whoami('/result/vos', 'drop');
const OTHER_PATH = whoami('/request/path', 'set', '/identity');

const IDENTITY: readonly Row[] = [
  ['sends-get-whoami@other-path', OTHER_PATH],
  ['sends-get-whoami@post', whoami('/request/method', 'set', 'POST')],
  ['sends-get-whoami@made-up', [whoami('/request/path', 'set', '/jobs'), whoami('/answer', 'set', MADE_UP)]],
  ['sends-get-whoami@made-up-unasked', whoami('/send', 'answer', MADE_UP)],
  [
    'sends-get-whoami@not-implemented',
    whoami('/arguments', ...raises('NotImplementedError', 'whoami is not implemented')),
  ],
  ['presents-credential@none', whoami(...ANONYMOUS_CONNECTION)],
  ['returns-identity@member-lost', WITHOUT_VOS],
  ['returns-identity@member-changed', whoami('/result/user_dn', 'as', 'lower')],
  ['returns-identity@text', whoami('/result', 'as', 'text')],
  [
    'returns-identity@other-path-member-lost',
    [OTHER_PATH, WITHOUT_VOS, whoami('/answer', 'further', [['GET', '/jobs']])],
    { also: ['whoami/sends-get-whoami'] },
  ],
  ['returns-identity@pairs', whoami('/result', 'as', 'pairs')],
  ['returns-identity@arrays-as-objects', whoami('/result/*', 'as', 'numbered')],
  ['returns-identity@lost-within', whoami('/result/level', 'set', {})],
  ['returns-identity@nothing', whoami('/result', 'set', null)],
  ['returns-identity@failure-swallowed', whoami('/failure', 'set', null, 'network error')],
  ['returns-identity@raises', whoami('/result', ...raises('KeyError', 'user_dn'))],
  ['returns-identity@exits', whoami('/result', ...raises('SystemExit', ''))],
  ['returns-identity@ends-the-process', whoami('/result', 'exit', 3)],
];

const SUBMISSION: readonly Row[] = [
  ['sends-post-jobs@put', submit('/request/method', 'set', 'PUT')],
  ['sends-post-jobs@other-path', submit('/request/path', 'set', '/api/jobs')],
  [
    'sends-post-jobs@latest-of-the-list',
    [submit('/request/method', 'set', 'GET'), submit('/request/body', 'set', null), submit('/answer', 'as', 'last')],
  ],
  ['submits-once@twice', submit('/send', 'repeat', { times: 1 })],
  ['content-type@missing', submit('/request/headers/Content-Type', 'drop')],
  ['content-type@form', submit('/request/headers/Content-Type', 'set', 'application/x-www-form-urlencoded')],
  ['content-type@json-patch', submit('/request/headers/Content-Type', 'set', 'application/json-patch+json')],
  ['body@no-params', submit('/request/body/params', 'drop')],
  ['body@params-list', submit('/request/body/params', 'set', [])],
  [
    'body@other-name-for-files',
    [submit('/request/body/Files', 'copy', '/value/body/files'), submit('/request/body/files', 'drop')],
  ],
  ['body@sources-text', submit('/request/body/files/*/sources', 'as', 'last')],
  ['body@null-among-files', submit('/request/body/files', 'merge', { behind: [null] })],
  ['body@null-among-sources', submit('/request/body/files/*/sources', 'merge', { behind: [null] })],
  ['body@checksum-object', submit('/request/body/files/*/checksum', 'set', { ADLER32: '1a2b3c40' })],
  ['body@overwrite-text', submit('/request/body/params/overwrite', 'set', 'false')],
  ['body@python-text', submit('/text', 'as', 'python')],
  ['returns-job-id@whole-answer', submit('/result', 'as', 'within')],
  ['returns-job-id@another', submit('/result', 'set', 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b')],
  ['returns-job-id@nothing', submit('/result', 'set', null)],
  ['returns-job-id@raises', submit('/result', ...raises('KeyError', 'job_id'))],
  ['own-job@latest-built', submit('/request/body', 'copy', '/made/new_job/-1')],
  ['presents-credential@none', submit(...ANONYMOUS_CONNECTION)],
];

/** Returns the changes by which a job is looked for in a list of jobs. */
const searches = (path: string): LibraryChange[] => [
  status('/request/path', 'set', path),
  status('/answer', 'find', 'job_id'),
  status('/answer/http_status', 'set', '200 Ok'),
];

const STATUS: readonly Row[] = [
  ['asks-for-the-job@searches-the-list', searches('/jobs')],
  [
    'asks-for-the-job@page-by-page',
    [
      status('/answer', 'further', [
        ['GET', '/jobs?page=1'],
        ['GET', '/jobs?page=2'],
        ['GET', '/jobs?page=3'],
      ]),
      ...searches('/jobs?page=0'),
    ],
  ],
  ['asks-for-the-job@post', status('/request/method', 'set', 'POST')],
  [
    'asks-for-the-job@made-up',
    [
      status('/send', 'answer', { job_id: '', job_state: 'FINISHED', http_status: '200 Ok' }),
      status('/answer/job_id', 'copy', '/arguments/job_id'),
    ],
  ],
  ['returns-job@member-lost', status('/result/job_state', 'drop')],
  ['returns-job@list', status('/result', 'as', 'array')],
  ['returns-job@zero-for-null', status('/result/*', 'as', 'zero-for-null')],
  ['http-status@missing', status('/result/http_status', 'drop')],
  ['http-status@number', status('/result/http_status', 'set', 200)],
  ['own-job@remembers-the-first', status('/send', 'once')],
  ['presents-credential@none', status(...ANONYMOUS_CONNECTION)],
];

const ROWS: Readonly<Record<CallName, readonly Row[]>> = {
  Context: CONTEXT,
  whoami: IDENTITY,
  new_transfer: TRANSFER,
  new_job: JOB,
  submit: SUBMISSION,
  get_job_status: STATUS,
};

const NOTHING_OFFERED = { also: CALLS.slice(1).map((call) => `${call}/is-offered`) };

const OFFER: readonly Row[] = [
  ...CALLS.map((call): Row => [`${call}/is-offered@missing`, changesAt(call)('/offer', 'drop')]),
  [
    'Context/is-offered@import-raises',
    context('/offer', ...raises('RuntimeError', 'the library does not support this version of Python')),
    NOTHING_OFFERED,
  ],
  ['Context/is-offered@import-ends-the-process', context('/offer', 'exit', 3), NOTHING_OFFERED],
];

const faultOf = (row: Row) => faultsOf<LibraryChange>('client-library')(...row);

const permanent = () =>
  [
    ...OFFER,
    ...CALLS.flatMap((call) =>
      [...ROWS[call], ...LATER[call]].map(([name, ...rest]): Row => [`${call}/${name}`, ...rest]),
    ),
  ].map(faultOf);

export const FAULTS = deviating(permanent, {
  second: () => SECOND_GENERATION.map(faultOf),
  prefix: 'client-library/',
  table: SOMETIMES,
});
