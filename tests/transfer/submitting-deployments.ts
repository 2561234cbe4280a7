/** Deployments with unusual behaviour at submission and cancellation. */
import { errorResponse } from '../../reference/transfer/answers.ts';
import { NOTHING_CANCELLED } from '../../reference/transfer/deviations/flow-faults.ts';
import { STATES } from '../../reference/transfer/jobs.ts';
import { LANES } from '../../reference/transfer/lanes.ts';
import { by, isFirst, isSubmitted, JOB, member, members } from '../../reference/transfer/operators.ts';
import { endpointOf } from '../../reference/transfer/submission.ts';
import { type Deployment, hidesCancelled, isAgain, lacks, showsWhatIsGone, submits } from './deployment.ts';

const ABSENT = 'inconclusive: unclear whether the submission was accepted';
const endpoints = (source: string, shown: string, said: string): Deployment => ({
  what: `${source} was submitted, and the job names ${shown}`,
  env: { TRANSFER_SOURCE: `${source}/data/file` },
  changes: member(JOB, 'source_se', (legal) => (legal === endpointOf(source) ? shown : legal), { when: isSubmitted }),
  shows: { 'job-status/names-source': said },
});

const SEVERAL = 'submit-job/accepts-several-storages';
const ONE_STORAGE = { TRANSFER_SOURCE_2: '', TRANSFER_DESTINATION_2: '' };
export const severalStorages: Deployment[] = [
  {
    what: 'the settings name one storage on each side',
    env: ONE_STORAGE,
    shows: { [SEVERAL]: 'skipped: neither TRANSFER_SOURCE_2 nor' },
  },
  {
    what: 'the settings name a second source alone',
    env: { TRANSFER_DESTINATION_2: '' },
    shows: { [SEVERAL]: 'pass' },
  },
  {
    what: 'a job on several storages names a third',
    changes: member(JOB, 'source_se', 'https://third.example.org', {
      when: ({ job }) => JSON.stringify(job?.files ?? '').includes('second-source'),
    }),
    shows: {
      'job-status/names-source': 'fail: second-source.example.org',
      'job-status/names-destination': 'pass',
    },
  },
];

export const submissions: Deployment[] = [
  lacks('transfer/submission-result', 'job_id', {
    'submit-job/accepts-overwrite': ABSENT,
    'submit-job/returns-own-id': 'inconclusive: not judged: the submission returned no valid identifier',
  }),
  lacks(JOB, 'job_id', { 'job-status/reads-submitted-job': 'inconclusive' }),
  {
    what: 'one job is taken, and none is listed',
    variants: ['submit-quota', 'list-empty', 'certificate-alone'],
    shows: {
      'submit-job/returns-own-id': 'inconclusive: depends on POST /jobs (submit-job), which returned 400',
    },
  },
  {
    what: 'one job is taken, and others are listed',
    variants: ['submit-quota', 'certificate-alone'],
    shows: { 'submit-job/returns-own-id': 'pass' },
  },
  {
    what: 'only the submitted job can be read, until it is cancelled',
    variants: ['list-empty', 'cancel-removes-410'],
    shows: { 'job-status/refuses/none': 'pass', 'job-status/refuses/garbage-token': 'pass' },
  },
  {
    what: 'submitted jobs may not be read',
    changes: by.refuse({ at: 'job-status', when: isSubmitted }, 403),
    shows: { 'job-status/reads-submitted-job': 'inconclusive: the credential is not authorised' },
  },
  {
    what: 'made-up tokens of storages are not taken',
    changes: by.refuse({ at: 'submit-job', when: submits('"source_tokens"') }, 400),
    env: { TRANSFER_SOURCE_TOKEN: '', TRANSFER_DESTINATION_TOKEN: '' },
    shows: { 'submit-job/accepts-file-tokens': 'inconclusive: check TRANSFER_SOURCE_TOKEN' },
  },
  {
    what: 'no checksum is taken: the service may know another algorithm',
    changes: by.refuse({ at: 'submit-job', when: submits('"checksum":"') }, 400),
    env: { TRANSFER_CHECKSUM: '' },
    shows: {
      'submit-job/accepts-checksum-name': 'inconclusive: TRANSFER_CHECKSUM',
      'submit-job/accepts-checksum-value': 'inconclusive: TRANSFER_CHECKSUM',
    },
  },
  endpoints('https://source.example.org:8443', 'https://source.example.org:9443', 'fail: :9443'),
  endpoints('https://source.example.org:8443', 'https://source.example.org', 'pass'),
  endpoints('davs://Source.example.org', 'davs://source.EXAMPLE.org', 'pass'),
  endpoints('davs://münchen.example', 'davs://xn--mnchen-3ya.example', 'pass'),
  endpoints('davs://source.example.org', 'davs://source.example.org:port', 'fail: :port'),
];

const TOKENS = 'submit-job/accepts-file-tokens';
const KEPT = 'job-status/reads-submitted-job';
const LISTED = 'list-jobs/lists-submitted-jobs';

/** Rejects every read of a submitted job after its first one. */
const forgotten = by.refuse({ at: 'job-status', when: (asked) => isSubmitted(asked) && isAgain(asked) }, 404);

export const lasting: Deployment[] = [
  {
    what: 'tokens in the third of several files are refused: the message names these two of four',
    fault: 'submit-job/accepts-several-files@tokens-in-the-third-file-are-refused',
    shows: {
      [TOKENS]: 'fail: with several files and file tokens, as with each of them alone',
    },
  },
  {
    what: 'jobs are forgotten, and no job that has ended is shown',
    variants: ['list-unfinished-alone'],
    changes: forgotten,
    shows: { [KEPT]: 'pass' },
  },
  {
    what: 'submitted jobs are gone at once, and no job that has ended is shown',
    variants: ['list-unfinished-alone'],
    changes: by.refuse({ at: 'job-status', when: isSubmitted }, 404),
    shows: { [KEPT]: 'inconclusive: the job may have ended' },
  },
  {
    what: 'the listing lacks a submitted job, and one that was listed before',
    fault: `${LISTED}@one-is-missing`,
    changes: {
      at: 'list-jobs',
      operator: 'json',
      argument: (listed, { jobs }) => (jobs.submitted.length > 0 ? (listed as readonly unknown[]).slice(1) : listed),
    },
    shows: { [LISTED]: 'inconclusive: the listing may contain only a part of all jobs' },
  },
];

const NO_STATUS_PATH = { TRANSFER_JOB_STATUS_PATH: '' };

export const cancellations: Deployment[] = [
  {
    what: 'a job can be cancelled at the second try, and reading it takes longer than the wait for cancellation',
    variants: ['cancel-known-later'],
    changes: { at: 'job-status', operator: 'response', argument: { delayMs: 50 } },
    env: { TRANSFER_CANCEL_WAIT_MS: '20' },
    shows: { 'cancel-job/answers-certificate': 'pass' },
  },
  {
    what: 'jobs end later after their cancellation than the wait for it',
    changes: by.cancel({}, ({ job, at }) => ({ job, at: at + 700 })),
    env: { TRANSFER_CANCEL_WAIT_MS: '500' },
    shows: { 'cancel-job/leaves-a-trace': 'pass' },
  },
  ...[502, 504].map((status) => ({
    what: `the first cancellation with each credential is answered with ${status}`,
    changes: LANES.map((lane) => by.refuse({ at: 'cancel-job', lane, nth: 1 }, status)),
    shows: {
      'cancel-job/answers-certificate': 'pass',
      'cancel-job/refuses/none': 'pass',
    },
  })),
  {
    what: 'the first cancellation with each credential is answered with 500',
    changes: LANES.map((lane) => by.refuse({ at: 'cancel-job', lane, nth: 1 }, 500)),
    shows: {
      'cancel-job/answers-certificate': 'inconclusive: is unstable: 1 of 2 equivalent requests failed',
      'cancel-job/refuses/none': 'pass',
    },
  },
  {
    what: 'the gateway fails after the first cancellation took effect, and a second one of the same job is refused',
    changes: [
      {
        at: 'cancel-job',
        operator: 'response',
        argument: (answer, asked) => {
          if (isFirst(asked)) return errorResponse(502, 'bad gateway');
          return isAgain(asked) ? errorResponse(409, 'bad gateway') : answer;
        },
      },
      member(JOB, 'job_finished', null),
    ],
    shows: { 'cancel-job/answers-certificate': 'pass' },
  },
  {
    what: 'the gateway fails after the first cancellation took effect, and those of other jobs are refused, too',
    changes: [
      {
        at: 'cancel-job',
        operator: 'response',
        argument: (_, asked) => errorResponse(isFirst(asked) ? 502 : 409, 'bad gateway'),
      },
      member(JOB, 'job_finished', null),
    ],
    shows: { 'cancel-job/answers-certificate': 'fail' },
  },
  ...[404, 409, 500].map(
    (status): Deployment => ({
      what: `each cancellation takes effect, but is answered with ${status}`,
      changes: by.success('cancel-job', errorResponse(status, '')),
      shows: { 'cancel-job/answers-certificate': `fail: ${status}` },
    }),
  ),
  {
    what: 'a cancellation is refused, and the job is then in a state that nothing explains',
    changes: [by.success('cancel-job', errorResponse(409, '')), member(JOB, 'cancel_job', false)],
    shows: {
      'cancel-job/answers-certificate': 'inconclusive: it is unknown whether the job had finished',
    },
  },
  {
    what: 'who cancelled a job may not read it',
    changes: hidesCancelled,
    shows: { 'cancel-job/leaves-a-trace': 'inconclusive: could not be read after its cancellation (403' },
  },
  {
    what: 'a cancellation changes nothing, and each job goes on and finishes by itself',
    changes: [
      NOTHING_CANCELLED,
      members(
        JOB,
        (_, { earlier, request: { target } }) => {
          const own = earlier.filter(({ request }) => request.target === target);
          const last = own.some(({ request }) => request.method === 'DELETE') ? 3 : 1;
          if (own.length >= last) return { job_state: STATES.finished, job_finished: '2026-03-04T05:16:07' };
          return own.length > 1 ? { job_state: STATES.active } : {};
        },
        { at: 'job-status' },
      ),
    ],
    shows: { 'cancel-job/leaves-a-trace': 'inconclusive: may have finished by itself' },
  },
  {
    what: 'a cancelled job is not found, and its record shown as it was',
    changes: showsWhatIsGone,
    shows: { 'cancel-job/leaves-a-trace': 'pass' },
  },
  {
    what: 'the connection ends when a job is cancelled',
    changes: { at: 'cancel-job', operator: 'response', argument: { connection: 'reset' } },
    shows: { 'cancel-job/leaves-a-trace': 'inconclusive: got no response' },
  },
  ...[404, 409].map((status) => ({
    what: `without a status path a cancellation is answered with ${status}, and the job is listed as under way`,
    env: NO_STATUS_PATH,
    changes: by.refuse({ at: 'cancel-job' }, status),
    shows: {
      'cancel-job/answers-certificate': 'fail',
      'cancel-job/answers-token': 'fail',
    },
  })),
  {
    what: 'without a status path a cancellation is refused, and nothing tells how the job is',
    env: NO_STATUS_PATH,
    variants: ['list-empty'],
    changes: by.refuse({ at: 'cancel-job' }, 409),
    shows: {
      'cancel-job/answers-certificate': 'inconclusive',
      'cancel-job/answers-token': 'inconclusive',
    },
  },
];
