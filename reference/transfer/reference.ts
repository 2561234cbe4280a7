/** The embedded transfer service: a pure request handler, written from the interface document. */
import { createSeam } from '../change.ts';
import { documentedOperations } from '../documented-operations.ts';
import type { Deviations } from '../in-process.ts';
import { remembering } from '../past.ts';
import type { Pki } from '../pki/create-pki.ts';
import { NO_REQUEST } from '../received.ts';
import { createRouter } from '../router.ts';
import { changesOf } from '../sometimes.ts';
import type { ReferenceRequest, ReferenceResponse } from '../types.ts';
import { errorResponse } from './answers.ts';
import { Callers } from './credentials.ts';
import { FAULTS, VARIANTS } from './deviations.ts';
import { JOB_RULES, type Job, JobStore } from './jobs.ts';
import { isTokenKind } from './lanes.ts';
import { createOperations } from './operations.ts';
import { type Call, type Change, OPERATORS } from './operators.ts';

/** Path template of the reading of one job, which the document leaves open. */
export const STATUS_PATH = '/jobs/{job_id}';

export interface TransferReferenceOptions extends Deviations<Change> {
  readonly pki: Pki;
}

/** A request with its outcome. `credential`: `certificate`, `token`, or the kind of a rejected one. */
export interface LogLine {
  readonly method: string;
  readonly target: string;
  readonly credential: string;
  readonly status: number;
}

export type TransferReference = ReturnType<typeof createTransferReference>;

/** Makes a transfer service. Throws a RangeError for a fault or variant that does not exist. */
export function createTransferReference(options: TransferReferenceOptions) {
  const { pki, fault = [], variants = [], changes = [] } = options;
  const seam = createSeam<typeof OPERATORS, Call>(OPERATORS, [
    ...changesOf(FAULTS, fault),
    ...changesOf(VARIANTS, variants),
    ...changes,
  ]);
  const callers = new Callers(pki);
  const jobs = new JobStore();
  const atStart = { ...NOTHING_ASKED, jobs, callers, now: Date.now() };
  jobs.begin(seam.through('jobs', JOB_RULES, atStart), atStart.now, pki.vo, pki.user.dn, (uuid) =>
    seam.through('identifier', uuid, atStart),
  );
  const route = createRouter(
    documentedOperations('transfer').map(({ path = STATUS_PATH, ...one }) => ({ ...one, path })),
  );
  const perform = createOperations(seam);
  const log: LogLine[] = [];
  const history = new Map<Call['operation'], Call['earlier']>();

  /** Returns the earlier requests for an operation; this one is then one of them. */
  const earlierThan = ({ lane, operation, request }: Call) => {
    const earlier = history.get(operation) ?? [];
    history.set(operation, [...earlier, { lane, request }]);
    return earlier;
  };

  const respond = async (request: ReferenceRequest) => {
    const plain = { ...NOTHING_ASKED, request, jobs, callers, now: Date.now() };
    const found = route(request.method, seam.through('target', request.target, plain));
    const authentication = await callers.authenticate(request, plain.now);
    const credential = authentication.ok ? authentication.caller.lane : authentication.kind;
    const operation = found.route?.name;
    const [id, query] = [unescaped(found.raw[0] ?? ''), new URLSearchParams(found.query)];
    const attempt: Call = { ...plain, operation, id, query, job: jobs.all.get(id.toLowerCase()), lane: credential };
    const caller = authentication.ok ? authentication.caller : callers.standIn(authentication.kind);
    if (!seam.through('admission', authentication.ok, attempt) || !caller) {
      const [kind, why] = authentication.ok
        ? (['none', 'this kind of credential is not taken'] as const)
        : [authentication.kind, authentication.why];
      const refused = errorResponse(
        kind === 'none' || isTokenKind(kind) ? 401 : 403,
        why,
        kind === 'none' ? [['WWW-Authenticate', 'Bearer']] : [],
      );
      return { response: seam.through('refusal', refused, { ...attempt, lane: kind }), credential: kind };
    }
    if (authentication.ok) callers.accept(authentication.caller);
    if (operation === undefined)
      return { response: errorResponse(found.isKnown ? 405 : 404, 'no such path'), credential };
    const admitted = { ...attempt, operation, caller, lane: caller.lane };
    const call = { ...admitted, earlier: earlierThan(admitted) };
    const refused = seam.through<ReferenceResponse | undefined>('request', undefined, call);
    return { response: seam.through('answer', refused ?? perform(call), call), credential };
  };

  return {
    handler: remembering(async (request) => {
      const { response, credential } = await respond(request);
      log.push({ method: request.method, target: request.target, credential, status: response.status });
      return response;
    }),
    log: log as readonly LogLine[],
    jobs: jobs.all as ReadonlyMap<string, Job>,
    /** State of a job now. */
    stateOf: (id: string) => {
      const job = jobs.all.get(id);
      return job && jobs.stateAt(job, Date.now()).state;
    },
    statusPath: STATUS_PATH,
  };
}

const NOTHING_ASKED = {
  operation: undefined,
  lane: 'none',
  id: '',
  query: new URLSearchParams(),
  earlier: [],
  request: NO_REQUEST,
} as const;

function unescaped(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
