/** Lawful variants of jobs' lives, of listings, of cancellation, and of the credentials that are offered. */
import type { Members } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import { errorResponse, jsonResponse, textResponse } from './answers.ts';
import type { Asked, Behaviour, VariantDefinition } from './behaviour.ts';
import { refusedKinds } from './refused-kinds.ts';
import { STATES } from './states.ts';
import { cancelAnswer, ofRecord, onRecord, variant, variants } from './variant.ts';

const JOB = 'transfer/job';
/** Requirements that only a listing with jobs decides. */
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

const UNDER_WAY = ['STAGING', 'READY', 'ARCHIVING', 'QOS_TRANSITION', ''];
const BY_STATE = { loses: ['transfer/job/job_finished/by-state'] };

const lives = (): VariantDefinition[] => [
  ...variants([
    [
      'jobs-finish-at-once',
      'jobs are finished as soon as they are submitted',
      { jobs: { activeAfter: 0, finishedAfter: 0 } },
      ['transfer/cancel-job/leaves-a-trace'],
    ],
    ['jobs-active-at-once', 'jobs are active as soon as they are submitted', { jobs: { activeAfter: 0 } }],
  ]),
  ...ofRecord(JOB, [
    [
      'jobs-in-unknown-states',
      'jobs in unseen states',
      ({ job_state }) => ({ job_state: `${job_state}_AND_ARCHIVED` }),
      BY_STATE.loses,
    ],
  ]),
  variant(
    'jobs-in-very-many-states',
    'each of 30 jobs is in a different state',
    {
      jobs: { count: 30 },
      record: (record, members, _asked, job) =>
        record === JOB && job?.settled ? { ...members, job_state: `STATE_${job.index}` } : members,
    },
    BY_STATE,
  ),
  variant('jobs-in-many-states', 'jobs under way in many states', {
    record: (record, members, _asked, job) =>
      record === JOB && job && members.job_finished === null
        ? { ...members, job_state: UNDER_WAY[job.index % 5] }
        : members,
  }),
];

/** Requirements that only the reading of a submitted job decides. */
const BY_SUBMITTED_JOB = [
  'transfer/job-status/reads-submitted-job',
  'transfer/job-status/names-*',
  'transfer/cancel-job/leaves-a-trace',
];

const readings = (): VariantDefinition[] => [
  variant(
    'status-elsewhere',
    'single jobs are not read under the path that the settings name',
    { instead: ({ operation }) => (operation === 'job-status' ? errorResponse(404, 'nothing is here') : undefined) },
    { loses: [...BY_SUBMITTED_JOB, 'transfer/job-status/**', 'transfer/job/http_status'] },
  ),
];

const NO_CANCELLATION = [
  'transfer/cancel-job/answers-token',
  'transfer/cancel-job/leaves-a-trace',
  'transfer/cancel-job/refuses/*',
];

const canceled = (_asked: Asked, _job: unknown, { job_state }: Members): boolean => job_state === STATES.cancelled;

/** Jobs that were under way when they were last read, and have failed when they are to be cancelled. */
const failedBefore = (status: number, applies: (asked: Asked) => boolean = () => true): Behaviour => ({
  ...onRecord(
    JOB,
    { job_state: STATES.failed },
    (asked, job, members) => canceled(asked, job, members) && applies(asked),
  ),
  answer: (response, asked) =>
    asked.operation === 'cancel-job' && response.status < 300 && applies(asked)
      ? errorResponse(status, 'the job has ended')
      : response,
});

/** A cancelled job is gone, and its reading says so. */
const goneWhenCancelled = ({ operation, id, jobs, now }: Asked): ReferenceResponse | undefined => {
  const job = jobs.all.get(id);
  return operation === 'job-status' && job && jobs.stateAt(job, now).state === STATES.cancelled
    ? errorResponse(410, 'no such job')
    : undefined;
};

const empty = (status: number): ReferenceResponse => ({ status, headers: [], body: new Uint8Array() });

const CANCEL_ANSWERS: readonly (readonly [id: string, title: string, make: (id: string) => ReferenceResponse])[] = [
  ['cancel-204', 'a cancellation is answered 204', () => empty(204)],
  ['cancel-empty', 'a cancellation is answered with an empty body', () => empty(200)],
  ['cancel-202', 'a cancellation is answered 202', () => jsonResponse(202, {})],
  ['cancel-text', 'a cancellation is answered with a text', () => textResponse(200, 'Canceled.', 'text/plain')],
  ['cancel-html', 'a cancellation is answered with HTML', () => textResponse(200, '<p>Canceled.</p>', 'text/html')],
  [
    'cancel-array',
    'a cancellation is answered with an array',
    (job_id) => jsonResponse(200, [{ job_id, job_state: STATES.cancelled, http_status: 7 }]),
  ],
  ['cancel-null', 'a cancellation is answered with null', () => jsonResponse(200, null)],
  [
    'cancel-broken-json',
    'a cancellation is answered with something that looks like JSON',
    () => textResponse(200, '{"job_id": ', 'application/json'),
  ],
];

const cancellations = (): VariantDefinition[] => [
  ...variants(CANCEL_ANSWERS.map(([id, title, make]) => [id, title, cancelAnswer((asked) => make(asked.id))] as const)),
  variant('cancel-removes', 'a cancelled job is gone', {
    jobs: { cancel: (job, _now, store) => void store.all.delete(job.id) },
  }),
  variant('cancel-removes-410', 'a cancelled job is gone, and its reading is answered with 410', {
    instead: goneWhenCancelled,
  }),
  variant(
    'cancelled-by-others',
    'the jobs that are under way are cancelled by an operator of the service, while others cancel theirs',
    () => {
      let cancelled = false;
      return {
        instead: ({ operation }) => {
          cancelled ||= operation === 'cancel-job';
          return undefined;
        },
        record: (record, members) =>
          record === JOB && cancelled && members.job_finished === null
            ? { ...members, job_state: STATES.cancelled }
            : members,
      };
    },
  ),
  variant('cancel-takes-a-moment', 'a cancellation takes 300 ms', {
    jobs: {
      cancel: (job, now) => {
        job.cancelledAt = now + 300;
      },
    },
  }),
  ...ofRecord(
    JOB,
    [
      [
        'cancel-sets-a-flag',
        'a cancelled job has cancel_job true at first, and nothing else',
        { job_state: STATES.submitted, job_finished: null, reason: null },
      ],
    ],
    canceled,
  ),
  ...[400, 404, 409, 410, 500].map((status) =>
    variant(
      `cancel-too-late-${status}`,
      `jobs fail before they can be cancelled, which is then answered with ${status}`,
      failedBefore(status),
      {
        loses: [...NO_CANCELLATION, 'transfer/cancel-job/answers-certificate'],
      },
    ),
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
    onRecord(JOB, { job_state: STATES.failed }, canceled),
  ),
];

const submissions = (): VariantDefinition[] => [
  variant('submit-collides', 'a submission beside another one with the same file is refused once', () => {
    const tried = new Set<string>();
    return {
      instead: (asked) => {
        const body = Buffer.from(asked.request.body).toString('utf8');
        const further =
          asked.operation === 'submit-job' && asked.earlier > 0 && !tried.has(body.replace(/assay-[^"]*/g, ''));
        tried.add(body.replace(/assay-[^"]*/g, ''));
        return further ? errorResponse(409, 'busy with another submission') : undefined;
      },
    };
  }),
  variant(
    'submit-quota',
    'after the first submission of a user, further ones are refused',
    {
      instead: ({ operation, earlier }) =>
        operation === 'submit-job' && earlier > 0 ? errorResponse(400, 'too many jobs') : undefined,
    },
    { loses: ['transfer/submit-job/accepts-*', 'transfer/submit-job/returns-own-id', 'transfer/**/refuses/*'] },
  ),
  variant('several-storages-last-named', 'a job on several storages names the last ones', lastStorageNamed),
];

/** Source and destination of a job are the last that its first file names. */
function lastStorageNamed(): Behaviour {
  const last = new Map<string, Members>();
  const endpoint = (urls: readonly string[]): string | undefined => /^[^:]+:\/\/[^/?#]+/.exec(urls.at(-1) ?? '')?.[0];
  return {
    answer(response, { operation, request, jobs }) {
      const id = jobs.submitted.at(-1);
      if (operation !== 'submit-job' || id === undefined || response.status >= 300) return response;
      const { files } = JSON.parse(Buffer.from(request.body).toString('utf8')) as {
        files: { sources: string[]; destinations: string[] }[];
      };
      last.set(id, { source_se: endpoint(files[0]?.sources ?? []), dest_se: endpoint(files[0]?.destinations ?? []) });
      return response;
    },
    record: (record, members, _asked, job) => (record === JOB ? { ...members, ...last.get(job?.id ?? '') } : members),
  };
}

/** Changes the listing. */
const listed = (change: (jobs: unknown[]) => unknown[]): Behaviour => ({
  json: (value, { operation }) => (operation === 'list-jobs' && Array.isArray(value) ? change(value) : value),
});

const listings = (): VariantDefinition[] => [
  ...variants([
    ['list-empty', 'no job is listed', listed(() => []), BY_LISTED_JOBS],
    [
      'list-empty-by-vo',
      'no job is listed with vo_name',
      { lists: () => false },
      ['transfer/list-jobs/vo-name-filters'],
    ],
    ['list-one', 'one job at the start', { jobs: { count: 1 } }],
    ['list-none-at-the-start', 'no job at the start', { jobs: { count: 0 } }, BY_LISTED_JOBS],
  ]),
  variant('list-many', '5,000 jobs', { jobs: { count: 5000 } }, { tags: ['big'] }),
  ...variants([
    ['list-reversed', 'the newest job comes last or first', listed((jobs) => jobs.toReversed())],
    [
      'list-unfinished-alone',
      'only unfinished jobs are listed',
      listed((jobs) => jobs.filter(unfinished)),
      ['transfer/job/**'],
    ],
  ]),
];
const unfinished = (job: unknown): boolean => (job as Members).job_finished === null;

const withVersion = (version: string): Behaviour => ({
  jobs: { shape: (uuid) => uuid.replace(/^(.{14})./, `$1${version}`) },
});
const inCapitals = ({ job_id }: Members): Members =>
  typeof job_id === 'string' ? { job_id: job_id.toUpperCase() } : {};

const identifiers = (): VariantDefinition[] => [
  ...['1', '3', '5', '7', '8'].map((version) =>
    variant(`job-id-v${version}`, `identifiers of jobs are UUIDs of version ${version}`, withVersion(version)),
  ),
  ...ofRecord('', [['job-id-upper-case', 'identifiers of jobs in capitals', inCapitals]]),
  ...ofRecord(JOB, [
    ['job-id-upper-case-when-read', 'identifiers of jobs in capitals where a job is read', inCapitals],
  ]),
];

const TOKEN_ROWS = [
  'transfer/*/answers-token',
  'transfer/identity/*/with-token',
  ...['oauth2_scope', 'wlcg_profile', 'get_granted_level_for_overriden', 'get_granted_level_for'].map(
    (name) => `transfer/identity/${name}`,
  ),
];
const CERTIFICATE_ROWS = [
  'transfer/*/answers-certificate',
  'transfer/identity/*/with-certificate',
  'transfer/identity/*/only-with-token',
  'transfer/job-status/names-submitter',
];
const refusalsOf = (word: RegExp): string[] =>
  refusedKinds()
    .filter((kind) => word.test(kind))
    .map((kind) => `transfer/**/refuses/${kind}`);

const credentials = (): VariantDefinition[] => [
  variant(
    'certificate-alone',
    'only certificates are taken',
    { lanes: ['certificate'] },
    { loses: [...TOKEN_ROWS, ...refusalsOf(/token/)] },
  ),
  // Credentials that are bad with any good one may be tried in the certificate lane only.
  variant(
    'token-alone',
    'only tokens are taken',
    { lanes: ['token'] },
    { loses: [...CERTIFICATE_ROWS, 'transfer/**/refuses/*'] },
  ),
  ...CREDENTIALS.map(([id, title, tag, loses]) => variant(id, title, {}, { tags: [tag], ...(loses && { loses }) })),
];

const CREDENTIALS: readonly (readonly [id: string, title: string, tag: string, loses?: readonly string[]])[] = [
  ['plain-proxy', 'the certificate is a plain proxy', 'certificate:proxy'],
  ['plain-certificate', "the certificate is the user's own", 'certificate:user'],
  ['long-token', 'the token has more than 4 KB', 'token:long'],
  [
    'opaque-token',
    'the token is not a JWT',
    'token:opaque',
    ['transfer/**/refuses/tampered-token', 'transfer/**/refuses/unsigned-token'],
  ],
];
