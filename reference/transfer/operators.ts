/**
 * Operators by which a fault or variant changes the transfer reference, and the situations in which a change can apply.
 */
import {
  type Place as AnyPlace,
  type VariantTable as AnyVariantTable,
  type ChangeOf,
  changesBy,
  notationOf,
  operator,
  type Situation,
} from '../change.ts';
import { jsonOperators, type Made, made, replacing, responseOperators } from '../http-operators.ts';
import type { Members } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import { errorResponse } from './answers.ts';
import type { Caller, Callers } from './credentials.ts';
import type { Job, JobRules, JobStore } from './jobs.ts';

/** A request, parsed. `lane`: the caller's, or the kind of a rejected credential; `element`: of a listing. */
export interface Call extends Situation {
  readonly lane: string;
  /** The identifier in the path, or empty. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Absent if the credential is rejected. */
  readonly caller?: Caller;
  readonly callers: Callers;
  readonly jobs: JobStore;
  /** The job that the path names, or that the changed record is about. */
  readonly job?: Job | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Earlier requests for this operation. */
  readonly earlier: readonly Pick<Call, 'lane' | 'request'>[];
}

/** The job that a cancellation cancels, and the time. */
export interface Cancellation {
  readonly job: Job;
  readonly at: number;
}

const { putting, merging } = replacing<Call>();

/** Operators by name, in the order in which their stages come. */
export const OPERATORS = {
  /** Rules by which jobs begin and end. */
  jobs: merging<JobRules>('jobs'),
  /** Shape of a new job's identifier. */
  identifier: putting<string>('identifier'),
  /** Replaces the request target that was sent. */
  target: putting<string>('target'),
  /** Whether a credential is accepted; an invalid one then gets the response of the valid one. */
  admit: putting<boolean>('admission'),
  /** Changes how an invalid credential is rejected. */
  refusal: putting<ReferenceResponse>('refusal'),
  /** Rejects a documented request, with a status or a whole response; undefined does not. */
  refuse: operator<Call, ReferenceResponse | undefined>('request')<
    Made<undefined, Call, number | ReferenceResponse | undefined>
  >((earlier, argument, call) => {
    const answer = made(argument, undefined, call);
    return earlier ?? (typeof answer === 'number' ? errorResponse(answer, 'no') : answer);
  }),
  /** The identifier that this service knows for the one in the path. */
  id: putting<string>('id'),
  /** Whether a listing with `vo_name` contains a job. */
  list: putting<boolean>('filter'),
  /** The job that is cancelled, and the time; undefined: none. */
  cancel: operator<Call, Cancellation | undefined>('cancellation')<
    (cancellation: Cancellation, call: Call) => Cancellation | undefined
  >((cancellation, argument, call) => cancellation && argument(cancellation, call)),
  ...jsonOperators<Call>('record'),
  /** Changes the JSON value of a response. */
  json: operator<Call, unknown>('json')<(value: unknown, call: Call) => unknown>((value, argument, call) =>
    argument(value, call),
  ),
  ...responseOperators<Call>('answer'),
};

export type Change = ChangeOf<typeof OPERATORS, Call>;
/** The argument of an operator. */
export type Argument<Name extends Change['operator']> = Extract<Change, { readonly operator: Name }>['argument'];
export type Place = AnyPlace<Call>;

export const { fault, faultsBy, variantsIn } = notationOf<Change>('transfer', 'transfer/variant/');
export type VariantTable = AnyVariantTable<Change>;

/** A change by each of the operators. */
export const by = changesBy<typeof OPERATORS, Call>(OPERATORS);

export const JOB = 'transfer/job';
export const IDENTITY = 'transfer/identity';

/** Changes members of one record. */
export const members = (record: string, argument: Argument<'members'>, place: Place = {}): Change =>
  by.members({ record, ...place }, argument);

/** Changes one member of a record. */
export const member = (record: string, path: string, argument: Argument<'set'>, place: Place = {}): Change =>
  by.set({ record, ...place, path }, argument);

/** Listings contain only the jobs that pass. */
export const listing = (passes: (job: Job, call: Call) => boolean, place: Place = {}): Change =>
  by.json({ at: 'list-jobs', ...place }, (records, call) =>
    (records as readonly Members[]).filter(({ job_id }) => {
      const job = call.jobs.all.get(String(job_id).toLowerCase());
      return job === undefined || passes(job, call);
    }),
  );

/** Whether the request is the first of its lane for this operation. */
export const isFirst = ({ earlier, lane }: Call): boolean => !earlier.some((each) => each.lane === lane);
/** Returns the number of earlier requests of the same kind to the same path. */
export const timesBefore = ({ earlier, request }: Call): number =>
  earlier.filter((other) => other.request.target === request.target).length;
/** Whether the job was submitted here. */
export const isSubmitted = ({ job, jobs }: Call): boolean => job !== undefined && jobs.submitted.includes(job.id);
/** Whether the job existed at the start. */
export const isOfOthers = ({ job, jobs }: Call): boolean => job !== undefined && !jobs.submitted.includes(job.id);
/** Whether the job is cancelled. */
export const isCancelled = ({ job, jobs, now }: Call): boolean => job !== undefined && jobs.isCancelled(job, now);
/** Whether the listing is requested by `vo_name`. */
export const isByVo = ({ query }: Call): boolean => query.has('vo_name');
export const isNotByVo = (call: Call): boolean => !isByVo(call);
