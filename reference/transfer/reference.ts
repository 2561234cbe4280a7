/** The embedded transfer service: a pure request handler, written from the interface document. */
import { schemasOf } from '../package-root.ts';
import type { Pki } from '../pki/create-pki.ts';
import { derChain } from '../pki/write-pki.ts';
import { readRecords } from '../record-values.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../types.ts';
import { createAnswers, errorResponse, jsonResponse } from './answers.ts';
import type { Asked, Behaviour } from './behaviour.ts';
import { type Caller, createAuthenticator, type LaneName } from './credentials.ts';
import { faultDefinitions } from './faults.ts';
import { hostilities } from './hostile.ts';
import { JOB_RULES, type Job, JobStore } from './jobs.ts';
import { isTokenKind, type RefusedKind } from './refused-kinds.ts';
import { createRouter, statusPathOf, type TransferNames } from './routes.ts';
import { readSubmission } from './submission.ts';
import { variantDefinitions } from './variants.ts';

export interface TransferReferenceOptions {
  readonly pki: Pki;
  /** Milliseconds since 1970; default the real time. */
  readonly clock?: () => number;
  /** Id of a fault to turn on. */
  readonly fault?: string;
  /** Ids of lawful variants to turn on, applied in this order. */
  readonly variants?: readonly string[];
  /** Further changes, applied after the others, such as were drawn at random. */
  readonly behaviours?: readonly Behaviour[];
  /** Id of a hostile answer to give. */
  readonly hostile?: string;
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
  const answers = createAnswers(readRecords(schemasDir));
  const behaviours = behavioursOf(options, schemasDir);
  const rules = Object.assign({}, JOB_RULES, options.jobs === undefined ? {} : { count: options.jobs }, ...behaviours.map((each) => each.jobs ?? {}));
  const lanes = behaviours.find((each) => each.lanes)?.lanes;
  const lists = behaviours.find((each) => each.lists)?.lists ?? ((job: Job, vo: string) => job.vo === vo);
  let turned = 0;
  const clock = options.clock ?? Date.now;
  const now = (): number => clock() + turned;
  const jobs = new JobStore(rules, options.seed ?? 1, now(), pki.vo, pki.user.dn);
  const statusPath = statusPathOf(names, options.statusPath);
  const route = createRouter(names, statusPath);
  const authenticate = createAuthenticator(pki, names.tokenHeader ?? { name: 'Authorization', scheme: 'Bearer' });
  const log: LogLine[] = [];
  const counts = new Map<string, number>();
  const accepted = new Map<LaneName, Caller>();

  /** The good caller in whose place a bad credential is let in. */
  const standIn = async (kind: RefusedKind): Promise<Caller> => {
    const lane: LaneName = isTokenKind(kind) || (kind === 'none' && !accepted.has('certificate') && accepted.has('token')) ? 'token' : 'certificate';
    const known = accepted.get(lane);
    if (known) return { ...known, letIn: true };
    const request: ReferenceRequest = { method: 'GET', target: '/', headers: {}, body: new Uint8Array(), peer: derChain(pki.vomsProxy.cert) };
    const header = names.tokenHeader ?? { name: 'authorization', scheme: 'Bearer' };
    const bearer = { ...request, peer: [], headers: { [header.name.toLowerCase()]: `${header.scheme} ${pki.token}` } };
    const good = await authenticate(lane === 'token' ? bearer : request, now());
    if (!good.ok) throw new Error(`no good credential: ${good.why}`);
    return { ...good.caller, letIn: true };
  };

  const perform = (asked: Asked): ReferenceResponse => {
    const { caller, id } = asked;
    const record = (name: string, members: Record<string, unknown>, job?: Job): unknown =>
      behaviours.reduce<unknown>((value, each) => each.record?.(name, value as Record<string, unknown>, asked, job) ?? value, members);
    const json = (value: unknown): ReferenceResponse => {
      const changed = behaviours.reduce((each, behaviour) => (behaviour.json ? behaviour.json(each, asked) : each), value);
      return jsonResponse(200, changed);
    };
    const jobValue = (job: Job, single: boolean): unknown => record('transfer/job', answers.job(job, jobs, asked.now, single), job);
    switch (asked.operation) {
      case 'identity':
        return json(record('transfer/identity', answers.identity(caller)));
      case 'delegation': {
        const known = behaviours.reduce((each, behaviour) => behaviour.delegationId?.(each) ?? each, id);
        const owner = known === caller.delegationId ? caller : caller.letIn ? [...accepted.values()].find((each) => each.delegationId === known) : undefined;
        return owner ? json(record('transfer/delegation', answers.delegation(owner))) : errorResponse(404, 'no such delegation');
      }
      case 'list-jobs': {
        const vo = asked.query.get('vo_name');
        const listed = [...jobs.all.values()].filter((job) => vo === null || lists(job, vo));
        return json(listed.map((job) => jobValue(job, false)));
      }
      case 'job-status': {
        const job = jobs.all.get(id.toLowerCase());
        return job ? json(jobValue(job, true)) : errorResponse(404, 'no such job');
      }
      case 'cancel-job': {
        const job = jobs.all.get(id.toLowerCase());
        if (!job) return errorResponse(404, 'no such job');
        jobs.cancel(job, asked.now);
        return jsonResponse(200, { job_id: job.id, job_state: jobs.stateAt(job, asked.now).state });
      }
      case 'submit-job': {
        const submission = submissionIn(asked.request);
        if (typeof submission === 'string') return errorResponse(submission.startsWith('the media type') ? 415 : 400, submission);
        const { userDn, delegationId, vos } = caller;
        const job = jobs.submit({ ...submission, userDn, delegationId, vo: vos[0] ?? pki.vo, submittedAt: asked.now });
        return json(record('transfer/submission-result', answers.submission(job), job));
      }
    }
  };

  const refuse = (kind: RefusedKind, why: string, request: ReferenceRequest, found: ReturnType<typeof route>): ReferenceResponse => {
    const plain = errorResponse(kind === 'none' || isTokenKind(kind) ? 401 : 403, why, kind === 'none' ? [['WWW-Authenticate', 'Bearer']] : []);
    const attempt = {
      request,
      jobs,
      now: now(),
      operation: found.operation,
      id: found.operation ? found.id : '',
      query: found.operation ? found.query : new URLSearchParams(),
    };
    return behaviours.reduce((response, each) => each.refusal?.(response, kind, attempt) ?? response, plain);
  };

  const respond = async (request: ReferenceRequest): Promise<{ response: ReferenceResponse; credential: string }> => {
    const found = route(
      request.method,
      behaviours.reduce((target, each) => each.target?.(target) ?? target, request.target),
    );
    const authentication = await authenticate(request, now());
    let caller: Caller;
    let credential: string;
    if (authentication.ok && lanes && !lanes.includes(authentication.caller.lane)) {
      return { response: refuse('none', 'this kind of credential is not taken', request, found), credential: 'none' };
    }
    if (authentication.ok) {
      caller = authentication.caller;
      credential = caller.lane;
      accepted.set(caller.lane, caller);
    } else {
      const { kind, why } = authentication;
      credential = kind;
      if (!behaviours.some((each) => each.letsIn?.(kind, found.operation, found.operation ? found.query : new URLSearchParams())))
        return { response: refuse(kind, why, request, found), credential };
      caller = await standIn(kind);
    }
    if (!found.operation) return { response: errorResponse(found.status, 'nothing is here'), credential };
    const key = `${caller.lane} ${found.operation}`;
    const earlier = counts.get(key) ?? 0;
    counts.set(key, earlier + 1);
    const asked: Asked = { operation: found.operation, request, id: found.id, query: found.query, caller, jobs, now: now(), earlier };
    const instead = behaviours.map((each) => each.instead?.(asked)).find((each) => each !== undefined);
    const response = instead ?? perform(asked);
    return { response: behaviours.reduce((each, behaviour) => behaviour.answer?.(each, asked) ?? each, response), credential };
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

function submissionIn(request: ReferenceRequest): ReturnType<typeof readSubmission> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return 'the media type is not application/json';
  try {
    return readSubmission(JSON.parse(Buffer.from(request.body).toString('utf8')));
  } catch {
    return 'the body is no JSON';
  }
}

function behavioursOf(options: TransferReferenceOptions, schemasDir: string): Behaviour[] {
  const wanted: Behaviour[] = [];
  if (options.fault !== undefined) {
    const fault = faultDefinitions(schemasDir).get(options.fault);
    if (!fault) throw new RangeError(`no fault of the transfer reference is called ${options.fault}`);
    wanted.push(fault.create());
  }
  for (const id of options.variants ?? []) {
    const variant = variantDefinitions().get(id);
    if (!variant) throw new RangeError(`no variant of the transfer reference is called ${id}`);
    wanted.push(variant.create());
  }
  if (options.hostile !== undefined) {
    const hostility = hostilities().get(options.hostile);
    if (!hostility) throw new RangeError(`no hostile answer of the transfer reference is called ${options.hostile}`);
    wanted.push(hostility.create());
  }
  return [...wanted, ...(options.behaviours ?? [])];
}
