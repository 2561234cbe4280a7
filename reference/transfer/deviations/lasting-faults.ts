/** Intermittent faults that depend on the time, the reading, the combination of options, or the job. */
import { timestamp } from '../answers.ts';
import { type Job, STATES, uuidOf } from '../jobs.ts';
import {
  by,
  type Call,
  faultsBy,
  isCancelled,
  isSubmitted,
  JOB,
  listing,
  members,
  type Place,
  timesBefore,
} from '../operators.ts';
import {
  hasSeveralFiles,
  NOTHING_CANCELLED,
  notTaking,
  otherHost,
  reading,
  STRANGER,
  text,
  UNDER_WAY,
} from './flow-faults.ts';

/** Whether a submitted job was read before and is not cancelled. */
const isReadAgain = (call: Call) => isSubmitted(call) && !isCancelled(call) && timesBefore(call) > 0;

/** Cancels other submitted jobs as well. */
const alsoCancels = (which: (job: Job) => boolean) =>
  by.cancel({}, (cancellation, { jobs }) => {
    for (const job of jobs.all.values()) if (job.files !== undefined && which(job)) job.cancelledAt ??= cancellation.at;
    return cancellation;
  });

/** Whether a job was submitted with destinations that contain a name. */
const submittedAs = ({ files = [] }: Job, name: string) =>
  files.some(({ destinations }) => destinations.some((url) => url.endsWith(name)));

/** Faults that show when a job is read again, or at one reading of several. */
const readingFaults = () => [
  ...faultsBy({
    'job-status/reads-submitted-job': {
      'readable-once': by.refuse({ at: 'job-status', when: isReadAgain }, 404),
      'several-files-are-forgotten': by.refuse(
        { at: 'job-status', when: (call) => isReadAgain(call) && hasSeveralFiles(call) },
        410,
      ),
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
    ['job/agrees'],
  ),
];

/** Readings of a cancelled job after the second. */
const CANCELLED_READ_TWICE: Place = {
  at: 'job-status',
  when: (call) => isCancelled(call) && timesBefore(call) > 1,
};

export const lastingFaults = () => [
  ...faultsBy({
    'list-jobs/lists-submitted-jobs': {
      'one-is-missing': listing((job) => !submittedAs(job, 'checksum-name')),
      'those-with-several-files-are-missing': listing(({ files = [] }) => files.length <= 1),
      'those-with-a-checksum-are-missing': listing(({ checksum, files }) => !checksum || files === undefined),
    },
    'submit-job/accepts-several-files': {
      'refused-with-a-checksum-and-overwrite': [
        notTaking(
          ({ files, overwrite }) =>
            files.length > 1 && overwrite !== undefined && files.some(({ checksum }) => checksum?.includes(':')),
          500,
        ),
        ['submit-job/accepts-checksum-value', 'submit-job/accepts-overwrite'],
      ],
      'tokens-in-the-third-file-are-refused': [
        notTaking(({ files }) => files[2]?.source_tokens !== undefined),
        ['submit-job/accepts-file-tokens'],
      ],
      'a-third-file-is-refused': notTaking(({ files }) => files.length > 2),
    },
  }),
  ...readingFaults(),
  ...faultsBy({
    'cancel-job/leaves-a-trace': {
      'comes-back': [members(JOB, UNDER_WAY, CANCELLED_READ_TWICE), ['job/job_finished/by-state']],
      'nothing-happens-from-the-second-on': { ...NOTHING_CANCELLED, nth: { from: 3 } },
      'nothing-happens-to-jobs-with-several-files': {
        ...NOTHING_CANCELLED,
        when: hasSeveralFiles,
      },
      'job-goes-on': [
        NOTHING_CANCELLED,
        members(JOB, { job_state: STATES.active }, { at: 'job-status', when: (call) => timesBefore(call) > 0 }),
      ],
    },
    'job/job_finished/by-state': {
      'moves-while-under-way': members(JOB, ({ job_finished }, call) => ({
        job_finished: job_finished ?? timestamp(1000 * timesBefore(call)),
      })),
      'cancelled-job-goes-on': members(
        JOB,
        { job_state: STATES.active, job_finished: null, reason: null },
        CANCELLED_READ_TWICE,
      ),
    },
    'cancel-job/cancels-that-job-alone': {
      'one-with-a-checksum-too': alsoCancels(({ checksum }) => checksum),
      'one-with-several-files-too': alsoCancels(({ files = [] }) => files.length > 1),
      'all-others-too': alsoCancels(() => true),
    },
  }),
];
