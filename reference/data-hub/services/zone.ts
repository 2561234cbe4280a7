/** The zone service: named tokens, spaces, shares, handle services, handles. */
import { isObject, mediaTypeOf } from '../../received.ts';
import { decodeSegment, type FileNode } from '../files.ts';
import type { Call, Collection, Entry } from '../operators.ts';
import { type Item, problem, type Reply } from '../reply.ts';
import { type Act, type Acts, membersIn } from '../service.ts';

/** Returns the word for many, as paths and lists have it. */
const wordOf = (collection: Collection) => collection.replace('S', '_s');

/** Returns the path under which the details of an entry are read. */
const pathOfEntry = (collection: Collection, id: string) =>
  `/api/v3/zone/${collection.startsWith('handle') ? 'user/' : ''}${wordOf(collection)}/${encodeURIComponent(id)}`;

const itemOf = (collection: Collection, { id, name, made }: Entry): Item => ({
  id,
  name,
  href: pathOfEntry(collection, id),
  way: made ? 'rest' : 'seed',
});

/**
 * Returns a listing; `usual` gives the entry of a thing, `named` how the thing is named there. `folder`: the listed
 * directory.
 */
export function listed(
  call: Call,
  word: string,
  all: readonly Item[],
  usual: (item: Item) => unknown,
  folder?: { readonly node: FileNode; readonly named?: (item: Item) => Item },
): Reply {
  const at = folder && { node: folder.node };
  const items = call
    .through('items', all, at)
    .flatMap(
      (item, index, { length: elements }) =>
        call.through<Item | undefined>('item', item, { ...at, element: index + 1, elements }) ?? [],
    )
    .map(folder?.named ?? ((item) => item));
  return { status: 200, body: { json: { [word]: items.map(usual) } }, listing: { word, items } };
}

const list =
  (collection: Collection): Act =>
  (call) =>
    listed(
      call,
      wordOf(collection),
      [...call.state[collection].values()].map((entry) => itemOf(collection, entry)),
      ({ id }) => id,
    );

const read =
  (collection: Collection): Act =>
  (call) => {
    const entry = call.state[collection].get(decodeSegment(call.raw[0] ?? ''));
    if (!entry) return problem(404, 'No such resource.');
    const { id, name, facts } = call.state[collection].get(call.through('identifier', entry.id)) ?? entry;
    return { status: 200, body: { json: { [`${collection.slice(0, -1)}Id`]: id, name, ...facts } } };
  };

async function createNamedToken(call: Call) {
  if (mediaTypeOf(call.request) !== 'application/json') return problem(400, 'Content-Type has to be application/json.');
  const { name, type, caveats = [] } = membersIn(call);
  const isToken = isObject(type) && 'accessToken' in type;
  if (typeof name !== 'string' || name === '' || !isToken) return problem(400, 'Not a named token request.');
  if (!Array.isArray(caveats)) return problem(400, 'caveats has to be a list.');
  const { id, token } = await call.state.tokens.name();
  return { status: 201, body: { json: { tokenId: id, token: call.through('identifier', token) } } };
}

function createHandle(call: Call): Reply {
  const { handles, handleServices, shares, newId } = call.state;
  const { handleServiceId, resourceType, resourceId, metadata } = membersIn(call);
  if (
    typeof handleServiceId !== 'string' ||
    resourceType !== 'Share' ||
    typeof resourceId !== 'string' ||
    typeof metadata !== 'string'
  )
    return problem(400, 'Not a handle registration request.');
  if (!handleServices.has(handleServiceId)) return problem(403, 'No access to the handle service.');
  if (!shares.has(resourceId)) return problem(400, 'No such share.');
  const id = newId('handle');
  const handle = `https://handles.example.org/20.500/${handles.size}`;
  const facts = { handleServiceId, resourceType, resourceId, metadata, handle };
  handles.set(id, { id, name: `hdl-${handles.size}`, facts, made: true });
  const location = call.through<string | undefined>('identifier', pathOfEntry('handles', id));
  return { status: 201, headers: location === undefined ? [] : [['Location', location]] };
}

export const ZONE: Acts = {
  'create-named-token': createNamedToken,
  'list-handle-services': list('handleServices'),
  'get-handle-service': read('handleServices'),
  'list-handles': list('handles'),
  'get-handle': read('handles'),
  'list-spaces': list('spaces'),
  'get-space': read('spaces'),
  'get-share': read('shares'),
  'create-handle': createHandle,
};
