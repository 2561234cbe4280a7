/** Lawful variants of the reference client library. */
import type { Variant } from '../types.ts';
import { type CallName, change, type LibraryChange, PARAMETERS, type Taken, takes } from './changes.ts';

/** A variant, and the changes that make it. */
export interface LibraryVariant extends Variant {
  readonly changes: readonly LibraryChange[];
}

type Row = readonly [
  name: string,
  title: string,
  changes: LibraryChange | readonly LibraryChange[],
  loses?: readonly string[],
];

const READINGS = ['whoami', 'get_job_status'] as const;

/** Parameters behind the documented ones; a name with two stars takes any others. */
const extra = (of: CallName, ...names: readonly string[]): LibraryChange =>
  takes(
    of,
    ...PARAMETERS[of],
    ...names.map((name): Taken => (name === '**' ? ['further', 'further', null] : [name, 'both', null])),
  );

const path = (at: LibraryChange['at'] | 'all', pattern: string, by: string): LibraryChange =>
  change(at, '/request/path', 'replace', [pattern, by]);

const further = (at: CallName, part: string, ...requests: readonly (readonly string[])[]): LibraryChange =>
  change(at, part, 'further', requests);

const HANDED = ['new_transfer', 'new_job'] as const;
const ASKS_IDENTITY = further('Context', '/result', ['GET', '/whoami']);
const TRUSTS_NOTHING = change('all', '/connection/trust', 'set', []);
const VERIFYING = ['client-library/Context/verify-true-*', 'client-library/Context/verify-default'];
const DEFAULTS = {
  ...{ verify_checksum: 't', copy_pin_lifetime: -1, overwrite: false, retry: -1 },
  ...{ reuse: null, spacetoken: null, bring_online: null, priority: null },
};

const ROWS: readonly Row[] = [
  [
    'extra-parameters',
    'the calls take further parameters',
    [
      extra('Context', 'access_token', 'no_creds', 'capath'),
      extra('new_transfer', 'activity', '**'),
      extra('new_job', 'deletion', 'verify_checksum', 'reuse', 'overwrite', '**'),
      extra('submit', 'delegation_lifetime', 'force_delegation'),
      extra('get_job_status', 'list_files'),
    ],
  ],
  [
    'class-for-context',
    'Context is a class with slots',
    [change('Context', '/offer', 'as', 'constructor'), change('Context', '/handle', 'as', 'opaque')],
  ],
  ['objects-for-jobs', 'transfers and jobs are objects', change(HANDED, '/handle', 'as', 'opaque')],
  [
    'ordered-results',
    'results are other mappings than dict',
    [change('whoami', '/result', 'as', 'ordered'), change('get_job_status', '/result', 'as', 'proxy')],
  ],
  ['attributes-for-results', 'results are objects with attributes', change(READINGS, '/result', 'as', 'namespace')],
  ['identifier-as-uuid', 'submit returns a UUID object', change('submit', '/result', 'as', 'uuid')],
  [
    'further-members-in-results',
    'results have further members',
    [
      change('whoami', '/result', 'merge', { behind: { asked_at: 1_772_600_000.5 } }),
      change('get_job_status', '/result', 'merge', { behind: { files: [], _links: { self: 'job' } } }),
    ],
  ],
  [
    'times-as-datetime',
    'times in results are datetime objects',
    change('get_job_status', '/result/*_time', 'as', 'datetime'),
  ],
  [
    'own-http-status',
    'http_status is worded by the library',
    change('get_job_status', '/result/http_status', 'set', '200 OK'),
  ],
  ['doubled-slashes', 'paths begin with two slashes', path('all', '^', '/')],
  ['trailing-slash', "a slash follows the job's identifier", path('get_job_status', '$', '/')],
  ['query-behind-job', "a query follows the job's identifier", path('get_job_status', '$', '?files=0')],
  ['other-job-path', 'a job is read under another path', path('get_job_status', '/jobs/', '/api/v3/jobs/')],
  [
    'asks-version-first',
    'Context asks GET / for the version of the interface',
    further('Context', '/result', ['GET', '/']),
  ],
  ['checks-identity-in-context', 'Context asks for the identity', ASKS_IDENTITY],
  [
    'remembers-identity',
    'Context asks for the identity, and whoami remembers it',
    [ASKS_IDENTITY, change('all', '/send', 'once', '/whoami')],
  ],
  ['reads-job-back', 'submit reads the job that it submitted', further('submit', '/answer', ['GET', '/jobs/{job_id}'])],
  [
    'delegates-before-submission',
    'submit delegates the credential first',
    further(
      'submit',
      '/arguments',
      ['GET', '/whoami'],
      ['GET', '/delegation/{delegation_id}'],
      ['GET', '/delegation/{delegation_id}/request'],
      ['PUT', '/delegation/{delegation_id}/credential', 'a signed proxy'],
    ),
  ],
  ['keeps-connections', 'connections are kept open', change('all', '/send', 'carry', { by: 'kept' })],
  ['urllib', 'requests are made by urllib', change('all', '/send', 'carry', { by: 'urllib' })],
  // TLSVersion.TLSv1_2 of Python.
  ['tls-1.2', 'TLS 1.2 is spoken', change('all', '/tls', 'configure', { maximum_version: 0x303 })],
  ['chunked-body', 'the body is sent in chunks, its size unsaid', change('all', '/send', 'carry', { pieces: 100 })],
  [
    'media-type-with-charset',
    'header names are in lower case, the media type has a charset',
    [
      change('all', '/request/headers/Content-Type', 'replace', ['json', 'JSON ; charset=UTF-8']),
      change('all', '/send', 'carry', { names: 'lower' }),
    ],
  ],
  [
    'content-type-always',
    'every request has a Content-Type',
    change('all', '/request/headers', 'merge', {
      behind: { 'Content-Type': 'application/json', 'User-Agent': 'reference/1' },
    }),
  ],
  [
    'job-parameters-with-defaults',
    'params holds many parameters with their defaults',
    [
      change('new_job', '/job/params', 'merge', { behind: DEFAULTS }),
      change('new_job', '/job', 'merge', { behind: { delete: [] } }),
    ],
  ],
  [
    'file-fields-beyond',
    'files have further fields',
    change('new_transfer', '/file', 'merge', {
      before: { selection_strategy: 'auto', activity: 'default' },
      behind: { source_tokens: [], destination_tokens: [] },
    }),
  ],
  [
    'filesize-and-metadata-left-out',
    'filesize and metadata are not submitted',
    ['filesize', 'metadata'].map((member) => change('new_transfer', `/file/${member}`, 'drop')),
  ],
  [
    'files-in-other-order',
    'the files of a job are in another order',
    change('new_job', '/job/files', 'pick', { 3: [2, 1, 0] }),
  ],
  [
    'body-indented',
    'the body is indented, its members sorted',
    change('all', '/text', 'write', { indent: 2, sorted: true, ascii_only: false }),
  ],
  [
    'prints',
    'the library prints to standard output and error',
    [
      change('all', '/request', 'print', { streams: ['stdout'], text: 'asking\n', times: 1 }),
      change('all', '/request', 'print', { streams: ['stderr'], text: 'DEBUG ', times: 1000 }),
    ],
  ],
  [
    'leaves-threads',
    'a thread stays behind',
    change('whoami', '/arguments', 'leave-threads', { names: ['left-behind'], daemon: false }),
  ],
  ['asks-in-a-thread', 'requests are made in a thread', change('all', '/send', 'carry', { thread: 'asking' })],
  [
    'trusts-by-directory-alone',
    'authorities are read from X509_CERT_DIR alone',
    change('all', '/connection/trust', 'set', ['X509_CERT_DIR']),
  ],
  ['trusts-nothing-it-is-told', 'no variable names an authority', TRUSTS_NOTHING, VERIFYING],
  [
    'silent-about-tls',
    'no variable names an authority, and what it raises does not speak of TLS',
    [TRUSTS_NOTHING, change('all', '/failure', 'raise', { type: 'RuntimeError', text: 'no service' }, 'network error')],
    VERIFYING,
  ],
  [
    'odd-exceptions',
    'what it raises is a BaseException without a text',
    change('all', '/failure', 'raise', {}, 'network error'),
    ['client-library/Context/verify-*'],
  ],
];

/** Every lawful variant of the reference client library. */
export const clientLibraryVariants = (): LibraryVariant[] =>
  ROWS.map(([name, title, changes, loses]) => ({
    id: `client-library-variant/${name}`,
    title,
    changes: [changes].flat(),
    ...(loses && { loses }),
  }));
