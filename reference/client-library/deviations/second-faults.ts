/**
 * Faults that show only with the second context, transfer or job, or with one of many: shared state, and arguments of
 * another call.
 */
import { type CallName, context, job, type LibraryChange, status, submit, transfer, whoami } from '../changes.ts';
import { ANONYMOUS_CONNECTION, type Row, raises } from './context-faults.ts';

/** Returns a change that is applied only the n-th time at which it could be, counted in each process. */
const only = (nth: number, change: LibraryChange): LibraryChange => ({ ...change, nth });
const later = (change: LibraryChange): LibraryChange => ({ ...change, nth: { from: 2 } });

const UNVERIFIED = context('/arguments/verify', 'set', false);
const WITHOUT_CERTIFICATE = context('/credentials/certificate', 'set', null);
const MADE_UP = { user_dn: '/CN=someone', method: 'certificate' };
const JOB_ID = 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b';
const AGAIN = raises('RuntimeError', 'not a second time');
const FORMS = { also: ['new_transfer/takes-keywords'] };

/** Below each call. */
export const SECOND: Readonly<Record<CallName, readonly Row[]>> = {
  Context: [
    ['endpoint@second-ignored', only(2, context('/arguments/endpoint', 'copy', '/made/Context/0/endpoint'))],
    ['endpoint@one-context-alone', only(18, context('/arguments/endpoint', 'copy', '/made/Context/-1/endpoint'))],
    [
      'own-credential@second-ignored',
      ['certificate', 'key'].map((file) => only(2, context(`/credentials/${file}`, 'copy', `/made/Context/0/${file}`))),
    ],
    ['takes-positional@second', only(2, context('/arguments', ...AGAIN))],
    ['takes-keywords@after-another', only(4, context('/arguments', ...AGAIN, 'verify is False'))],
    [
      'verify-default@of-the-one-before',
      context('/arguments/verify', 'copy', '/made/Context/-1/verify', 'verify left out'),
    ],
    ['verify-true-refuses-untrusted@after-another', only(21, UNVERIFIED)],
    ['verify-true-refuses-other-host@after-another', only(30, UNVERIFIED)],
    ['verify-true-refuses-expired@after-another', only(33, UNVERIFIED)],
    ['verify-false-accepts-untrusted@after-another', only(27, context('/arguments/verify', 'set', true))],
    ['certificate-and-key@after-another', only(9, WITHOUT_CERTIFICATE)],
    ['proxy-as-ucert@after-another', only(12, WITHOUT_CERTIFICATE)],
    ['proxy-in-both@after-another', only(15, WITHOUT_CERTIFICATE)],
    ['proxy-from-environment@first-only', later(context('/environment/X509_USER_PROXY', 'drop'))],
    ['certificate-from-environment@first-only', later(context('/environment/X509_USER_CERT', 'drop'))],
    [
      'parameters-over-environment@after-another',
      ['ucert', 'ukey'].map((name) =>
        only(6, context(`/arguments/${name}`, 'drop', undefined, 'proxy in environment')),
      ),
    ],
  ],
  whoami: [
    ['sends-get-whoami@second-unasked', only(2, whoami('/send', 'answer', MADE_UP))],
    ['presents-credential@second', only(2, whoami(...ANONYMOUS_CONNECTION))],
    ['returns-identity@of-another-context', later(whoami('/result', 'copy', '/made/whoami/0'))],
    ['returns-identity@second-raises', only(2, whoami('/result', ...AGAIN))],
  ],
  new_transfer: [
    ['takes-positional@second', only(2, transfer('/arguments', ...AGAIN))],
    ['takes-keywords@second', only(5, transfer('/arguments', ...AGAIN))],
    ...(['filesize', 'metadata'] as const).map(
      (name): Row => [
        `takes-positional@${name}-of-the-first`,
        transfer(`/file/${name}`, 'copy', `/made/new_transfer/0/${name}`),
        FORMS,
      ],
    ),
    ['destination@of-the-first', transfer('/file/destinations', 'copy', '/made/new_transfer/0/destinations')],
    ['checksum@of-the-first', transfer('/file/checksum', 'copy', '/made/new_transfer/0/checksum')],
  ],
  new_job: [
    ['takes-a-list@second', only(2, job('/arguments', ...AGAIN))],
    ['holds-each-transfer@second', only(8, job('/arguments', ...AGAIN))],
    ['takes-a-list@gathered', job('/job/files', 'gather'), { also: ['new_job/holds-each-transfer'] }],
  ],
  submit: [
    ['sends-post-jobs@second-unsent', only(2, submit('/send', 'answer', { job_id: JOB_ID }))],
    ['returns-job-id@second-raises', only(2, submit('/result', ...AGAIN))],
    ['own-job@second-ignored', only(2, submit('/request/body', 'copy', '/made/new_job/0'))],
  ],
  get_job_status: [
    ['asks-for-the-job@last-submitted', status('/arguments/job_id', 'copy', '/made/submit/-1')],
    [
      'asks-for-the-job@second-unasked',
      [
        only(2, status('/send', 'answer', { job_id: '', job_state: 'FINISHED', http_status: '200 Ok' })),
        only(2, status('/answer/job_id', 'copy', '/arguments/job_id')),
      ],
    ],
    ['returns-job@second-raises', only(2, status('/result', ...AGAIN))],
    ['http-status@second', only(2, status('/result/http_status', 'drop'))],
  ],
};
