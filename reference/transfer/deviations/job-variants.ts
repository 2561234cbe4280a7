/** Legal variants of jobs' lives, of their submission, cancellation and listing. */
import type { Members } from '../../record-values.ts';
import type { ReferenceRequest } from '../../types.ts';
import { errorResponse, jsonResponse, textResponse } from '../answers.ts';
import { STATES } from '../jobs.ts';
import {
  type Argument,
  type Asked,
  type Change,
  isCancelled,
  isFirst,
  JOB,
  member,
  members,
  type Place,
  refuse,
} from '../operators.ts';
import { endpointOf } from '../submission.ts';
import { credentials, identifiers } from './credential-variants.ts';
import { type VariantDefinition, variants } from './fault.ts';

/** Requirements that only a listing with jobs decides. */
const BY_LISTED_JOBS = [
  'transfer/job/**',
  'transfer/list-jobs/vo-name-filters',
  'transfer/list-jobs/lists-submitted-jobs',
];
const BY_STATE = ['transfer/job/job_finished/by-state'];
const ALONE = 'transfer/cancel-job/cancels-that-job-alone';
const LISTS_SUBMITTED = 'transfer/list-jobs/lists-submitted-jobs';
const LEAVES_A_TRACE = 'transfer/cancel-job/leaves-a-trace';

export const jobVariants = (): VariantDefinition[] => [
  ...lives(),
  ...cancellations(),
  ...submissions(),
  ...listings(),
  ...identifiers(),
  ...credentials(),
];

const wasRead = ({ earlier, request }: Asked): boolean =>
  earlier.some((other) => other.request.target === request.target);
const hasEnded = ({ job, jobs, now }: Asked): boolean =>
  job !== undefined && jobs.stateAt(job, now).finishedAt !== null;

const UNDER_WAY = ['STAGING', 'READY', 'ARCHIVING', 'QOS_TRANSITION', ''];

/** Changes the state of jobs under way. */
const underWay = (state: (index: number) => string | undefined, place: Place = {}): Change =>
  members(
    JOB,
    ({ job_finished }, { job }) => (job_finished === null && job ? { job_state: state(job.index) } : {}),
    place,
  );

const lives = (): VariantDefinition[] =>
  variants([
    [
      'jobs-finish-at-once',
      'jobs are finished as soon as they are submitted',
      { operator: 'jobs', argument: { activeAfter: 0, finishedAfter: 0 } },
      [LEAVES_A_TRACE, ALONE, LISTS_SUBMITTED],
    ],
    [
      'jobs-not-kept',
      'jobs end after a moment, and are then not kept',
      [
        { operator: 'jobs', argument: { activeAfter: 0, finishedAfter: 100 } },
        refuse(404, { at: 'job-status', when: (asked) => hasEnded(asked) && wasRead(asked) }),
        listed((jobs) => jobs.filter((job) => (job as Members).job_finished === null)),
      ],
      [...BY_LISTED_JOBS, LEAVES_A_TRACE, ALONE, 'transfer/job-status/**', 'transfer/cancel-job/**'],
    ],
    [
      'jobs-active-at-once',
      'jobs are active as soon as they are submitted',
      { operator: 'jobs', argument: { activeAfter: 0 } },
    ],
    [
      'jobs-in-unknown-states',
      'jobs in unseen states',
      member(JOB, 'job_state', (state) => `${state}_AND_ARCHIVED`),
      BY_STATE,
    ],
    [
      'jobs-in-very-many-states',
      'each of 30 jobs is in a different state',
      [
        { operator: 'jobs', argument: { count: 30 } },
        member(JOB, 'job_state', (state, { job }) => (job?.settled ? `STATE_${job.index}` : state)),
      ],
      BY_STATE,
    ],
    ['jobs-in-many-states', 'jobs under way in many states', underWay((index) => UNDER_WAY[index % 5])],
    [
      'status-elsewhere',
      'single jobs are not read under the path that the settings name',
      refuse(404, { at: 'job-status' }),
      [
        'transfer/job-status/reads-submitted-job',
        'transfer/job-status/names-*',
        LEAVES_A_TRACE,
        ALONE,
        LISTS_SUBMITTED,
        'transfer/job-status/**',
        'transfer/job/http_status',
      ],
    ],
  ]);

const NO_CANCELLATION = ['transfer/cancel-job/answers-token', LEAVES_A_TRACE, ALONE, 'transfer/cancel-job/refuses/*'];

/** Jobs that were under way when they were last read, and have failed when they are to be cancelled. */
const failedBefore = (status: number, place: Place = {}): readonly Change[] => [
  member(JOB, 'job_state', STATES.failed, { ...place, when: isCancelled }),
  { ...place, at: 'cancel-job', operator: 'success', argument: errorResponse(status, 'the job has ended') },
];

const EMPTY = { headers: [], body: new Uint8Array() };

/** Answers to a cancellation. */
const CANCEL_ANSWERS: readonly (readonly [id: string, title: string, response: Argument<'success'>])[] = [
  ['cancel-204', 'a cancellation is answered 204', { ...EMPTY, status: 204 }],
  ['cancel-empty', 'a cancellation is answered with an empty body', { ...EMPTY, status: 200 }],
  ['cancel-202', 'a cancellation is answered 202', jsonResponse(202, {})],
  ['cancel-text', 'a cancellation is answered with a text', textResponse(200, 'Canceled.', 'text/plain')],
  ['cancel-html', 'a cancellation is answered with HTML', textResponse(200, '<p>Canceled.</p>', 'text/html')],
  [
    'cancel-array',
    'a cancellation is answered with an array',
    (_, { id }) => jsonResponse(200, [{ job_id: id, job_state: STATES.cancelled, http_status: 7 }]),
  ],
  ['cancel-null', 'a cancellation is answered with null', jsonResponse(200, null)],
  [
    'cancel-broken-json',
    'a cancellation is answered with something that looks like JSON',
    textResponse(200, '{"job_id": ', 'application/json'),
  ],
];

const cancellations = (): VariantDefinition[] =>
  variants([
    ...CANCEL_ANSWERS.map(
      ([id, title, argument]) => [id, title, { at: 'cancel-job', operator: 'success', argument }] as const,
    ),
    [
      'cancel-removes',
      'a cancelled job is gone',
      { operator: 'cancel', argument: ({ job }, { jobs }) => void jobs.all.delete(job.id) },
    ],
    [
      'cancel-removes-410',
      'a cancelled job is gone, and its reading is answered with 410',
      refuse(410, { at: 'job-status', when: isCancelled }),
    ],
    [
      'cancelled-by-others',
      'the jobs that are under way are cancelled by an operator of the service, while others cancel theirs',
      underWay(() => STATES.cancelled, {
        when: ({ jobs }) => [...jobs.all.values()].some(({ cancelledAt }) => cancelledAt !== undefined),
      }),
    ],
    [
      'cancel-takes-a-moment',
      'a cancellation takes 300 ms',
      { operator: 'cancel', argument: ({ job, at }) => ({ job, at: at + 300 }) },
    ],
    [
      'cancel-sets-a-flag',
      'a cancelled job has cancel_job true at first, and no other change',
      members(JOB, { job_state: STATES.submitted, job_finished: null, reason: null }, { when: isCancelled }),
    ],
    ...[400, 404, 409, 410, 500].map(
      (status) =>
        [
          `cancel-too-late-${status}`,
          `jobs fail before they can be cancelled, which is then answered with ${status}`,
          failedBefore(status),
          [...NO_CANCELLATION, 'transfer/cancel-job/answers-certificate'],
        ] as const,
    ),
    [
      'cancel-too-late-with-tokens',
      'jobs that were submitted with a token fail before they can be cancelled',
      failedBefore(404, { lane: 'token' }),
      NO_CANCELLATION,
    ],
    [
      'cancel-known-later',
      'a job can be read before it can be cancelled',
      refuse(404, {
        at: 'cancel-job',
        when: ({ earlier, request }) => !earlier.some((other) => other.request.target === request.target),
      }),
      ['transfer/cancel-job/refuses/*'],
    ],
    [
      'cancel-fails-the-job',
      'a cancelled job is called FAILED',
      member(JOB, 'job_state', STATES.failed, { when: isCancelled }),
    ],
  ]);

/** The text of a body without the names that a run gives to what it creates. */
const unnamed = ({ body }: ReferenceRequest): string =>
  Buffer.from(body)
    .toString('utf8')
    .replace(/assay-[^"]*/g, '');

const submissions = (): VariantDefinition[] =>
  variants([
    [
      'submit-collides',
      'a submission beside another one with the same file is refused once',
      refuse(409, {
        at: 'submit-job',
        when: (asked) =>
          !isFirst(asked) && !asked.earlier.some(({ request }) => unnamed(request) === unnamed(asked.request)),
      }),
    ],
    [
      'submit-quota',
      'after the first submission of a user, further ones are refused',
      refuse(400, { at: 'submit-job', when: (asked) => !isFirst(asked) }),
      ['transfer/submit-job/a*', 'transfer/submit-job/returns-own-id', ALONE, LISTS_SUBMITTED, 'transfer/**/refuses/*'],
    ],
    [
      'several-storages-last-named',
      'a job on several storages names the last ones',
      members(
        JOB,
        (_, { job }) => {
          const [first] = job?.files ?? [];
          return {
            source_se: endpointOf(first?.sources.at(-1) ?? ''),
            dest_se: endpointOf(first?.destinations.at(-1) ?? ''),
          };
        },
        { when: ({ job }) => job?.files !== undefined },
      ),
    ],
  ]);

/** Changes the listing. */
const listed = (change: (jobs: readonly unknown[]) => readonly unknown[]): Change => ({
  at: 'list-jobs',
  operator: 'json',
  argument: (value) => change(value as readonly unknown[]),
});
const atStart = (count: number): Change => ({ operator: 'jobs', argument: { count } });

const listings = (): VariantDefinition[] => [
  ...variants([
    ['list-empty', 'no job is listed', listed(() => []), BY_LISTED_JOBS],
    [
      'list-empty-by-vo',
      'no job is listed with vo_name',
      { operator: 'list', argument: false },
      ['transfer/list-jobs/vo-name-filters'],
    ],
    ['list-one', 'one job at the start', atStart(1)],
    ['list-none-at-the-start', 'no job at the start', atStart(0), BY_LISTED_JOBS],
    [
      'list-lags',
      'a job is listed 300 ms after its submission',
      {
        at: 'list-jobs',
        operator: 'json',
        argument: (value, { jobs, now }) =>
          (value as Members[]).filter(({ job_id }) => (jobs.all.get(String(job_id))?.submittedAt ?? 0) + 300 <= now),
      },
      BY_LISTED_JOBS,
    ],
    ['list-latest', 'only the latest twelve jobs are listed', listed((jobs) => jobs.slice(-12)), [LISTS_SUBMITTED]],
    ['list-reversed', 'jobs are listed in reverse order', listed((jobs) => jobs.toReversed())],
    [
      'list-unfinished-alone',
      'only unfinished jobs are listed',
      listed((jobs) => jobs.filter((job) => (job as Members).job_finished === null)),
      ['transfer/job/**'],
    ],
  ]),
  ...variants([['list-many', '5,000 jobs', atStart(5000)]], { tags: ['big'] }),
];
