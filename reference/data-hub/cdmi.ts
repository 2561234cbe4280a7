/** The provider's CDMI interface: folders, files, and the standard's DELETE and container PUT. */
import { segmentsOf } from './paths.ts';
import { contentHeaders, entriesOf, notFound, refusesName, tooLarge } from './provider.ts';
import { problem, type Reply } from './reply.ts';
import type { Call, Route } from './service.ts';
import { type Body, type Item, listing } from './shapes.ts';
import { readAs, readingFor, remove, write } from './storage.ts';

const VERSION = 'x-cdmi-specification-version';

/** CDMI 1.1.1 section 9.4: a container is read with the version header; `?children` selects its children. */
function list(call: Call): Reply {
  const { state, raw, request } = call;
  const { switches } = state;
  if (switches.is('cdmi-list/answers@slash-not-found')) return notFound();
  if (switches.variant('cdmi-listing-forbidden'))
    return problem(403, 'error', 'forbidden', 'You may not list this folder.');
  if (request.headers[VERSION] === undefined)
    return problem(400, 'error', 'cdmiVersion', 'The CDMI version is missing.');
  const folder = state.files.at(segmentsOf(raw[0] ?? ''));
  if (!folder?.children) return notFound();
  const items = entriesOf(state, 'cdmi-list', folder);
  const names = items.map(({ name }) => name);
  const body = switches.variant('cdmi-listing-whole')
    ? {
        json: {
          objectType: 'application/cdmi-container',
          objectID: folder.id,
          objectName: `${folder.name}/`,
          parentURI: '/',
          capabilitiesURI: 'cdmi_capabilities/container/',
          completionStatus: 'Complete',
          metadata: {},
          childrenrange: `0-${names.length - 1}`,
          children: names,
        },
      }
    : switches.variant('cdmi-listing-objects')
      ? { json: { children: items.map(({ id, name }) => ({ objectName: name, objectID: id })) } }
      : switches.variant('cdmi-listing-no-slash')
        ? { json: { children: names.map((name) => name.replace(/\/$/, '')) } }
        : switches.variant('cdmi-listing-range')
          ? {
              json: {
                childrenrange: `0-${Math.ceil(names.length / 2) - 1}`,
                children: names.slice(0, Math.ceil(names.length / 2)),
              },
            }
          : shapedNames(call, items);
  return { status: 200, kind: 'read', headers: [['X-CDMI-Specification-Version', '1.1.1']], body };
}

/** CDMI names its children; deployments that shape their lists otherwise do so here too. */
function shapedNames({ state }: Call, items: readonly Item[]): Body {
  const names = items.map(({ name }) => name);
  const body = listing(
    state.switches,
    'children',
    items.map(({ name, kind }) => ({ id: name, name, href: name, ...(kind && { kind }) })),
  );
  const plain =
    'json' in body &&
    typeof body.json === 'object' &&
    body.json !== null &&
    'children' in body.json &&
    Array.isArray(body.json.children);
  return plain ? { json: { children: names } } : body;
}

async function read({ state, raw, request }: Call): Promise<Reply> {
  const node = state.files.at(segmentsOf(raw[0] ?? '', readingFor(state, 'cdmi-write/path', false)));
  if (!node) return notFound();
  if (node.children) return problem(400, 'error', 'isFolder', 'A folder is read with a trailing slash.');
  const content = await readAs(state, node, 'cdmi');
  if (!content) return notFound();
  const redirect = state.switches.variant('content-redirected') && !request.target.includes('?');
  if (redirect) return { status: 307, kind: 'fixed', headers: [['Location', `${request.target}?direct`]] };
  return { status: 200, kind: 'fixed', headers: contentHeaders(state, node.name), body: { content } };
}

async function put(call: Call): Promise<Reply> {
  const { state, raw, request } = call;
  const { switches } = state;
  if (request.headers[VERSION] === undefined)
    return problem(400, 'error', 'cdmiVersion', 'The CDMI version is missing.');
  const segments = segmentsOf(raw[0] ?? '', readingFor(state, 'cdmi-write/path', true));
  const name = segments.pop();
  const parent = state.files.at(segments);
  if (!parent?.children || parent === state.files.root || !name) return notFound();
  if (refusesName(state, name)) return problem(400, 'error', 'badName', 'This name is not allowed.');
  const old = parent.children.get(name);
  if (raw[0]?.endsWith('/')) {
    if (old && !old.children) return problem(409, 'error', 'isFile', 'There is a file of this name.');
    if (!old) state.files.add(parent, name, 'cdmi');
    return { status: old ? 204 : 201, kind: 'written' };
  }
  if (old?.children) return problem(409, 'error', 'isFolder', 'There is a folder of this name.');
  if (old && switches.is('cdmi-write/overwrite@breaks-down'))
    return problem(500, 'error', 'broken', 'Something broke.');
  if (/[^ -~]/.test(name) && switches.is('cdmi-write/path/non-ascii@breaks-down'))
    return problem(500, 'error', 'broken', 'Something broke.');
  if (!request.stream && request.body.length === 0 && switches.is('cdmi-write/read-back/empty@breaks-down'))
    return problem(500, 'error', 'broken', 'Something broke.');
  if (old && switches.variant('overwrite-refused'))
    return problem(409, 'error', 'exists', 'Files are never overwritten.');
  if (switches.variant('empty-files-refused') && !request.stream && request.body.length === 0)
    return problem(400, 'error', 'empty', 'The body is empty.');
  if (tooLarge(state, request)) return problem(413, 'error', 'tooLarge', 'The body is too large.');
  const { node, isNew } = await write(state, parent, name, 'cdmi', request.stream ?? request.body);
  const body = switches.variant('cdmi-write-object')
    ? { body: { json: { objectType: 'application/cdmi-object', objectID: node.id, objectName: name } } }
    : {};
  return { status: isNew ? 201 : 204, kind: 'written', ...body };
}

/** CDMI 1.1.1 section 8.6: DELETE removes an object. The document does not show it. */
function del({ state, raw }: Call): Reply {
  if (state.switches.variant('cdmi-delete-refused'))
    return problem(405, 'error', 'notAllowed', 'DELETE is not offered.');
  const segments = segmentsOf(raw[0] ?? '');
  const node = state.files.at(segments);
  if (!node || segments.length < 2) return notFound();
  remove(state, node, 'cdmi');
  return { status: 204, kind: 'fixed' };
}

export const CDMI_ROUTES: readonly Route[] = [
  { operation: 'cdmi-list', method: 'GET', path: /^\/cdmi\/(.+)\/$/, guarded: true, act: list },
  { operation: 'cdmi-read', method: 'GET', path: /^\/cdmi\/(.*[^/])$/, guarded: true, act: read },
  { operation: 'cdmi-write', method: 'PUT', path: /^\/cdmi\/(.+)$/, guarded: true, act: put },
  { operation: 'cdmi-delete', method: 'DELETE', path: /^\/cdmi\/(.+)$/, guarded: true, act: del },
];
