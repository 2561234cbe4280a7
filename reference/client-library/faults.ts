/** Faults of the reference client library. */
import type { Fault } from '../types.ts';
import { byNameFrom, CALLS, type CallName, change, type LibraryChange, takes } from './changes.ts';

/** A fault, and the changes that make it. */
export interface LibraryFault extends Fault {
  readonly changes: readonly LibraryChange[];
}

type Row = readonly [
  id: string,
  title: string,
  changes: LibraryChange | readonly LibraryChange[],
  more?: Pick<Fault, 'also' | 'verdict'>,
];

const READINGS = ['whoami', 'get_job_status'] as const;
const MADE_UP = { user_dn: '/CN=someone', method: 'certificate' };
/** X509_V_FLAG_TRUSTED_FIRST and X509_V_FLAG_NO_CHECK_TIME of OpenSSL. */
const WITHOUT_DATES = 0x208000;

const raise = (at: CallName, part: string, type: string, text: string, when?: LibraryChange['when']): LibraryChange =>
  change(at, part, 'raise', { type, text }, when);

/** No certificate is presented. */
export const anonymous = (at: CallName): LibraryChange => change(at, '/connection/certificate', 'set', null);

/** Every context uses the endpoint of one that was made. */
export const oneEndpoint = (of: 'first' | 'latest'): LibraryChange =>
  change('all', '/connection/url', 'copy', `/made/Context/${of === 'first' ? 0 : -1}/endpoint`);

const unverified = (at: LibraryChange['at'] | 'all', when?: LibraryChange['when']): LibraryChange =>
  change(at, '/connection/verify', 'set', false, when);

/** Requirements that are contradicted too if no refusal shows. */
const UNVERIFIED = [
  'Context/verify-default',
  'Context/verify-true-refuses-other-host',
  'Context/verify-true-refuses-expired',
];
const NEVER_VERIFIED = { also: [...UNVERIFIED, 'Context/verify-true-each-call'] };

const CONTEXT: readonly Row[] = [
  [
    'takes-positional@order-swapped',
    'Context takes the key before the certificate',
    takes('Context', 'endpoint', 'ukey', 'ucert', 'verify'),
  ],
  ['takes-positional@verify-by-name-only', 'Context takes verify by name only', byNameFrom('Context', 3)],
  [
    'takes-positional@verify-false-refused',
    'Context refuses False for verify',
    raise('Context', '/arguments', 'TypeError', 'verify is True, or the path of an authority', 'verify is False'),
    { also: ['Context/takes-keywords', 'Context/verify-false-accepts-untrusted'] },
  ],
  [
    'takes-keywords@other-names',
    'Context calls its credentials cert and key',
    takes('Context', 'endpoint', ['cert', 'both', 'ucert'], ['key', 'both', 'ukey'], 'verify'),
  ],
  [
    'takes-keywords@by-position-only',
    'Context takes its parameters by position only',
    takes(
      'Context',
      ['endpoint', 'by-position', 'endpoint'],
      ['ucert', 'by-position', 'ucert'],
      ['ukey', 'by-position', 'ukey'],
      ['verify', 'by-position', 'verify'],
    ),
  ],
  ['endpoint@latest-for-all', 'every context speaks to the endpoint of the latest', oneEndpoint('latest')],
  ['endpoint@first-for-all', 'every context speaks to the endpoint of the first', oneEndpoint('first')],
  [
    'verify-true-accepts-trusted@not-implemented',
    'verification is not implemented',
    change('all', '/connection', 'raise', { type: 'NotImplementedError', text: 'no verification' }, 'verifying'),
  ],
  ['verify-true-refuses-untrusted@never-verifies', 'no server is verified', unverified('all'), NEVER_VERIFIED],
  [
    'verify-true-refuses-untrusted@sends-then-verifies',
    'the server is verified after the request',
    [unverified('submit'), change(READINGS, '/send', 'repeat', { times: 1, connection: { verify: false } })],
    NEVER_VERIFIED,
  ],
  [
    'verify-true-refuses-untrusted@failure-swallowed',
    'an identity check that fails returns an empty object',
    change('whoami', '/failure', 'set', {}, 'network error'),
    { also: UNVERIFIED },
  ],
  [
    'verify-default@false',
    'verify is false by default',
    change('Context', '/arguments', 'merge', { before: { verify: false } }),
  ],
  [
    'verify-true-refuses-other-host@name-unchecked',
    'the host name in the certificate is not checked',
    change('all', '/tls', 'configure', { check_hostname: false }),
  ],
  [
    'verify-true-refuses-expired@dates-unchecked',
    'the validity dates of the certificate are not checked',
    change('all', '/tls', 'configure', { verify_flags: WITHOUT_DATES }),
  ],
  [
    'verify-true-each-call@first-only',
    'the server is verified at the first call of a context only',
    unverified('all', 'answered before'),
  ],
  ['verify-true-each-call@submit-unverified', 'a submission does not verify the server', unverified('submit')],
  [
    'own-credential@latest-for-all',
    'every context presents the credential of the latest',
    ['certificate', 'key'].map((file) => change('all', `/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
  ],
  [
    'tls@plain-submission',
    'a submission is sent without TLS',
    change('submit', '/connection/url', 'replace', ['^https:', 'http:']),
  ],
  [
    'verify-false-accepts-untrusted@always-verifies',
    'servers are verified even with verify=False',
    change('all', '/connection/verify', 'set', true),
  ],
  [
    'certificate-and-key@not-presented',
    'a certificate with a separate key is not presented',
    change('Context', '/credentials/certificate', 'set', null, 'ukey apart'),
  ],
  [
    'certificate-and-key@key-in-certificate',
    'the key is looked for in the file of the certificate',
    change('Context', '/arguments/ukey', 'drop'),
  ],
  [
    'proxy-as-ucert@needs-ukey',
    'ucert without ukey is refused',
    raise('Context', '/arguments', 'ValueError', 'ukey is missing', 'ucert alone'),
  ],
  [
    'proxy-as-ucert@environment-instead',
    'ucert without ukey is ignored',
    change('Context', '/credentials/certificate', 'set', null, 'ucert alone'),
  ],
  [
    'proxy-in-both@refused',
    'ucert and ukey must be different files',
    raise('Context', '/arguments', 'ValueError', 'ucert and ukey are the same file', 'ucert is ukey'),
  ],
  [
    'proxy-in-both@without-its-issuer',
    'a proxy is presented without the certificate that issued it',
    change('Context', '/credentials/certificate', 'as', 'leaf', 'ucert is ukey'),
  ],
  [
    'proxy-from-environment@ignored',
    "the proxy's variable is ignored",
    change('Context', '/environment/X509_USER_PROXY', 'drop'),
  ],
  [
    'certificate-from-environment@ignored',
    'the variables for certificate and key are ignored',
    change('Context', '/environment/X509_USER_CERT', 'drop'),
  ],
  [
    'parameters-over-environment@environment-first',
    'the environment goes before what is given',
    ['ucert', 'ukey'].map((name) => change('Context', `/arguments/${name}`, 'drop', undefined, 'proxy in environment')),
    { verdict: 'warn' },
  ],
  [
    'sends-no-token@bearer',
    'a bearer token is sent beside the certificate',
    change('all', '/request/headers/Authorization', 'set', 'Bearer made-up-token'),
  ],
];

const WITHOUT_VOS = change('whoami', '/result/vos', 'drop');
const OTHER_PATH = change('whoami', '/request/path', 'set', '/identity');

const IDENTITY: readonly Row[] = [
  ['sends-get-whoami@other-path', 'whoami asks under another path', OTHER_PATH],
  ['sends-get-whoami@post', 'whoami asks with POST', change('whoami', '/request/method', 'set', 'POST')],
  [
    'sends-get-whoami@made-up',
    'whoami lists jobs and makes an identity up',
    [change('whoami', '/request/path', 'set', '/jobs'), change('whoami', '/answer', 'set', MADE_UP)],
  ],
  [
    'sends-get-whoami@made-up-unasked',
    'whoami makes an identity up and asks nothing',
    change('whoami', '/send', 'answer', MADE_UP),
  ],
  [
    'sends-get-whoami@not-implemented',
    'whoami is not implemented',
    raise('whoami', '/arguments', 'NotImplementedError', 'whoami is not implemented'),
  ],
  ['presents-credential@none', 'an identity check presents no certificate', anonymous('whoami')],
  ['returns-identity@member-lost', 'the returned identity has no vos', WITHOUT_VOS],
  [
    'returns-identity@member-changed',
    'the returned user_dn is in lower case',
    change('whoami', '/result/user_dn', 'as', 'lower'),
  ],
  ['returns-identity@text', 'the identity is returned as a text', change('whoami', '/result', 'as', 'text')],
  [
    'returns-identity@other-path-member-lost',
    'whoami asks under another path, and loses vos',
    [OTHER_PATH, WITHOUT_VOS, change('whoami', '/answer', 'further', [['GET', '/jobs']])],
    { also: ['whoami/sends-get-whoami'] },
  ],
  [
    'returns-identity@pairs',
    'the identity is returned as pairs of name and value',
    change('whoami', '/result', 'as', 'pairs'),
  ],
  [
    'returns-identity@arrays-as-objects',
    'arrays of the identity are returned as objects',
    change('whoami', '/result/*', 'as', 'numbered'),
  ],
  ['returns-identity@lost-within', 'the returned level is empty', change('whoami', '/result/level', 'set', {})],
  ['returns-identity@nothing', 'whoami returns None', change('whoami', '/result', 'set', null)],
  [
    'returns-identity@raises',
    'whoami raises although it was answered',
    raise('whoami', '/result', 'KeyError', 'user_dn'),
  ],
  ['returns-identity@exits', 'whoami raises SystemExit', raise('whoami', '/result', 'SystemExit', '')],
  ['returns-identity@ends-the-process', 'whoami ends the process', change('whoami', '/result', 'exit', 3)],
];

const file = (member: string, operator: LibraryChange['operator'], argument?: unknown): LibraryChange =>
  change('new_transfer', `/file/${member}`, operator, argument);

const TRANSFER: readonly Row[] = [
  [
    'takes-positional@order-swapped',
    'new_transfer takes the destination first',
    takes('new_transfer', 'destination', 'source', 'checksum', 'filesize', 'metadata'),
  ],
  ['takes-positional@two-only', 'new_transfer takes two parameters by position', byNameFrom('new_transfer', 2)],
  [
    'takes-positional@checksum-last',
    'new_transfer takes the checksum behind filesize and metadata',
    takes('new_transfer', 'source', 'destination', 'metadata', 'filesize', 'checksum'),
  ],
  [
    'takes-positional@filesize-and-metadata-swapped',
    'new_transfer takes the metadata before the file size',
    takes('new_transfer', 'source', 'destination', 'checksum', 'metadata', 'filesize'),
  ],
  [
    'takes-positional@metadata-as-activity',
    'the fifth value by position is submitted as activity',
    [
      takes('new_transfer', 'source', 'destination', 'checksum', 'filesize', 'activity', 'metadata'),
      file('activity', 'copy', '/arguments/activity'),
    ],
  ],
  [
    'takes-keywords@other-names',
    'new_transfer calls filesize and metadata otherwise',
    takes(
      'new_transfer',
      'source',
      'destination',
      'checksum',
      ['size', 'both', 'filesize'],
      ['note', 'both', 'metadata'],
    ),
    { verdict: 'warn' },
  ],
  [
    'takes-keywords@checksum-ignored',
    'a checksum that is given by name is ignored',
    takes('new_transfer', ...['source', 'destination'], ['sum', 'both', 'checksum'], ...['filesize', 'metadata'], [
      'checksum',
      'by-name',
      null,
    ]),
    { verdict: 'warn' },
  ],
  ['source@query-lost', 'the query of a source is lost', file('sources/0', 'replace', ['\\?.*', ''])],
  ['source@twice', 'the source is submitted twice', file('sources', 'pick', { 1: [0, 0] })],
  ['destination@lower-case', 'the destination is brought to lower case', file('destinations/0', 'as', 'lower')],
  [
    'destination@source-instead',
    'the source is submitted as destination',
    file('destinations', 'copy', '/value/sources'),
  ],
  ['checksum@name-only', 'only the algorithm of the checksum is submitted', file('checksum', 'replace', [':.*', ''])],
  ['checksum@lost', 'the checksum is lost', file('checksum', 'drop')],
];

/** Of a job's transfers, by their number, those at the given places. */
export const picked = (places: Readonly<Record<number, readonly number[]>>): LibraryChange =>
  change('new_job', '/job/files', 'pick', places);

const JOB: readonly Row[] = [
  [
    'takes-a-list@tuple-only',
    'new_job refuses a list',
    raise('new_job', '/arguments', 'TypeError', 'transfers is not a tuple'),
  ],
  [
    'takes-a-list@each-twice',
    'new_job submits each transfer twice',
    picked({ 1: [0, 0], 3: [0, 0, 1, 1, 2, 2] }),
    { also: ['new_job/holds-each-transfer'] },
  ],
  ['holds-each-transfer@first-only', 'a job holds the first transfer only', picked({ 3: [0] })],
  ['holds-each-transfer@last-again', 'a job holds the last transfer again and again', picked({ 3: [2, 2, 2] })],
  [
    'holds-each-transfer@one-at-most',
    'new_job refuses several transfers',
    raise('new_job', '/arguments', 'ValueError', 'a job has one transfer', 'several transfers'),
  ],
];

const request = (path: string, operator: LibraryChange['operator'], argument?: unknown): LibraryChange =>
  change('submit', `/request/${path}`, operator, argument);

const SUBMISSION: readonly Row[] = [
  ['sends-post-jobs@put', 'submit asks with PUT', request('method', 'set', 'PUT')],
  ['sends-post-jobs@other-path', 'submit asks under another path', request('path', 'set', '/api/jobs')],
  [
    'sends-post-jobs@latest-of-the-list',
    'submit submits nothing and returns the latest job of the list',
    [request('method', 'set', 'GET'), request('body', 'set', null), change('submit', '/answer', 'as', 'last')],
  ],
  [
    'submits-once@twice',
    'submit submits twice',
    change('submit', '/send', 'repeat', { times: 1 }),
    { verdict: 'warn' },
  ],
  ['content-type@missing', 'the submission has no Content-Type', request('headers/Content-Type', 'drop')],
  [
    'content-type@form',
    'the submission is declared as a form',
    request('headers/Content-Type', 'set', 'application/x-www-form-urlencoded'),
  ],
  [
    'content-type@json-patch',
    'the submission is declared as a JSON patch',
    request('headers/Content-Type', 'set', 'application/json-patch+json'),
  ],
  ['body@no-params', 'the submission has no params', request('body/params', 'drop')],
  ['body@params-list', 'params is a list', request('body/params', 'set', [])],
  [
    'body@other-name-for-files',
    'files has another name',
    [request('body/Files', 'copy', '/value/body/files'), request('body/files', 'drop')],
  ],
  ['body@sources-text', 'sources is a text', request('body/files/*/sources', 'as', 'last')],
  ['body@null-among-files', 'null stands among files', request('body/files', 'merge', { behind: [null] })],
  [
    'body@null-among-sources',
    'null stands among sources',
    request('body/files/*/sources', 'merge', { behind: [null] }),
  ],
  ['body@checksum-object', 'checksum is an object', request('body/files/*/checksum', 'set', { ADLER32: '1a2b3c40' })],
  ['body@overwrite-text', 'params.overwrite is a text', request('body/params/overwrite', 'set', 'false')],
  ['body@python-text', "the body is Python's text of the job, no JSON", change('submit', '/text', 'as', 'python')],
  ['returns-job-id@whole-answer', 'submit returns the whole answer', change('submit', '/result', 'as', 'within')],
  [
    'returns-job-id@another',
    'submit returns another identifier',
    change('submit', '/result', 'set', 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b'),
  ],
  ['returns-job-id@nothing', 'submit returns None', change('submit', '/result', 'set', null)],
  ['returns-job-id@raises', 'submit raises although it was answered', raise('submit', '/result', 'KeyError', 'job_id')],
  ['own-job@latest-built', 'submit submits the job that was built last', request('body', 'copy', '/made/new_job/-1')],
  ['presents-credential@none', 'a submission presents no certificate', anonymous('submit')],
];

/** The job is looked for in a list of jobs. */
const searches = (path: string): LibraryChange[] => [
  change('get_job_status', '/request/path', 'set', path),
  change('get_job_status', '/answer', 'find', 'job_id'),
  change('get_job_status', '/answer/http_status', 'set', '200 Ok'),
];

const status = (part: string, operator: LibraryChange['operator'], argument?: unknown): LibraryChange =>
  change('get_job_status', part, operator, argument);

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
  ['asks-for-the-job@post', 'get_job_status asks with POST', status('/request/method', 'set', 'POST')],
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
  ['presents-credential@none', 'the reading of a job presents no certificate', anonymous('get_job_status')],
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
    (call): Row => [`${call}/is-offered@missing`, `the module has no ${call}`, change(call, '/offer', 'drop')],
  ),
  [
    'Context/is-offered@import-raises',
    'the import raises',
    raise('Context', '/offer', 'RuntimeError', 'the library does not support this version of Python'),
    NOTHING_OFFERED,
  ],
  [
    'Context/is-offered@import-ends-the-process',
    'the import ends the process',
    change('Context', '/offer', 'exit', 3),
    NOTHING_OFFERED,
  ],
];

const id = (name: string): string => `client-library/${name}`;

/** Every fault of the reference client library. */
export const clientLibraryFaults = (): LibraryFault[] =>
  [...OFFER, ...CALLS.flatMap((call) => ROWS[call].map(([name, ...rest]): Row => [`${call}/${name}`, ...rest]))].map(
    ([name, title, changes, more]) => ({
      id: id(name),
      kills: id(name.slice(0, name.indexOf('@'))),
      title,
      origin: 'hand',
      changes: [changes].flat(),
      ...(more?.verdict && { verdict: more.verdict }),
      ...(more?.also && { also: more.also.map(id) }),
    }),
  );
