/** One service of the data hub: finds the operation, checks X-Auth-Token, answers. Faults that are the same everywhere are here. */
import type { Handler, ReferenceRequest, ReferenceResponse } from '../types.ts';
import { MalformedPath, queryOf } from './paths.ts';
import { problem, type Reply, render } from './reply.ts';
import type { State } from './state.ts';
import { byFault, byVariant, type Drawn } from './switches.ts';
import type { TokenKind } from './tokens.ts';

export type ServiceName = 'identity-provider' | 'zone' | 'provider';

/** A request that belongs to an operation. */
export interface Call {
  readonly state: State;
  readonly request: ReferenceRequest;
  /** The matched groups of the route, still encoded. */
  readonly raw: readonly string[];
  /** Query as on the request line, without `?`; undefined if absent. */
  readonly query: string | undefined;
  readonly token: TokenKind;
  /** Base address of the zone service as clients know it. */
  readonly zoneUrl: () => string;
}

export interface Route {
  /** The document's operation, or a word for what the standard adds. */
  readonly operation: string;
  readonly method: string;
  /** Matches the raw path; its groups are `raw`. */
  readonly path: RegExp;
  /** Whether X-Auth-Token is required. */
  readonly guarded: boolean;
  readonly act: (call: Call) => Promise<Reply> | Reply;
}

/** How this deployment calls what the document calls by neutral words. */
export interface Names {
  /** Header that carries the token, lower case; default x-auth-token. */
  readonly header?: string;
  /** Documented path prefix to the deployment's, e.g. `/api/v3/zone` to `/api/v3/hubzone`. */
  readonly pathPrefixes?: Readonly<Record<string, string>>;
}

export interface LogLine {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly path: string;
}

/** Randomly drawn changes of answers; a hook that returns undefined changes nothing. */
export interface Behaviour extends Drawn {
  /** Answers in place of an operation, before credentials are looked at. */
  readonly instead?: (operation: string) => Reply | undefined;
  /** Lets a bad credential in. */
  readonly letsIn?: (operation: string, token: TokenKind) => boolean;
  readonly refusal?: (operation: string, token: TokenKind) => Reply | undefined;
  /** Changes an answer to a good credential. */
  readonly reply?: (reply: Reply, operation: string, call: Call) => Reply;
  /** Changes an answer; `operation` is undefined if the path is unknown. */
  readonly message?: (
    response: ReferenceResponse,
    operation: string | undefined,
    request: ReferenceRequest,
  ) => ReferenceResponse;
}

export interface ServiceOptions {
  readonly name: ServiceName;
  readonly state: State;
  readonly routes: readonly Route[];
  readonly behaviours: readonly Behaviour[];
  readonly names: Names;
  readonly log: LogLine[];
  readonly zoneUrl: (request: ReferenceRequest) => string;
}

export function createService({ name, state, routes, behaviours, names, log, zoneUrl }: ServiceOptions): Handler {
  const { switches } = state;
  const header = (names.header ?? 'x-auth-token').toLowerCase();
  const answer = async (request: ReferenceRequest): Promise<Reply> => {
    const [rawPath = '', ...rest] = request.target.split('?');
    const path = documentedPath(rawPath, names.pathPrefixes ?? {});
    const found = path === undefined ? undefined : routeOf(routes, request.method, path);
    if (!found) return problem(404, 'error', 'notFound', 'No such resource.');
    const { route, raw } = found;
    const broken = Number(switches.fault(`${route.operation}/answers`));
    if (broken > 0) return problem(broken, 'error', 'broken', 'This operation does not work here.');
    const instead = behaviours
      .map((behaviour) => behaviour.instead?.(route.operation))
      .find((reply) => reply !== undefined);
    if (instead) return instead;
    const token = await state.tokens.classify(request.headers[header]);
    const call: Call = {
      state,
      request,
      raw,
      query: rest.length > 0 ? rest.join('?') : undefined,
      token,
      zoneUrl: () => zoneUrl(request),
    };
    if (route.guarded && !accepted(state, name, route.operation, token)) {
      const fault = switches.fault(`${route.operation}/refuses/${token}`);
      if (fault === 'applied') await route.act(call);
      const letIn = fault === 'let-in' || behaviours.some((behaviour) => behaviour.letsIn?.(route.operation, token));
      if (!letIn)
        return behaviours.reduce(
          (reply, behaviour) => behaviour.refusal?.(route.operation, token) ?? reply,
          refusal(state, route.operation),
        );
    }
    const reply = spoiled(state, route.operation, await route.act(call));
    return behaviours.reduce((each, behaviour) => behaviour.reply?.(each, route.operation, call) ?? each, reply);
  };
  return async (request) => {
    log.push({ service: name, method: request.method, path: request.target });
    try {
      const response = await render(switches, await answer(request));
      if (behaviours.length === 0) return response;
      const path = documentedPath(request.target.split('?')[0] ?? '', names.pathPrefixes ?? {});
      const operation = path === undefined ? undefined : routeOf(routes, request.method, path)?.route.operation;
      return behaviours.reduce((each, behaviour) => behaviour.message?.(each, operation, request) ?? each, response);
    } catch (error) {
      if (error instanceof MalformedPath) return render(switches, problem(400, 'error', 'badPath', error.message));
      throw error;
    }
  };
}

/** The path in the document's words; undefined where a renamed deployment is asked in them. */
function documentedPath(path: string, prefixes: Readonly<Record<string, string>>): string | undefined {
  const below = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  for (const [documented, own] of Object.entries(prefixes))
    if (below(own)) return `${documented}${path.slice(own.length)}`;
  return Object.keys(prefixes).some(below) ? undefined : path;
}

function routeOf(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; raw: readonly string[] } | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, raw: match.slice(1).map((group) => group ?? '') };
  }
  return undefined;
}

function accepted({ switches }: State, service: ServiceName, operation: string, token: TokenKind): boolean {
  if (token !== 'good-named' && token !== 'good-prefixed') return false;
  const cdmi = operation.startsWith('cdmi-');
  if (switches.variant('prefixed-token-for-naming-only') && token === 'good-prefixed')
    return operation === 'create-named-token';
  return byFault(
    switches.fault('token/valid-everywhere'),
    {
      'zone-only': () => service === 'zone',
      'provider-only': () => service === 'provider' || operation === 'create-named-token',
      'not-for-cdmi': () => !cdmi,
      'forbidden-for-cdmi': () => !cdmi,
      'not-for-provider-rest': () => service === 'zone' || cdmi,
    },
    () => true,
  );
}

function refusal({ switches }: State, operation: string): Reply {
  const words = ['unauthorized', 'A valid token is required.'] as const;
  if (switches.is('token/valid-everywhere@forbidden-for-cdmi') && operation.startsWith('cdmi-'))
    return problem(403, 'refusal', 'forbidden', words[1]);
  return byVariant<Reply>(
    switches,
    {
      'refusal-403': () => problem(403, 'refusal', 'forbidden', words[1]),
      'refusal-400': () => problem(400, 'refusal', 'badToken', words[1]),
      'refusal-404': () => problem(404, 'refusal', 'notFound', words[1]),
      'refusal-419': () => problem(419, 'refusal', 'expired', words[1]),
      'refusal-500': () => problem(500, 'refusal', 'internal', 'badmatch'),
      'refusal-302': () => ({ status: 302, kind: 'refusal', headers: [['Location', '/login']] }),
      'refusal-reset': () => ({ status: 401, kind: 'refusal', connection: 'reset' }),
      'refusal-bare': () => ({ status: 401, kind: 'refusal' }),
      'refusal-html': () => ({
        status: 401,
        kind: 'refusal',
        body: { text: '<html><body><h1>401</h1></body></html>', type: 'text/html' },
      }),
    },
    () => ({ ...problem(401, 'refusal', ...words), headers: [['WWW-Authenticate', 'Token']] }),
  );
}

/** Faults that empty an answer. */
function spoiled({ switches }: State, operation: string, reply: Reply): Reply {
  if (reply.kind !== 'read') return reply;
  const { body: _body, ...bare } = reply;
  return byFault<Reply>(
    switches.fault(`${operation}/not-empty`),
    {
      'no-body': () => bare,
      'no-content': () => ({ ...bare, kind: 'made', status: 204 }),
      blank: () => ({ ...bare, body: { text: ' \r\n', type: 'application/json' } }),
      null: () => ({ ...bare, body: { json: null } }),
      'empty-object': () => ({ ...bare, body: { json: {} } }),
      'empty-array': () => ({ ...bare, body: { json: [] } }),
      'empty-text': () => ({ ...bare, body: { json: '' } }),
      'empty-identifier': () => ({ ...bare, body: { json: { fileId: '' } } }),
      'empty-entries': () => ({ ...bare, body: { json: ['', ''] } }),
    },
    () => reply,
  );
}

/** A query's parameter; `read` decodes it where a fault reads it wrongly. */
export function parameter(call: Call, name: string, read?: (text: string) => string): string | undefined {
  return queryOf(call.query ?? '', read).get(name);
}
