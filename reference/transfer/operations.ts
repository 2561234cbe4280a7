/** Answers of the transfer reference to callers that are let in, per operation. */
import type { Seam } from '../change.ts';
import type { Members } from '../record-values.ts';
import type { ReferenceRequest, ReferenceResponse } from '../types.ts';
import { type Answers, errorResponse, jsonResponse } from './answers.ts';
import type { Caller } from './credentials.ts';
import type { Job } from './jobs.ts';
import type { Asked, Cancellation } from './operators.ts';
import type { OperationName } from './routes.ts';
import { readSubmission } from './submission.ts';

interface Service {
  readonly answers: Answers;
  readonly seam: Seam<Asked>;
  /** VO of callers whose credential names none. */
  readonly vo: string;
}

/** A request of a caller that is let in. */
type Admitted = Asked & { readonly operation: OperationName; readonly caller: Caller };
type Perform = (asked: Admitted) => ReferenceResponse;

/** Performs operations as documented, apart from what changes do at the seam. */
export function createOperations({ answers, seam, vo }: Service): Perform {
  const record = (name: string, members: Members, asked: Asked): unknown =>
    seam.through<unknown>('record', members, { ...asked, record: name });
  const json = (value: unknown, asked: Asked): ReferenceResponse =>
    jsonResponse(200, seam.through('json', value, asked));
  /** For operations on the job that the path names. */
  const onJob =
    (perform: (job: Job, asked: Admitted) => ReferenceResponse): Perform =>
    (asked) =>
      asked.job ? perform(asked.job, asked) : errorResponse(404, 'no such job');

  const operations: Readonly<Record<OperationName, Perform>> = {
    identity: (asked) => json(record('transfer/identity', answers.identity(asked.caller), asked), asked),
    delegation: (asked) => {
      const owner = asked.callers.ownerOf(seam.through('id', asked.id, asked), asked.caller);
      return owner
        ? json(record('transfer/delegation', answers.delegation(owner), asked), asked)
        : errorResponse(404, 'no such delegation');
    },
    'list-jobs': (asked) => {
      const wanted = asked.query.get('vo_name');
      const listed = [...asked.jobs.all.values()].filter(
        (job) => wanted === null || seam.through('filter', job.vo === wanted, { ...asked, job }),
      );
      const records = listed.map((job, index) =>
        record('transfer/job', answers.job(job, asked.jobs, asked.now, false), {
          ...{ ...asked, job },
          ...{ element: index + 1, elements: listed.length },
        }),
      );
      return json(records, asked);
    },
    'job-status': onJob((job, asked) => {
      const members = answers.job(job, asked.jobs, asked.now, true);
      return json(record('transfer/job', members, asked), asked);
    }),
    'cancel-job': onJob((job, asked) => {
      const { jobs, now } = asked;
      if (jobs.stateAt(job, now).finishedAt === null) {
        const { job: cancelled, at } =
          seam.through<Cancellation | undefined>('cancellation', { job, at: now }, asked) ?? {};
        if (cancelled) cancelled.cancelledAt = at;
      }
      return jsonResponse(200, { job_id: job.id, job_state: jobs.stateAt(job, now).state });
    }),
    'submit-job': (asked) => {
      const type = (asked.request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/json') return errorResponse(415, 'the media type is not application/json');
      const submission = submissionIn(asked.request);
      if (typeof submission === 'string') return errorResponse(400, submission);
      const { userDn, delegationId, vos } = asked.caller;
      const job = asked.jobs.submit(
        { ...submission, userDn, delegationId, vo: vos[0] ?? vo, submittedAt: asked.now },
        (uuid) => seam.through('identifier', uuid, asked),
      );
      return json(record('transfer/submission-result', answers.submission(job), { ...asked, job }), asked);
    },
  };
  return (asked) => operations[asked.operation](asked);
}

/** The submission in a request, or why the body is not one. */
function submissionIn(request: ReferenceRequest): ReturnType<typeof readSubmission> {
  try {
    return readSubmission(JSON.parse(Buffer.from(request.body).toString('utf8')));
  } catch {
    return 'the body is not JSON';
  }
}
