/** Effects of the provider's operations on files, and how its entries are listed. */
import { type Content, inMemory } from './content.ts';
import { type FileNode, pathOf } from './files.ts';
import { type Item, problem, type Reply } from './reply.ts';
import type { Call, State } from './situation.ts';

export const notFound = (): Reply => problem(404, 'No such file.', 'notFound');

type Protocol = 'cdmi' | 'rest';

/** Writes a file, new or over an old one, and reports the event. Returns the node and whether it is new. */
export async function write(
  call: Call,
  parent: FileNode,
  name: string,
  way: Protocol,
): Promise<{ readonly node: FileNode; readonly isNew: boolean }> {
  const { state, request } = call;
  const content = await state.store.keep(request.stream ?? request.body);
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

/** Removes a file or folder and reports it. */
export function remove(state: State, node: FileNode): void {
  report(state, node, 'removed', 'cdmi');
  state.files.remove(node);
}

/** The space in which a file or folder is. */
export function spaceOf({ files, spaces }: State, node: FileNode): string | undefined {
  const top = files.spaceOf(node);
  return [...spaces.values()].find(({ facts }) => facts.fileId === top.id)?.id;
}

function report(state: State, node: FileNode, kind: 'created' | 'changed' | 'removed', way: Protocol): void {
  const spaceId = spaceOf(state, node);
  if (spaceId !== undefined) state.events.report({ spaceId, fileId: node.id, path: pathOf(node).join('/'), kind }, way);
}

/** The answer with a file's content. */
export async function contentOf(call: Call, node: FileNode): Promise<Reply> {
  const kept = Promise.resolve(node.content ?? inMemory(new Uint8Array()));
  const content = await call.through<Promise<Content | undefined>>('content', kept, { node });
  return content ? { status: 200, kind: 'fixed', body: { content, name: node.name } } : notFound();
}

/** A folder's entries as they are listed. */
export const itemsIn = (folder: FileNode | undefined): Item[] =>
  [...(folder?.children?.values() ?? [])].map(({ id, name, children, way }) => ({
    id,
    name,
    href: `/api/v3/provider/data/${encodeURIComponent(id)}/content`,
    kind: children ? 'directory' : 'file',
    way,
  }));
