/** A run of a legal client library, written by hand: tests change what was recorded of it, and have it judged. */
import { loadLibraryContract } from '../../src/contract/library-operations.ts';
import { account } from '../../src/engine/account/account.ts';
import { judge } from '../../src/engine/judge/judge.ts';
import type { ProbeOutcome, Result } from '../../src/engine/words/types.ts';
import type { Body, Exchange, Outcome } from '../../src/wire/types.ts';
import {
  contextCall,
  describedTransfers,
  type Form,
  jobCall,
  statusCall,
  submitCall,
  type TransferParameters,
  transferCall,
  whoamiCall,
} from '../../suites/client-library/calls.ts';
import type { Called, Command, Loaded } from '../../suites/client-library/driver/protocol.ts';
import type { Arrival, ArrivedRequest, CredentialName, ServerName } from '../../suites/client-library/endpoint.ts';
import { WAY_NAMES } from '../../suites/client-library/probes/ways.ts';
import type { Report, Step } from '../../suites/client-library/scenario.ts';
import { createClientLibrarySuite } from '../../suites/client-library/suite.ts';
import { recordingEndpoints } from './recording-endpoints.ts';

const contract = loadLibraryContract('client-library');
const suite = createClientLibrarySuite(recordingEndpoints);
const { probes } = suite;

const OPERATIONS = [...contract.operations.keys()];
export const JOB = '8e2b9a6a-1c0d-4ca5-9e3f-a1bf3cf2b7b0';
export const IDENTITY = { user_dn: '/CN=Ada Example', vos: ['vo'], level: { transfer: 'vo' }, method: 'certificate' };
export const JOB_STATUS = { job_id: JOB, job_state: 'FINISHED', reason: null, http_status: '200 Ok' };
const GIVEN = {
  module: 'a_library',
  caVariables: ['SSL_CERT_FILE'],
  credentialVariables: { proxy: 'X509_USER_PROXY', certificate: 'X509_USER_CERT', key: 'X509_USER_KEY' },
  declaredVariables: ['proxy', 'certificate', 'key'],
  names: Object.fromEntries(OPERATIONS.map((name) => [name, name])),
};

/** One exchange: the instruction to the library, and the report of it; no report: the exchange failed. */
export interface Scene {
  /** Probe and role, `submissions/keywords`. */
  readonly name: string;
  readonly calls: readonly Command[];
  readonly report?: Report;
}

/** A request that arrived. */
export function request(
  method: string,
  target: string,
  answer: unknown,
  more: Partial<ArrivedRequest> = {},
): ArrivedRequest {
  const seen = {
    server: 'trusted',
    headers: {},
    body: '',
    credential: 'certificate',
    chained: true,
    status: 200,
  } as const;
  return { kind: 'request', method, target, answer: JSON.stringify(answer), ...seen, ...more };
}

export const brokenHandshake = (server: ServerName): Arrival => ({
  kind: 'failed-handshake',
  server,
  code: 'ERR_SSL_ALERT_UNKNOWN_CA',
});

const typeOf = (value: unknown): string =>
  value === null ? 'NoneType' : Array.isArray(value) ? 'list' : typeof value === 'object' ? 'dict' : 'str';
export const returned = (value: unknown): Called => ({ returned: { type: typeOf(value), value }, threads: [] });
const kept = (): Called => ({ returned: { type: 'object', kept: true }, threads: [] });
export const raised = (type: string, message: string, bases: readonly string[] = [type, 'Exception']): Called => ({
  raised: { type, message, bases, places: [] },
  threads: [],
});
export const HUNG: Called = { ended: { how: 'hung', detail: 'no answer within 20000 ms' } };

const step = (call: string, outcome: Called, arrivals: readonly Arrival[] = []): Step => ({ call, outcome, arrivals });
const report = (
  steps: readonly Step[],
  loaded: Loaded = { imported: true, offers: OPERATIONS, python: '3.12.0', threads: [] },
): Report => ({
  loaded,
  steps,
  before: [],
  stdout: { bytes: 0, text: '' },
  stderr: { bytes: 0, text: '' },
});

/** An identity check with a context of its own, that arrives. */
const checked = (name: string, more: Partial<ArrivedRequest> = {}): Scene => ({
  name,
  calls: [contextCall('positional', { endpoint: '{trusted}' }), whoamiCall()],
  report: report([
    step('Context', kept()),
    step('whoami', returned(IDENTITY), [request('GET', '/whoami', IDENTITY, more)]),
  ]),
});

const notVerified = (server: ServerName) =>
  [raised('ssl.SSLError', 'certificate verify failed'), [brokenHandshake(server)]] as const;

/** An identity check at a server that is not to be trusted. */
const refused = (name: string, server: ServerName = 'untrusted'): Scene => ({
  name,
  calls: [contextCall('positional', { endpoint: `{${server}}` }), whoamiCall()],
  report: report([step('Context', kept()), step('whoami', ...notVerified(server))]),
});

const fileOf = ({ source, destination, checksum }: TransferParameters) => ({
  ...{ sources: [source], destinations: [destination], checksum },
});

const submission = (name: string, form: Form, count: number, credential: CredentialName): Scene => {
  const transfers = describedTransfers(count);
  const files = transfers.map(fileOf);
  const post = request(
    'POST',
    '/jobs',
    { job_id: JOB },
    { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ files, params: {} }), credential },
  );
  return {
    name,
    calls: [
      contextCall('positional', { endpoint: '{trusted}' }),
      ...transfers.map((each, at) => transferCall(form, each, `t${at}`)),
      jobCall(transfers.map((_, at) => `t${at}`)),
      submitCall(),
    ],
    report: report([
      step('Context', kept()),
      ...transfers.map(() => step('new_transfer', kept())),
      step('new_job', kept()),
      step('submit', returned(JOB), [post]),
    ]),
  };
};

const OTHER_JOB = '1f0a7c52-9d4e-4a5b-8c33-0e6d2b7a9f10';

/** Contexts and jobs that are used alternately. */
function inTurn(credential: CredentialName): readonly Scene[] {
  const identified = (as: CredentialName, server: ServerName = 'trusted') =>
    step('whoami', returned(IDENTITY), [request('GET', '/whoami', IDENTITY, { credential: as, server })]);
  const built = (call: string) => step(call, kept());
  const first = { server: 'trusted', credential: 'certificate' } as const;
  const second = { server: 'second', credential: 'proxy' } as const;
  const read = (id: string, by: Partial<ArrivedRequest>) => {
    const job = { ...JOB_STATUS, job_id: id };
    return step('get_job_status', returned(job), [request('GET', `/jobs/${id}`, job, by)]);
  };
  const transfers = describedTransfers(2);
  const submitted = (at: number, by: Partial<ArrivedRequest>) => {
    const body = JSON.stringify({ files: transfers.slice(at, at + 1).map(fileOf), params: {} });
    const headers = { 'content-type': 'application/json' };
    return step('submit', returned(JOB), [request('POST', '/jobs', { job_id: JOB }, { headers, body, ...by })]);
  };
  return [
    {
      name: 'mixed/inTurn',
      calls: [
        contextCall('positional', { endpoint: '{trusted}', ucert: '{certificate}' }, 'first'),
        contextCall('keywords', { endpoint: '{second}', ucert: '{proxy}' }, 'second'),
        ...['first', 'second', 'first'].map(whoamiCall),
        ...transfers.map((each, at) => transferCall('positional', each, `t${at}`)),
        ...transfers.map((_, at) => jobCall([`t${at}`], `j${at}`)),
        submitCall('j0', 'first'),
        submitCall('j1', 'second'),
        statusCall(JOB, 'first'),
        statusCall(OTHER_JOB, 'second'),
        statusCall(JOB, 'second'),
      ],
      report: report([
        ...['Context', 'Context'].map(built),
        ...[first, second, first].map((by) => identified(by.credential, by.server)),
        ...['new_transfer', 'new_transfer', 'new_job', 'new_job'].map(built),
        ...[first, second].map((by, at) => submitted(at, by)),
        read(JOB, first),
        read(OTHER_JOB, second),
        read(JOB, second),
      ]),
    },
    {
      name: 'turning/turned',
      calls: [],
      report: report([
        built('Context'),
        identified(credential, 'turning'),
        built('new_transfer'),
        built('new_job'),
        ...['whoami', 'submit', 'get_job_status'].map((call) => step(call, ...notVerified('turning'))),
      ]),
    },
  ];
}

/** Everything that a run records of a library that does what the document says; with another credential where that is the first that can be used. */
export function legalRun(credential: CredentialName = 'certificate'): readonly Scene[] {
  return [
    { name: 'loading/imported', calls: [], report: report([]) },
    checked('forms/positional'),
    checked('forms/keywords'),
    checked('ways/certificate-and-key'),
    checked('ways/proxy-as-ucert', { credential: 'proxy' }),
    checked('ways/proxy-in-both', { credential: 'proxy' }),
    checked('verifying/trusted', { credential }),
    refused('verifying/untrusted'),
    refused('verifying/byDefault'),
    checked('verifying/unverified', { server: 'untrusted', credential }),
    refused('verifying/otherHost', 'other-host'),
    refused('verifying/expired', 'expired'),
    checked('fromEnvironment/proxy', { credential: 'voms-proxy' }),
    checked('fromEnvironment/parameters', { credential }),
    checked('fromEnvironment/certificate'),
    checked('identity/checked', { credential }),
    submission('submissions/positional', 'positional', 1, credential),
    submission('submissions/keywords', 'keywords', 1, credential),
    submission('submissions/three', 'positional', 3, credential),
    {
      name: 'jobStatus/read',
      calls: [contextCall('positional', { endpoint: '{trusted}' }), statusCall(JOB)],
      report: report([
        step('Context', kept()),
        step('get_job_status', returned(JOB_STATUS), [request('GET', `/jobs/${JOB}`, JOB_STATUS, { credential })]),
      ]),
    },
    ...inTurn(credential),
  ];
}

/** The same scenes, one of them changed. */
export function where(scenes: readonly Scene[], name: string, change: (scene: Scene) => Scene): readonly Scene[] {
  if (!scenes.some((scene) => scene.name === name)) throw new Error(`there is no scene ${name}`);
  return scenes.map((scene) => (scene.name === name ? change(scene) : scene));
}

/** A change of one scene: the first step that made this call came to this, and nothing behind it was called. */
export function endsWith(call: string, outcome: Called, arrivals: readonly Arrival[] = []): (scene: Scene) => Scene {
  return steps((all) => {
    const at = all.findIndex((each) => each.call === call);
    const notMade = (each: Step): Step => ({
      ...each,
      outcome: { notMade: `${each.call} was not called`, offered: true },
      arrivals: [],
    });
    return [
      ...all.slice(0, at),
      step(call, outcome, arrivals),
      ...all.slice(at + 1).map('returned' in outcome ? (each) => each : notMade),
    ];
  });
}

/** A change of the steps of one scene. */
export const steps =
  (change: (steps: readonly Step[]) => readonly Step[]) =>
  (scene: Scene): Scene =>
    reporting(({ steps, ...rest }) => ({ ...rest, steps: change(steps) }))(scene);

/** A change of the report of one scene. */
export const reporting =
  (change: (report: Report) => Report) =>
  (scene: Scene): Scene => ({ ...scene, ...(scene.report && { report: change(scene.report) }) });

/** Nothing was recorded of a scene: the exchange came to nothing. */
export const unrecorded = ({ report: _, ...scene }: Scene): Scene => scene;

const bodyOf = (value: unknown): Body => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { bytes, size: bytes.length, digest: '', truncated: false };
};

function exchangeOf({ name, calls, report: reported }: Scene, at: number): Exchange {
  const [probe = '', label = ''] = name.split('/');
  const outcome: Outcome = reported
    ? { kind: 'answer', status: 200, headers: [], body: bodyOf(reported) }
    : { kind: 'failure', phase: 'connect', code: 'NO_INTERPRETER', message: 'the interpreter could not be started' };
  return {
    id: `e${at + 1}`,
    interface: 'client-library',
    lane: 'certificate',
    probe,
    operation: probes.find((each) => each.name === probe)?.operation ?? '',
    service: 'client-library',
    purpose: 'documented',
    params: {},
    origins: {},
    label,
    request: {
      method: 'POST',
      url: 'library://under-test',
      headers: [],
      credential: 'certificate',
      ...(calls.length > 0 && { body: bodyOf({ environment: 'no-credentials', calls }) }),
    },
    attempts: [],
    outcome,
    startedAt: at,
    endedAt: at + 1,
  };
}

/** The identifiers of a probe's exchanges, and by role: of a way there may be several. */
function rolesOf(own: readonly Exchange[], probe: string): Pick<ProbeOutcome, 'exchanges' | 'roles'> {
  const byRole = own.map(({ label, id }) => [label, id] as const);
  const ids = (role: string) => byRole.flatMap(([label, id]) => (label === role ? [id] : []));
  const roles = probe === 'ways' ? WAY_NAMES.map((way) => [way, ids(way)] as const) : byRole;
  return { exchanges: own.map(({ id }) => id), roles: Object.fromEntries<string | readonly string[]>(roles) };
}

/** Results by requirement, without `client-library/`. */
export function judged(
  scenes: readonly Scene[],
  given: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, Result> {
  const exchanges = scenes.map(exchangeOf);
  const outcomes = probes.map(
    ({ name }): ProbeOutcome => ({
      probe: name,
      lane: 'certificate',
      state: 'done',
      ...rolesOf(
        exchanges.filter(({ probe }) => probe === name),
        name,
      ),
    }),
  );
  const lanes = [{ name: 'certificate', given: { ...GIVEN, ...given }, credentials: ['good'] }];
  const facts = judge({ interface: 'client-library', lanes, probes: outcomes, exchanges }, contract, suite);
  const results = account(facts, {
    contract,
    lanes,
    notPlanned: new Map(),
    notOffered: new Set(),
    selected: () => true,
  });
  return new Map(results.map((result) => [result.id.replace(/^client-library\//, ''), result]));
}

/** Requirements with one of these verdicts. */
export const withVerdict = (
  results: ReadonlyMap<string, Result>,
  ...verdicts: readonly Result['verdict'][]
): string[] => [...results].filter(([, { verdict }]) => verdicts.includes(verdict)).map(([id]) => id);

/** What turns red when these scenes are judged. */
export const red = (scenes: readonly Scene[]): string[] => withVerdict(judged(scenes), 'fail', 'warn', 'error');
