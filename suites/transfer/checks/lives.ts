/** Lives of the jobs that a run submitted: the requests about each, as the exchanges of one lane show them. */

import { type Exchange, jsonOf, memberOf, type Reporter, remembered, shows, succeeded, valueIn } from '../../words.ts';
import { isFinished, jobsIn } from '../probes/reading.ts';
import { jobIdOf, submissionsOf } from '../submission.ts';

/** A submitted job. Clean-up, which cancels every job in the end, is not part of its life. */
export interface Life {
  readonly id: string;
  readonly submission: Exchange;
  /** Readings and cancellations, with any result. */
  readonly readings: readonly Exchange[];
  readonly cancellations: readonly Exchange[];
  /** The first good cancellation that succeeded, and the last reading before it that did. */
  readonly cancelled: Exchange | undefined;
  readonly before: Exchange | undefined;
}

type Run = Pick<Reporter, 'exchanges' | 'lane'>;

type Lives = ReadonlyMap<string | undefined, Life>;

/** Lives by lane: each attempt to cancel a job is compared with all of them. */
const found = remembered((_: readonly Exchange[]) => new Map<string, Lives>());

/** Returns the lives by identifier; not those of an identifier that several submissions returned. */
export function livesIn({ exchanges, lane }: Run): Lives {
  return valueIn(found(exchanges), lane, () => {
    const own = exchanges.filter((one) => one.lane === lane && one.purpose !== 'cleanup');
    const submissions = exchanges.filter((one) => jobIdOf(one) !== undefined);
    const ids = new Set(own.flatMap(({ params }) => params['job_id'] ?? []));
    const lives = [...ids].flatMap((id) => {
      const [submission, ...more] = submissionsOf(id, submissions);
      if (submission === undefined || more.length > 0) return [];
      const about = (operation: string) =>
        own.filter((one) => one.operation === operation && one.params['job_id'] === id);
      const [readings, cancellations] = [about('job-status'), about('cancel-job')];
      const cancelled = cancellations.find((one) => one.purpose !== 'refusal' && succeeded(one));
      const before = cancelled && readings.findLast((one) => succeeded(one) && one.endedAt <= cancelled.startedAt);
      return [{ id, submission, readings, cancellations, cancelled, before }];
    });
    return new Map(lives.map((life) => [life.id, life]));
  });
}

/** Returns the state that a reading showed, if it succeeded. */
export const stateIn = (reading: Exchange | undefined): unknown =>
  reading && succeeded(reading) ? memberOf(jsonOf(reading).json, 'job_state') : undefined;

/** Whether a reading shows the job with the mark of a cancelled one. */
export const isMarked = (reading: Exchange): boolean => memberOf(jsonOf(reading).json, 'cancel_job') === true;

/** Whether jobs of others show that the service still returns finished jobs: else a job that is gone may have ended. */
export function keepsFinished({ exchanges, lane }: Run): ReturnType<typeof shows> {
  const own = new Set(exchanges.flatMap((one) => jobIdOf(one)?.toLowerCase() ?? []));
  const isOther = (job: unknown) => !own.has(String(memberOf(job, 'job_id')).toLowerCase());
  return shows(
    exchanges.some((one) => one.lane === lane && jobsIn(one).some((job) => isFinished(job) && isOther(job))),
    'the job may have ended, and it is unknown whether this service still returns ended jobs',
  );
}
