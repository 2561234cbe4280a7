/** The embedded transfer service: a pure request handler, written from the interface document. */
import { schemasOf } from '../package-root.ts';
import type { Pki } from '../pki/create-pki.ts';
import { readRecords } from '../record-values.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../types.ts';
import { createAnswers, errorResponse } from './answers.ts';
import type { Asked, Behaviour } from './behaviour.ts';
import { Callers } from './callers.ts';
import type { Caller } from './credentials.ts';
import { faultDefinitions } from './faults.ts';
import { JOB_RULES, type Job, JobStore } from './jobs.ts';
import { createOperations } from './operations.ts';
import { isTokenKind, type RefusedKind } from './refused-kinds.ts';
import { createRouter, type FoundRoute, type Route, statusPathOf, type TransferNames } from './routes.ts';
import { variantDefinitions } from './variants.ts';

export interface TransferReferenceOptions {
  readonly pki: Pki;
  /** Milliseconds since 1970; default the real time. */
  readonly clock?: () => number;
  /** Ids of faults to turn on. */
  readonly fault?: string | readonly string[];
  /** Ids of lawful variants to turn on, applied in this order. */
  readonly variants?: readonly string[];
  /** Further changes, applied after the others, such as were drawn at random. */
  readonly behaviours?: readonly Behaviour[];
  readonly names?: TransferNames;
  /** Decides identifiers; default 1. */
  readonly seed?: number;
  /** How many jobs there are at the start; default 8. */
  readonly jobs?: number;
  /** Path template of the reading of one job; default `/jobs/{job_id}` in the deployment's names. */
  readonly statusPath?: string;
  /** Folder of the records' schemas; default the project's. */
  readonly schemasDir?: string;
}

/** One request as it was answered. `credential`: `certificate`, `token`, or the kind of a refused one. */
interface LogLine {
  readonly method: string;
  readonly target: string;
  readonly credential: string;
  readonly status: number;
}

export interface TransferReference {
  readonly handler: Handler;
  readonly log: readonly LogLine[];
  readonly jobs: ReadonlyMap<string, Job>;
  /** State of a job now. */
  stateOf(id: string): string | undefined;
  /** Turns the clock on by milliseconds. */
  advance(ms: number): void;
  readonly statusPath: string;
}

/** Makes a transfer service. Throws a RangeError for a fault or variant that does not exist. */
export function createTransferReference(options: TransferReferenceOptions): TransferReference {
  const { pki, names = {} } = options;
  const schemasDir = options.schemasDir ?? schemasOf('transfer');
  const behaviours = behavioursOf(options, schemasDir);
  const rules = Object.assign(
    {},
    JOB_RULES,
    options.jobs === undefined ? {} : { count: options.jobs },
    ...behaviours.map((each) => each.jobs ?? {}),
  );
  const lanes = behaviours.find((each) => each.lanes)?.lanes;
  let turned = 0;
  const clock = options.clock ?? Date.now;
  const now = (): number => clock() + turned;
  const jobs = new JobStore(rules, options.seed ?? 1, now(), pki.vo, pki.user.dn);
  const statusPath = statusPathOf(names, options.statusPath);
  const route = createRouter(names, statusPath);
  const callers = new Callers(pki, names.tokenHeader ?? { name: 'Authorization', scheme: 'Bearer' });
  const perform = createOperations({
    answers: createAnswers(readRecords(schemasDir)),
    behaviours,
    jobs,
    callers,
    vo: pki.vo,
  });
  const log: LogLine[] = [];
  const counts = new Map<string, number>();

  const refuse = (
    kind: RefusedKind,
    why: string,
    request: ReferenceRequest,
    { operation, id, query }: Route,
  ): ReferenceResponse => {
    const plain = errorResponse(
      kind === 'none' || isTokenKind(kind) ? 401 : 403,
      why,
      kind === 'none' ? [['WWW-Authenticate', 'Bearer']] : [],
    );
    const attempt = { request, jobs, now: now(), operation, id, query };
    return behaviours.reduce((response, each) => each.refusal?.(response, kind, attempt) ?? response, plain);
  };

  const answer = (
    request: ReferenceRequest,
    caller: Caller,
    { operation, id, query }: FoundRoute,
  ): ReferenceResponse => {
    const key = `${caller.lane} ${operation}`;
    const earlier = counts.get(key) ?? 0;
    counts.set(key, earlier + 1);
    const asked: Asked = { operation, request, id, query, caller, jobs, now: now(), earlier };
    const instead = behaviours.map((each) => each.instead?.(asked)).find((each) => each !== undefined);
    return behaviours.reduce((each, behaviour) => behaviour.answer?.(each, asked) ?? each, instead ?? perform(asked));
  };

  const respond = async (request: ReferenceRequest): Promise<{ response: ReferenceResponse; credential: string }> => {
    const target = behaviours.reduce((each, behaviour) => behaviour.target?.(each) ?? each, request.target);
    const found = route(request.method, target);
    const authentication = await callers.authenticate(request, now());
    let caller: Caller;
    let credential: string;
    if (authentication.ok) {
      caller = authentication.caller;
      credential = caller.lane;
      if (lanes && !lanes.includes(caller.lane)) {
        return { response: refuse('none', 'this kind of credential is not taken', request, found), credential: 'none' };
      }
      callers.accept(caller);
    } else {
      const { kind, why } = authentication;
      credential = kind;
      if (!behaviours.some((each) => each.letsIn?.(kind, found.operation, found.query)))
        return { response: refuse(kind, why, request, found), credential };
      caller = await callers.standIn(kind, now());
    }
    return {
      response: found.operation ? answer(request, caller, found) : errorResponse(found.status, 'nothing is here'),
      credential,
    };
  };

  return {
    handler: async (request) => {
      const { response, credential } = await respond(request);
      log.push({ method: request.method, target: request.target, credential, status: response.status });
      return response;
    },
    log,
    jobs: jobs.all,
    stateOf: (id) => {
      const job = jobs.all.get(id);
      return job && jobs.stateAt(job, now()).state;
    },
    advance: (ms) => {
      turned += ms;
    },
    statusPath,
  };
}

function behavioursOf(options: TransferReferenceOptions, schemasDir: string): Behaviour[] {
  const wanted: Behaviour[] = [];
  for (const id of [options.fault ?? []].flat()) {
    const fault = faultDefinitions(schemasDir).get(id);
    if (!fault) throw new RangeError(`no fault of the transfer reference is called ${id}`);
    wanted.push(fault.create());
  }
  for (const id of options.variants ?? []) {
    const variant = variantDefinitions().get(id);
    if (!variant) throw new RangeError(`no variant of the transfer reference is called ${id}`);
    wanted.push(variant.create());
  }
  return [...wanted, ...(options.behaviours ?? [])];
}
