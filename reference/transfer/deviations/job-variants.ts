/** Legal variants of jobs' lives, of their submission, cancellation and listing, and of credentials. */
import { each, series } from '../../change.ts';
import type { ReferenceRequest } from '../../types.ts';
import { errorResponse, jsonResponse, textResponse } from '../answers.ts';
import { STATES } from '../jobs.ts';
import { refusedKinds } from '../lanes.ts';
import {
  type Argument,
  by,
  type Call,
  type Change,
  isCancelled,
  isFirst,
  isOfOthers,
  JOB,
  listing,
  member,
  members,
  type Place,
  timesBefore,
  type VariantTable,
} from '../operators.ts';
import { endpointOf } from '../submission.ts';
import { CANCELS_LATE, MARKS_ONLY } from './operation-faults.ts';

/** Requirements that only a listing with jobs decides. */
const BY_LISTED_JOBS = ['job/**', 'list-jobs/vo-name-filters', 'list-jobs/lists-submitted-jobs'];
const BY_STATE = ['job/job_finished/by-state'];
const ALONE = 'cancel-job/cancels-that-job-alone';
const LISTS_SUBMITTED = 'list-jobs/lists-submitted-jobs';
const LEAVES_A_TRACE = 'cancel-job/leaves-a-trace';

/**
 * Whether the job was read at least twice before. Once does not suffice: the first request may have been answered with
 * 503 or 429.
 */
const wasRead = (call: Call) => timesBefore(call) > 1;
const hasEnded = ({ job, jobs, now }: Pick<Call, 'job' | 'jobs' | 'now'>) =>
  job !== undefined && jobs.stateAt(job, now).finishedAt !== null;
const UNFINISHED = listing((job, { jobs, now }) => !hasEnded({ job, jobs, now }));
const atStart = (count: number) => by.jobs({}, { count });

const UNDER_WAY = ['STAGING', 'READY', 'ARCHIVING', 'QOS_TRANSITION', ''];

/** Changes the state of jobs under way. */
const underWay = (state: (index: number) => string | undefined, place: Place = {}) =>
  members(
    JOB,
    ({ job_finished }, { job }) => (job_finished === null && job ? { job_state: state(job.index) } : {}),
    place,
  );

const LIVES: VariantTable = {
  'jobs-finish-at-once': [by.jobs({}, { activeAfter: 0, finishedAfter: 0 }), [LEAVES_A_TRACE, ALONE, LISTS_SUBMITTED]],
  'jobs-not-kept': [
    [
      by.jobs({}, { activeAfter: 0, finishedAfter: 100 }),
      by.refuse({ at: 'job-status', when: (call) => hasEnded(call) && wasRead(call) }, 404),
      UNFINISHED,
    ],
    [...BY_LISTED_JOBS, LEAVES_A_TRACE, ALONE, 'job-status/**', 'cancel-job/**'],
  ],
  'jobs-active-at-once': by.jobs({}, { activeAfter: 0 }),
  'jobs-in-unknown-states': [member(JOB, 'job_state', (state) => `${state}_AND_ARCHIVED`), BY_STATE],
  'jobs-in-very-many-states': [
    [atStart(30), member(JOB, 'job_state', (state, { job }) => (job?.settled ? `STATE_${job.index}` : state))],
    BY_STATE,
  ],
  'jobs-in-many-states': underWay((index) => UNDER_WAY[index % 5]),
  'status-elsewhere': [
    by.refuse('job-status', 404),
    [LEAVES_A_TRACE, ALONE, LISTS_SUBMITTED, 'job-status/**', 'job/http_status'],
  ],
};

const NO_CANCELLATION = ['cancel-job/answers-token', LEAVES_A_TRACE, ALONE, 'cancel-job/refuses/*'];

/** Returns the changes by which a job that was under way at its last reading has failed when it is to be cancelled. */
const failedBefore = (status: number, place: Place = {}) => [
  member(JOB, 'job_state', STATES.failed, { ...place, when: isCancelled }),
  by.success({ ...place, at: 'cancel-job' }, errorResponse(status, 'the job has ended')),
];

const EMPTY = { headers: [], body: new Uint8Array() };

/** Answers to a cancellation. */
const CANCEL_ANSWERS: Readonly<Record<string, Argument<'success'>>> = {
  'cancel-204': { ...EMPTY, status: 204 },
  'cancel-empty': { ...EMPTY, status: 200 },
  'cancel-202': jsonResponse(202, {}),
  'cancel-text': textResponse(200, 'Canceled.', 'text/plain'),
  'cancel-html': textResponse(200, '<p>Canceled.</p>', 'text/html'),
  'cancel-array': (_, { id }) => jsonResponse(200, [{ job_id: id, job_state: STATES.cancelled, http_status: 7 }]),
  'cancel-null': jsonResponse(200, null),
  'cancel-broken-json': textResponse(200, '{"job_id": ', 'application/json'),
};

/** Returns the changes by which jobs of another user are listed but cannot be read. */
const unreadable = (status: number, when: (call: Call) => boolean) => [
  members(JOB, { user_dn: '/DC=example/CN=Another User', cred_id: '00' }, { when }),
  by.refuse({ at: 'job-status', when }, status),
];

const isFirstOfOthers = (call: Call) => isOfOthers(call) && call.job?.index === 0;

const CANCELLATIONS: VariantTable = {
  ...each(CANCEL_ANSWERS, (response) => by.success('cancel-job', response)),
  'cancel-removes': by.cancel({}, ({ job }, { jobs }) => void jobs.all.delete(job.id)),
  'cancel-removes-410': by.refuse({ at: 'job-status', when: isCancelled }, 410),
  'cancelled-by-others': [
    underWay(() => STATES.cancelled, {
      when: ({ jobs }) => [...jobs.all.values()].some(({ cancelledAt }) => cancelledAt !== undefined),
    }),
    [ALONE],
  ],
  'cancel-takes-a-moment': CANCELS_LATE,
  'cancel-sets-a-flag': MARKS_ONLY,
  ...series(
    'cancel-too-late-',
    [400, 404, 409, 410, 500],
    (status) => [failedBefore(status), [...NO_CANCELLATION, 'cancel-job/answers-certificate']] as const,
  ),
  'cancel-too-late-with-tokens': [failedBefore(404, { lane: 'token' }), NO_CANCELLATION],
  'cancel-known-later': [
    by.refuse({ at: 'cancel-job', when: (call) => timesBefore(call) === 0 }, 404),
    ['cancel-job/refuses/*'],
  ],
  'cancel-fails-the-job': member(JOB, 'job_state', STATES.failed, { when: isCancelled }),
  ...series('others-first-', [403, 404], (status) => unreadable(status, isFirstOfOthers)),
  'others-alone-404': unreadable(404, isOfOthers),
};

/** Returns the text of a body without the names that a run gives to what it creates. */
const unnamed = ({ body }: ReferenceRequest) =>
  Buffer.from(body)
    .toString('utf8')
    .replace(/assay-[^"]*/g, '');

/** Submitted jobs name one of the storages of each side. */
const naming = (which: (urls: readonly string[], call: Call) => string | undefined) =>
  members(
    JOB,
    (_, call) => {
      const [{ sources = [], destinations = [] } = {}] = call.job?.files ?? [];
      return {
        source_se: endpointOf(which(sources, call) ?? ''),
        dest_se: endpointOf(which(destinations, call) ?? ''),
      };
    },
    { when: ({ job }) => job?.files !== undefined },
  );

const SUBMISSIONS: VariantTable = {
  'submit-collides': by.refuse(
    {
      at: 'submit-job',
      when: (call) => !isFirst(call) && !call.earlier.some(({ request }) => unnamed(request) === unnamed(call.request)),
    },
    409,
  ),
  'submit-quota': [
    by.refuse({ at: 'submit-job', when: (call) => !isFirst(call) }, 400),
    ['submit-job/a*', 'submit-job/returns-own-id', ALONE, LISTS_SUBMITTED, '**/refuses/*'],
  ],
  // RFC 2606, section 2
  ...series('submit-unknown-host-', [400, 403, 422, 500], (status) =>
    by.refuse({ at: 'submit-job', when: ({ request }) => /\/\/[^/"]*\.invalid/.test(unnamed(request)) }, status),
  ),
  'several-storages-last-named': naming((urls) => urls.at(-1)),
  'several-storages-named-in-turn': naming((urls, { earlier }) => urls[earlier.length % urls.length]),
};

/** Changes the listing. */
const listed = (change: (jobs: readonly unknown[]) => readonly unknown[]) =>
  by.json('list-jobs', (jobs) => change(jobs as readonly unknown[]));
const LATEST = listed((jobs) => jobs.slice(-12));

const LISTINGS: VariantTable = {
  'list-empty': [listed(() => []), BY_LISTED_JOBS],
  'list-empty-by-vo': [by.list({}, false), ['list-jobs/vo-name-filters']],
  'list-one': atStart(1),
  'list-none-at-the-start': [atStart(0), BY_LISTED_JOBS],
  'list-lags': [listing(({ submittedAt }, { now }) => submittedAt + 300 <= now), BY_LISTED_JOBS],
  'list-latest': [LATEST, [LISTS_SUBMITTED]],
  'list-none-at-the-start-then-latest': [[atStart(0), LATEST], BY_LISTED_JOBS],
  'list-reversed': listed((jobs) => jobs.toReversed()),
  'list-unfinished-alone': [UNFINISHED, ['job/**']],
  'list-many': atStart(5000),
};

/** Returns identifiers in capitals, in every record that has one or in only one record. */
export const inCapitals = (record?: string): Change =>
  by.set({ ...(record && { record }), path: 'job_id' }, (id) => (typeof id === 'string' ? id.toUpperCase() : id));

const IDENTIFIERS: VariantTable = {
  ...series('job-id-v', [1, 3, 5, 7, 8], (version) =>
    by.identifier({}, (uuid) => uuid.replace(/^(.{14})./, (_, before: string) => `${before}${version}`)),
  ),
  'job-id-upper-case': inCapitals(),
  'job-id-upper-case-when-read': inCapitals(JOB),
};

const ABOUT_TOKENS = [
  '*/answers-token',
  'identity/*/with-token',
  ...['oauth2_scope', 'wlcg_profile', 'get_granted_level_for_overriden', 'get_granted_level_for'].map(
    (name) => `identity/${name}`,
  ),
];
const ABOUT_CERTIFICATES = [
  '*/answers-certificate',
  'identity/*/with-certificate',
  'identity/*/only-with-token',
  'job-status/names-submitter',
];
const refusalsOf = (word: RegExp) =>
  refusedKinds()
    .filter((kind) => word.test(kind))
    .map((kind) => `**/refuses/${kind}`);

/** The last four: the settings name another kind of credential than usual (`start.ts`). */
const credentials = (): VariantTable => ({
  'certificate-alone': [by.admit({ lane: 'token' }, false), [...ABOUT_TOKENS, ...refusalsOf(/token/)]],
  // Credentials that are invalid beside any valid one may be tried in the certificate lane only.
  'token-alone': [by.admit({ lane: 'certificate' }, false), [...ABOUT_CERTIFICATES, '**/refuses/*']],
  'plain-proxy': [],
  'plain-certificate': [],
  'long-token': [],
  'opaque-token': [[], ['**/refuses/tampered-token', '**/refuses/unsigned-token']],
});

export const jobVariants = (): VariantTable => ({
  ...LIVES,
  ...CANCELLATIONS,
  ...SUBMISSIONS,
  ...LISTINGS,
  ...IDENTIFIERS,
  ...credentials(),
});
