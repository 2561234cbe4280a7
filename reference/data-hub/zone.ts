/** The zone service: named tokens, spaces, shares, handle services, handles. */
import { decodeSegment } from './paths.ts';
import { problem, type Reply } from './reply.ts';
import type { Call, Route } from './service.ts';
import { type Body, details, formOf, type Item, listing, made, USUAL } from './shapes.ts';
import type { Entry, State } from './state.ts';

type Collection = 'spaces' | 'shares' | 'handleServices' | 'handles';

/** The path of an entry's details, and the word for its identifier. */
const COLLECTIONS: Readonly<
  Record<Collection, { readonly base: string; readonly key: string; readonly word: string }>
> = {
  spaces: { base: '/api/v3/zone/spaces/', key: 'spaceId', word: 'spaces' },
  shares: { base: '/api/v3/zone/shares/', key: 'shareId', word: 'shares' },
  handleServices: { base: '/api/v3/zone/user/handle_services/', key: 'handleServiceId', word: 'handle_services' },
  handles: { base: '/api/v3/zone/user/handles/', key: 'handleId', word: 'handles' },
};

const itemOf = (collection: Collection, { id, name }: Entry): Item => ({
  id,
  name,
  href: `${COLLECTIONS[collection].base}${encodeURIComponent(id)}`,
});

const notFound = (): Reply => problem(404, 'error', 'notFound', 'No such resource.');

/** A JSON object in the request's body, or undefined. */
function jsonObject(call: Call): Readonly<Record<string, unknown>> | undefined {
  const type = (call.request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(call.request.body).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const list =
  (operation: string, collection: Collection, lacks: (entry: Entry, state: State) => boolean) =>
  ({ state }: Call): Reply => {
    const { switches } = state;
    let entries = [...state[collection].values()];
    if (switches.is(`${operation}/not-empty@empty-list`)) entries = [];
    const fault =
      switches.fault(`${operation}/holds-created`) ??
      switches.fault(`${operation}/holds-space`) ??
      switches.fault(`${operation}/holds-handle-service`);
    if (fault === 'lacks-it') entries = entries.filter((entry) => !lacks(entry, state));
    if (fault === 'lacks-all-made') entries = entries.filter((entry) => !entry.made);
    const dead = switches.is(`${operation}/identifiers-work@dead`);
    const items = entries.map((entry) =>
      itemOf(collection, dead ? { ...entry, id: `${entry.id}0`, name: `gone ${entry.name.length}` } : entry),
    );
    return { status: 200, kind: 'read', body: listing(switches, COLLECTIONS[collection].word, items) };
  };

const read =
  (operation: string, collection: Collection, statement: string) =>
  ({ state, raw }: Call): Reply => {
    const { switches } = state;
    const entry = state[collection].get(decodeSegment(raw[0] ?? ''));
    if (!entry) return notFound();
    const others = [...state[collection].values()].filter(({ id }) => id !== entry.id);
    const shown =
      switches.is(`${operation}/${statement}@other`) || switches.is(`${operation}/${statement}@other-of-named`)
        ? (others[0] ?? entry)
        : switches.is(`${operation}/${statement}@last`)
          ? (others.at(-1) ?? entry)
          : entry;
    return {
      status: 200,
      kind: 'read',
      body: details(switches, COLLECTIONS[collection].key, itemOf(collection, shown), shown.facts),
    };
  };

async function createNamedToken(call: Call): Promise<Reply> {
  const { switches, tokens } = call.state;
  if (switches.variant('named-tokens-forbidden'))
    return problem(403, 'error', 'forbidden', 'You may not create tokens.');
  const body = jsonObject(call);
  const type = body?.type;
  if (switches.variant('named-token-reset')) return { status: 503, kind: 'error', connection: 'reset' };
  if (
    !body ||
    typeof body.name !== 'string' ||
    body.name === '' ||
    typeof type !== 'object' ||
    type === null ||
    !('accessToken' in type)
  )
    return problem(400, 'error', 'badRequest', 'Not a named token request.');
  const caveats = body.caveats;
  if (caveats !== undefined && !Array.isArray(caveats))
    return problem(400, 'error', 'badRequest', 'caveats has to be a list.');
  const caveatFault = switches.fault('create-named-token/accepts-interface-caveat');
  if (caveatFault === 'refused' && Array.isArray(caveats) && caveats.length > 0)
    return problem(400, 'error', 'badRequest', 'Unknown caveat.');
  if (caveatFault === 'unprocessable' && caveats !== undefined)
    return problem(422, 'error', 'badRequest', 'Caveats are not supported.');
  const issued = await tokens.name();
  const token = switches.is('create-named-token/usable-token@one-letter-changed')
    ? `${issued.token.slice(0, -1)}${issued.token.endsWith('A') ? 'B' : 'A'}`
    : issued.token;
  return { status: 201, kind: 'made', body: formOf(switches, NAMED_TOKENS)(issued.id, token) };
}

const DIGESTS = {
  fingerprint: 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15',
  digest: 'e242ed3bffccdf271b7fbaf34ed72d089537b42f',
};
const NAMED_TOKENS: Readonly<Record<string, (id: string, token: string) => Body>> = {
  'named-token-as-text': (_, token) => ({ text: token, type: 'text/plain' }),
  'named-token-nested': (id, serialized) => ({ json: { data: { token: { id, serialized } } } }),
  'named-token-alone': (_, token) => ({ json: { token } }),
  'named-token-renamed': (id, credential) => ({ json: { id, credential, type: 'access' } }),
  'named-token-hidden': (tokenId) => ({ json: { tokenId } }),
  'named-token-hidden-among-texts': (tokenId) => ({ json: { tokenId, ...DIGESTS } }),
  'named-token-in-array': (_, token) => ({ json: [token] }),
  [USUAL]: (tokenId, token) => ({ json: { tokenId, token } }),
};

function createHandle(call: Call): Reply {
  const { state } = call;
  const { switches } = state;
  if (switches.variant('handles-forbidden')) return problem(403, 'error', 'forbidden', 'You may not register handles.');
  const body = jsonObject(call);
  const { handleServiceId, resourceType, resourceId, metadata } = body ?? {};
  if (
    typeof handleServiceId !== 'string' ||
    resourceType !== 'Share' ||
    typeof resourceId !== 'string' ||
    typeof metadata !== 'string'
  )
    return problem(400, 'error', 'badRequest', 'Not a handle registration request.');
  if (!state.handleServices.has(handleServiceId))
    return problem(403, 'error', 'forbidden', 'No access to the handle service.');
  if (!state.shares.has(resourceId)) return problem(400, 'error', 'badId', 'No such share.');
  const id = switches.variant('handle-id-odd')
    ? `20.500/${state.newId('handle').slice(0, 8)} ä`
    : state.newId('handle');
  state.handles.set(id, {
    id,
    name: `hdl-${state.handles.size}`,
    facts: {
      handleServiceId,
      resourceType,
      resourceId,
      metadata,
      handle: `https://handles.example.org/20.500/${state.handles.size}`,
    },
    made: true,
  });
  const usual = locationOf(call, id);
  const drawn = switches.drawn.find((behaviour) => behaviour.location)?.location;
  const location = drawn && usual !== undefined ? drawn(usual) : usual;
  const shown = switches.oneOf('handle-body-json', 'handle-body-text');
  const content =
    shown === 'handle-body-json'
      ? { body: { json: { handleId: id } } }
      : shown === 'handle-body-text'
        ? { body: { text: 'Registered.\n', type: 'text/plain' } }
        : {};
  return {
    status: 201,
    kind: 'made',
    ...(location !== undefined && { headers: [['Location', location]] as const }),
    ...content,
  };
}

/** The new handle's identifier, as Location gives it. */
function locationOf(call: Call, id: string): string | undefined {
  const { switches } = call.state;
  const fault = switches.fault('create-handle/location');
  if (fault === 'missing') return undefined;
  if (fault === 'blank') return ' ';
  if (fault === 'no-identifier') return COLLECTIONS.handles.base;
  if (fault === 'slash-alone') return '/';
  const wrong: Readonly<Record<string, string>> = {
    nowhere: `${id}0`,
    share: [...call.state.shares.keys()][0] ?? '',
    truncated: id.slice(0, -1),
    earlier: [...call.state.handles.keys()][0] ?? id,
  };
  const leads = switches.fault('create-handle/location-leads-to-handle');
  const named = leads === undefined ? id : (wrong[leads] ?? id);
  return formOf(switches, LOCATIONS)(named, call.zoneUrl());
}

const handlePath = (id: string): string => `${COLLECTIONS.handles.base}${encodeURIComponent(id)}`;
/** Forms of Location: from the identifier and the address of the zone. */
const LOCATIONS: Readonly<Record<string, (id: string, zone: string) => string>> = {
  'location-absolute': (id, zone) => `${zone}${handlePath(id)}`,
  'location-identifier': (id) => id,
  'location-identifier-fragment': (id) => `${id}?created=1#top`,
  'location-relative': (id) => `handles/${encodeURIComponent(id)}`,
  'location-dot': (id) => `./handles/${encodeURIComponent(id)}`,
  'location-trailing-slash': (id) => `${handlePath(id)}/`,
  'location-query': (id) => `${handlePath(id)}?created=1#top`,
  'location-protocol-relative': (id, zone) => `${zone.replace(/^https?:/, '')}${handlePath(id)}`,
  [USUAL]: handlePath,
};

/** The answer to the creation of a share, which a provider gives and the zone knows. */
export function shareMade(call: Call, id: string): Reply {
  const { switches } = call.state;
  const body = made(switches, 'shareId', id);
  const headers: [string, string][] =
    switches.variant('made-in-location') || switches.variant('made-with-location')
      ? [['Location', `${call.zoneUrl()}${COLLECTIONS.shares.base}${encodeURIComponent(id)}`]]
      : [];
  return { status: 201, kind: 'made', headers, ...(body && { body }) };
}

const first = (collection: Collection) => (entry: Entry, state: State) => entry.id === [...state[collection].keys()][0];
const slashed = (path: string): RegExp => new RegExp(`^${path}/([^/]+)/?$`);

const listSpaces: Route['act'] = (call) => {
  const broken =
    call.state.switches.is('list-spaces/answers@slash-not-found') && call.request.target.split('?')[0]?.endsWith('/');
  return broken ? notFound() : list('list-spaces', 'spaces', first('spaces'))(call);
};

const zoneRoute = (method: string, operation: string, path: RegExp, act: Route['act']): Route => ({
  operation,
  method,
  path,
  guarded: true,
  act,
});

export const ZONE_ROUTES: readonly Route[] = [
  zoneRoute('POST', 'create-named-token', /^\/api\/v3\/zone\/user\/tokens\/named$/, createNamedToken),
  ...(
    [
      ['handle-service', 'handleServices', 'handle_services'],
      ['handle', 'handles', 'handles'],
    ] as const
  ).flatMap(([what, collection, word]) => [
    zoneRoute(
      'GET',
      `list-${what}s`,
      new RegExp(`^/api/v3/zone/user/${word}$`),
      list(`list-${what}s`, collection, what === 'handle' ? ({ made }) => made : first(collection)),
    ),
    zoneRoute(
      'GET',
      `get-${what}`,
      slashed(`/api/v3/zone/user/${word}`),
      read(`get-${what}`, collection, `speaks-of-${what}`),
    ),
  ]),
  zoneRoute('GET', 'list-spaces', /^\/api\/v3\/zone\/user\/effective_spaces\/?$/, listSpaces),
  zoneRoute('GET', 'get-space', slashed('/api/v3/zone/spaces'), read('get-space', 'spaces', 'speaks-of-space')),
  zoneRoute('GET', 'get-share', slashed('/api/v3/zone/shares'), read('get-share', 'shares', 'speaks-of-share')),
  zoneRoute('POST', 'create-handle', /^\/api\/v3\/zone\/user\/handles$/, createHandle),
];
