/**
 * Faults that follow from the operations and records: an invalid credential is accepted, a valid one is rejected, a
 * body or a member is wrong.
 */
import { each } from '../../change.ts';
import { type DocumentedOperation, type GuardedOperation, guardedOperations } from '../../documented-operations.ts';
import { recordFaults, type Statement } from '../../record-faults.ts';
import { readRecords, typesOf } from '../../record-values.ts';
import { wrongBodies } from '../../wrong-values.ts';
import { type Job, STATES } from '../jobs.ts';
import { LANES, type RefusedKind, refusedKinds } from '../lanes.ts';
import {
  by,
  type Call,
  type Change,
  fault,
  faultsBy,
  isByVo,
  isCancelled,
  isNotByVo,
  JOB,
  members,
  type Place,
} from '../operators.ts';
import { readSubmission } from '../submission.ts';

const eachOperation = <T>(make: (operation: GuardedOperation) => readonly T[]) =>
  guardedOperations('transfer').flatMap(make);

/** Whether an operation returns a record with texts, by which a rejection that contains the record is recognized. */
export function hasTexts(operation: string): boolean {
  const { record = '' } = guardedOperations('transfer').find(({ name }) => name === operation) ?? {};
  const { properties = {} } = readRecords('transfer').get(record) ?? {};
  return Object.values(properties).some((property) => typesOf(property).includes('string'));
}

/** Returns the fault by which an invalid credential is accepted. */
export const letIn = (at: string, lane: RefusedKind, what = 'let-in', when: (call: Call) => boolean = isNotByVo) =>
  fault(`${at}/refuses/${lane}@${what}`, by.admit({ at, lane, when }, true));

/** Submits the job of a rejected request, in the name of a caller that was accepted before. */
const submittedAllTheSame = (place: Place) =>
  by.refusal(place, (response, { jobs, callers, now, request }) => {
    const caller = callers.latest('certificate') ?? callers.latest('token');
    const submission = readSubmission(request.body);
    if (caller && submission) {
      const { userDn, delegationId, vos } = caller;
      jobs.submit({ ...submission, userDn, delegationId, vo: vos[0] ?? '', submittedAt: now }, (uuid) => uuid);
    }
    return response;
  });

/** Does something to a job under way whose cancellation is rejected. */
const afterRejecting = (act: (job: Job, call: Call) => void, lane?: RefusedKind) =>
  by.refusal({ at: 'cancel-job', ...(lane && { lane }) }, (response, call) => {
    const { job, jobs, now } = call;
    if (job && jobs.stateAt(job, now).finishedAt === null) act(job, call);
    return response;
  });

/** Cancels a job, after some milliseconds. */
const cancelledIn =
  (ms: number) =>
  (job: Job, { now }: Call) => {
    job.cancelledAt = now + ms;
  };

const LATE_MS = 300;
/** Cancellations take a moment. */
export const CANCELS_LATE: Change = by.cancel({}, ({ job, at }) => ({ job, at: at + LATE_MS }));
/** A cancelled job only gets the mark of cancelled jobs. */
export const MARKS_ONLY: Change = members(
  JOB,
  { job_state: STATES.submitted, job_finished: null, reason: null },
  { when: isCancelled },
);

const refusalFaults = () => [
  ...eachOperation(({ name, refused }) => Object.keys(refused).map((kind) => letIn(name, kind))),
  ...refusedKinds().flatMap((lane) => [
    fault(`list-jobs/by-vo/refuses/${lane}@let-in`, by.admit({ at: 'list-jobs', lane, when: isByVo }, true)),
    fault(`submit-job/refuses/${lane}@refused-but-done`, submittedAllTheSame({ at: 'submit-job', lane })),
    fault(`cancel-job/refuses/${lane}@refused-but-done`, afterRejecting(cancelledIn(0), lane)),
  ]),
  fault('cancel-job/refuses/none@job-cancelled-late', [CANCELS_LATE, afterRejecting(cancelledIn(LATE_MS), 'none')]),
  fault('cancel-job/refuses/none@job-marked', [MARKS_ONLY, afterRejecting(cancelledIn(0), 'none')]),
  fault(
    'cancel-job/refuses/none@job-removed',
    afterRejecting(({ id }, { jobs }) => jobs.all.delete(id), 'none'),
  ),
  fault(
    'cancel-job/refuses/none@job-failed',
    afterRejecting((job, { jobs, now }) =>
      jobs.all.set(job.id, { ...job, settled: { state: STATES.failed, at: now, reason: null } }),
    ),
    { also: refusedKinds().flatMap((lane) => (lane === 'none' ? [] : `cancel-job/refuses/${lane}`)) },
  ),
];

/** Statuses that contradict a response to a documented request. */
function wrongStatuses({ path, hasBody }: DocumentedOperation) {
  // If the path comes from a setting, a "not found" proves nothing.
  if (path === undefined) return [500, 401];
  // A body contains what the operator chose.
  return [404, 405, 410, 501, 500, 401, ...(hasBody ? [] : [400, 406, 422])];
}

/** Returns faults with the id `transfer/<operation>/answers-<lane>@<status>`. */
const answerFaults = () =>
  eachOperation((operation) =>
    wrongStatuses(operation).flatMap((status) =>
      LANES.map((lane) =>
        fault(`${operation.name}/answers-${lane}@${status}`, by.refuse({ at: operation.name, lane }, status)),
      ),
    ),
  );

/** Changes by name that each replace an object or an array by another body. */
export const otherBodies = (returns: 'object' | 'array', place: Place): Record<string, Change> =>
  each(wrongBodies(returns), (body) => by.success(place, body));

/**
 * Returns the faults with the ids `transfer/<operation>/returns-json-object@<what>`, or `returns-json-array` for the
 * listing (without a query).
 */
const bodyFaults = () =>
  eachOperation((operation) => {
    const { name, returns } = operation;
    if (returns === undefined) return [];
    return faultsBy({ [`${name}/returns-json-${returns}`]: otherBodies(returns, { at: name, when: isNotByVo }) });
  });

/** Lane or operation to which a statement about a member applies. */
function placeOf({ record, where }: Pick<Statement, 'record' | 'where'>) {
  if (where?.flag === 'status') return { record, at: where.isSet ? 'job-status' : 'list-jobs' };
  return where ? { record, lane: LANES.filter((lane) => (lane === where.flag) === where.isSet) } : { record };
}

/** Returns definitions, one per way in which a documented member can be wrong. */
const memberFaults = () =>
  [...readRecords('transfer').values()].flatMap(recordFaults).map((wrong) => {
    const { kills, id, path, make } = wrong;
    return { kills, id, changes: [by.set({ ...placeOf(wrong), path }, make)] };
  });

export const operationFaults = () => [...memberFaults(), ...refusalFaults(), ...answerFaults(), ...bodyFaults()];
