/** A service of the data hub: finds the operation, checks X-Auth-Token, responds. */
import type { Handler, ReferenceRequest } from '../types.ts';
import { decodeSegment, MalformedPath, type Reading, segmentsOf } from './files.ts';
import type { Access, Call, HubSeam, HubSituation, State } from './operators.ts';
import { jsonOf, problem, type Reply, render } from './reply.ts';

export type ServiceName = 'identity-provider' | 'zone' | 'provider';

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

/** Returns an operation that requires X-Auth-Token. */
export const guarded = (method: string, operation: string, path: RegExp, act: Route['act']): Route => ({
  operation,
  method,
  path,
  guarded: true,
  act,
});

export interface LogLine {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly path: string;
}

const REFUSAL: Reply = {
  ...problem(401, 'A valid token is required.', 'unauthorized', 'refusal'),
  headers: [['WWW-Authenticate', 'Token']],
};

export function createService({
  name,
  state,
  seam,
  routes,
  log,
  zoneUrl,
}: {
  readonly name: ServiceName;
  readonly state: State;
  readonly seam: HubSeam;
  readonly routes: readonly Route[];
  readonly log: LogLine[];
  readonly zoneUrl: (request: ReferenceRequest) => string;
}): Handler {
  const answer = async ({ act, guarded }: Route, asked: HubSituation & { operation: string }): Promise<Reply> => {
    const lane = await state.tokens.classify(asked.request.headers['x-auth-token']);
    const situation = { ...asked, lane };
    const instead = seam.through<Reply | undefined>('asked', undefined, situation);
    if (instead) return instead;
    const call: Call = {
      ...situation,
      through: (stage, value, more) => seam.through(stage, value, { ...situation, ...more }),
    };
    if (guarded) {
      const access = call.through<Access>('access', lane.startsWith('good-') ? 'accepted' : 'refused');
      if (access === 'applied') await act(call);
      if (access !== 'accepted') return call.through('refusal', REFUSAL);
    }
    const reply = call.through<Reply | undefined>('allowed', undefined) ?? (await act(call));
    if (reply.status >= 300) return reply;
    const changed = call.through('reply', reply);
    const json = jsonOf(changed);
    return json === undefined ? changed : { ...changed, body: { json: call.through('json', json) } };
  };
  return async (request) => {
    log.push({ service: name, method: request.method, path: request.target });
    const [path = '', ...rest] = request.target.split('?');
    const found = routeOf(routes, request.method, path);
    const situation: HubSituation = {
      request,
      state,
      operation: found?.route.operation,
      raw: found?.raw ?? [],
      query: rest.length > 0 ? rest.join('?') : undefined,
      zoneUrl: zoneUrl(request),
    };
    const reply = found
      ? await answer(found.route, { ...situation, operation: found.route.operation }).catch((error: unknown) => {
          if (error instanceof MalformedPath) return problem(400, error.message, 'badPath');
          throw error;
        })
      : problem(404, 'No such resource.', 'notFound');
    const response = await render(reply, (text) => seam.through('text', text, situation));
    return response.connection ? response : seam.through('response', response, situation);
  };
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

/** Returns the text of a request, decoded. */
export const decoded = (call: Call, segment: string, read: Reading = decodeSegment): string =>
  call.through('segment', read(segment), { segment });

/** Names in the path of a request, the space's first. */
export const namesIn = (call: Call): string[] => segmentsOf(call.raw[0] ?? '', (segment) => decoded(call, segment));

/** Returns the JSON value of a request's body, or undefined if it is none. */
export function jsonIn({ request }: HubSituation): unknown {
  try {
    return JSON.parse(Buffer.from(request.body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Its members; none if it is not a JSON object. */
export function membersIn(situation: HubSituation): Readonly<Record<string, unknown>> {
  const value = jsonIn(situation);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns the media type of a request, without parameters. */
export const mediaTypeOf = ({ request }: HubSituation): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
