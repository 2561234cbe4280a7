/** Cancellation of a job, and effects of cancellations with invalid credentials. */

import {
  arrives,
  check,
  configured,
  decidable,
  type Exchange,
  jsonOf,
  mediaTypeOf,
  memberOf,
  preview,
  type Reporter,
  reportUntried,
  restsOn,
  sent,
  shows,
  statusAndWords,
  statusOf,
  succeeded,
  type TryJudging,
} from '../../words.ts';
import { settingsOf } from '../known-settings.ts';
import { hasChanged, isFinalState, isFinished, isGone, jobsIn } from '../probes/reading.ts';
import { cancelJob, readSubmittedJob } from '../probes/submitting.ts';
import { storageOf, submissionsOf, urlsIn } from '../submission.ts';

/** Cancelling a job changes it. */
export const cancelling = check({
  needs: [sent(cancelJob), readSubmittedJob],
  decides: ['transfer/cancel-job/leaves-a-trace'],
  judge({ cancelJob: { cancelled, after }, readSubmittedJob }, report, [requirement]) {
    if (cancelled?.outcome.kind !== 'answer' || !succeeded(cancelled)) return;
    const size = cancelled.outcome.body.size;
    report.observe(
      'transfer/gap/cancel-body',
      size === 0 ? 'empty' : `${mediaTypeOf(cancelled) || 'no media type'}, ${size} bytes`,
      cancelled,
    );
    const before = readSubmittedJob.json;
    if (after === undefined) return;
    const gone = isGone(after);
    // A change counts only if the job does not end like jobs without a cancellation.
    const last = report.exchanges.findLast(
      ({ operation, lane, params }) =>
        operation === after.operation && lane === report.lane && params['job_id'] === after.params['job_id'],
    );
    const open = decidable(report, requirement, after, [
      restsOn(
        memberOf(before, 'job_state') !== undefined,
        'the job could not be read before its cancellation',
        readSubmittedJob.exchange,
      ),
      shows(!isFinished(before), 'the job had finished before it could be cancelled', readSubmittedJob.exchange),
      shows(
        ![after, last ?? after].some((one) => mayHaveEnded(one, report)),
        'the job may have finished by itself',
        after,
      ),
      arrives(
        gone || succeeded(after),
        `the job could not be read after its cancellation (${after.outcome.kind === 'answer' ? statusAndWords(after) : 'no response'})`,
      ),
      // The document gives no time limit, and the job may have changed by itself.
      configured(
        hasChanged(after, before) || last === undefined || !succeeded(last) || !hasChanged(last, before),
        `the job changed later than ${settingsOf(report.settings).cancelWaitMs} ms after its cancellation: raise TRANSFER_CANCEL_WAIT_MS`,
        last,
      ),
    ]);
    if (!open) return;
    const [was, is] = [
      memberOf(before, 'job_state'),
      gone ? `${statusOf(after)}` : memberOf(jsonOf(after).json, 'job_state'),
    ];
    report.observe('transfer/gap/job-transitions', `${preview(was)} to ${preview(is)} by cancellation`, after);
    report.assert(
      requirement,
      hasChanged(after, before),
      `a job that changed within ${settingsOf(report.settings).cancelWaitMs} ms (TRANSFER_CANCEL_WAIT_MS)`,
      `an unchanged job, in state ${preview(was)}`,
      after,
    );
  },
});

/** Whether a cancelled job has finished in a state that the lane also read of a submitted job without cancellation. */
export function mayHaveEnded(job: Exchange, { exchanges, lane }: Reporter): boolean {
  const stateOf = (one: Exchange) => memberOf(jsonOf(one).json, 'job_state');
  const cancellations = exchanges.filter(({ operation }) => operation === 'cancel-job');
  // Clean-up cancels every job after its last reading.
  const isCancelled = ({ params, endedAt }: Exchange) =>
    cancellations.some((one) => one.params['job_id'] === params['job_id'] && one.startedAt < endedAt);
  const state = stateOf(job);
  return (
    isFinalState(state) &&
    exchanges.some(
      (one) =>
        one.operation === 'job-status' &&
        one.lane === lane &&
        stateOf(one) === state &&
        !isCancelled(one) &&
        submissionsOf(one.params['job_id'], exchanges).length > 0,
    )
  );
}

const trying: TryJudging = {
  effect: cancelEffect,
  doubt: ({ params }, { exchanges }) =>
    restsOn(
      submissionsOf(params['job_id'], exchanges).length <= 1,
      'several submissions returned the identifier of this job',
    ),
  untried(report, requirement, tried) {
    for (const [credential, { victim } = {}] of Object.entries(
      tried as Readonly<Record<string, { readonly victim?: Exchange }>>,
    )) {
      if (victim === undefined) continue;
      const id = requirement(credential);
      if (
        decidable(
          report,
          id,
          victim,
          restsOn(!succeeded(victim), 'the submission returned no identifier of a new job', victim),
        )
      )
        reportUntried(report, id, victim);
    }
  },
};

export const tried: Readonly<Record<string, TryJudging>> = {
  'cancel-job': trying,
  'submit-job': { effect: submitEffect },
};

/** Effect of an attempted submission: a job with a storage that no other submission names. */
function submitEffect(attempt: Exchange, { exchanges }: Reporter): { seen: true; what: string } | undefined {
  const host = storageOf(urlsIn(attempt, 'sources')[0])?.host;
  const isThere = (storage: unknown) => host !== undefined && String(storage).toLowerCase().includes(host);
  const names = (one: Exchange) => one.operation === attempt.operation && urlsIn(one, 'sources').some(isThere);
  if (exchanges.some((one) => one !== attempt && names(one))) return undefined;
  for (const by of exchanges) {
    if (by.purpose !== 'documented' || by.startedAt < attempt.startedAt) continue;
    const job = jobsIn(by).find((one) => isThere(memberOf(one, 'source_se')));
    if (job)
      return {
        seen: true,
        what: `${statusOf(attempt) ?? 'no response'}, but the job ${preview(memberOf(job, 'job_id'))} was created (see exchange ${by.id})`,
      };
  }
  return undefined;
}

/**
 * Effect of an attempted cancellation: its job is in the state to which a good cancellation brings jobs, and jobs
 * without a cancellation keep their state meanwhile. If those move on by themselves, the effect cannot be seen.
 */
function cancelEffect(attempt: Exchange, { exchanges }: Reporter): { seen: true; what: string } | undefined {
  const own = exchanges.filter(({ lane }) => lane === attempt.lane);
  const cancellations = own.filter(
    ({ operation, purpose }) => operation === attempt.operation && purpose !== 'cleanup',
  );
  const good = cancellations.find((one) => one.purpose === 'documented' && succeeded(one));
  const id = (job: unknown) => String(memberOf(job, 'job_id')).toLowerCase();
  // A response with another job proves nothing about this one.
  const reads = own.filter(
    (one) =>
      one.operation === 'job-status' && succeeded(one) && id(jsonOf(one).json) === one.params['job_id']?.toLowerCase(),
  );
  const state = (read: Exchange | undefined) => memberOf(read && jsonOf(read).json, 'job_state');
  const readsOf = (cancellation: Exchange | undefined) =>
    reads.filter(({ params }) => params['job_id'] === cancellation?.params['job_id']);
  const before = state(readsOf(good).find(({ endedAt }) => good && endedAt <= good.startedAt));
  const cancelled = state(readsOf(good).findLast(({ startedAt }) => good && startedAt >= good.endedAt));
  // Effects of a valid cancellation afterwards are not its own.
  const next = cancellations.find(
    (one) => one.params['job_id'] === attempt.params['job_id'] && one.startedAt >= attempt.endedAt,
  );
  const victim = state(
    readsOf(attempt).find(
      ({ startedAt, endedAt }) => startedAt >= attempt.endedAt && !(next && next.startedAt < endedAt),
    ),
  );
  if (typeof cancelled !== 'string' || cancelled === before || isFinalState(cancelled)) return undefined;
  const untouched = reads.find(
    ({ probe, params }) =>
      probe === attempt.probe && !cancellations.some((one) => one.params['job_id'] === params['job_id']),
  );
  if (state(untouched) !== before || victim !== cancelled) return undefined;
  return { seen: true, what: `${statusAndWords(attempt)}, and the job went from state ${before} to ${cancelled}` };
}
