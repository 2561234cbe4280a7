/** Documented responses: records filled in from what the service knows. */
import { documentedMembers, type RecordSource } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import type { Caller } from './credentials.ts';
import { type Job, type JobStore, STATES, uuidOf } from './jobs.ts';

export type Records = ReadonlyMap<string, RecordSource>;

/** `YYYY-MM-DDTHH:MM:SS` of milliseconds since 1970, in UTC. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

export const jsonResponse = (
  status: number,
  value: unknown,
  headers: readonly (readonly [string, string])[] = [],
): ReferenceResponse => textResponse(status, JSON.stringify(value), 'application/json', headers);

export const textResponse = (
  status: number,
  text: string,
  type: string,
  headers: readonly (readonly [string, string])[] = [],
): ReferenceResponse => ({
  status,
  headers: [['Content-Type', type], ...headers],
  body: Buffer.from(text),
});

/** Returns an error in the form that this service chose; the document leaves it open. */
export const errorResponse = (
  status: number,
  message: string,
  headers: readonly (readonly [string, string])[] = [],
): ReferenceResponse => jsonResponse(status, { status: String(status), message }, headers);

export type Answers = ReturnType<typeof createAnswers>;

/** Builds records. Members that the service does not know come from the examples of the schema. */
export function createAnswers(records: Records) {
  const source = (id: string) => records.get(id) ?? { id, properties: {} };
  const identity = source('transfer/identity');
  const jobRecord = source('transfer/job');
  const delegation = source('transfer/delegation');
  const submission = source('transfer/submission-result');
  const flagsOf = (caller: Caller) => new Set([caller.lane]);
  const LISTED: ReadonlySet<string> = new Set();
  const SINGLE: ReadonlySet<string> = new Set(['status']);
  return {
    /** Returns a record of which the service knows nothing but the schema. */
    documented: (id: string, caller: Caller) => documentedMembers(source(id), flagsOf(caller), 0, {}),
    identity: (caller: Caller) =>
      documentedMembers(identity, flagsOf(caller), 0, {
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
      }),
    delegation: (caller: Caller) =>
      documentedMembers(delegation, flagsOf(caller), 0, {
        voms_attrs: caller.lane === 'certificate' ? [...caller.vomsCred] : [],
        termination_time: timestamp(caller.expires),
      }),
    submission: (job: Job) => documentedMembers(submission, LISTED, 0, { job_id: job.id }),
    job: (job: Job, jobs: JobStore, now: number, single: boolean) => {
      const { state, finishedAt, reason } = jobs.stateAt(job, now);
      return documentedMembers(jobRecord, single ? SINGLE : LISTED, job.index, {
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
      });
    },
  };
}
