/** Faults that show with the second context, transfer or job, or with one of many alone: state that is shared, and arguments of another call. */
import { type CallName, context, job, type LibraryChange, status, submit, transfer, whoami } from '../changes.ts';
import { ANONYMOUS_CONNECTION, type Row, raises } from './context-faults.ts';

/** A change at the n-th time that it could act, in each process. */
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
    [
      'endpoint@second-ignored',
      'the second context has the endpoint of the first',
      only(2, context('/arguments/endpoint', 'copy', '/made/Context/0/endpoint')),
    ],
    [
      'endpoint@one-context-alone',
      'one of many contexts has the endpoint of the one before',
      only(18, context('/arguments/endpoint', 'copy', '/made/Context/-1/endpoint')),
    ],
    [
      'own-credential@second-ignored',
      'the second context has the credential of the first',
      ['certificate', 'key'].map((file) => only(2, context(`/credentials/${file}`, 'copy', `/made/Context/0/${file}`))),
    ],
    ['takes-positional@second', 'the second context cannot be made', only(2, context('/arguments', ...AGAIN))],
    [
      'takes-keywords@after-another',
      'after another context, one by name cannot be made',
      only(4, context('/arguments', ...AGAIN, 'verify is False')),
    ],
    [
      'verify-default@of-the-one-before',
      'verify is by default as in the context before',
      context('/arguments/verify', 'copy', '/made/Context/-1/verify', 'verify left out'),
    ],
    ['verify-true-refuses-untrusted@after-another', 'after another context, one does not verify', only(21, UNVERIFIED)],
    [
      'verify-true-refuses-other-host@after-another',
      'after another context, one accepts another host',
      only(30, UNVERIFIED),
    ],
    ['verify-true-refuses-expired@after-another', 'after another context, one accepts old dates', only(33, UNVERIFIED)],
    [
      'verify-false-accepts-untrusted@after-another',
      'after another context, one verifies',
      only(27, context('/arguments/verify', 'set', true)),
    ],
    [
      'certificate-and-key@after-another',
      'after another context, one has no certificate',
      only(9, WITHOUT_CERTIFICATE),
    ],
    ['proxy-as-ucert@after-another', 'after another context, one has no proxy as ucert', only(12, WITHOUT_CERTIFICATE)],
    ['proxy-in-both@after-another', 'after another context, one has no proxy in both', only(15, WITHOUT_CERTIFICATE)],
    [
      'proxy-from-environment@first-only',
      "the proxy's variable is used once",
      later(context('/environment/X509_USER_PROXY', 'drop')),
    ],
    [
      'certificate-from-environment@first-only',
      'the variables for certificate and key are used once',
      later(context('/environment/X509_USER_CERT', 'drop')),
    ],
    [
      'parameters-over-environment@after-another',
      'after another context, the environment goes before what is given',
      ['ucert', 'ukey'].map((name) =>
        only(6, context(`/arguments/${name}`, 'drop', undefined, 'proxy in environment')),
      ),
      { verdict: 'warn' },
    ],
  ],
  whoami: [
    [
      'sends-get-whoami@second-unasked',
      'the second call of whoami sends no request and returns an invented identity',
      only(2, whoami('/send', 'answer', MADE_UP)),
    ],
    [
      'presents-credential@second',
      'the second identity check presents no certificate',
      only(2, whoami(...ANONYMOUS_CONNECTION)),
    ],
    [
      'returns-identity@of-another-context',
      'every context gets the identity of the first',
      later(whoami('/result', 'copy', '/made/whoami/0')),
    ],
    ['returns-identity@second-raises', 'whoami raises the second time', only(2, whoami('/result', ...AGAIN))],
  ],
  new_transfer: [
    ['takes-positional@second', 'the second transfer cannot be made', only(2, transfer('/arguments', ...AGAIN))],
    [
      'takes-keywords@second',
      'the second transfer by name cannot be made',
      only(5, transfer('/arguments', ...AGAIN)),
      { verdict: 'warn' },
    ],
    ...(['filesize', 'metadata'] as const).map(
      (name): Row => [
        `takes-positional@${name}-of-the-first`,
        `the ${name} of the first transfer is that of all`,
        transfer(`/file/${name}`, 'copy', `/made/new_transfer/0/${name}`),
        FORMS,
      ],
    ),
    [
      'destination@of-the-first',
      'the destination of the first transfer is that of all',
      transfer('/file/destinations', 'copy', '/made/new_transfer/0/destinations'),
    ],
    [
      'checksum@of-the-first',
      'the checksum of the first transfer is that of all',
      transfer('/file/checksum', 'copy', '/made/new_transfer/0/checksum'),
    ],
  ],
  new_job: [
    ['takes-a-list@second', 'the second job cannot be made', only(2, job('/arguments', ...AGAIN))],
    ['holds-each-transfer@second', 'the second job of three cannot be made', only(8, job('/arguments', ...AGAIN))],
    [
      'takes-a-list@gathered',
      'a job contains the transfers of all jobs before it too',
      job('/job/files', 'gather'),
      { also: ['new_job/holds-each-transfer'] },
    ],
  ],
  submit: [
    [
      'sends-post-jobs@second-unsent',
      'the second job is not submitted',
      only(2, submit('/send', 'answer', { job_id: JOB_ID })),
    ],
    ['returns-job-id@second-raises', 'submit raises the second time', only(2, submit('/result', ...AGAIN))],
    [
      'own-job@second-ignored',
      'the second submission is of the first job',
      only(2, submit('/request/body', 'copy', '/made/new_job/0')),
    ],
  ],
  get_job_status: [
    [
      'asks-for-the-job@last-submitted',
      'get_job_status reads the job that was submitted last',
      status('/arguments/job_id', 'copy', '/made/submit/-1'),
    ],
    [
      'asks-for-the-job@second-unasked',
      'the second job is made up',
      [
        only(2, status('/send', 'answer', { job_id: '', job_state: 'FINISHED', http_status: '200 Ok' })),
        only(2, status('/answer/job_id', 'copy', '/arguments/job_id')),
      ],
    ],
    ['returns-job@second-raises', 'get_job_status raises the second time', only(2, status('/result', ...AGAIN))],
    ['http-status@second', 'the second job has no http_status', only(2, status('/result/http_status', 'drop'))],
  ],
};
