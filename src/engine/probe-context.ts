/** Turns a documented operation into a request, sends it, and records what it was for. */
import type { Contract, Creation, Operation } from '../contract/types.ts';
import type { Effect, Exchange, LedgerEntry, WireCredential, WireRecord, WireRequest } from '../wire/types.ts';
import type { CredentialUse } from './credential-use.ts';
import { inDocumentWords, withMemberNames } from './document-words.ts';
import type { Lane, ProbeContext, RequestOptions } from './types.ts';

/** State that requests share within a run. */
export interface RunServices {
  send(request: WireRequest): Promise<WireRecord>;
  readonly runId: string;
  readonly seed: number;
  nextId(): string;
  redact(text: string): string;
  /** Keeps the exchange, and the ledger line of what it may have created. */
  record(exchange: Exchange, entry: LedgerEntry | undefined): void;
  cleanup: ProbeContext['cleanup'];
  residue: ProbeContext['residue'];
  wait: ProbeContext['wait'];
  now: ProbeContext['now'];
  /** The order in which credentials are used first; absent: none. */
  readonly credentialUse?: CredentialUse;
  /** Memory of a lane in a run; absent: nothing is kept between probes. */
  memory?(lane: Lane): LaneMemory;
  /** A value that is secret from now on. */
  redactFromNowOn?(value: string, name: string): void;
  allows?: ProbeContext['allows'];
  notice?: ProbeContext['notice'];
}

/** Credentials and secrets that a lane gains during a run. */
export interface LaneMemory {
  readonly credentials: Map<string, WireCredential>;
  readonly secretValues: Map<string, string>;
  readonly foreign: Set<string>;
}

export function newMemory(): LaneMemory {
  return { credentials: new Map(), secretValues: new Map(), foreign: new Set() };
}

/** Thrown by a probe that finds, before anything was sent, that something outside the target stands in its way; its rows are skipped with the message. */
export class SkipProbe extends Error {
  override readonly name = 'SkipProbe';
}

/** Thrown into a probe when the run is interrupted; the engine knows it from a fault of ours. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Waits so many milliseconds. Rejects with Interrupted as soon as the run is. */
export function waitUnlessInterrupted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new Interrupted('the run was interrupted'));
    };
    if (signal.aborted) return reject(new Interrupted('the run was interrupted'));
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The context of one probe in one lane. */
export function createProbeContext(
  run: RunServices,
  contract: Contract,
  services: Readonly<Record<string, string>>,
  lane: Lane,
  probe: string,
  priority: number,
): ProbeContext {
  const memory = run.memory?.(lane) ?? newMemory();
  const send = async (name: string, options: RequestOptions = {}): Promise<Exchange> => {
    const operation = contract.operations.get(name);
    if (operation === undefined) throw new Error(`the contract has no operation ${name}`);
    const wanted = options.credential ?? 'good';
    const credential = memory.credentials.get(wanted) ?? lane.credentials.get(wanted);
    if (credential === undefined) throw new Error(`the lane ${lane.name} has no credential ${wanted}`);
    const purpose = options.purpose ?? 'documented';
    const id = run.nextId();
    const method = options.method ?? operation.method;
    const request: WireRequest = {
      method,
      url: urlOf(operation, services[operation.service], options),
      headers: headersOf(operation, options, contract),
      ...bodyOf(options, operation),
      credential: renamedCredential(credential, contract),
      effect: effectOf(operation, options, method),
      repeatable: purpose !== 'refusal' && (method === 'GET' || method === 'HEAD' || options.repeatable === true),
      redirects: options.redirects ?? (purpose !== 'refusal' && method === 'GET' ? 'follow' : 'stop'),
      priority: purpose === 'cleanup' ? -1 : priority,
      ...pick(options, ['timeoutMs', 'onChunk', 'onHeaders', 'until', 'secrets', 'ledger']),
    };
    const record =
      run.credentialUse && purpose === 'documented' ? await run.credentialUse.send(credential, operation.service, request, run.send) : await run.send(request);
    const exchange: Exchange = {
      ...record,
      id,
      interface: contract.interface,
      lane: lane.name,
      probe,
      operation: options.undocumented ?? name,
      service: operation.service,
      purpose,
      params: Object.fromEntries(Object.entries(options.params ?? {}).map(([key, value]) => [key, run.redact(value)])),
      identifiers: options.identifiers ?? 'none',
      chosen: options.chosen ?? false,
      ...(sendsDocumentedType(operation, options) && { documentedMediaType: true }),
      label: options.label ?? '',
      ...(await notesOf(options, record)),
    };
    run.record(exchange, options.ledger);
    return inDocumentWords(exchange, contract);
  };
  return {
    send,
    lane: lane.name,
    settings: lane.settings,
    contract,
    runId: run.runId,
    seed: run.seed,
    hasCredential: (credential: string) => memory.credentials.has(credential) || lane.credentials.has(credential),
    secret: (name: string) => memory.secretValues.get(name) ?? lane.secretValues?.get(name),
    addSecret(name: string, value: string) {
      run.redactFromNowOn?.(value, name);
      memory.secretValues.set(name, value);
    },
    addCredential(name: string, made: WireCredential) {
      memory.credentials.set(name, made);
    },
    foreign: memory.foreign,
    allows: (kind: Creation) => run.allows?.(kind) ?? false,
    notice: (text: string) => run.notice?.(text),
    wait: run.wait,
    cleanup: run.cleanup,
    residue: run.residue,
    now: run.now,
  };
}

/** Notes as a member; without notes, no member. */
async function notesOf({ notes }: RequestOptions, record: WireRecord): Promise<Pick<Exchange, 'notes'>> {
  const made = typeof notes === 'function' ? await notes(record) : notes;
  return made === undefined || Object.keys(made).length === 0 ? {} : { notes: made };
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}

/** Percent-encoded; half a surrogate pair, which a server can return, as U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function urlOf(operation: Operation, base: string | undefined, options: RequestOptions): string {
  if (base === undefined) throw new Error(`no address is configured for the ${operation.service} service of ${operation.name}`);
  const template = options.path ?? operation.path;
  if (template === undefined) throw new Error(`the path of ${operation.name} is not known`);
  const params = options.params ?? {};
  const spanning = new Set(operation.parameters.filter(({ segments }) => segments).map(({ name }) => name));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.name} was asked without ${name}`);
    return spanning.has(name) ? value.split('/').map(encoded).join('/') : encoded(value);
  });
  const search = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, value = params[name], bare, wireName = name }) =>
      value === undefined ? [] : [bare ? encoded(wireName) : `${encoded(wireName)}=${encoded(value)}`],
    )
    .join('&');
  return `${base}${path}${search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search}`}`;
}

/** Documented headers and those asked for, under the names that a profile gives. Those of the credential stand with it. */
function headersOf(operation: Operation, options: RequestOptions, contract: Contract): [string, string][] {
  const constant = operation.parameters.flatMap((parameter): [string, string][] =>
    parameter.in === 'header' && parameter.value !== undefined ? [[parameter.name, parameter.value]] : [],
  );
  const type = options.json !== undefined || options.body !== undefined ? operation.requestType : undefined;
  const documented: [string, string][] = type === undefined ? constant : [...constant, ['Content-Type', type]];
  const asked = Object.entries(options.headers ?? {});
  const kept = documented.filter(([name]) => !asked.some(([other]) => other.toLowerCase() === name.toLowerCase()));
  return [...kept, ...asked].map(([name, value]) => [contract.renamed.get(name) ?? name, value]);
}

const renamedCredentials = new WeakMap<WireCredential, WireCredential>();

/** A credential under a profile's header names; the same object each time, because connections are kept by it. */
function renamedCredential(credential: WireCredential, contract: Contract): WireCredential {
  if (credential.headers === undefined || contract.renamed.size === 0) return credential;
  const known = renamedCredentials.get(credential);
  if (known) return known;
  const renamed = { ...credential, headers: credential.headers.map(([name, value]) => [contract.renamed.get(name) ?? name, value] as const) };
  renamedCredentials.set(credential, renamed);
  return renamed;
}

function sendsDocumentedType({ requestType }: Operation, options: RequestOptions): boolean {
  if (options.json === undefined && options.body === undefined) return true;
  return requestType !== undefined && !Object.keys(options.headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
}

function bodyOf(options: RequestOptions, { memberNames }: Operation): Pick<WireRequest, 'body'> {
  if (options.json !== undefined) {
    const json = memberNames === undefined ? options.json : withMemberNames(options.json, memberNames, 'deployment');
    return { body: new TextEncoder().encode(JSON.stringify(json)) };
  }
  return options.body === undefined ? {} : { body: options.body };
}

function effectOf(operation: Operation, options: RequestOptions, method: string): Effect {
  if (options.purpose === 'cleanup') return 'cleanup';
  const creates = options.creates ?? operation.creates;
  return creates === undefined || method === 'GET' ? 'read' : { creates };
}
