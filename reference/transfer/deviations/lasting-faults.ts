/** Intermittent faults: in the end, at one reading of several, in a combination, to one job of many. */
import type { Members } from '../../record-values.ts';
import { type Job, STATES, uuidOf } from '../jobs.ts';
import {
  type Argument,
  type Call,
  type Change,
  isCancelled,
  isSubmitted,
  JOB,
  member,
  members,
  type Place,
  refuse,
} from '../operators.ts';
import type { FaultDefinition } from './fault.ts';
import { group, NOTHING_CANCELLED, otherHost, STRANGER, SUBMITTED, submissionsOf, text } from './flow-faults.ts';

/** Whether a submitted job was read before and is not cancelled. */
const isReadAgain = (call: Call): boolean =>
  isSubmitted(call) && !isCancelled(call) && call.earlier.some(({ request }) => request.target === call.request.target);

/** Returns the number of earlier readings of a job. */
const readings = ({ earlier, request }: Call): number =>
  earlier.filter((other) => other.request.target === request.target).length;

/** Cancels other submitted jobs as well. */
const alsoCancels = (which: (job: Job) => boolean): Change => ({
  operator: 'cancel',
  argument: (cancellation, { jobs }) => {
    for (const job of jobs.all.values()) if (job.files !== undefined && which(job)) job.cancelledAt ??= cancellation.at;
    return cancellation;
  },
});

/** Whether a job was submitted with destinations that contain a name. */
const submittedAs = ({ files = [] }: Job, name: string): boolean =>
  files.some(({ destinations }) => destinations.some((url) => url.endsWith(name)));

/** Listings lack some jobs. */
const notListed = (lacks: (job: Job) => boolean): Change => ({
  at: 'list-jobs',
  operator: 'json',
  argument: (value, { jobs }) =>
    (value as Members[]).filter(({ job_id }) => {
      const job = jobs.all.get(text(job_id));
      return job === undefined || !lacks(job);
    }),
});

const change = (path: string, argument: Argument<'set'>, place: Place = {}): Change =>
  member(JOB, path, argument, { ...SUBMITTED, ...place });

const readingFaults = (): FaultDefinition[] => [
  ...group('transfer/job-status/reads-submitted-job', {
    'one-is-never-found': refuse(404, {
      at: 'job-status',
      when: ({ job }) => job !== undefined && submittedAs(job, 'no-overwrite'),
    }),
    'another-id-at-the-fourth-reading': change('job_id', (id) => uuidOf(text(id)), { nth: 4 }),
    'another-id-in-the-end': change('job_id', (id) => uuidOf(text(id)), { when: isReadAgain }),
  }),
  ...group(
    'transfer/job-status/names-source',
    {
      'another-host-at-each-fifth-reading': change('source_se', otherHost, { nth: { every: 5 } }),
      'another-host-in-the-end': change('source_se', otherHost, { when: isReadAgain }),
    },
    { also: ['transfer/job/agrees'] },
  ),
  ...group(
    'transfer/job-status/names-destination',
    {
      'another-host-in-the-end': change('dest_se', otherHost, { when: isReadAgain }),
      'another-host-once-cancelled': change('dest_se', otherHost, {
        when: (call) => isSubmitted(call) && isCancelled(call),
      }),
    },
    { also: ['transfer/job/agrees'] },
  ),
  ...group(
    'transfer/job-status/names-submitter',
    { 'a-stranger-at-each-fourth-reading': change('user_dn', STRANGER, { lane: 'certificate', nth: { every: 4 } }) },
    { also: ['transfer/job/agrees'] },
  ),
  ...group('transfer/job-status/reads-submitted-job', {
    'readable-once': refuse(404, { at: 'job-status', when: isReadAgain }),
    'several-files-are-forgotten': refuse(410, {
      at: 'job-status',
      when: (call) => isReadAgain(call) && (call.job?.files?.length ?? 0) > 1,
    }),
  }),
];

export const lastingFaults = (): FaultDefinition[] => [
  ...group(
    'transfer/list-jobs/lists-submitted-jobs',
    {
      'one-is-missing': notListed((job) => submittedAs(job, 'checksum-name')),
      'those-with-several-files-are-missing': notListed(({ files = [] }) => files.length > 1),
      'those-with-a-checksum-are-missing': notListed(({ checksum, files }) => checksum && files !== undefined),
    },
    { verdict: 'warn' },
  ),
  ...group(
    'transfer/submit-job/accepts-several-files',
    {
      'refused-with-a-checksum-and-overwrite': refuse(
        500,
        submissionsOf(
          ({ files, overwrite }) =>
            files.length > 1 && overwrite !== undefined && files.some(({ checksum }) => checksum?.includes(':')),
        ),
      ),
    },
    { also: ['transfer/submit-job/accepts-checksum-value', 'transfer/submit-job/accepts-overwrite'] },
  ),
  ...group(
    'transfer/submit-job/accepts-several-files',
    {
      'tokens-in-the-third-file-are-refused': refuse(
        400,
        submissionsOf(({ files }) => files[2]?.source_tokens !== undefined),
      ),
    },
    { also: ['transfer/submit-job/accepts-file-tokens'] },
  ),
  ...group('transfer/submit-job/accepts-several-files', {
    'a-third-file-is-refused': refuse(
      400,
      submissionsOf(({ files }) => files.length > 2),
    ),
  }),
  ...readingFaults(),
  ...group('transfer/cancel-job/leaves-a-trace', {
    'nothing-happens-from-the-second-on': { ...NOTHING_CANCELLED, nth: { from: 3 } },
    'comes-back': members(
      JOB,
      { job_state: STATES.submitted, job_finished: null, cancel_job: false, reason: null },
      { at: 'job-status', when: (call) => isCancelled(call) && readings(call) > 1 },
    ),
  }),
  ...group(
    'transfer/cancel-job/cancels-that-job-alone',
    {
      'one-with-a-checksum-too': alsoCancels(({ checksum }) => checksum),
      'one-with-several-files-too': alsoCancels(({ files = [] }) => files.length > 1),
    },
    { verdict: 'warn' },
  ),
];
