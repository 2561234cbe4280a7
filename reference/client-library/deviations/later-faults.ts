/** Faults that show at a later call, or with the second of two contexts or jobs. */
import { type CallName, job, type LibraryChange, type Operator, status, submit, whoami } from '../changes.ts';
import { ANONYMOUS_CONNECTION, type Row } from './context-faults.ts';

const WITHOUT_VOS = whoami('/result/vos', 'drop');

/** Returns a change that is applied only from the n-th time on at which it could be. */
const late = (from: number, change: LibraryChange): LibraryChange => ({ ...change, nth: { from } });
const OTHER_IDENTIFIER = 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b';
const ofLatest = (at: (path: string, operator: Operator, argument: string) => LibraryChange): LibraryChange[] =>
  ['certificate', 'key'].map((file) => at(`/connection/${file}`, 'copy', `/made/Context/-1/${file}`));

/** Below each call. */
export const LATER: Readonly<Partial<Record<CallName, readonly Row[]>>> = {
  Context: [
    ['endpoint@submission', submit('/connection/url', 'copy', '/made/Context/0/endpoint')],
    ['endpoint@status', status('/connection/url', 'copy', '/made/Context/0/endpoint')],
    [
      'verify-true-each-call@of-the-latest',
      [whoami, submit, status].map((call) => call('/connection/verify', 'copy', '/made/Context/-1/verify')),
    ],
    ['own-credential@submission', ofLatest(submit)],
    ['own-credential@status', ofLatest(status)],
  ],
  whoami: [
    ['returns-identity@third', { ...WITHOUT_VOS, nth: { every: 3 } }],
    ['returns-identity@late', late(9, WITHOUT_VOS)],
    ['presents-credential@late', late(58, whoami(...ANONYMOUS_CONNECTION))],
  ],
  new_job: [['holds-each-transfer@late', late(6, job('/job/files', 'pick', { 2: [0] }))]],
  submit: [
    ['content-type@late', late(4, submit('/request/headers/Content-Type', 'drop'))],
    ['body@late', late(4, submit('/request/body/params', 'drop'))],
    ['submits-once@late', late(4, submit('/send', 'repeat', { times: 1 }))],
    ['returns-job-id@late', late(4, submit('/result', 'set', OTHER_IDENTIFIER))],
    ['presents-credential@late', late(4, submit(...ANONYMOUS_CONNECTION))],
    ['own-job@late', late(6, submit('/request/body', 'copy', '/made/new_job/-1'))],
  ],
  get_job_status: [
    ['returns-job@late', late(2, status('/result/job_state', 'drop'))],
    ['http-status@late', late(3, status('/result/http_status', 'drop'))],
    ['presents-credential@late', late(2, status(...ANONYMOUS_CONNECTION))],
    [
      'own-job@every-second',
      status('/result/job_id', 'copy', '/made/get_job_status/0/job_id'),
      { also: ['get_job_status/returns-job'] },
    ],
  ],
};
