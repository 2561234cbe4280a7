/**
 * Faults that show only at a later call, or with the second of several contexts, transfers or jobs: shared state, and
 * arguments of another call.
 */
import { type CallName, context, job, type LibraryChange, status, submit, transfer, whoami } from '../changes.ts';
import { ANONYMOUS_CONNECTION, type FaultTable, ofBoth, raises, withoutParameters } from './context-faults.ts';

/** Returns a change that is applied only the n-th time at which it could be, counted in each process. */
const only = (nth: number, change: LibraryChange) => ({ ...change, nth });
/** Returns a change that is applied only from the n-th time on. */
const late = (from: number, change: LibraryChange) => ({ ...change, nth: { from } });

const UNVERIFIED = context('/arguments/verify', 'set', false);
const WITHOUT_CERTIFICATE = context('/credentials/certificate', 'set', null);
export const WITHOUT_VOS = whoami('/result/vos', 'drop');
export const MADE_UP = { user_dn: '/CN=someone', method: 'certificate' };
export const JOB_ID = 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b';
/** A fabricated job with the requested identifier. */
export const MADE_UP_JOB = [
  status('/send', 'answer', { job_id: '', job_state: 'FINISHED', http_status: '200 Ok' }),
  status('/answer/job_id', 'copy', '/arguments/job_id'),
];
const AGAIN = raises('RuntimeError', 'not a second time');

/** Below each call. */
export const LATER: Readonly<Record<CallName, FaultTable>> = {
  Context: {
    endpoint: {
      'second-ignored': only(2, context('/arguments/endpoint', 'copy', '/made/Context/0/endpoint')),
      'one-context-alone': only(18, context('/arguments/endpoint', 'copy', '/made/Context/-1/endpoint')),
      submission: submit('/connection/url', 'copy', '/made/Context/0/endpoint'),
      status: status('/connection/url', 'copy', '/made/Context/0/endpoint'),
    },
    'own-credential': {
      'second-ignored': ofBoth((file) => only(2, context(`/credentials/${file}`, 'copy', `/made/Context/0/${file}`))),
      submission: ofBoth((file) => submit(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
      status: ofBoth((file) => status(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`)),
    },
    'takes-positional': {
      second: only(2, context('/arguments', ...AGAIN)),
    },
    'takes-keywords': {
      'after-another': only(4, context('/arguments', ...AGAIN, 'verify is False')),
    },
    'verify-default': {
      'of-the-one-before': context('/arguments/verify', 'copy', '/made/Context/-1/verify', 'verify left out'),
    },
    'verify-true-refuses-untrusted': {
      'after-another': only(21, UNVERIFIED),
    },
    'verify-true-refuses-other-host': {
      'after-another': only(30, UNVERIFIED),
    },
    'verify-true-refuses-expired': {
      'after-another': only(33, UNVERIFIED),
    },
    'verify-false-accepts-untrusted': {
      'after-another': only(27, context('/arguments/verify', 'set', true)),
    },
    'certificate-and-key': {
      'after-another': only(9, WITHOUT_CERTIFICATE),
    },
    'proxy-as-ucert': {
      'after-another': only(12, WITHOUT_CERTIFICATE),
    },
    'proxy-in-both': {
      'after-another': only(15, WITHOUT_CERTIFICATE),
    },
    'proxy-from-environment': {
      'first-only': late(2, context('/environment/X509_USER_PROXY', 'drop')),
    },
    'certificate-from-environment': {
      'first-only': late(2, context('/environment/X509_USER_CERT', 'drop')),
    },
    'parameters-over-environment': {
      'after-another': withoutParameters('proxy in environment').map((change) => only(6, change)),
    },
    'verify-true-each-call': {
      'of-the-latest': [whoami, submit, status].map((call) =>
        call('/connection/verify', 'copy', '/made/Context/-1/verify'),
      ),
    },
  },
  whoami: {
    'sends-get-whoami': {
      'second-unasked': only(2, whoami('/send', 'answer', MADE_UP)),
    },
    'presents-credential': {
      second: only(2, whoami(...ANONYMOUS_CONNECTION)),
      late: late(58, whoami(...ANONYMOUS_CONNECTION)),
    },
    'returns-identity': {
      'of-another-context': late(2, whoami('/result', 'copy', '/made/whoami/0')),
      'second-raises': only(2, whoami('/result', ...AGAIN)),
      third: { ...WITHOUT_VOS, nth: { every: 3 } },
      late: late(9, WITHOUT_VOS),
    },
  },
  new_transfer: {
    'takes-positional': {
      second: only(2, transfer('/arguments', ...AGAIN)),
      ...Object.fromEntries(
        ['filesize', 'metadata'].map((name) => [
          `${name}-of-the-first`,
          [transfer(`/file/${name}`, 'copy', `/made/new_transfer/0/${name}`), ['new_transfer/takes-keywords']] as const,
        ]),
      ),
    },
    'takes-keywords': {
      second: only(5, transfer('/arguments', ...AGAIN)),
    },
    destination: {
      'of-the-first': transfer('/file/destinations', 'copy', '/made/new_transfer/0/destinations'),
    },
    checksum: {
      'of-the-first': transfer('/file/checksum', 'copy', '/made/new_transfer/0/checksum'),
    },
  },
  new_job: {
    'takes-a-list': {
      second: only(2, job('/arguments', ...AGAIN)),
      gathered: [job('/job/files', 'gather'), ['new_job/holds-each-transfer']],
      'emptied-late': [late(6, job('/job/files', 'set', [])), ['new_job/holds-each-transfer']],
    },
    'holds-each-transfer': {
      second: only(8, job('/arguments', ...AGAIN)),
      late: late(6, job('/job/files', 'pick', { 2: [0] })),
    },
  },
  submit: {
    'sends-post-jobs': {
      'second-unsent': only(2, submit('/send', 'answer', { job_id: JOB_ID })),
    },
    'returns-job-id': {
      'second-raises': only(2, submit('/result', ...AGAIN)),
      late: late(4, submit('/result', 'set', JOB_ID)),
    },
    'own-job': {
      'second-ignored': only(2, submit('/request/body', 'copy', '/made/new_job/0')),
      late: late(6, submit('/request/body', 'copy', '/made/new_job/-1')),
    },
    'content-type': {
      late: late(4, submit('/request/headers/Content-Type', 'drop')),
    },
    body: {
      late: late(4, submit('/request/body/params', 'drop')),
    },
    'submits-once': {
      late: late(4, submit('/send', 'repeat', { times: 1 })),
    },
    'presents-credential': {
      late: late(4, submit(...ANONYMOUS_CONNECTION)),
    },
  },
  get_job_status: {
    'asks-for-the-job': {
      'last-submitted': status('/arguments/job_id', 'copy', '/made/submit/-1'),
      'second-unasked': [...MADE_UP_JOB.map((change) => only(2, change))],
    },
    'returns-job': {
      'second-raises': only(2, status('/result', ...AGAIN)),
      late: late(2, status('/result/job_state', 'drop')),
    },
    'http-status': {
      second: only(2, status('/result/http_status', 'drop')),
      late: late(3, status('/result/http_status', 'drop')),
    },
    'presents-credential': {
      late: late(2, status(...ANONYMOUS_CONNECTION)),
    },
    'own-job': {
      'every-second': [
        status('/result/job_id', 'copy', '/made/get_job_status/0/job_id'),
        ['get_job_status/returns-job'],
      ],
    },
  },
};
