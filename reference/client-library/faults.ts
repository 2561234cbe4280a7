/** Faults of the reference client library. */
import { about } from '../in-words.ts';
import { sometimesOf } from '../sometimes.ts';
import type { Fault } from '../types.ts';
import { CALLS, type CallName, changesAt, context, type LibraryChange, status, submit, whoami } from './changes.ts';
import { ANONYMOUS_CONNECTION, CONTEXT, type Row, raises } from './deviations/context-faults.ts';
import { LATER } from './deviations/later-faults.ts';
import { SECOND } from './deviations/second-faults.ts';
import { SECOND_GENERATION, SOMETIMES } from './deviations/sometimes-faults.ts';
import { JOB, TRANSFER } from './deviations/transfer-faults.ts';

/** A fault, and the changes that make it. */
export interface LibraryFault extends Fault {
  readonly changes: readonly LibraryChange[];
}

const MADE_UP = { user_dn: '/CN=someone', method: 'certificate' };
const WITHOUT_VOS = whoami('/result/vos', 'drop');
const OTHER_PATH = whoami('/request/path', 'set', '/identity');

const IDENTITY: readonly Row[] = [
  ['sends-get-whoami@other-path', 'whoami uses another path', OTHER_PATH],
  ['sends-get-whoami@post', 'whoami sends POST', whoami('/request/method', 'set', 'POST')],
  [
    'sends-get-whoami@made-up',
    'whoami lists jobs and makes an identity up',
    [whoami('/request/path', 'set', '/jobs'), whoami('/answer', 'set', MADE_UP)],
  ],
  [
    'sends-get-whoami@made-up-unasked',
    'whoami invents an identity and sends no request',
    whoami('/send', 'answer', MADE_UP),
  ],
  [
    'sends-get-whoami@not-implemented',
    'whoami is not implemented',
    whoami('/arguments', ...raises('NotImplementedError', 'whoami is not implemented')),
  ],
  ['presents-credential@none', 'an identity check presents no certificate', whoami(...ANONYMOUS_CONNECTION)],
  ['returns-identity@member-lost', 'the returned identity has no vos', WITHOUT_VOS],
  [
    'returns-identity@member-changed',
    'the returned user_dn is in lower case',
    whoami('/result/user_dn', 'as', 'lower'),
  ],
  ['returns-identity@text', 'the identity is returned as a text', whoami('/result', 'as', 'text')],
  [
    'returns-identity@other-path-member-lost',
    'whoami uses another path, and loses vos',
    [OTHER_PATH, WITHOUT_VOS, whoami('/answer', 'further', [['GET', '/jobs']])],
    { also: ['whoami/sends-get-whoami'] },
  ],
  ['returns-identity@pairs', 'the identity is returned as pairs of name and value', whoami('/result', 'as', 'pairs')],
  [
    'returns-identity@arrays-as-objects',
    'arrays of the identity are returned as objects',
    whoami('/result/*', 'as', 'numbered'),
  ],
  ['returns-identity@lost-within', 'the returned level is empty', whoami('/result/level', 'set', {})],
  ['returns-identity@nothing', 'whoami returns None', whoami('/result', 'set', null)],
  [
    'returns-identity@raises',
    'whoami raises although it was answered',
    whoami('/result', ...raises('KeyError', 'user_dn')),
  ],
  ['returns-identity@exits', 'whoami raises SystemExit', whoami('/result', ...raises('SystemExit', ''))],
  ['returns-identity@ends-the-process', 'whoami ends the process', whoami('/result', 'exit', 3)],
];

const SUBMISSION: readonly Row[] = [
  ['sends-post-jobs@put', 'submit sends PUT', submit('/request/method', 'set', 'PUT')],
  ['sends-post-jobs@other-path', 'submit uses another path', submit('/request/path', 'set', '/api/jobs')],
  [
    'sends-post-jobs@latest-of-the-list',
    'submit submits no job and returns the latest job of the list',
    [submit('/request/method', 'set', 'GET'), submit('/request/body', 'set', null), submit('/answer', 'as', 'last')],
  ],
  ['submits-once@twice', 'submit submits twice', submit('/send', 'repeat', { times: 1 }), { verdict: 'warn' }],
  ['content-type@missing', 'the submission has no Content-Type', submit('/request/headers/Content-Type', 'drop')],
  [
    'content-type@form',
    'the submission is declared as a form',
    submit('/request/headers/Content-Type', 'set', 'application/x-www-form-urlencoded'),
  ],
  [
    'content-type@json-patch',
    'the submission is declared as a JSON patch',
    submit('/request/headers/Content-Type', 'set', 'application/json-patch+json'),
  ],
  ['body@no-params', 'the submission has no params', submit('/request/body/params', 'drop')],
  ['body@params-list', 'params is a list', submit('/request/body/params', 'set', [])],
  [
    'body@other-name-for-files',
    'files has another name',
    [submit('/request/body/Files', 'copy', '/value/body/files'), submit('/request/body/files', 'drop')],
  ],
  ['body@sources-text', 'sources is a text', submit('/request/body/files/*/sources', 'as', 'last')],
  ['body@null-among-files', 'null is among files', submit('/request/body/files', 'merge', { behind: [null] })],
  [
    'body@null-among-sources',
    'null is among sources',
    submit('/request/body/files/*/sources', 'merge', { behind: [null] }),
  ],
  [
    'body@checksum-object',
    'checksum is an object',
    submit('/request/body/files/*/checksum', 'set', { ADLER32: '1a2b3c40' }),
  ],
  ['body@overwrite-text', 'params.overwrite is a text', submit('/request/body/params/overwrite', 'set', 'false')],
  ['body@python-text', "the body is Python's text of the job, no JSON", submit('/text', 'as', 'python')],
  ['returns-job-id@whole-answer', 'submit returns the whole answer', submit('/result', 'as', 'within')],
  [
    'returns-job-id@another',
    'submit returns another identifier',
    submit('/result', 'set', 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b'),
  ],
  ['returns-job-id@nothing', 'submit returns None', submit('/result', 'set', null)],
  [
    'returns-job-id@raises',
    'submit raises although it was answered',
    submit('/result', ...raises('KeyError', 'job_id')),
  ],
  [
    'own-job@latest-built',
    'submit submits the job that was built last',
    submit('/request/body', 'copy', '/made/new_job/-1'),
  ],
  ['presents-credential@none', 'a submission presents no certificate', submit(...ANONYMOUS_CONNECTION)],
];

/** The job is looked for in a list of jobs. */
const searches = (path: string): LibraryChange[] => [
  status('/request/path', 'set', path),
  status('/answer', 'find', 'job_id'),
  status('/answer/http_status', 'set', '200 Ok'),
];

const STATUS: readonly Row[] = [
  ['asks-for-the-job@searches-the-list', 'get_job_status searches the list of jobs', searches('/jobs')],
  [
    'asks-for-the-job@page-by-page',
    'get_job_status searches the list of jobs page by page',
    [
      status('/answer', 'further', [
        ['GET', '/jobs?page=1'],
        ['GET', '/jobs?page=2'],
        ['GET', '/jobs?page=3'],
      ]),
      ...searches('/jobs?page=0'),
    ],
  ],
  ['asks-for-the-job@post', 'get_job_status sends POST', status('/request/method', 'set', 'POST')],
  [
    'asks-for-the-job@made-up',
    'get_job_status returns a made-up job without a request',
    [
      status('/send', 'answer', { job_id: '', job_state: 'FINISHED', http_status: '200 Ok' }),
      status('/answer/job_id', 'copy', '/arguments/job_id'),
    ],
  ],
  ['returns-job@member-lost', 'the returned job has no job_state', status('/result/job_state', 'drop')],
  ['returns-job@list', 'the job is returned within a list', status('/result', 'as', 'array')],
  [
    'returns-job@zero-for-null',
    'the returned job has zero in place of null',
    status('/result/*', 'as', 'zero-for-null'),
  ],
  ['http-status@missing', 'the returned job has no http_status', status('/result/http_status', 'drop')],
  ['http-status@number', 'http_status is a number', status('/result/http_status', 'set', 200)],
  ['own-job@remembers-the-first', 'get_job_status returns the first job again', status('/send', 'once')],
  ['presents-credential@none', 'the reading of a job presents no certificate', status(...ANONYMOUS_CONNECTION)],
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
  ...CALLS.map(
    (call): Row => [`${call}/is-offered@missing`, `the module has no ${call}`, changesAt(call)('/offer', 'drop')],
  ),
  [
    'Context/is-offered@import-raises',
    'the import raises',
    context('/offer', ...raises('RuntimeError', 'the library does not support this version of Python')),
    NOTHING_OFFERED,
  ],
  [
    'Context/is-offered@import-ends-the-process',
    'the import ends the process',
    context('/offer', 'exit', 3),
    NOTHING_OFFERED,
  ],
];

const id = (name: string): string => `client-library/${name}`;

const faultOf = ([name, title, changes, more]: Row): LibraryFault => ({
  id: id(name),
  kills: id(name.slice(0, name.indexOf('@'))),
  title: about(name, title),
  origin: 'hand',
  changes: [changes].flat(),
  ...(more?.verdict && { verdict: more.verdict }),
  ...(more?.also && { also: more.also.map(id) }),
});

/** Every fault of the reference client library that is always there. */
export const clientLibraryFaults = (): LibraryFault[] =>
  [
    ...OFFER,
    ...CALLS.flatMap((call) =>
      [...ROWS[call], ...SECOND[call], ...(LATER[call] ?? [])].map(
        ([name, ...rest]): Row => [`${call}/${name}`, ...rest],
      ),
    ),
  ].map(faultOf);

/** All by their ids, but for those that are made from others. */
export const libraryFaultsById = (): ReadonlyMap<string, LibraryFault> =>
  new Map([...clientLibraryFaults(), ...SECOND_GENERATION.map(faultOf)].map((fault) => [fault.id, fault]));

/** Those that show only sometimes. */
export const clientLibrarySometimes = (): LibraryFault[] => [
  ...SECOND_GENERATION.map(faultOf),
  ...sometimesOf(libraryFaultsById(), 'client-library/', SOMETIMES),
];
