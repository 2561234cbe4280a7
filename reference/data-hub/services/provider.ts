/** The provider: files through CDMI and through REST, shares, change events. */

import { jsonIn, mediaTypeOf } from '../../received.ts';
import {
  type Content,
  decodeSegment,
  decodeValue,
  type FileNode,
  inMemory,
  parameterIn,
  pathOf,
  segmentsOf,
} from '../files.ts';
import type { Call, State } from '../operators.ts';
import { type Item, problem, type Reply } from '../reply.ts';
import { type Acts, decoded, membersIn } from '../service.ts';
import { USUAL_STREAM } from '../stream.ts';
import { listed } from './zone.ts';

const notFound = () => problem(404, 'No such file.');

type Protocol = 'cdmi' | 'rest';

/** Returns the body of a request. */
const sent = ({ request }: Call) => request.stream ?? request.body;

/** Writes a file, new or over an old one, and reports the event. Returns the node and whether it is new. */
async function write(call: Call, parent: FileNode, name: string, way: Protocol) {
  const { state } = call;
  const content = await state.store.keep(sent(call));
  const old = parent.children?.get(name);
  const node = old ?? state.files.add(parent, name, way, content);
  if (old) {
    const before = old.content ?? inMemory(new Uint8Array());
    old.earlier = before;
    old.content = await call.through<Promise<Content | undefined>>('written', Promise.resolve(content), {
      node: old,
      before,
    });
    old.way = way;
  }
  report(state, node, old ? 'changed' : 'created', way);
  return { node, isNew: old === undefined };
}

/** Removes a file or directory and reports it. */
function remove(state: State, node: FileNode) {
  report(state, node, 'removed', 'cdmi');
  state.files.remove(node);
}

/** Returns the space in which a file or directory is. */
function spaceOf({ files, spaces }: State, node: FileNode) {
  const top = files.spaceOf(node);
  return [...spaces.values()].find(({ facts }) => facts.fileId === top.id)?.id;
}

function report(state: State, node: FileNode, kind: 'created' | 'changed' | 'removed', way: Protocol) {
  const spaceId = spaceOf(state, node);
  if (spaceId !== undefined) state.events.report({ spaceId, fileId: node.id, path: pathOf(node).join('/'), kind }, way);
}

/** Returns the response with a file's content. */
async function contentOf(call: Call, node: FileNode) {
  const kept = Promise.resolve(node.content ?? inMemory(new Uint8Array()));
  const content = await call.through<Promise<Content | undefined>>('content', kept, { node });
  return content ? { status: 200, body: { content, name: node.name } } : notFound();
}

/** Returns a directory's entries as they are listed. */
export const itemsIn = (folder: FileNode | undefined): Item[] =>
  [...(folder?.children?.values() ?? [])].map(({ id, name, children, way }) => ({
    id,
    name,
    href: `/api/v3/provider/data/${encodeURIComponent(id)}/content`,
    kind: children ? 'directory' : 'file',
    way,
  }));

const lacksVersion = ({ request }: Call) => request.headers['x-cdmi-specification-version'] === undefined;
const noVersion = () => problem(400, 'The CDMI version is missing.');

/** CDMI names of children; those of containers end with a slash. */
const childOf = (item: Item) => {
  const name = item.kind === 'directory' ? `${item.name}/` : item.name;
  return { ...item, id: name, name, href: name };
};

/** CDMI 1.1.1 section 9.4: a container is read with the version header; only its children are shown. */
function listContainer(call: Call): Reply {
  if (lacksVersion(call)) return noVersion();
  const node = call.state.files.at(segmentsOf(call.raw[0] ?? ''));
  if (!node?.children) return notFound();
  const listing = listed(call, 'children', itemsIn(node), ({ name }) => name, { node, named: childOf });
  return { ...listing, headers: [['X-CDMI-Specification-Version', '1.1.1']] };
}

/** Names in the path of a request, the space's first. */
const namesIn = (call: Call): string[] => segmentsOf(call.raw[0] ?? '', (segment) => decoded(call, segment));

async function readObject(call: Call) {
  const node = call.state.files.at(namesIn(call));
  if (!node) return notFound();
  if (node.children) return problem(400, 'A folder is read with a trailing slash.');
  return contentOf(call, node);
}

async function putObject(call: Call) {
  const { state, raw } = call;
  const isContainer = raw[0]?.endsWith('/');
  if (lacksVersion(call) && !isContainer) return noVersion();
  if (mediaTypeOf(call.request).startsWith('application/cdmi-') || call.request.headers['content-range'] !== undefined)
    return problem(415, 'The body has to be the whole content of a file.');
  const segments = namesIn(call);
  const name = segments.pop();
  const parent = state.files.at(segments);
  if (!parent?.children || parent === state.files.root || !name) return notFound();
  const old = parent.children.get(name);
  if (isContainer) {
    if (old && !old.children) return problem(409, 'There is a file of this name.');
    if (!old) state.files.add(parent, name, 'cdmi');
    return { status: old ? 204 : 201 };
  }
  if (old?.children) return problem(409, 'There is a folder of this name.');
  const { isNew } = await write(call, parent, name, 'cdmi');
  return { status: isNew ? 201 : 204 };
}

/** CDMI 1.1.1 section 8.6: DELETE removes an object. The document does not show it. */
function deleteObject({ state, raw }: Call) {
  const segments = segmentsOf(raw[0] ?? '');
  const node = state.files.at(segments);
  if (!node || segments.length < 2) return notFound();
  remove(state, node);
  return { status: 204 };
}

const nodeById = ({ state, raw }: Call) => state.files.byId(decodeSegment(raw[0] ?? ''));

function folderById(call: Call) {
  const node = nodeById(call);
  return node?.children ? node : undefined;
}

function lookup(call: Call) {
  const names = namesIn(call).flatMap((name) => name.split('/'));
  const node = call.state.files.at(names);
  if (!node || names.length === 0) return notFound();
  const fileId = call.through('identifier', node.id, { record: node.children ? 'folder' : 'file', node });
  return { status: 200, body: { json: { fileId } } };
}

const named = ({ id, name }: Item) => ({ id, name });

function listChildren(call: Call) {
  const folder = folderById(call);
  return folder ? listed(call, 'children', itemsIn(folder), named, { node: folder }) : notFound();
}

async function readContent(call: Call) {
  const node = nodeById(call);
  return node && !node.children ? contentOf(call, node) : notFound();
}

async function upload(call: Call): Promise<Reply> {
  const folder = folderById(call);
  if (!folder) return notFound();
  const name = decoded(call, parameterIn(call.query, 'name') ?? '', decodeValue);
  if (name === '' || name.includes('/')) return problem(400, 'The parameter name is missing or no file name.');
  if (folder.children?.has(name)) return problem(409, 'There is a file of this name.');
  const { node } = await write(call, folder, name, 'rest');
  return {
    status: 201,
    headers: [['Location', `/api/v3/provider/data/${encodeURIComponent(node.id)}`]],
    body: { json: { fileId: node.id } },
  };
}

function listFiles(call: Call) {
  // The path may be encoded segment by segment or as a whole, its slashes included.
  const node = call.state.files.at(namesIn(call).flatMap((name) => name.split('/')));
  return node?.children ? listed(call, 'entries', itemsIn(node), named, { node }) : notFound();
}

function createShare(call: Call) {
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
  return { status: 201, body: { json: { shareId } } };
}

function subscribe(call: Call): Reply {
  const space = call.state.spaces.get(decodeSegment(call.raw[0] ?? ''));
  if (!space) return notFound();
  if (jsonIn(call.request.body) === undefined) return problem(400, 'The body is not JSON.');
  const style = call.through('stream', USUAL_STREAM);
  const stream = (signal: AbortSignal) => call.state.events.stream(space.id, style, signal);
  return { status: 200, body: { stream, type: style.type } };
}

export const PROVIDER: Acts = {
  'cdmi-list': listContainer,
  'cdmi-read': readObject,
  'cdmi-write': putObject,
  'cdmi-delete': deleteObject,
  'lookup-file-id': lookup,
  'list-children': listChildren,
  'upload-file': upload,
  'read-content': readContent,
  'list-files': listFiles,
  'create-share': createShare,
  'subscribe-changes': subscribe,
};
