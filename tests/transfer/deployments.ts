/**
 * Deployments of the transfer reference with unusual behaviour, and the expected results, which claim no more than the
 * run saw.
 */
import { errorResponse } from '../../reference/transfer/answers.ts';
import { FINISHED_JOB_ID } from '../../reference/transfer/jobs.ts';
import { by, type Call, IDENTITY, isCancelled, JOB, member } from '../../reference/transfer/operators.ts';
import {
  body,
  type Deployment,
  hidesCancelled,
  lacks,
  MEANINGLESS,
  refusals,
  restsOn,
  submits,
  UNDOCUMENTED,
} from './deployment.ts';
import { cancellations, lasting, severalStorages, submissions } from './submitting-deployments.ts';

const identities: Deployment[] = [
  lacks(IDENTITY, 'user_dn', {
    'identity/dn/with-certificate': restsOn('identity/user_dn/with-certificate'),
    'job-status/names-submitter': 'inconclusive',
  }),
  {
    what: 'the identifier of the delegation is empty',
    changes: member(IDENTITY, 'delegation_id', ''),
    shows: {
      'delegation/answers-certificate': 'inconclusive: was not sent: the value "" of delegation_id is blank',
      'delegation/termination_time': 'inconclusive: the value "" of delegation_id is blank',
    },
  },
  {
    what: 'a token has no attributes',
    variants: ['identity-without-attributes'],
    shows: { 'identity/voms_cred/with-token': 'inconclusive: no response of this run shows it' },
  },
  {
    what: 'dn lacks the name of a certificate that is no proxy',
    variants: ['plain-certificate'],
    changes: member(IDENTITY, 'dn', []),
    shows: { 'identity/dn/with-certificate': 'fail: CN=Ada Example"; got []' },
  },
];

const listings: Deployment[] = [
  lacks(JOB, 'job_finished', {
    'job/job_finished/by-state': restsOn('job/job_finished'),
  }),
  {
    what: 'jobs are in states that nobody knows, and another member of theirs is wrong',
    variants: ['jobs-in-unknown-states'],
    changes: member(JOB, 'priority', 'high'),
    shows: {
      'job/job_finished/by-state':
        'inconclusive: no response of this run shows it; no listed job is in a state known to be final; set transfer_finished_job_id to the id of a finished job',
      'job/priority': 'fail',
    },
  },
  {
    what: 'the certificate lists only the latest job that was submitted with the token',
    depth: 'thorough',
    changes: by.json({ at: 'list-jobs', lane: 'certificate' }, (jobs) =>
      (jobs as { user_dn: string }[]).filter(({ user_dn }) => !user_dn.startsWith('/')).slice(-1),
    ),
    shows: { 'job-status/names-submitter': 'pass' },
  },
  {
    what: 'no job is listed, and none may be submitted',
    variants: ['list-none-at-the-start'],
    env: { ASSAY_ALLOW_CREATE: '' },
    shows: {
      'job/priority':
        'inconclusive: the response of GET /jobs (list-jobs) is an empty list; allow jobs (assay_allow_create=jobs), or set transfer_finished_job_id',
      'job/http_status':
        'inconclusive: the response of GET /jobs (list-jobs) is an empty list; allow jobs (assay_allow_create=jobs), or set transfer_finished_job_id',
    },
  },
  {
    what: 'the first listed job is that of another user, and none may be submitted',
    variants: ['others-first-404'],
    env: { ASSAY_ALLOW_CREATE: '' },
    shows: {
      'job-status/answers-certificate': 'pass',
      // The listing contains no job of the user whom the token names.
      'job-status/answers-token': 'inconclusive: the job may be that of another user',
    },
  },
  {
    what: 'every listed job is that of another user, and none may be submitted',
    variants: ['others-alone-404'],
    env: { ASSAY_ALLOW_CREATE: '', TRANSFER_FINISHED_JOB_ID: '' },
    shows: {
      'job-status/answers-certificate': 'inconclusive: the job may be that of another user',
      'job-status/answers-token': 'inconclusive: the job may be that of another user',
    },
  },
  {
    what: 'nothing names an organisation',
    env: { TRANSFER_VO: '' },
    changes: member(IDENTITY, 'vos', []),
    shows: {
      'list-jobs/accepts-vo-name': 'inconclusive: names a virtual organisation',
      'list-jobs/vo-name-filters': 'inconclusive: names a virtual organisation',
    },
  },
  {
    what: 'no listing is JSON',
    changes: body('list-jobs', 'text'),
    shows: {
      'list-jobs/accepts-vo-name': 'inconclusive: the plain listing is not a json array',
      ...refusals('list-jobs', UNDOCUMENTED),
    },
  },
  {
    what: 'each listing is an object',
    changes: { at: 'list-jobs', operator: 'json', argument: (jobs) => ({ jobs }) },
    shows: {
      'list-jobs/returns-json-array': 'fail: jobs',
      ...refusals('list-jobs', UNDOCUMENTED),
    },
  },
  {
    what: 'one job names no organisation, and those of others are listed',
    changes: [{ operator: 'list', argument: true }, member(JOB, 'vo_name', null, { element: 1 })],
    shows: { 'list-jobs/vo-name-filters': 'warn: got "neighbour"' },
  },
  {
    what: 'every job is listed with an organisation that the service does not know',
    env: { TRANSFER_VO: 'no-such-vo' },
    changes: { operator: 'list', argument: true },
    shows: {
      'list-jobs/vo-name-filters': 'inconclusive: no listed job belongs to "no-such-vo"; check TRANSFER_VO',
    },
  },
  {
    what: 'no job is listed with an organisation that the service does not know',
    env: { TRANSFER_VO: 'no-such-vo' },
    shows: { 'list-jobs/vo-name-filters': 'inconclusive: no listed job belongs to "no-such-vo"' },
  },
  {
    what: 'every job is listed with an organisation of the settings that jobs belong to',
    env: { TRANSFER_VO: 'neighbour' },
    changes: { operator: 'list', argument: true },
    shows: { 'list-jobs/vo-name-filters': 'warn: only jobs whose vo_name is "neighbour"' },
  },
];

const tries: Deployment[] = [
  ...['text', 'null'].map(
    (what): Deployment => ({
      what: `the body of the identity check: ${what}`,
      changes: body('identity', what),
      shows: refusals('identity', UNDOCUMENTED),
    }),
  ),
  {
    what: 'after the tries the identity check is busy for certificates',
    variants: ['certificate-alone'],
    changes: by.refuse({ at: 'identity', lane: 'certificate', nth: { from: 2 } }, 503),
    shows: refusals('identity', MEANINGLESS),
  },
  {
    what: 'a gateway answers the first try without a credential of each operation',
    variants: ['certificate-alone'],
    changes: ['identity', 'list-jobs', 'job-status', 'submit-job', 'cancel-job', 'delegation'].map((at) => ({
      at,
      lane: 'none',
      // The token, which this deployment does not take, is not a try.
      when: ({ request }: Call) => request.headers['authorization'] === undefined,
      nth: 1,
      operator: 'refusal',
      argument: errorResponse(502, 'gateway'),
    })),
    shows: {
      ...refusals('identity', 'pass'),
      ...refusals('list-jobs', 'pass'),
      ...refusals('job-status', 'pass'),
      ...refusals('submit-job', 'inconclusive: 502'),
      ...refusals('cancel-job', 'inconclusive: 502'),
    },
  },
  {
    what: 'jobs to try cancellations on are not accepted for now',
    changes: by.refuse({ at: 'submit-job', when: submits('victim-none') }, 503),
    shows: refusals('cancel-job', 'inconclusive: depends on POST /jobs (submit-job), which returned 503'),
  },
  {
    what: 'each submission returns the same identifier',
    fault: 'submit-job/returns-own-id@same-each-time',
    shows: refusals('cancel-job', 'inconclusive: several submissions returned the identifier'),
  },
  {
    what: 'a refused cancellation is done, and the other credential sees cancelled jobs in another state',
    fault: 'cancel-job/refuses/tampered-token@refused-but-done',
    changes: member(JOB, 'job_state', 'REVOKED', { lane: 'certificate', when: isCancelled }),
    shows: {
      'cancel-job/refuses/tampered-token':
        'fail: the job was CANCELED, while a job that was not cancelled was SUBMITTED',
    },
  },
  {
    what: 'a refused cancellation is done, and shows only in the mark, because jobs fail by themselves as well',
    fault: 'cancel-job/refuses/none@refused-but-done',
    variants: ['cancel-fails-the-job'],
    shows: {
      'cancel-job/refuses/none':
        'fail: the job was marked as cancelled, while a job that was not cancelled was SUBMITTED',
    },
  },
  {
    what: 'a refused cancellation is done, and cancelled jobs cannot be read',
    fault: 'cancel-job/refuses/none@refused-but-done',
    changes: hidesCancelled,
    shows: refusals('cancel-job', 'pass'),
  },
];

/** Returns a service that accepts expired proxies, because its clock is behind by this many hours. */
const behind = (hours: number, shown: string): Deployment => ({
  what: `the clock of the service is ${hours} h behind`,
  changes: [
    { lane: 'expired-proxy', operator: 'admit', argument: true },
    { operator: 'header', path: 'Date', argument: new Date(Date.now() - hours * 3_600_000).toUTCString() },
  ],
  shows: {
    'identity/refuses/expired-proxy': shown,
    'identity/refuses/garbage-token': 'pass',
  },
});

const BY_STATE = 'job/job_finished/by-state';
const UNFINISHED_ALONE = 'list-unfinished-alone';

const finishedJobs: Deployment[] = [
  {
    what: 'only unfinished jobs are listed',
    variants: [UNFINISHED_ALONE],
    shows: { [BY_STATE]: 'inconclusive: set transfer_finished_job_id to the id of a finished job' },
  },
  {
    what: 'only unfinished jobs are listed, and the settings name a finished one',
    variants: [UNFINISHED_ALONE],
    env: { TRANSFER_FINISHED_JOB_ID: FINISHED_JOB_ID },
    shows: { [BY_STATE]: 'pass', 'job/http_status': 'pass' },
  },
  {
    what: 'the job of the settings is no longer kept',
    variants: [UNFINISHED_ALONE],
    env: { TRANSFER_FINISHED_JOB_ID: '00000000-0000-4000-a000-000000000000' },
    shows: {
      [BY_STATE]: 'inconclusive: check TRANSFER_FINISHED_JOB_ID (job_id "00000000-0000-4000-a000-000000000000")',
      'job-status/answers-certificate': 'pass',
    },
  },
];

export const DEPLOYMENTS: Deployment[] = [
  ...identities,
  ...listings,
  ...tries,
  ...finishedJobs,
  ...severalStorages,
  ...submissions,
  ...cancellations,
  ...lasting,
  behind(49, 'inconclusive: according to its date header'),
  behind(0, 'fail'),
];
