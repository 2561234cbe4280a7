/** The provider's REST interface: lookup, directories, content, uploads, shares, change events. */
import type { FileNode } from './files.ts';
import { pathOf } from './files.ts';
import { decodeSegment, segmentsOf } from './paths.ts';
import { problem, type Reply } from './reply.ts';
import { type Call, parameter, type Route } from './service.ts';
import { type Item, listing, lookedUp, made } from './shapes.ts';
import type { State } from './state.ts';
import { readAs, readingFor, write } from './storage.ts';
import { byFault } from './switches.ts';
import { shareMade } from './zone.ts';

export const notFound = (): Reply => problem(404, 'error', 'notFound', 'No such file.');

/** A folder's entries as a listing operation shows them, spoiled where a fault says so. */
export function entriesOf(state: State, operation: string, folder: FileNode): Item[] {
  const { switches } = state;
  if (switches.is(`${operation}/not-empty@empty-list`)) return [];
  let nodes = [...(folder.children?.values() ?? [])];
  const lacks = switches.fault(`${operation}/holds-created`);
  if (lacks === 'lacks-all-made') nodes = nodes.filter(({ way }) => way === 'seed');
  if (lacks === 'lacks-cdmi' || lacks === 'lacks-cdmi-among-identifiers')
    nodes = nodes.filter(({ way }) => way !== 'cdmi');
  if (lacks === 'lacks-rest') nodes = nodes.filter(({ way }) => way !== 'rest');
  if (lacks === 'other-folder')
    nodes = [...(folder.parent?.children?.values() ?? [])].filter((node) => node !== folder);
  if (lacks === 'lacks-upper-case') nodes = nodes.filter(({ name }) => name === name.toLowerCase());
  const isMisnamed = ['lower-cased', 'extension-dropped'].includes(lacks ?? '');
  const shown = (name: string): string =>
    byFault(
      lacks,
      { 'lower-cased': () => name.toLowerCase(), 'extension-dropped': () => name.replace(/\.[^.]*$/, '') },
      () => name,
    );
  const slash = (node: FileNode): string =>
    operation === 'cdmi-list' && (node.children || lacks === 'file-as-container') ? '/' : '';
  return nodes.map((node) => ({
    // A listing of identifiers beside names would still identify the file.
    id: isMisnamed ? shown(node.name) : node.id,
    name: `${shown(node.name)}${slash(node)}`,
    href: `/api/v3/provider/data/${encodeURIComponent(node.id)}/content`,
    kind: node.children ? 'directory' : 'file',
  }));
}

const oddName = (name: string): boolean => /[^\w.\- ]/u.test(name) || name.includes(' ');

/** Whether this deployment refuses a name, which the document leaves open. */
export const refusesName = (state: State, name: string): boolean =>
  state.switches.variant('names-plain-only') && oddName(name);

/** Whether this deployment refuses an upload for its size, which the document leaves open. */
export const tooLarge = ({ switches }: State, { body, stream }: Call['request']): boolean =>
  switches.variant('large-files-refused') && (stream !== undefined || body.length > 1024 * 1024);

function folderById({ state, raw }: Call): FileNode | undefined {
  const node = state.files.byId(decodeSegment(raw[0] ?? ''));
  return node?.children ? node : undefined;
}

function lookup(call: Call): Reply {
  const { state, raw } = call;
  const { switches } = state;
  const segments = segmentsOf(raw[0] ?? '', readingFor(state, 'lookup-file-id/path', false));
  const node = state.files.at(segments);
  if (!node || segments.length === 0) return notFound();
  const fault = switches.fault(node.children ? 'lookup-file-id/identifies-folder' : 'lookup-file-id/identifies-file');
  const sibling = [...(node.parent?.children?.values() ?? [])].find(
    (other) => other !== node && !other.children === !node.children,
  );
  const wrong: Readonly<Record<string, string | undefined>> = {
    dead: `${node.id}0`,
    other: sibling?.id,
    parent: node.parent?.id,
    child: [...(node.children?.values() ?? [])].find((child) => !child.children)?.id,
  };
  const id = (fault !== undefined && wrong[fault]) || node.id;
  if (switches.variant('lookup-in-location'))
    return { status: 200, kind: 'read', headers: [['Location', `/api/v3/provider/data/${encodeURIComponent(id)}`]] };
  return { status: 200, kind: 'read', body: lookedUp(switches, id, segments.join('/')) };
}

function listChildren(call: Call): Reply {
  const folder = folderById(call);
  if (!folder) return notFound();
  return {
    status: 200,
    kind: 'read',
    body: listing(call.state.switches, 'children', entriesOf(call.state, 'list-children', folder)),
  };
}

async function readContent({ state, raw }: Call): Promise<Reply> {
  const node = state.files.byId(decodeSegment(raw[0] ?? ''));
  const content = node && !node.children ? await readAs(state, node, 'rest') : undefined;
  if (!content) return notFound();
  return { status: 200, kind: 'fixed', headers: contentHeaders(state, node?.name ?? ''), body: { content } };
}

/** Headers that deployments put beside content. */
export function contentHeaders({ switches }: State, name: string): [string, string][] {
  const headers: [string, string][] = [];
  if (switches.variant('content-disposition'))
    headers.push(['Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`]);
  if (switches.variant('content-etag'))
    headers.push(['ETag', '"5"'], ['Accept-Ranges', 'bytes'], ['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT']);
  return headers;
}

async function upload(call: Call): Promise<Reply> {
  const { state, request } = call;
  const { switches } = state;
  const folder = folderById(call);
  if (!folder) return notFound();
  const name = parameter(call, 'name', readingFor(state, 'upload-file/name', true));
  if (!name || name.includes('/'))
    return problem(400, 'error', 'badName', 'The parameter name is missing or no file name.');
  if (refusesName(state, name)) return problem(400, 'error', 'badName', 'This name is not allowed.');
  const body = request.stream ?? request.body;
  if (switches.variant('empty-files-refused') && !request.stream && request.body.length === 0)
    return problem(400, 'error', 'empty', 'The body is empty.');
  if (tooLarge(state, request)) return problem(507, 'error', 'full', 'Not enough space.');
  if (folder.children?.has(name)) return problem(409, 'error', 'exists', 'There is a file of this name.');
  const { node } = await write(state, folder, name, 'rest', body);
  const shown = made(switches, 'fileId', node.id);
  return {
    status: 201,
    kind: 'written',
    headers: [['Location', `/api/v3/provider/data/${encodeURIComponent(node.id)}`]],
    ...(shown && { body: shown }),
  };
}

function listFiles(call: Call): Reply {
  const { state, raw, request } = call;
  const { switches } = state;
  const encoded = raw[0] ?? '';
  if (switches.is('list-files/answers@slash-not-found') && request.target.split('?')[0]?.endsWith('/'))
    return notFound();
  const fault = switches.fault('list-files/takes-encoded-path');
  // The path may be encoded segment by segment or as a whole, its slashes included.
  const segments = segmentsOf(encoded, fault === 'not-decoded' ? (segment) => segment : undefined).flatMap((segment) =>
    segment.split('/'),
  );
  const folder = state.files.at(segments);
  if (!folder?.children) return notFound();
  const odd = /%(?:2[de]|[3-7])/i.test(encoded);
  if (odd && switches.variant('encoded-path-forbidden'))
    return problem(403, 'error', 'forbidden', 'This path is not allowed.');
  const items = fault === 'empty-where-encoded' && odd ? [] : entriesOf(state, 'list-files', folder);
  const shown = switches.variant('list-files-paths')
    ? items.map((item) => ({ ...item, name: `/${pathOf(folder).concat(item.name).join('/')}` }))
    : items;
  return { status: 200, kind: 'read', body: listing(switches, 'entries', shown) };
}

function createShare(call: Call): Reply {
  const { state, request } = call;
  const { switches } = state;
  const folder = folderById(call);
  if (!folder) return notFound();
  let name: unknown;
  try {
    name = (JSON.parse(Buffer.from(request.body).toString('utf8')) as { name?: unknown } | null)?.name;
  } catch {
    name = undefined;
  }
  if (typeof name !== 'string' || name === '')
    return problem(400, 'error', 'badRequest', 'Not a share creation request.');
  const id = state.newId('share');
  const fault = switches.fault('create-share/of-directory');
  const shared =
    fault === 'parent'
      ? (folder.parent ?? folder)
      : fault === 'other'
        ? ([...(folder.parent?.children?.values() ?? [])].find((node) => node.children && node !== folder) ?? folder)
        : folder;
  const space = state.files.spaceOf(shared);
  const spaceId = [...state.spaces.values()].find(({ facts }) => facts.fileId === space.id)?.id;
  state.shares.set(id, { id, name, facts: { spaceId, rootFileId: shared.id, fileType: 'directory' }, made: true });
  const dead = switches.fault('create-share/identifies-share');
  const wrong: Readonly<Record<string, string>> = { dead: `${id}0`, directory: folder.id, empty: '' };
  return shareMade(call, wrong[dead ?? ''] ?? id);
}

function subscribe({ state, raw, request }: Call): Reply {
  const { switches } = state;
  const space = state.spaces.get(decodeSegment(raw[0] ?? ''));
  if (!space) return notFound();
  if (switches.variant('changes-forbidden'))
    return problem(403, 'error', 'forbidden', 'A permission on the space is missing.');
  try {
    JSON.parse(Buffer.from(request.body).toString('utf8'));
  } catch {
    return problem(400, 'error', 'badRequest', 'The body is not JSON.');
  }
  if (switches.is('subscribe-changes/stays-open@complete-answer'))
    return { status: 200, kind: 'stream', body: { json: [] } };
  if (switches.variant('stream-reset')) return { status: 200, kind: 'stream', connection: 'reset' };
  const type = switches.oneOf('stream-event-stream', 'stream-heartbeat-comment')
    ? 'text/event-stream'
    : switches.variant('stream-json-sequence')
      ? 'application/json-seq'
      : 'application/x-ndjson';
  return { status: 200, kind: 'stream', body: { stream: (signal) => state.changes.stream(space.id, signal), type } };
}

export const PROVIDER_ROUTES: readonly Route[] = [
  {
    operation: 'lookup-file-id',
    method: 'POST',
    path: /^\/api\/v3\/provider\/lookup-file-id\/(.+)$/,
    guarded: true,
    act: lookup,
  },
  {
    operation: 'list-children',
    method: 'GET',
    path: /^\/api\/v3\/provider\/data\/([^/]+)\/children$/,
    guarded: true,
    act: listChildren,
  },
  {
    operation: 'upload-file',
    method: 'POST',
    path: /^\/api\/v3\/provider\/data\/([^/]+)\/children$/,
    guarded: true,
    act: upload,
  },
  {
    operation: 'read-content',
    method: 'GET',
    path: /^\/api\/v3\/provider\/data\/([^/]+)\/content$/,
    guarded: true,
    act: readContent,
  },
  { operation: 'list-files', method: 'GET', path: /^\/api\/v3\/provider\/files\/(.+)$/, guarded: true, act: listFiles },
  {
    operation: 'create-share',
    method: 'POST',
    path: /^\/api\/v3\/provider\/shares-id\/([^/]+)$/,
    guarded: true,
    act: createShare,
  },
  {
    operation: 'subscribe-changes',
    method: 'POST',
    path: /^\/api\/v3\/provider\/changes\/metadata\/([^/]+)$/,
    guarded: true,
    act: subscribe,
  },
];
