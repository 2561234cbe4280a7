/** The provider's REST interface: lookup, directories, content, uploads, shares, change events. */
import type { FileNode } from './files.ts';
import { decodeSegment, decodeValue, parameterIn } from './paths.ts';
import { type Item, problem, type Reply } from './reply.ts';
import { decoded, guarded, jsonIn, membersIn, namesIn, type Route } from './service.ts';
import type { Call } from './situation.ts';
import { contentOf, itemsIn, notFound, spaceOf, write } from './storage.ts';
import { USUAL_STREAM } from './stream.ts';
import { listed } from './zone.ts';

const nodeById = ({ state, raw }: Call): FileNode | undefined => state.files.byId(decodeSegment(raw[0] ?? ''));

function folderById(call: Call): FileNode | undefined {
  const node = nodeById(call);
  return node?.children ? node : undefined;
}

function lookup(call: Call): Reply {
  const names = namesIn(call);
  const node = call.state.files.at(names);
  if (!node || names.length === 0) return notFound();
  const fileId = call.through('identifier', node.id, { record: node.children ? 'folder' : 'file', node });
  return { status: 200, kind: 'read', body: { json: { fileId } } };
}

const named = ({ id, name }: Item) => ({ id, name });

function listChildren(call: Call): Reply {
  const folder = folderById(call);
  return folder ? listed(call, 'children', itemsIn(folder), named, { node: folder }) : notFound();
}

async function readContent(call: Call): Promise<Reply> {
  const node = nodeById(call);
  return node && !node.children ? contentOf(call, node) : notFound();
}

async function upload(call: Call): Promise<Reply> {
  const folder = folderById(call);
  if (!folder) return notFound();
  const name = decoded(call, parameterIn(call.query, 'name') ?? '', decodeValue);
  if (name === '' || name.includes('/')) return problem(400, 'The parameter name is missing or no file name.');
  if (folder.children?.has(name)) return problem(409, 'There is a file of this name.', 'exists');
  const { node } = await write(call, folder, name, 'rest');
  return {
    status: 201,
    kind: 'written',
    headers: [['Location', `/api/v3/provider/data/${encodeURIComponent(node.id)}`]],
    body: { json: { fileId: node.id } },
  };
}

function listFiles(call: Call): Reply {
  // The path may be encoded segment by segment or as a whole, its slashes included.
  const node = call.state.files.at(namesIn(call).flatMap((name) => name.split('/')));
  return node?.children ? listed(call, 'entries', itemsIn(node), named, { node }) : notFound();
}

function createShare(call: Call): Reply {
  const { state } = call;
  const folder = folderById(call);
  if (!folder) return notFound();
  const { name } = membersIn(call);
  if (typeof name !== 'string' || name === '') return problem(400, 'Not a share creation request.');
  const id = state.newId('share');
  const rootFileId = call.through('identifier', folder.id, { record: 'directory', node: folder });
  const spaceId = spaceOf(state, state.files.byId(rootFileId) ?? folder);
  state.shares.set(id, { id, name, facts: { spaceId, rootFileId, fileType: 'directory' }, made: true });
  const shareId = call.through('identifier', id, { record: 'share', node: folder });
  return { status: 201, kind: 'made', body: { json: { shareId } } };
}

function subscribe(call: Call): Reply {
  const space = call.state.spaces.get(decodeSegment(call.raw[0] ?? ''));
  if (!space) return notFound();
  if (jsonIn(call) === undefined) return problem(400, 'The body is not JSON.');
  const style = call.through('stream', USUAL_STREAM);
  const stream = (signal: AbortSignal) => call.state.events.stream(space.id, style, signal);
  return { status: 200, kind: 'stream', body: { stream, type: style.type } };
}

const below = (path: string): RegExp => new RegExp(`^/api/v3/provider/${path}$`);

export const PROVIDER_ROUTES: readonly Route[] = [
  guarded('POST', 'lookup-file-id', below('lookup-file-id/(.+)'), lookup),
  guarded('GET', 'list-children', below('data/([^/]+)/children'), listChildren),
  guarded('POST', 'upload-file', below('data/([^/]+)/children'), upload),
  guarded('GET', 'read-content', below('data/([^/]+)/content'), readContent),
  guarded('GET', 'list-files', below('files/(.+)'), listFiles),
  guarded('POST', 'create-share', below('shares-id/([^/]+)'), createShare),
  guarded('POST', 'subscribe-changes', below('changes/metadata/([^/]+)'), subscribe),
];
