/** Intermittent faults: in the end, at one reading of several, in a combination, to one job of many. */
import { type Job, STATES, uuidOf } from '../jobs.ts';
import { by, type Call, type Change, isCancelled, isSubmitted, JOB, listing, members } from '../operators.ts';
import { type FaultDefinition, fault, faultsBy } from './fault.ts';
import { NOTHING_CANCELLED, otherHost, reading, STRANGER, submissionsOf, text } from './flow-faults.ts';

/** Returns the number of earlier readings of a job. */
const readings = ({ earlier, request }: Call): number =>
  earlier.filter((other) => other.request.target === request.target).length;

/** Whether a submitted job was read before and is not cancelled. */
const isReadAgain = (call: Call): boolean => isSubmitted(call) && !isCancelled(call) && readings(call) > 0;

/** Cancels other submitted jobs as well. */
const alsoCancels = (which: (job: Job) => boolean): Change =>
  by.cancel({}, (cancellation, { jobs }) => {
    for (const job of jobs.all.values()) if (job.files !== undefined && which(job)) job.cancelledAt ??= cancellation.at;
    return cancellation;
  });

/** Whether a job was submitted with destinations that contain a name. */
const submittedAs = ({ files = [] }: Job, name: string): boolean =>
  files.some(({ destinations }) => destinations.some((url) => url.endsWith(name)));

/** Faults that show when a job is read again, or at one reading of several. */
const readingFaults = (): FaultDefinition[] => [
  ...faultsBy({
    'job-status/reads-submitted-job': {
      'one-is-never-found': by.refuse(
        { at: 'job-status', when: ({ job }) => job !== undefined && submittedAs(job, 'no-overwrite') },
        404,
      ),
      'another-id-at-the-fourth-reading': reading('job_id', (id) => uuidOf(text(id)), { nth: 4 }),
      'another-id-in-the-end': reading('job_id', (id) => uuidOf(text(id)), { when: isReadAgain }),
    },
  }),
  ...faultsBy(
    {
      'job-status/names-source': {
        'another-host-at-each-fifth-reading': reading('source_se', otherHost, { nth: { every: 5 } }),
        'another-host-in-the-end': reading('source_se', otherHost, { when: isReadAgain }),
      },
      'job-status/names-destination': {
        'another-host-in-the-end': reading('dest_se', otherHost, { when: isReadAgain }),
        'another-host-once-cancelled': reading('dest_se', otherHost, {
          when: (call) => isSubmitted(call) && isCancelled(call),
        }),
      },
      'job-status/names-submitter': {
        'a-stranger-at-each-fourth-reading': reading('user_dn', STRANGER, { lane: 'certificate', nth: { every: 4 } }),
      },
    },
    'job/agrees',
  ),
  ...faultsBy({
    'job-status/reads-submitted-job': {
      'readable-once': by.refuse({ at: 'job-status', when: isReadAgain }, 404),
      'several-files-are-forgotten': by.refuse(
        { at: 'job-status', when: (call) => isReadAgain(call) && (call.job?.files?.length ?? 0) > 1 },
        410,
      ),
    },
  }),
];

export const lastingFaults = (): FaultDefinition[] => [
  ...faultsBy({
    'list-jobs/lists-submitted-jobs': {
      'one-is-missing': listing((job) => !submittedAs(job, 'checksum-name')),
      'those-with-several-files-are-missing': listing(({ files = [] }) => files.length <= 1),
      'those-with-a-checksum-are-missing': listing(({ checksum, files }) => !checksum || files === undefined),
    },
  }),
  fault(
    'submit-job/accepts-several-files@refused-with-a-checksum-and-overwrite',
    by.refuse(
      submissionsOf(
        ({ files, overwrite }) =>
          files.length > 1 && overwrite !== undefined && files.some(({ checksum }) => checksum?.includes(':')),
      ),
      500,
    ),
    { also: ['submit-job/accepts-checksum-value', 'submit-job/accepts-overwrite'] },
  ),
  fault(
    'submit-job/accepts-several-files@tokens-in-the-third-file-are-refused',
    by.refuse(
      submissionsOf(({ files }) => files[2]?.source_tokens !== undefined),
      400,
    ),
    { also: ['submit-job/accepts-file-tokens'] },
  ),
  ...faultsBy({
    'submit-job/accepts-several-files': {
      'a-third-file-is-refused': by.refuse(
        submissionsOf(({ files }) => files.length > 2),
        400,
      ),
    },
  }),
  ...readingFaults(),
  ...faultsBy(
    {
      'cancel-job/leaves-a-trace': {
        'comes-back': members(
          JOB,
          { job_state: STATES.submitted, job_finished: null, cancel_job: false, reason: null },
          { at: 'job-status', when: (call) => isCancelled(call) && readings(call) > 1 },
        ),
      },
    },
    'job/job_finished/by-state',
  ),
  ...faultsBy({
    'cancel-job/leaves-a-trace': {
      'nothing-happens-from-the-second-on': { ...NOTHING_CANCELLED, nth: { from: 3 } },
      'nothing-happens-to-jobs-with-several-files': {
        ...NOTHING_CANCELLED,
        when: ({ job }) => (job?.files?.length ?? 0) > 1,
      },
      'job-goes-on': [
        NOTHING_CANCELLED,
        members(JOB, { job_state: STATES.active }, { at: 'job-status', when: (call) => readings(call) > 0 }),
      ],
    },
    'job/job_finished/by-state': {
      'cancelled-job-goes-on': members(
        JOB,
        { job_state: STATES.active, job_finished: null, reason: null },
        { at: 'job-status', when: (call) => isCancelled(call) && readings(call) > 1 },
      ),
    },
    'cancel-job/cancels-that-job-alone': {
      'one-with-a-checksum-too': alsoCancels(({ checksum }) => checksum),
      'one-with-several-files-too': alsoCancels(({ files = [] }) => files.length > 1),
      'all-others-too': alsoCancels(() => true),
    },
  }),
];
