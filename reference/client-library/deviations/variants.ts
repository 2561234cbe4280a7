/** Legal variants of the reference client library. */
import type { VariantTable } from '../../change.ts';
import {
  always,
  type CallName,
  changesAt,
  context,
  job,
  type LibraryChange,
  PARAMETERS,
  readings,
  status,
  submit,
  type Taken,
  takes,
  transfer,
  whoami,
} from '../changes.ts';

/** Returns the change by which a call takes parameters after the documented ones; `**` accepts any others by name. */
const extra = (of: CallName, ...names: readonly string[]) =>
  takes(
    of,
    ...PARAMETERS[of],
    ...names.map((name): Taken => (name === '**' ? ['further', 'further', null] : [name, 'both', null])),
  );

const READS_IDENTITY = context('/result', 'further', [['GET', '/whoami']]);
const TRUSTS_NOTHING = always('/connection/trust', 'set', []);
const VERIFYING = ['Context/verify-true-*', 'Context/verify-default'];
const DEFAULTS = {
  ...{ verify_checksum: 't', copy_pin_lifetime: -1, overwrite: false, retry: -1 },
  ...{ reuse: null, spacetoken: null, bring_online: null, priority: null },
};

export const ROWS: VariantTable<LibraryChange> = {
  'extra-parameters': [
    extra('Context', 'access_token', 'no_creds', 'capath'),
    extra('new_transfer', 'activity', '**'),
    extra('new_job', 'deletion', 'verify_checksum', 'reuse', 'overwrite', '**'),
    extra('submit', 'delegation_lifetime', 'force_delegation'),
    extra('get_job_status', 'list_files'),
  ],
  'class-for-context': [context('/offer', 'as', 'constructor'), context('/handle', 'as', 'opaque')],
  'objects-for-jobs': changesAt(['new_transfer', 'new_job'])('/handle', 'as', 'opaque'),
  'ordered-results': [whoami('/result', 'as', 'ordered'), status('/result', 'as', 'proxy')],
  'attributes-for-results': readings('/result', 'as', 'namespace'),
  'identifier-as-uuid': submit('/result', 'as', 'uuid'),
  'further-members-in-results': [
    whoami('/result', 'merge', { behind: { asked_at: 1_772_600_000.5 } }),
    status('/result', 'merge', { behind: { files: [], _links: { self: 'job' } } }),
  ],
  'times-as-datetime': status('/result/*_time', 'as', 'datetime'),
  'own-http-status': status('/result/http_status', 'set', '200 OK'),
  'doubled-slashes': always('/request/path', 'replace', ['^', '/']),
  'trailing-slash': status('/request/path', 'replace', ['$', '/']),
  'query-behind-job': status('/request/path', 'replace', ['$', '?files=0']),
  'other-job-path': status('/request/path', 'replace', ['/jobs/', '/api/v3/jobs/']),
  'asks-version-first': context('/result', 'further', [['GET', '/']]),
  'checks-identity-in-context': READS_IDENTITY,
  'remembers-identity': [READS_IDENTITY, always('/send', 'once', '/whoami')],
  'reads-job-back': submit('/answer', 'further', [['GET', '/jobs/{job_id}']]),
  'delegates-before-submission': submit('/arguments', 'further', [
    ['GET', '/whoami'],
    ['GET', '/delegation/{delegation_id}'],
    ['GET', '/delegation/{delegation_id}/request'],
    ['PUT', '/delegation/{delegation_id}/credential', 'a signed proxy'],
  ]),
  'delegates-once-per-context': changesAt(['whoami', 'submit', 'get_job_status'])(
    '/arguments',
    'further',
    [
      ['GET', '/whoami'],
      ['PUT', '/delegation/{delegation_id}/credential', 'a signed proxy'],
    ],
    'not answered yet',
  ),
  'asks-identity-once': whoami('/send', 'once'),
  'reads-each-job-once': status('/send', 'once', '*'),
  'shares-connections': always('/send', 'carry', { by: 'shared' }),
  'keeps-connections': always('/send', 'carry', { by: 'kept' }),
  urllib: always('/send', 'carry', { by: 'urllib' }),
  // TLSVersion.TLSv1_2 of Python.
  'tls-1.2': always('/tls', 'configure', { maximum_version: 0x303 }),
  'chunked-body': always('/send', 'carry', { pieces: 100 }),
  'media-type-with-charset': [
    always('/request/headers/Content-Type', 'replace', ['json', 'JSON ; charset=UTF-8']),
    always('/send', 'carry', { names: 'lower' }),
  ],
  'content-type-always': always('/request/headers', 'merge', {
    behind: { 'Content-Type': 'application/json', 'User-Agent': 'reference/1' },
  }),
  'job-parameters-with-defaults': [
    job('/job/params', 'merge', { behind: DEFAULTS }),
    job('/job', 'merge', { behind: { delete: [] } }),
  ],
  'file-fields-beyond': transfer('/file', 'merge', {
    before: { selection_strategy: 'auto', activity: 'default' },
    behind: { source_tokens: [], destination_tokens: [] },
  }),
  'filesize-and-metadata-left-out': ['filesize', 'metadata'].map((member) => transfer(`/file/${member}`, 'drop')),
  'files-in-other-order': job('/job/files', 'pick', { 3: [2, 1, 0] }),
  'body-indented': always('/text', 'write', { indent: 2, sorted: true, ascii_only: false }),
  prints: [
    always('/request', 'print', { streams: ['stdout'], text: 'asking\n', times: 1 }),
    always('/request', 'print', { streams: ['stderr'], text: 'DEBUG ', times: 1000 }),
  ],
  'leaves-threads': whoami('/arguments', 'leave-threads', { names: ['left-behind'], daemon: false }),
  'asks-in-a-thread': always('/send', 'carry', { thread: 'asking' }),
  'trusts-by-directory-alone': always('/connection/trust', 'set', ['X509_CERT_DIR']),
  'trusts-nothing-it-is-told': [TRUSTS_NOTHING, VERIFYING],
  'silent-about-tls': [
    [TRUSTS_NOTHING, always('/failure', 'raise', { type: 'RuntimeError', text: 'no service' }, 'network error')],
    VERIFYING,
  ],
  'odd-exceptions': [always('/failure', 'raise', {}, 'network error'), ['Context/verify-*']],
};
