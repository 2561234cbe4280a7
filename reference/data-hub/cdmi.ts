/** The provider's CDMI interface: folders, files, and the standard's DELETE and container PUT. */
import { segmentsOf } from './paths.ts';
import { type Item, problem, type Reply } from './reply.ts';
import { guarded, namesIn, type Route } from './service.ts';
import type { Call } from './situation.ts';
import { contentOf, itemsIn, notFound, remove, write } from './storage.ts';
import { listed } from './zone.ts';

const lacksVersion = ({ request }: Call): boolean => request.headers['x-cdmi-specification-version'] === undefined;
const noVersion = (): Reply => problem(400, 'The CDMI version is missing.', 'cdmiVersion');

/** CDMI names its children, folders with a slash at the end. */
const childOf = (item: Item): Item => {
  const name = item.kind === 'directory' ? `${item.name}/` : item.name;
  return { ...item, id: name, name, href: name };
};

/** CDMI 1.1.1 section 9.4: a container is read with the version header; `?children` selects its children. */
function list(call: Call): Reply {
  if (lacksVersion(call)) return noVersion();
  const node = call.state.files.at(segmentsOf(call.raw[0] ?? ''));
  if (!node?.children) return notFound();
  const listing = listed(call, 'children', itemsIn(node), ({ name }) => name, { node, named: childOf });
  return { ...listing, headers: [['X-CDMI-Specification-Version', '1.1.1']] };
}

async function read(call: Call): Promise<Reply> {
  const node = call.state.files.at(namesIn(call));
  if (!node) return notFound();
  return node.children ? problem(400, 'A folder is read with a trailing slash.', 'isFolder') : contentOf(call, node);
}

async function put(call: Call): Promise<Reply> {
  const { state, raw } = call;
  if (lacksVersion(call)) return noVersion();
  const segments = namesIn(call);
  const name = segments.pop();
  const parent = state.files.at(segments);
  if (!parent?.children || parent === state.files.root || !name) return notFound();
  const old = parent.children.get(name);
  if (raw[0]?.endsWith('/')) {
    if (old && !old.children) return problem(409, 'There is a file of this name.', 'isFile');
    if (!old) state.files.add(parent, name, 'cdmi');
    return { status: old ? 204 : 201, kind: 'written' };
  }
  if (old?.children) return problem(409, 'There is a folder of this name.', 'isFolder');
  const { isNew } = await write(call, parent, name, 'cdmi');
  return { status: isNew ? 201 : 204, kind: 'written' };
}

/** CDMI 1.1.1 section 8.6: DELETE removes an object. The document does not show it. */
function del({ state, raw }: Call): Reply {
  const segments = segmentsOf(raw[0] ?? '');
  const node = state.files.at(segments);
  if (!node || segments.length < 2) return notFound();
  remove(state, node);
  return { status: 204, kind: 'fixed' };
}

export const CDMI_ROUTES: readonly Route[] = [
  guarded('GET', 'cdmi-list', /^\/cdmi\/(.+)\/$/, list),
  guarded('GET', 'cdmi-read', /^\/cdmi\/(.*[^/])$/, read),
  guarded('PUT', 'cdmi-write', /^\/cdmi\/(.+)$/, put),
  guarded('DELETE', 'cdmi-delete', /^\/cdmi\/(.+)$/, del),
];
