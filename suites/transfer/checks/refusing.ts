/** Every call requires authentication: what bad credentials got. */
import { jsonOf, succeeded } from '../../../src/engine/answer.ts';
import { judgeRefused, type PositiveControls, reportUntried } from '../../../src/engine/answering.ts';
import { decidable, restsOn } from '../../../src/engine/deciding.ts';
import { check, every, ifAnswered, named, type Probe } from '../../../src/engine/suite.ts';
import type { Check, Reporter } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { isFinalState, memberOf } from '../probes/reading.ts';
import {
  listByOrganisation,
  refuseCancel,
  refuseDelegation,
  refuseIdentity,
  refuseList,
  refuseListByOrganisation,
  refuseStatus,
  refuseSubmit,
  submitOverwrite,
  UNTOUCHED,
  VICTIM_OF,
} from '../probes/refusing.ts';
import { cancelJob, readSubmittedJob } from '../probes/submitting.ts';
import { kindOf } from '../refused.ts';
import { submissionsOf } from '../submission.ts';

/** Twins of a try: good exchanges of the same operation in the same lane. Those after it have the same identifiers and the same query. */
function controlsOf(attempt: Exchange, report: Reporter): PositiveControls {
  const before = report.exchanges.filter(
    (exchange) => exchange.lane === attempt.lane && exchange.operation === attempt.operation && exchange.purpose !== 'refusal' && succeeded(exchange),
  );
  const [vo, job] = [attempt.params['vo_name'], attempt.params['job_id']];
  // Before it, any exchange with the credential: a job can be cancelled once, and a listing with a query is asked once.
  return { before, after: before.filter(({ params }) => params['job_id'] === job && (vo === undefined || params['vo_name'] === vo)) };
}

/** Whether an answer is JSON of the documented kind; if its body is not documented, any answer is. */
function isDocumented(exchange: Exchange, report: Reporter): boolean {
  const states = (what: string) => report.contract.requirements.has(`transfer/${exchange.operation}/returns-json-${what}`);
  const { json } = jsonOf(exchange);
  if (states('array')) return Array.isArray(json);
  return !states('object') || (typeof json === 'object' && json !== null && !Array.isArray(json));
}

/**
 * Effect of an attempted cancellation: its job is in the state to which a good cancellation brings jobs,
 * and jobs without a cancellation keep their state meanwhile. If those move on by themselves, the effect cannot be seen.
 */
function cancelEffect(attempt: Exchange, report: Reporter): { seen: true; what: string } | undefined {
  const state = (isRead: (one: Exchange) => boolean) => {
    const reads = ({ lane, operation, purpose }: Exchange) => lane === attempt.lane && operation === 'job-status' && purpose === 'documented';
    const read = report.exchanges.findLast((one) => reads(one) && succeeded(one) && isRead(one));
    return memberOf(read && jsonOf(read).json, 'job_state');
  };
  const labelled = (of: string) => state(({ label }) => label === `after-${of}`);
  const [before, cancelled] = [readSubmittedJob, cancelJob].map(({ name }) => state(({ probe }) => probe === name));
  if (typeof cancelled !== 'string' || cancelled === before || isFinalState(cancelled)) return undefined;
  if (labelled(UNTOUCHED) !== before || labelled(attempt.label) !== cancelled) return undefined;
  return { seen: true, what: `the job was in state ${cancelled} afterwards` };
}

/**
 * @param form the form of the request that is tried, such as `by-vo`, where it is not the plain one
 * @param closing the probe whose good requests follow the tries, if they do not send their own
 */
function refusing(tries: Probe, { form, closing }: { readonly form?: string; readonly closing?: Probe } = {}): Check {
  const row = (name: string) => ['transfer', tries.operation, ...(form === undefined ? [] : [form]), 'refuses', kindOf(name)].join('/');
  return check({
    needs: [named('tries', every(tries)), ...(closing === undefined ? [] : [named('closing', ifAnswered(closing))])],
    decides: [row('*'), 'transfer/gap/refusal', 'transfer/gap/error-codes'],
    judge({ tries }, report) {
      const attempts = tries.filter((exchange) => exchange.purpose === 'refusal');
      for (const submission of tries) {
        const kind = submission.notes?.[VICTIM_OF];
        if (typeof kind === 'string') withoutVictim(report, row(kind), submission);
      }
      for (const attempt of attempts) {
        const cancels = attempt.operation === 'cancel-job';
        const controls = controlsOf(attempt, report);
        const own = !cancels || submissionsOf(attempt.params['job_id'], report.exchanges).length <= 1;
        const documented = controls.after.length === 0 || controls.after.some((twin) => isDocumented(twin, report));
        const open = decidable(report, row(attempt.label), attempt, [
          restsOn(own, 'several submissions returned the identifier of this job'),
          restsOn(documented, 'access control not tested: the authorised response is not as documented', controls.after[0]),
        ]);
        if (!open) continue;
        judgeRefused(report, row(attempt.label), attempt, controls, cancels ? cancelEffect(attempt, report) : undefined);
        observeError(report, attempt);
      }
    },
  });
}

/** No cancellation was tried, because the submission gave no job to try it on. */
function withoutVictim(report: Reporter, id: string, submission: Exchange): void {
  if (decidable(report, id, submission, restsOn(!succeeded(submission), 'the submission returned no identifier of a new job', submission)))
    reportUntried(report, id, submission);
}

function observeError(report: Reporter, attempt: Exchange): void {
  if (attempt.outcome.kind !== 'answer' || attempt.outcome.status < 400 || attempt.outcome.body.size === 0) return;
  const { json } = jsonOf(attempt);
  const form =
    typeof json === 'object' && json !== null
      ? `JSON with ${Object.keys(json).slice(0, 5).join(', ')}`
      : `${attempt.outcome.body.size} octets, not a JSON object`;
  report.observe('transfer/gap/error-codes', `${attempt.outcome.status}: ${form}`, attempt);
}

export const refusals = [
  ...[refuseIdentity, refuseDelegation, refuseStatus, refuseCancel].map((tries) => refusing(tries)),
  refusing(refuseSubmit, { closing: submitOverwrite }),
  refusing(refuseList, { closing: listByOrganisation }),
  refusing(refuseListByOrganisation, { form: 'by-vo', closing: listByOrganisation }),
];
