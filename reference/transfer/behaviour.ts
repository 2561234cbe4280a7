/** Changes that a fault or variant makes in the transfer reference. */
import type { Members } from '../record-values.ts';
import type { Fault, ReferenceRequest, ReferenceResponse, Variant } from '../types.ts';
import type { Caller } from './credentials.ts';
import type { Job, JobRules, JobStore } from './jobs.ts';
import type { RefusedKind } from './refused-kinds.ts';

export type OperationName = 'identity' | 'list-jobs' | 'submit-job' | 'cancel-job' | 'delegation' | 'job-status';

/** A request, taken apart. */
export interface Asked {
  readonly operation: OperationName;
  readonly request: ReferenceRequest;
  /** The identifier in the path, or empty. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  readonly jobs: JobStore;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How many requests for this operation this caller's lane made before. */
  readonly earlier: number;
}

/** Hooks, each optional; what a hook leaves undefined stays as it is. */
export interface Behaviour {
  /** Lets a bad credential in, which is then answered as the good one. */
  readonly letsIn?: (kind: RefusedKind, operation: OperationName | undefined, query: URLSearchParams) => boolean;
  /** Changes how a bad credential is refused. */
  readonly refusal?: (
    response: ReferenceResponse,
    kind: RefusedKind,
    asked: Omit<Asked, 'caller' | 'earlier' | 'operation'> & { operation: OperationName | undefined },
  ) => ReferenceResponse | undefined;
  /** Answers in place of the service. */
  readonly instead?: (asked: Asked) => ReferenceResponse | undefined;
  /** Changes a record of an answer; `record` is its id, such as `transfer/job`. Returns what stands in its place. */
  readonly record?: (record: string, members: Members, asked: Asked, job: Job | undefined) => unknown;
  /** Whether a listing with `vo_name` holds a job. */
  readonly lists?: (job: Job, vo: string) => boolean;
  /** The delegation identifier that this service knows for one that it gave out. */
  readonly delegationId?: (id: string) => string;
  /** Puts another request target in place of the one that was sent. */
  readonly target?: (target: string) => string;
  /** Changes the JSON value of an answer. */
  readonly json?: (value: unknown, asked: Asked) => unknown;
  /** Changes a whole answer. */
  readonly answer?: (response: ReferenceResponse, asked: Asked) => ReferenceResponse | undefined;
  /** Changes how jobs come and go. */
  readonly jobs?: Partial<JobRules>;
  /** Which credentials are taken at all. */
  readonly lanes?: readonly string[];
}

/** A fault or variant with what it does; a fresh behaviour for each reference, since it may count. */
export type FaultDefinition = Fault & { readonly create: () => Behaviour };
export type VariantDefinition = Variant & { readonly create: () => Behaviour };
