/** Responses of the transfer reference to accepted callers, per operation. */
import type { Seam } from '../change.ts';
import { documentedOperations } from '../documented-operations.ts';
import { mediaTypeOf } from '../received.ts';
import { documentedMembers, type Members, readRecords } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import { errorResponse, jsonResponse, timestamp } from './answers.ts';
import type { Caller } from './credentials.ts';
import { type Job, STATES, uuidOf } from './jobs.ts';
import type { Call, Cancellation } from './operators.ts';
import { readSubmission } from './submission.ts';

/** A request of an accepted caller. */
type Admitted = Call & { readonly operation: string; readonly caller: Caller };
type Perform = (call: Admitted) => ReferenceResponse;

/** Returns what the service knows of a caller. */
const identityOf = (caller: Caller) => ({
  user_dn: caller.userDn,
  dn: [...caller.dn],
  base_id: uuidOf(caller.userDn),
  vos: [...caller.vos],
  vos_id: caller.vos.map(uuidOf),
  voms_cred: [...caller.vomsCred],
  delegation_id: caller.delegationId,
  method: caller.lane === 'token' ? 'oauth2' : 'certificate',
  is_root: false,
  oauth2_scope: caller.scope ?? '',
});

/** Returns what the service knows of a job. */
function jobOf(job: Job, { jobs, now }: Call) {
  const { state, finishedAt, reason } = jobs.stateAt(job, now);
  return {
    job_id: job.id,
    job_state: state,
    user_dn: job.userDn,
    vo_name: job.vo,
    cred_id: job.delegationId,
    submit_time: timestamp(job.submittedAt),
    job_finished: finishedAt === null ? null : timestamp(finishedAt),
    cancel_job: state === STATES.cancelled,
    source_se: job.source,
    dest_se: job.destination,
    verify_checksum: job.checksum ? 't' : 'n',
    overwrite_flag: job.overwrite,
    reason,
    http_status: '200 Ok',
  };
}

/** Performs operations as documented, apart from what changes do at the seam. */
export function createOperations(seam: Seam<Call>): Perform {
  const records = readRecords('transfer');
  /** Returns a record; members that the service does not know come from the examples of the schema. */
  const record = (id: string, known: Members, call: Admitted) => {
    const flags = new Set([call.caller.lane, ...(call.operation === 'job-status' ? ['status'] : [])]);
    const members = documentedMembers(records.get(id) ?? { id, properties: {} }, flags, call.job?.index ?? 0, known);
    return seam.through<unknown>('record', members, { ...call, record: id });
  };
  const json = (value: unknown, call: Call) => jsonResponse(200, seam.through('json', value, call));
  /** Makes an operation on the job that the path names. */
  const onJob =
    (perform: (job: Job, call: Admitted) => ReferenceResponse): Perform =>
    (call) =>
      call.job ? perform(call.job, call) : errorResponse(404, 'no such job');

  const operations: Readonly<Record<string, Perform>> = {
    identity: (call) => json(record('transfer/identity', identityOf(call.caller), call), call),
    delegation: (call) => {
      const owner = call.callers.ownerOf(seam.through('id', call.id, call), call.caller);
      if (!owner) return errorResponse(404, 'no such delegation');
      const known = {
        voms_attrs: owner.lane === 'certificate' ? [...owner.vomsCred] : [],
        termination_time: timestamp(owner.expires),
      };
      return json(record('transfer/delegation', known, call), call);
    },
    'list-jobs': (call) => {
      const wanted = call.query.get('vo_name');
      const listed = [...call.jobs.all.values()].filter(
        (job) => wanted === null || seam.through('filter', job.vo === wanted, { ...call, job }),
      );
      const records = listed.map((job, index) =>
        record('transfer/job', jobOf(job, call), { ...call, job, element: index + 1, elements: listed.length }),
      );
      return json(records, call);
    },
    'job-status': onJob((job, call) => json(record('transfer/job', jobOf(job, call), call), call)),
    'cancel-job': onJob((job, call) => {
      const { jobs, now } = call;
      if (jobs.stateAt(job, now).finishedAt === null) {
        const { job: cancelled, at } =
          seam.through<Cancellation | undefined>('cancellation', { job, at: now }, call) ?? {};
        if (cancelled) cancelled.cancelledAt = at;
      }
      return jsonResponse(200, { job_id: job.id, job_state: jobs.stateAt(job, now).state });
    }),
    'submit-job': (call) => {
      if (mediaTypeOf(call.request) !== 'application/json')
        return errorResponse(415, 'the media type is not application/json');
      const submission = readSubmission(call.request.body);
      if (!submission) return errorResponse(400, 'the body is not a submission as documented');
      const { userDn, delegationId, vos } = call.caller;
      const job = call.jobs.submit(
        { ...submission, userDn, delegationId, vo: vos[0] ?? '', submittedAt: call.now },
        (uuid) => seam.through('identifier', uuid, call),
      );
      return json(record('transfer/submission-result', { job_id: job.id }, { ...call, job }), call);
    },
  };
  const recordOf = new Map(
    documentedOperations('transfer').map(({ name, record, returns }) => [name, returns === 'object' && record]),
  );
  /** Answers an operation that has no row above from its schema. */
  const documented: Perform = (call) => {
    const id = recordOf.get(call.operation);
    return id ? json(record(id, {}, call), call) : errorResponse(501, 'not implemented');
  };
  return (call) => (operations[call.operation] ?? documented)(call);
}
