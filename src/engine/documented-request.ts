/** Turns a documented operation into a request. */
import type { Contract, Operation } from '../contract/types.ts';
import type { Effect, Exchange, WireCredential, WireRecord, WireRequest } from '../wire/types.ts';
import { withMemberNames } from './document-words.ts';
import type { RequestOptions } from './types.ts';
import { UNUSABLE_IDENTIFIER } from './unusable-identifier.ts';

/** The request of an operation, without its credential and its place among others. @throws Error where the path or a parameter is not known */
export function requestOf(
  operation: Operation,
  base: string | undefined,
  options: RequestOptions,
  contract: Contract,
): Omit<WireRequest, 'credential' | 'priority'> {
  const { method = operation.method, purpose } = options;
  return {
    method,
    url: urlOf(operation, base, options),
    headers: headersOf(operation, options, contract),
    ...bodyOf(options, operation),
    effect: effectOf(operation, options),
    repeatable: repeatable(method, options),
    redirects: options.redirects ?? (purpose !== 'refusal' && method === 'GET' ? 'follow' : 'stop'),
    ...pick(options, ['timeoutMs', 'extraMs', 'onChunk', 'onHeaders', 'until', 'secrets']),
  };
}

/** An attempt with a bad credential is evidence, also where its connection is lost; only a service that is down is asked again. */
function repeatable(method: string, { purpose, repeatable: declared = false }: RequestOptions): WireRequest['repeatable'] {
  const harmless = method === 'GET' || method === 'HEAD' || declared;
  return purpose === 'refusal' ? harmless && 'when-unavailable' : harmless;
}

/** The record of a request that is not sent because of a value in its path or query: its URL is the template. */
export function notSent(operation: Operation, base: string | undefined, options: RequestOptions, credential: string, why: string, at: number): WireRecord {
  return {
    request: { method: options.method ?? operation.method, url: `${base}${options.path ?? operation.path}`, headers: [], credential },
    attempts: [],
    outcome: { kind: 'failure', phase: 'refused-by-safety', code: UNUSABLE_IDENTIFIER, message: why },
    startedAt: at,
    endedAt: at,
  };
}

/** Members of an exchange that come from the options of its request. */
export function aboutExchange(
  operation: Operation,
  options: RequestOptions,
): Pick<Exchange, 'operation' | 'service' | 'purpose' | 'identifiers' | 'chosen' | 'documentedMediaType' | 'label'> {
  return {
    operation: options.undocumented ?? operation.name,
    service: operation.service,
    purpose: options.purpose ?? 'documented',
    identifiers: options.identifiers ?? 'none',
    chosen: options.chosen ?? false,
    ...(sendsDocumentedType(operation, options) && { documentedMediaType: true }),
    label: options.label ?? '',
  };
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}

function urlOf(operation: Operation, base: string | undefined, options: RequestOptions): string {
  if (base === undefined) throw new Error(`no address is configured for the ${operation.service} service of ${operation.name}`);
  const template = options.path ?? operation.path;
  if (template === undefined) throw new Error(`the path of ${operation.name} is not known`);
  const params = options.params ?? {};
  const spanning = new Set(operation.parameters.filter(({ segments }) => segments).map(({ name }) => name));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.name} was asked without ${name}`);
    return spanning.has(name) ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, value = params[name], bare, wireName = name }) =>
      value === undefined ? [] : [bare ? encodeURIComponent(wireName) : `${encodeURIComponent(wireName)}=${encodeURIComponent(value)}`],
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
export function renamedCredential(credential: WireCredential, contract: Contract): WireCredential {
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

/** The effect of an operation with these options; clean-up changes things too. */
export function effectOf(operation: Operation, options: RequestOptions, method = options.method ?? operation.method): Effect {
  if (options.purpose === 'cleanup') return 'cleanup';
  const creates = options.creates ?? operation.creates;
  return creates === undefined || method === 'GET' ? 'read' : { creates };
}
