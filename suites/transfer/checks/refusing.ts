/** Effects of cancellations with bad credentials. */
import { jsonOf, succeeded } from '../../../src/engine/words/answer.ts';
import { reportUntried } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn } from '../../../src/engine/words/deciding.ts';
import type { Reporter, TryJudging } from '../../../src/engine/words/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { isFinalState } from '../probes/reading.ts';
import { submissionsOf } from '../submission.ts';

const cancelling: TryJudging = {
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

export const tried: Readonly<Record<string, TryJudging>> = { 'cancel-job': cancelling };

/**
 * Effect of an attempted cancellation: its job is in the state to which a good cancellation brings jobs,
 * and jobs without a cancellation keep their state meanwhile. If those move on by themselves, the effect cannot be seen.
 */
function cancelEffect(attempt: Exchange, { exchanges }: Reporter): { seen: true; what: string } | undefined {
  const own = exchanges.filter(({ lane }) => lane === attempt.lane);
  const cancellations = own.filter(
    ({ operation, purpose }) => operation === attempt.operation && purpose !== 'cleanup',
  );
  const good = cancellations.find((one) => one.purpose === 'documented' && succeeded(one));
  const id = (job: unknown) => String(memberOf(job, 'job_id')).toLowerCase();
  // A service that answers with another job shows nothing of this one.
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
  return { seen: true, what: `the job went from state ${before} to ${cancelled}` };
}
