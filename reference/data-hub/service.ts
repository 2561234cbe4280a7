/** A service of the data hub: finds the operation, checks X-Auth-Token, responds. */
import { documentedOperations } from '../documented-operations.ts';
import { isObject, jsonIn } from '../received.ts';
import { createRouter } from '../router.ts';
import type { Handler, ReferenceRequest } from '../types.ts';
import { DATA_HUB_EXTENSIONS } from './extensions.ts';
import { decodeSegment, MalformedPath, type Reading } from './files.ts';
import type { Access, Call, HubSeam, HubSituation, State } from './operators.ts';
import { jsonOf, problem, type Reply, render } from './reply.ts';

export type ServiceName = 'identity-provider' | 'zone' | 'provider';

export type Act = (call: Call) => Promise<Reply> | Reply;
/** The actions of a service by operation: those of the document, and those that a standard adds. */
export type Acts = Readonly<Record<string, Act>>;

type Route = ReturnType<typeof routesOf>[number];

/** Returns the operations of a service. `guarded`: X-Auth-Token is required. */
const routesOf = (acts: Acts) =>
  [...documentedOperations('data-hub'), ...DATA_HUB_EXTENSIONS.map((one) => ({ ...one, refused: {} }))].flatMap(
    ({ name: operation, method, path = '', refused }) => {
      const act = acts[operation];
      return act ? [{ operation, method, path, guarded: refused !== undefined, act }] : [];
    },
  );

export interface LogLine {
  readonly service: ServiceName;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly path: string;
}

const REFUSAL: Reply = {
  ...problem(401, 'A valid token is required.'),
  headers: [['WWW-Authenticate', 'Token']],
};

export function createService({
  name,
  state,
  seam,
  acts,
  log,
  zoneUrl,
}: {
  readonly name: ServiceName;
  readonly state: State;
  readonly seam: HubSeam;
  readonly acts: Acts;
  readonly log: LogLine[];
  readonly zoneUrl: (request: ReferenceRequest) => string;
}): Handler {
  const routed = createRouter(routesOf(acts));
  const answer = async ({ act, guarded }: Route, asked: HubSituation & { operation: string }) => {
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
    const { route, raw, query } = routed(request.method, request.target);
    const operation = route?.operation;
    const situation: HubSituation = { request, state, operation, raw, query, zoneUrl: zoneUrl(request) };
    const reply = route
      ? await answer(route, { ...situation, operation: route.operation }).catch((error: unknown) => {
          if (error instanceof MalformedPath) return problem(400, error.message);
          throw error;
        })
      : problem(404, 'No such resource.');
    const response = await render(reply, (text) => seam.through('text', text, situation));
    return response.connection ? response : seam.through('response', response, situation);
  };
}

/** Returns the text of a request, decoded. */
export const decoded = (call: Call, segment: string, read: Reading = decodeSegment): string =>
  call.through('segment', read(segment), { segment });

/** Returns the members of the JSON object in a request's body; none if it is not an object. */
export function membersIn({ request }: HubSituation): Readonly<Record<string, unknown>> {
  const value = jsonIn(request.body);
  return isObject(value) ? value : {};
}
