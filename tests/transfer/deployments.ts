/** Deployments of the transfer reference that behave oddly, and what a run has to say of them: no more than it saw. */
import { errorResponse } from '../../reference/transfer/answers.ts';
import type { Asked, Behaviour, OperationName } from '../../reference/transfer/behaviour.ts';
import { WRONG_BODIES, wrongBody } from '../../reference/transfer/body-faults.ts';
import { FINISHED_JOB_ID } from '../../reference/transfer/jobs.ts';
import { onRecord } from '../../reference/transfer/variant.ts';

/** One deployment. */
export interface Deployment {
  readonly what: string;
  readonly fault?: string;
  readonly variants?: readonly string[];
  readonly does?: () => Behaviour;
  /** Settings that differ; an empty value is unset. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of requirements the verdict, and words of the message or of what was observed. */
  readonly shows: Readonly<Record<string, readonly [verdict: string, words: string]>>;
}

const JOB = 'transfer/job';
const IDENTITY = 'transfer/identity';
const MEANINGLESS = 'the authorised request failed';
const UNDOCUMENTED = 'the authorised response is not as documented';

/** Puts the calls that `applies` names off. */
const busy = (applies: (asked: Asked) => boolean): Behaviour => ({ instead: (asked) => (applies(asked) ? errorResponse(503, 'busy') : undefined) });
/** Every good answer of an operation has another body. */
const body = (operation: OperationName, what: string): Behaviour => ({
  answer: (response, asked) => (asked.operation === operation ? wrongBody(response, WRONG_BODIES[what] ?? ((text) => ({ text: `[${text}]` }))) : response),
});
const refusals = (operation: OperationName, said: readonly [string, string]): Deployment['shows'] => ({ [`transfer/${operation}/refuses/none`]: said });
/** A record lacks a member. */
const lacks = (record: string, member: string, shows: Deployment['shows']): Deployment => ({
  what: `${record} lacks ${member}`,
  does: () => ({ record: (each, members) => (each === record ? Object.fromEntries(Object.entries(members).filter(([name]) => name !== member)) : members) }),
  shows,
});
const silent = 'not judged: the response is already invalid';

/** Who cancelled a job may not read it any more. */
const hidesCancelled: Behaviour = {
  instead: ({ operation, id, jobs, now }) => {
    const job = jobs.all.get(id);
    return operation === 'job-status' && job && jobs.stateAt(job, now).state === 'CANCELED' ? errorResponse(403, 'no') : undefined;
  },
};

/** A cancelled job is not there any more; the answer that says so still holds what was last read of it. */
const showsWhatIsGone = (): Behaviour => {
  const read = new Map<string, Uint8Array>();
  return {
    answer(response, { operation, id, jobs, now }) {
      const job = jobs.all.get(id);
      if (operation !== 'job-status' || job === undefined || !(response.body instanceof Uint8Array)) return response;
      if (jobs.stateAt(job, now).state === 'CANCELED') return { ...response, status: 404, body: read.get(id) ?? response.body };
      read.set(id, response.body);
      return response;
    },
  };
};

const identities: readonly Deployment[] = [
  lacks(IDENTITY, 'user_dn', {
    'transfer/identity/dn/with-certificate': ['inconclusive', silent],
    'transfer/job-status/names-submitter': ['inconclusive', ''],
  }),
  lacks(IDENTITY, 'dn', { 'transfer/identity/dn/with-certificate': ['inconclusive', silent] }),
  lacks(IDENTITY, 'voms_cred', { 'transfer/identity/voms_cred/with-token': ['inconclusive', silent] }),
  lacks(IDENTITY, 'oauth2_scope', { 'transfer/identity/voms_cred/with-token': ['inconclusive', silent] }),
  {
    what: 'a token has no attributes',
    variants: ['transfer/variant/identity-without-attributes'],
    shows: { 'transfer/identity/voms_cred/with-token': ['inconclusive', 'no data to check'] },
  },
  {
    what: 'dn lacks the name of a certificate that is no proxy',
    variants: ['transfer/variant/plain-certificate'],
    does: () => onRecord(IDENTITY, () => ({ dn: [] })),
    shows: { 'transfer/identity/dn/with-certificate': ['fail', 'CN=Ada Example; got []'] },
  },
];

const listings: readonly Deployment[] = [
  lacks(JOB, 'job_finished', { 'transfer/job/job_finished/by-state': ['inconclusive', silent] }),
  {
    what: 'jobs are in states that nobody knows',
    variants: ['transfer/variant/jobs-in-unknown-states'],
    shows: { 'transfer/job/job_finished/by-state': ['inconclusive', 'no data to check'] },
  },
  {
    what: 'there are more members',
    variants: ['transfer/variant/more-members'],
    shows: { 'transfer/gap/extra-members': ['observed', 'more; count; nothing'] },
  },
  {
    what: 'there are very many more members',
    does: () => onRecord(JOB, () => Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`extra_${i}`, i]))),
    shows: { 'transfer/gap/extra-members': ['observed', 'extra_0; extra_1'] },
  },
  {
    what: 'nothing names an organisation',
    env: { TRANSFER_VO: '' },
    does: () => onRecord(IDENTITY, () => ({ vos: [] })),
    shows: {
      'transfer/list-jobs/accepts-vo-name': ['inconclusive', 'names a virtual organisation'],
      'transfer/list-jobs/vo-name-filters': ['inconclusive', 'names a virtual organisation'],
    },
  },
  {
    what: 'no listing is JSON',
    does: () => body('list-jobs', 'text'),
    shows: {
      'transfer/list-jobs/accepts-vo-name': ['inconclusive', 'the plain listing is not a json array'],
      ...refusals('list-jobs', ['inconclusive', UNDOCUMENTED]),
    },
  },
  {
    what: 'each listing is an object',
    does: () => ({ json: (value, { operation }) => (operation === 'list-jobs' ? { jobs: value } : value) }),
    shows: { 'transfer/list-jobs/returns-json-array': ['fail', 'jobs'], ...refusals('list-jobs', ['inconclusive', UNDOCUMENTED]) },
  },
  {
    what: 'no job names an organisation',
    does: () => onRecord(JOB, () => ({ vo_name: 7 })),
    shows: { 'transfer/list-jobs/vo-name-filters': ['inconclusive', ''] },
  },
  {
    what: 'one job names no organisation, and those of others are listed',
    does: () => ({
      lists: () => true,
      record: (record, members, _asked, job) => (record === JOB && job?.index === 0 ? { ...members, vo_name: null } : members),
    }),
    shows: { 'transfer/list-jobs/vo-name-filters': ['warn', 'got "neighbour"'] },
  },
  {
    what: 'one job names no organisation',
    does: () => ({ record: (record, members, _asked, job) => (record === JOB && job?.index === 0 ? { ...members, vo_name: null } : members) }),
    shows: { 'transfer/list-jobs/vo-name-filters': ['pass', ''] },
  },
];

const tries: readonly Deployment[] = [
  ...['text', 'null', 'number', 'array'].map(
    (what): Deployment => ({
      what: `the body of the identity check: ${what}`,
      does: () => body('identity', what),
      shows: refusals('identity', ['inconclusive', UNDOCUMENTED]),
    }),
  ),
  {
    what: 'after the tries the identity check is busy for certificates',
    does: () => busy(({ operation, caller, earlier }) => operation === 'identity' && caller.lane === 'certificate' && earlier > 0),
    shows: refusals('identity', ['inconclusive', MEANINGLESS]),
  },
  {
    what: 'after the tries the job that was tried cannot be read',
    does: () => {
      const read = new Set<string>();
      return busy(({ operation, id, jobs, caller }) => {
        const again = operation === 'job-status' && !jobs.submitted.includes(id) && read.has(`${caller.lane} ${id}`);
        read.add(`${caller.lane} ${id}`);
        return again;
      });
    },
    shows: refusals('job-status', ['inconclusive', MEANINGLESS]),
  },
  {
    what: 'each submission returns the same identifier',
    fault: 'transfer/submit-job/returns-own-id@same-each-time',
    shows: refusals('cancel-job', ['inconclusive', 'several submissions returned the identifier']),
  },
  {
    what: 'bad credentials are answered with 400',
    variants: ['transfer/variant/refusal-400'],
    shows: { 'transfer/gap/error-codes': ['observed', '400: JSON with error'] },
  },
  {
    what: 'bad credentials end the connection',
    does: () => ({ refusal: () => ({ status: 403, headers: [], body: new Uint8Array(), connection: 'reset' }) }),
    shows: refusals('identity', ['pass', '']),
  },
  {
    what: 'a refused cancellation is done, and the other credential sees cancelled jobs in another state',
    fault: 'transfer/cancel-job/refuses/tampered-token@refused-but-done',
    does: () => ({
      record: (record, members, { caller }) =>
        record === JOB && caller.lane === 'certificate' && members.job_state === 'CANCELED' ? { ...members, job_state: 'REVOKED' } : members,
    }),
    shows: { 'transfer/cancel-job/refuses/tampered-token': ['fail', 'the job was in state CANCELED afterwards'] },
  },
  {
    what: 'a refused cancellation is done, but jobs fail by themselves as well',
    fault: 'transfer/cancel-job/refuses/none@refused-but-done',
    variants: ['transfer/variant/cancel-fails-the-job'],
    shows: refusals('cancel-job', ['pass', '']),
  },
  {
    what: 'a refused cancellation is done, and cancelled jobs cannot be read',
    fault: 'transfer/cancel-job/refuses/none@refused-but-done',
    does: () => hidesCancelled,
    shows: refusals('cancel-job', ['pass', '']),
  },
];

const ABSENT = 'unclear whether the submission was accepted';
const endpoints = (source: string, shown: string, said: readonly [string, string]): Deployment => ({
  what: `${source} was submitted, and the job names ${shown}`,
  env: { TRANSFER_SOURCE: `${source}/data/file` },
  does: () => ({
    record: (record, members, { jobs }, job) => (record === JOB && job && jobs.submitted.includes(job.id) ? { ...members, source_se: shown } : members),
  }),
  shows: { 'transfer/job-status/names-source': said },
});

const BY_STATE = 'transfer/job/job_finished/by-state';
const UNFINISHED_ALONE = 'transfer/variant/list-unfinished-alone';

const finishedJobs: readonly Deployment[] = [
  {
    what: 'only unfinished jobs are listed',
    variants: [UNFINISHED_ALONE],
    shows: { [BY_STATE]: ['inconclusive', 'no data to check'] },
  },
  {
    what: 'only unfinished jobs are listed, and the settings name a finished one',
    variants: [UNFINISHED_ALONE],
    env: { TRANSFER_FINISHED_JOB_ID: FINISHED_JOB_ID },
    shows: { [BY_STATE]: ['pass', ''], 'transfer/job/http_status': ['pass', ''] },
  },
  {
    what: 'only unfinished jobs are listed, and the finished one of the settings has no time',
    variants: [UNFINISHED_ALONE],
    env: { TRANSFER_FINISHED_JOB_ID: FINISHED_JOB_ID },
    does: () => ({ record: (record, members, { id }) => (record === JOB && id === FINISHED_JOB_ID ? { ...members, job_finished: null } : members) }),
    shows: { [BY_STATE]: ['warn', 'null in a job whose job_state is "FINISHED"'] },
  },
  {
    what: 'the job of the settings is no longer kept',
    variants: [UNFINISHED_ALONE],
    env: { TRANSFER_FINISHED_JOB_ID: '00000000-0000-4000-a000-000000000000' },
    shows: {
      [BY_STATE]: ['inconclusive', 'the job of TRANSFER_FINISHED_JOB_ID may no longer be kept'],
      'transfer/job-status/answers-certificate': ['pass', ''],
    },
  },
  {
    what: 'the job of the settings is in a state that is not known to be final',
    variants: [UNFINISHED_ALONE],
    env: { TRANSFER_FINISHED_JOB_ID: FINISHED_JOB_ID },
    does: () => ({ record: (record, members, { id }) => (record === JOB && id === FINISHED_JOB_ID ? { ...members, job_state: 'ARCHIVED' } : members) }),
    shows: { [BY_STATE]: ['inconclusive', 'is in state "ARCHIVED", which is not known to be final'] },
  },
];

const SEVERAL = 'transfer/submit-job/accepts-several-storages';
const ONE_STORAGE = { TRANSFER_SOURCE_2: '', TRANSFER_DESTINATION_2: '' };
const severalStorages: readonly Deployment[] = [
  { what: 'the settings name one storage on each side', env: ONE_STORAGE, shows: { [SEVERAL]: ['skipped', 'neither TRANSFER_SOURCE_2 nor'] } },
  { what: 'the settings name a second source alone', env: { TRANSFER_DESTINATION_2: '' }, shows: { [SEVERAL]: ['pass', ''] } },
  { what: 'the settings name a second destination alone', env: { TRANSFER_SOURCE_2: '' }, shows: { [SEVERAL]: ['pass', ''] } },
  {
    what: 'a job on several storages names a third',
    does: () => {
      const several = new Set<string | undefined>();
      return {
        answer(response, { operation, request, jobs }) {
          if (operation === 'submit-job' && Buffer.from(request.body).includes('second-source')) several.add(jobs.submitted.at(-1));
          return response;
        },
        record: (record, members, _asked, job) =>
          record === JOB && job && several.has(job.id) ? { ...members, source_se: 'https://third.example.org' } : members,
      };
    },
    shows: { 'transfer/job-status/names-source': ['fail', 'second-source.example.org'], 'transfer/job-status/names-destination': ['pass', ''] },
  },
];

const submissions: readonly Deployment[] = [
  lacks('transfer/submission-result', 'job_id', {
    'transfer/submit-job/accepts-overwrite': ['inconclusive', ABSENT],
    'transfer/submit-job/returns-own-id': ['inconclusive', silent],
  }),
  lacks(JOB, 'job_id', { 'transfer/job-status/reads-submitted-job': ['inconclusive', ''] }),
  lacks(JOB, 'user_dn', { 'transfer/job-status/names-submitter': ['inconclusive', ''] }),
  lacks(JOB, 'source_se', { 'transfer/job-status/names-source': ['inconclusive', ''] }),
  lacks(JOB, 'job_state', { 'transfer/cancel-job/leaves-a-trace': ['inconclusive', 'the job as it was before its cancellation could not be read'] }),
  {
    what: 'one job is taken, and none is listed',
    variants: ['transfer/variant/submit-quota', 'transfer/variant/list-empty', 'transfer/variant/certificate-alone'],
    shows: { 'transfer/submit-job/returns-own-id': ['inconclusive', 'no other job to compare with'] },
  },
  {
    what: 'one job is taken, and others are listed',
    variants: ['transfer/variant/submit-quota', 'transfer/variant/certificate-alone'],
    shows: { 'transfer/submit-job/returns-own-id': ['pass', ''] },
  },
  {
    what: 'submitted jobs may not be read',
    does: () => ({ instead: ({ operation, id, jobs }) => (operation === 'job-status' && jobs.submitted.includes(id) ? errorResponse(403, 'no') : undefined) }),
    shows: { 'transfer/job-status/reads-submitted-job': ['inconclusive', 'the credential is not authorised'] },
  },
  {
    what: 'made-up tokens of storages are not taken',
    fault: 'transfer/submit-job/accepts-file-tokens@400',
    env: { TRANSFER_SOURCE_TOKEN: '', TRANSFER_DESTINATION_TOKEN: '' },
    shows: { 'transfer/submit-job/accepts-file-tokens': ['inconclusive', 'check the values in the request that the document leaves open'] },
  },
  endpoints('https://source.example.org:8443', 'https://source.example.org:9443', ['fail', ':9443']),
  endpoints('https://source.example.org:8443', 'https://source.example.org:8443', ['pass', '']),
  endpoints('https://source.example.org:8443', 'https://source.example.org', ['pass', '']),
  endpoints('https://source.example.org', 'https://source.example.org:8443', ['pass', '']),
  endpoints('davs://Source.example.org', 'davs://source.EXAMPLE.org', ['pass', '']),
  endpoints('davs://source.example.org', 'davs://source.example.org:port', ['inconclusive', '']),
];

const cancellations: readonly Deployment[] = [
  {
    what: 'a job can be cancelled at the second try, and reading it takes longer than the wait for cancellation',
    variants: ['transfer/variant/cancel-known-later'],
    does: () => ({ answer: (response, { operation }) => (operation === 'job-status' ? { ...response, delayMs: 50 } : response) }),
    env: { TRANSFER_CANCEL_WAIT_MS: '20' },
    shows: { 'transfer/cancel-job/answers-certificate': ['pass', ''] },
  },
  { what: 'a cancellation has an empty answer', variants: ['transfer/variant/cancel-empty'], shows: { 'transfer/gap/cancel-body': ['observed', 'empty'] } },
  {
    what: 'who cancelled a job may not read it',
    does: () => hidesCancelled,
    shows: { 'transfer/cancel-job/leaves-a-trace': ['inconclusive', 'could not be read after its cancellation (403'] },
  },
  {
    what: 'a cancelled job is not found, and its record shown as it was',
    does: showsWhatIsGone,
    shows: { 'transfer/cancel-job/leaves-a-trace': ['pass', ''] },
  },
  {
    what: 'the connection ends when a job is cancelled',
    does: () => ({ answer: (response, { operation }) => (operation === 'cancel-job' ? { ...response, connection: 'reset' } : response) }),
    shows: { 'transfer/cancel-job/leaves-a-trace': ['inconclusive', 'was not answered'] },
  },
];

export const DEPLOYMENTS: readonly Deployment[] = [...identities, ...listings, ...tries, ...finishedJobs, ...severalStorages, ...submissions, ...cancellations];
