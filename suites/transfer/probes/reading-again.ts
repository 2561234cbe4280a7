/** What the lane submitted is listed and read again after everything else. */
import { jsonOf, succeeded } from '../../../src/engine/words/answer.ts';
import { doublingPauses, poll, probe } from '../../../src/engine/words/suite.ts';
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { forms, submitCombined } from './forms.ts';
import { hasChanged, idsIn, isGone, readJob, withoutStatusPath } from './reading.ts';
import { refuseCancel, refuseSubmit } from './refusing.ts';
import { cancelJob, cancellationMs, FIRST_PAUSE_MS, OWN_JOBS, type OwnJob, readSubmittedJob } from './submitting.ts';

/** Pauses before the jobs are listed again, if only some of them are listed. */
const LISTING_PAUSES_MS: readonly number[] = [250, 1000];

export const readAgain = probe({
  name: 'readAgain',
  operation: 'job-status',
  needs: [readSubmittedJob],
  after: [cancelJob, refuseSubmit, ...forms.map(({ probe }) => probe), submitCombined, refuseCancel],
  creates: ['jobs'],
  unless: withoutStatusPath,
  async run(_, context) {
    const jobs = [...context.memory(OWN_JOBS).values()];
    const listing = context.offers('list-jobs') ? await listAll(context, jobs) : undefined;
    return { listing, jobs: await Promise.all(jobs.map((job) => readLast(context, job))) };
  },
});

/** Lists jobs, and again if the listing holds only some of those that were not cancelled. */
function listAll(context: ProbeContext, jobs: readonly OwnJob[]): Promise<Exchange> {
  const wanted = jobs.filter(({ cancelled }) => !cancelled).map(({ id }) => id.text.toLowerCase());
  return poll(
    context,
    LISTING_PAUSES_MS,
    () => context.send('list-jobs'),
    (listing) => {
      const listed = new Set(idsIn(listing));
      const held = wanted.filter((id) => listed.has(id)).length;
      return held === 0 || held === wanted.length;
    },
  );
}

/** Reads a job until it is there, or, if it was cancelled, until it differs from what it was before. */
function readLast(context: ProbeContext, { id, cancelled }: OwnJob): Promise<Exchange> {
  const { before } = cancelled ?? {};
  const pauses = doublingPauses(FIRST_PAUSE_MS, cancellationMs(context));
  const suffices = (job: Exchange) =>
    cancelled === undefined
      ? !isGone(job)
      : before === undefined || !succeeded(job) || hasChanged(job, jsonOf(before).json);
  return poll(context, pauses, () => readJob(context, id), suffices);
}
