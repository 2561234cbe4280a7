/** Answers of the transfer reference to callers that are let in, per operation. */
import type { ReferenceRequest, ReferenceResponse } from '../types.ts';
import { type Answers, errorResponse, jsonResponse } from './answers.ts';
import type { Asked, Behaviour, OperationName } from './behaviour.ts';
import type { Callers } from './callers.ts';
import type { Job, JobStore } from './jobs.ts';
import { readSubmission } from './submission.ts';

interface Service {
  readonly answers: Answers;
  readonly behaviours: readonly Behaviour[];
  readonly jobs: JobStore;
  readonly callers: Callers;
  /** VO of callers whose credential names none. */
  readonly vo: string;
}

/** Performs operations as documented, apart from what the behaviours change in records and JSON values. */
export function createOperations({
  answers,
  behaviours,
  jobs,
  callers,
  vo,
}: Service): (asked: Asked) => ReferenceResponse {
  const lists = behaviours.find((each) => each.lists)?.lists ?? ((job: Job, wanted: string) => job.vo === wanted);
  const record = (name: string, members: Record<string, unknown>, asked: Asked, job?: Job): unknown =>
    behaviours.reduce<unknown>(
      (value, each) => each.record?.(name, value as Record<string, unknown>, asked, job) ?? value,
      members,
    );
  const json = (value: unknown, asked: Asked): ReferenceResponse =>
    jsonResponse(
      200,
      behaviours.reduce((each, behaviour) => (behaviour.json ? behaviour.json(each, asked) : each), value),
    );
  const jobRecord = (job: Job, asked: Asked, single: boolean): unknown =>
    record('transfer/job', answers.job(job, jobs, asked.now, single), asked, job);
  /** For operations on the job that the path names. */
  const onJob = (perform: (job: Job, asked: Asked) => ReferenceResponse) => (asked: Asked) => {
    const job = jobs.all.get(asked.id.toLowerCase());
    return job ? perform(job, asked) : errorResponse(404, 'no such job');
  };

  const operations: Readonly<Record<OperationName, (asked: Asked) => ReferenceResponse>> = {
    identity: (asked) => json(record('transfer/identity', answers.identity(asked.caller), asked), asked),
    delegation: (asked) => {
      const id = behaviours.reduce((each, behaviour) => behaviour.delegationId?.(each) ?? each, asked.id);
      const owner = callers.ownerOf(id, asked.caller);
      return owner
        ? json(record('transfer/delegation', answers.delegation(owner), asked), asked)
        : errorResponse(404, 'no such delegation');
    },
    'list-jobs': (asked) => {
      const wanted = asked.query.get('vo_name');
      const listed = [...jobs.all.values()].filter((job) => wanted === null || lists(job, wanted));
      return json(
        listed.map((job) => jobRecord(job, asked, false)),
        asked,
      );
    },
    'job-status': onJob((job, asked) => json(jobRecord(job, asked, true), asked)),
    'cancel-job': onJob((job, { now }) => {
      jobs.cancel(job, now);
      return jsonResponse(200, { job_id: job.id, job_state: jobs.stateAt(job, now).state });
    }),
    'submit-job': (asked) => {
      const type = (asked.request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/json') return errorResponse(415, 'the media type is not application/json');
      const submission = submissionIn(asked.request);
      if (typeof submission === 'string') return errorResponse(400, submission);
      const { userDn, delegationId, vos } = asked.caller;
      const job = jobs.submit({ ...submission, userDn, delegationId, vo: vos[0] ?? vo, submittedAt: asked.now });
      return json(record('transfer/submission-result', answers.submission(job), asked, job), asked);
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
