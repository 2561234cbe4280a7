/** Turns a documented operation into a request. */
import type { Contract, Operation } from '../../contract/types.ts';
import type { ConnectionSettings } from '../../wire/connect/tls-failure.ts';
import { CREDENTIAL_PLACES, joinedHeaderOf, without } from '../../wire/http.ts';
import type { Effect, Origin, Origins, WireBody, WireCredential, WireRecord, WireRequest } from '../../wire/types.ts';
import { withMemberNames } from '../judge/document-words.ts';
import { type Content, resolved } from '../words/origins.ts';
import { remembered } from '../words/remembered.ts';
import type { RequestOptions } from '../words/types.ts';

/**
 * Returns the request of an operation, without its credential and priority.
 * @param query the part of the credential that is sent in the query
 * @throws Error if the path or a parameter is not known
 */
export function requestOf(
  operation: Operation,
  base: string | undefined,
  options: RequestOptions,
  contract: Contract,
  query?: string,
): Omit<WireRequest, 'credential' | 'priority'> {
  const { method = operation.method, purpose, repeatable = false, timeoutMs, extraMs, onChunk, onHeaders } = options;
  const harmless = method === 'GET' || method === 'HEAD' || repeatable;
  return {
    method,
    url: urlOf(operation, base, options, query === undefined ? [] : [query]),
    headers: headersOf(operation, options, contract),
    ...bodyOf(options, operation),
    effect: effectOf(operation, options),
    // An attempt with an invalid credential is evidence even if its connection is lost, so it is repeated only if the
    // service is unavailable.
    repeatable: purpose === 'refusal' ? harmless && 'when-unavailable' : harmless || 'when-deferred',
    redirects: options.redirects ?? (purpose !== 'refusal' && method === 'GET' ? 'follow' : 'stop'),
    ...{ timeoutMs, extraMs, onChunk, onHeaders },
    until: options.until,
    secrets: options.secrets,
  };
}

/** Returns the record of a request that is not sent: its URL is the template. */
export function notSent(
  operation: Operation,
  base: string | undefined,
  options: RequestOptions,
  credential: string,
  why: { readonly code: string; readonly message: string },
  at: number,
): WireRecord {
  return {
    request: {
      method: options.method ?? operation.method,
      url: `${base}${options.path?.text ?? operation.path}`,
      headers: [],
      credential,
    },
    attempts: [],
    outcome: { kind: 'failure', phase: 'refused-by-safety', ...why },
    startedAt: at,
    endedAt: at,
  };
}

/**
 * Returns the members of an exchange that come from the options of its request.
 * @param connection absent if the settings of the connection are unknown
 */
export function aboutExchange(
  operation: Operation,
  options: RequestOptions,
  { settings = [], tls }: Pick<WireCredential, 'settings' | 'tls'>,
  connection: ConnectionSettings | undefined,
) {
  return {
    operation: options.undocumented ?? operation.name,
    service: operation.service,
    purpose: options.purpose ?? 'documented',
    origins: {
      ...connecting(connection, operation.service),
      ...settingsAt(CREDENTIAL_PLACES[tls ? 'tls' : 'header'], settings),
      ...originsIn(options),
    },
    ...(sendsDocumentedType(operation, options) && { documentedMediaType: true as const }),
  };
}

/**
 * Returns the origins of the connection: the setting of the address and that of the trusted authorities, which are the
 * system's without a setting.
 */
function connecting(connection: ConnectionSettings | undefined, service: string): Origins {
  const { addresses = {}, ca, authorities } = connection ?? {};
  const address = addresses[service];
  return {
    ...settingsAt('address', address === undefined ? [] : [address]),
    ...(ca !== undefined && {
      authorities: [authorities ? { from: 'setting', name: ca } : { from: 'gap', gap: 'authorities', setting: ca }],
    }),
  };
}

function settingsAt(place: string, names: readonly string[]): Origins {
  return names.length === 0 ? {} : { [place]: names.map((name) => ({ from: 'setting', name })) };
}

/** Returns the origins of the values of a request, by place. */
function originsIn({ path, params = {}, json, form, body, origins }: RequestOptions): Origins {
  const found: Record<string, readonly Origin[]> = {};
  if (path !== undefined && path.origins.length > 0) found['path'] = path.origins;
  for (const [name, value] of Object.entries(params))
    if (value.origins.length > 0) found[`params/${name}`] = value.origins;
  if (isContent(body) && body.origins.length > 0) found['body'] = body.origins;
  return { ...found, ...resolved(json ?? form ?? {}).origins, ...origins };
}

function isContent(body: WireBody | Content | undefined): body is Content {
  return body !== undefined && 'origins' in body;
}

function urlOf(operation: Operation, base: string | undefined, options: RequestOptions, more: string[]) {
  if (base === undefined)
    throw new Error(`no address is configured for the ${operation.service} service of ${operation.name}`);
  const template = options.path?.text ?? operation.path;
  if (template === undefined) throw new Error(`the path of ${operation.name} is not known`);
  const params = options.params ?? {};
  const spanning = new Set(operation.parameters.filter(({ segments }) => segments).map(({ name }) => name));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]?.text;
    if (value === undefined) throw new Error(`${operation.name} was requested without ${name}`);
    return spanning.has(name) ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, value = params[name]?.text, bare, wireName = name }) =>
      value === undefined
        ? []
        : [bare ? encodeURIComponent(wireName) : `${encodeURIComponent(wireName)}=${encodeURIComponent(value)}`],
    )
    .concat(more)
    .join('&');
  return `${base}${path}${search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search}`}`;
}

/**
 * Returns the documented headers and those of the options, under the names that a profile gives. Headers of the
 * credential are not among them.
 */
function headersOf(operation: Operation, options: RequestOptions, contract: Contract): [string, string][] {
  const constant = operation.parameters.flatMap((parameter): [string, string][] =>
    parameter.in === 'header' && parameter.value !== undefined && options.bare !== true
      ? [[parameter.name, parameter.value]]
      : [],
  );
  const type = hasBody(options) ? operation.requestType : undefined;
  const documented: [string, string][] = type === undefined ? constant : [...constant, ['Content-Type', type]];
  const sent = Object.entries(options.headers ?? {});
  return [...without(documented, sent), ...sent].map(([name, value]) => [contract.renamed.get(name) ?? name, value]);
}

/** Renames headers by a contract: each credential once. */
const renaming = remembered((contract: Contract) =>
  remembered((credential: WireCredential): WireCredential => {
    const { headers, over } = credential;
    return {
      ...credential,
      headers: headers?.map(([name, value]) => [contract.renamed.get(name) ?? name, value]),
      over: over && renamedCredential(over, contract),
    };
  }),
);

/** Returns a credential under a profile's header names; the same object each time. */
export function renamedCredential(credential: WireCredential, contract: Contract): WireCredential {
  const { headers, over } = credential;
  const keeps = (headers === undefined && over === undefined) || contract.renamed.size === 0;
  return keeps ? credential : renaming(contract)(credential);
}

function sendsDocumentedType({ requestType }: Operation, options: RequestOptions) {
  const sent = joinedHeaderOf(Object.entries(options.headers ?? {}), 'content-type') ?? requestType;
  return !hasBody(options) || (requestType !== undefined && sent === requestType);
}

function hasBody({ json, form, body }: RequestOptions) {
  return json !== undefined || form !== undefined || body !== undefined;
}

function bodyOf({ json: values, form, body }: RequestOptions, { memberNames }: Operation): Pick<WireRequest, 'body'> {
  const utf8 = (written: string) => ({ body: new TextEncoder().encode(written) });
  if (values !== undefined) {
    const { json } = resolved(values);
    return utf8(JSON.stringify(memberNames === undefined ? json : withMemberNames(json, memberNames, 'deployment')));
  }
  if (form !== undefined) return utf8(new URLSearchParams(resolved(form).json as Record<string, string>).toString());
  return body === undefined ? {} : { body: isContent(body) ? body.body : body };
}

/**
 * Returns the effect of a request: `cleanup` if that is its purpose; a creation if a kind is declared and the method is
 * not GET; else `read`.
 */
export function effectOf(operation: Operation, options: RequestOptions): Effect {
  if (options.purpose === 'cleanup') return 'cleanup';
  const creates = options.creates ?? operation.creates;
  return creates === undefined || (options.method ?? operation.method) === 'GET' ? 'read' : { creates };
}

/**
 * Returns which connection a request uses if sending it twice is not harmless. Without a connection name, it uses a new
 * one in the first round, and later a kept one, as most requests of real clients do: if that one is lost, the first
 * round still shows the response.
 */
export function connectionOf({ connection, ends }: RequestOptions, round: number): WireRequest['connection'] {
  if (connection !== undefined) return ends ? 'last' : 'kept';
  return round > 0 ? 'kept' : undefined;
}
