/** Responses of the transfer reference to accepted callers, per operation. */
import type { Seam } from '../change.ts';
import { documentedOperations } from '../documented-operations.ts';
import { mediaTypeOf } from '../received.ts';
import type { Members } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import { type Answers, errorResponse, jsonResponse } from './answers.ts';
import type { Caller } from './credentials.ts';
import type { Job } from './jobs.ts';
import type { Call, Cancellation } from './operators.ts';
import { readSubmission } from './submission.ts';

interface Service {
  readonly answers: Answers;
  readonly seam: Seam<Call>;
  /** VO of callers whose credential names none. */
  readonly vo: string;
}

/** A request of an accepted caller. */
type Admitted = Call & { readonly operation: string; readonly caller: Caller };
type Perform = (call: Admitted) => ReferenceResponse;

/** Performs operations as documented, apart from what changes do at the seam. */
export function createOperations({ answers, seam, vo }: Service): Perform {
  const record = (name: string, members: Members, call: Call) =>
    seam.through<unknown>('record', members, { ...call, record: name });
  const json = (value: unknown, call: Call) => jsonResponse(200, seam.through('json', value, call));
  /** Makes an operation on the job that the path names. */
  const onJob =
    (perform: (job: Job, call: Admitted) => ReferenceResponse): Perform =>
    (call) =>
      call.job ? perform(call.job, call) : errorResponse(404, 'no such job');

  const operations: Readonly<Record<string, Perform>> = {
    identity: (call) => json(record('transfer/identity', answers.identity(call.caller), call), call),
    delegation: (call) => {
      const owner = call.callers.ownerOf(seam.through('id', call.id, call), call.caller);
      return owner
        ? json(record('transfer/delegation', answers.delegation(owner), call), call)
        : errorResponse(404, 'no such delegation');
    },
    'list-jobs': (call) => {
      const wanted = call.query.get('vo_name');
      const listed = [...call.jobs.all.values()].filter(
        (job) => wanted === null || seam.through('filter', job.vo === wanted, { ...call, job }),
      );
      const records = listed.map((job, index) =>
        record('transfer/job', answers.job(job, call.jobs, call.now, false), {
          ...{ ...call, job },
          ...{ element: index + 1, elements: listed.length },
        }),
      );
      return json(records, call);
    },
    'job-status': onJob((job, call) => {
      const members = answers.job(job, call.jobs, call.now, true);
      return json(record('transfer/job', members, call), call);
    }),
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
        { ...submission, userDn, delegationId, vo: vos[0] ?? vo, submittedAt: call.now },
        (uuid) => seam.through('identifier', uuid, call),
      );
      return json(record('transfer/submission-result', answers.submission(job), { ...call, job }), call);
    },
  };
  const recordOf = new Map(
    documentedOperations('transfer').map(({ name, record, returns }) => [name, returns === 'object' && record]),
  );
  /** Answers an operation that has no row above from its schema. */
  const documented: Perform = (call) => {
    const id = recordOf.get(call.operation);
    return id
      ? json(record(id, answers.documented(id, call.caller), call), call)
      : errorResponse(501, 'not implemented');
  };
  return (call) => (operations[call.operation] ?? documented)(call);
}
