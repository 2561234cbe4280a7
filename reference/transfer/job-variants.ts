/** Lawful variants of jobs' lives, of listings, of cancellation, and of the credentials that are offered. */
import type { ReferenceResponse } from '../types.ts';
import { errorResponse, jsonResponse, textResponse } from './answers.ts';
import type { Asked, Behaviour, VariantDefinition } from './behaviour.ts';
import { REFUSED_KINDS } from './refused-kinds.ts';
import { cancelAnswer, onRecord, variant } from './variant.ts';

const JOB = 'transfer/job';
/** What only a listing with jobs in it decides. */
const BY_LISTED_JOBS = ['transfer/job/**', 'transfer/list-jobs/vo-name-filters'];

export const jobVariants = (): VariantDefinition[] => [
  ...lives(),
  ...readings(),
  ...cancellations(),
  ...submissions(),
  ...listings(),
  ...identifiers(),
  ...credentials(),
];

const lives = (): VariantDefinition[] => [
  variant(
    'jobs-finish-at-once',
    'jobs are finished as soon as they are submitted',
    { jobs: { activeAfter: 0, finishedAfter: 0 } },
    { loses: ['transfer/cancel-job/leaves-a-trace'] },
  ),
  variant('jobs-active-at-once', 'jobs are active as soon as they are submitted', { jobs: { activeAfter: 0 } }),
  variant(
    'jobs-in-unknown-states',
    'jobs in states that nobody has seen',
    onRecord(JOB, ({ job_state }) => ({ job_state: `${String(job_state)}_AND_ARCHIVED` })),
    {
      loses: ['transfer/job/job_finished/by-state'],
    },
  ),
  variant(
    'jobs-in-very-many-states',
    'each of 30 jobs is in a state of its own',
    {
      jobs: { count: 30 },
      record: (record, members, _asked, job) => (record === JOB && job?.settled ? { ...members, job_state: `STATE_${job.index}` } : members),
    },
    { loses: ['transfer/job/job_finished/by-state'] },
  ),
  variant('jobs-in-many-states', 'jobs under way in many states', {
    record: (record, members, _asked, job) =>
      record === JOB && job && members.job_finished === null
        ? { ...members, job_state: ['STAGING', 'READY', 'ARCHIVING', 'QOS_TRANSITION', ''][job.index % 5] }
        : members,
  }),
];

/** What only the reading of a submitted job decides. */
const BY_SUBMITTED_JOB = ['transfer/job-status/reads-submitted-job', 'transfer/job-status/names-*', 'transfer/cancel-job/leaves-a-trace'];

const readings = (): VariantDefinition[] => [
  variant(
    'status-elsewhere',
    'single jobs are not read under the path that the settings name',
    { instead: ({ operation }) => (operation === 'job-status' ? errorResponse(404, 'nothing is here') : undefined) },
    { loses: [...BY_SUBMITTED_JOB, 'transfer/job-status/**', 'transfer/job/http_status'] },
  ),
];

const NO_CANCELLATION = ['transfer/cancel-job/answers-token', 'transfer/cancel-job/leaves-a-trace', 'transfer/cancel-job/refuses/*'];

/** Jobs that were under way when they were last read, and have failed when they are to be cancelled. */
const failedBefore = (status: number, applies: (asked: Asked) => boolean = () => true): Behaviour => ({
  record: (record, members, asked) => (record === JOB && members.job_state === 'CANCELED' && applies(asked) ? { ...members, job_state: 'FAILED' } : members),
  answer: (response, asked) =>
    asked.operation === 'cancel-job' && response.status < 300 && applies(asked) ? errorResponse(status, 'the job has ended') : response,
});

/** A cancelled job is gone, and its reading says so. */
const goneWhenCancelled = ({ operation, id, jobs, now }: Asked): ReferenceResponse | undefined => {
  const job = jobs.all.get(id);
  return operation === 'job-status' && job && jobs.stateAt(job, now).state === 'CANCELED' ? errorResponse(410, 'no such job') : undefined;
};

const cancellations = (): VariantDefinition[] => [
  variant(
    'cancel-204',
    'a cancellation is answered 204',
    cancelAnswer(() => ({ status: 204, headers: [], body: new Uint8Array() })),
  ),
  variant(
    'cancel-empty',
    'a cancellation is answered with an empty body',
    cancelAnswer(() => ({ status: 200, headers: [], body: new Uint8Array() })),
  ),
  variant(
    'cancel-202',
    'a cancellation is answered 202',
    cancelAnswer(() => jsonResponse(202, {})),
  ),
  variant(
    'cancel-text',
    'a cancellation is answered with a text',
    cancelAnswer(() => textResponse(200, 'Canceled.', 'text/plain')),
  ),
  variant(
    'cancel-html',
    'a cancellation is answered with HTML',
    cancelAnswer(() => textResponse(200, '<p>Canceled.</p>', 'text/html')),
  ),
  variant(
    'cancel-array',
    'a cancellation is answered with an array',
    cancelAnswer(({ id }) => jsonResponse(200, [{ job_id: id, job_state: 'CANCELED', http_status: 7 }])),
  ),
  variant(
    'cancel-null',
    'a cancellation is answered with null',
    cancelAnswer(() => jsonResponse(200, null)),
  ),
  variant(
    'cancel-broken-json',
    'a cancellation is answered with something that looks like JSON',
    cancelAnswer(() => textResponse(200, '{"job_id": ', 'application/json')),
  ),
  variant('cancel-removes', 'a cancelled job is gone', { jobs: { cancel: (job, _now, store) => void store.all.delete(job.id) } }),
  variant('cancel-removes-410', 'a cancelled job is gone, and its reading is answered with 410', { instead: goneWhenCancelled }),
  variant('cancelled-by-others', 'the jobs that are under way are cancelled by an operator of the service, while others cancel theirs', () => {
    let cancelled = false;
    return {
      instead: ({ operation }) => {
        cancelled ||= operation === 'cancel-job';
        return undefined;
      },
      record: (record, members) => (record === JOB && cancelled && members.job_finished === null ? { ...members, job_state: 'CANCELED' } : members),
    };
  }),
  variant('cancel-takes-a-moment', 'a cancellation takes 300 ms', {
    jobs: {
      cancel: (job, now) => {
        job.cancelledAt = now + 300;
      },
    },
  }),
  variant('cancel-sets-a-flag', 'a cancelled job has cancel_job true at first, and nothing else', {
    record: (record, members) =>
      record === JOB && members.job_state === 'CANCELED' ? { ...members, job_state: 'SUBMITTED', job_finished: null, reason: null } : members,
  }),
  ...[400, 404, 409, 410, 500].map((status) =>
    variant(`cancel-too-late-${status}`, `jobs fail before they can be cancelled, which is then answered with ${status}`, failedBefore(status), {
      loses: [...NO_CANCELLATION, 'transfer/cancel-job/answers-certificate'],
    }),
  ),
  variant(
    'cancel-too-late-with-tokens',
    'jobs that were submitted with a token fail before they can be cancelled',
    failedBefore(404, ({ caller }) => caller.lane === 'token'),
    { loses: NO_CANCELLATION },
  ),
  variant(
    'cancel-known-later',
    'a job can be read before it can be cancelled',
    () => {
      const tried = new Set<string>();
      return {
        instead: ({ operation, id }) => {
          if (operation !== 'cancel-job' || tried.has(id)) return undefined;
          tried.add(id);
          return errorResponse(404, 'no such job');
        },
      };
    },
    { loses: ['transfer/cancel-job/refuses/*'] },
  ),
  variant(
    'cancel-fails-the-job',
    'a cancelled job is called FAILED',
    onRecord(JOB, ({ job_state }) => (job_state === 'CANCELED' ? { job_state: 'FAILED' } : {})),
  ),
];

const submissions = (): VariantDefinition[] => [
  variant('submit-collides', 'a submission beside another one with the same file is refused once', () => {
    const tried = new Set<string>();
    return {
      instead: (asked) => {
        const body = Buffer.from(asked.request.body).toString('utf8');
        const further = asked.operation === 'submit-job' && asked.earlier > 0 && !tried.has(body.replace(/assay-[^"]*/g, ''));
        tried.add(body.replace(/assay-[^"]*/g, ''));
        return further ? errorResponse(409, 'busy with another submission') : undefined;
      },
    };
  }),
  variant(
    'submit-quota',
    'after the first submission of a user, further ones are refused',
    { instead: ({ operation, earlier }) => (operation === 'submit-job' && earlier > 0 ? errorResponse(400, 'too many jobs') : undefined) },
    { loses: ['transfer/submit-job/accepts-*', 'transfer/submit-job/returns-own-id', 'transfer/*/refuses/*'] },
  ),
];

const listings = (): VariantDefinition[] => [
  variant('list-empty', 'no job is listed', { json: (value, { operation }) => (operation === 'list-jobs' ? [] : value) }, { loses: BY_LISTED_JOBS }),
  variant('list-empty-by-vo', 'no job is listed with vo_name', { lists: () => false }, { loses: ['transfer/list-jobs/vo-name-filters'] }),
  variant('list-one', 'one job at the start', { jobs: { count: 1 } }),
  variant('list-none-at-the-start', 'no job at the start', { jobs: { count: 0 } }, { loses: BY_LISTED_JOBS }),
  variant('list-many', '5,000 jobs', { jobs: { count: 5000 } }, { tags: ['big'] }),
  variant('list-reversed', 'the newest job comes last or first', {
    json: (value, { operation }) => (operation === 'list-jobs' && Array.isArray(value) ? [...value].reverse() : value),
  }),
  variant(
    'list-unfinished-alone',
    'only unfinished jobs are listed',
    {
      json: (value, { operation }) =>
        operation === 'list-jobs' && Array.isArray(value) ? value.filter((job: { job_finished?: unknown }) => job.job_finished === null) : value,
    },
    { loses: ['transfer/job/**'] },
  ),
];

const withVersion = (version: string): Behaviour => ({ jobs: { shape: (uuid) => uuid.replace(/^(.{14})./, `$1${version}`) } });

const identifiers = (): VariantDefinition[] => [
  ...['1', '3', '5', '7', '8'].map((version) => variant(`job-id-v${version}`, `identifiers of jobs are UUIDs of version ${version}`, withVersion(version))),
  variant(
    'job-id-upper-case',
    'identifiers of jobs in capitals',
    onRecord('', ({ job_id }) => (typeof job_id === 'string' ? { job_id: job_id.toUpperCase() } : {})),
  ),
  variant(
    'job-id-upper-case-when-read',
    'identifiers of jobs in capitals where a job is read',
    onRecord(JOB, ({ job_id }) => ({ job_id: String(job_id).toUpperCase() })),
  ),
];

const TOKEN_ROWS = [
  'transfer/*/answers-token',
  'transfer/identity/*/with-token',
  ...['oauth2_scope', 'wlcg_profile', 'get_granted_level_for_overriden', 'get_granted_level_for'].map((name) => `transfer/identity/${name}`),
];
const CERTIFICATE_ROWS = [
  'transfer/*/answers-certificate',
  'transfer/identity/*/with-certificate',
  'transfer/identity/*/only-with-token',
  'transfer/job-status/names-submitter',
];
const refusalsOf = (word: RegExp): string[] => REFUSED_KINDS.filter((kind) => word.test(kind)).map((kind) => `transfer/*/refuses/${kind}`);

const credentials = (): VariantDefinition[] => [
  variant('certificate-alone', 'only certificates are taken', { lanes: ['certificate'] }, { loses: [...TOKEN_ROWS, ...refusalsOf(/token/)] }),
  variant(
    'token-alone',
    'only tokens are taken',
    { lanes: ['token'] },
    {
      // Credentials that are bad whatever the good one is may be tried beside the certificate alone.
      loses: [...CERTIFICATE_ROWS, 'transfer/*/refuses/*'],
    },
  ),
  variant('plain-proxy', 'the certificate is a plain proxy', {}, { tags: ['certificate:proxy'] }),
  variant('plain-certificate', "the certificate is the user's own", {}, { tags: ['certificate:user'] }),
  variant('long-token', 'the token has more than 4 KB', {}, { tags: ['token:long'] }),
  variant(
    'opaque-token',
    'the token is no JWT',
    {},
    { tags: ['token:opaque'], loses: ['transfer/*/refuses/tampered-token', 'transfer/*/refuses/unsigned-token'] },
  ),
];
