/** Effects of provider operations on files, with the faults in bytes and in the view of the other protocol. */
import { type Content, inMemory } from './content.ts';
import { CORRUPTIONS } from './corruptions.ts';
import { type FileNode, pathOf, type Way } from './files.ts';
import { type Reading, WRONG_READINGS } from './paths.ts';
import type { State } from './state.ts';

/** Rows on bytes read, by the way they were written and the way they are read. */
const READ_BACK: Readonly<Record<string, string>> = {
  'cdmi>cdmi': 'cdmi-write/read-back',
  'cdmi>rest': 'cdmi-write/read-back-rest',
  'rest>rest': 'upload-file/read-back',
  'rest>cdmi': 'upload-file/read-back-cdmi',
};

/** Writes a file, new or over an old one, and reports the change. Returns the node and whether it is new. */
export async function write(
  state: State,
  parent: FileNode,
  name: string,
  way: Way,
  body: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<{ readonly node: FileNode; readonly isNew: boolean }> {
  const content = await state.store.keep(body);
  const old = parent.children?.get(name);
  const node = old ?? state.files.add(parent, name, way, content);
  if (old) {
    const before = old.content ?? inMemory(new Uint8Array());
    old.earlier = before;
    old.content = await overwritten(state, before, content);
    old.way = way;
  }
  report(state, node, old ? 'changed' : 'created', way);
  return { node, isNew: old === undefined };
}

async function overwritten(state: State, before: Content, after: Content): Promise<Content> {
  switch (state.switches.fault('cdmi-write/overwrite')) {
    case 'ignored':
      return before;
    case 'appended':
      return inMemory(Buffer.concat([await before.bytes(), await after.bytes()]));
    case 'tail-kept':
      return inMemory(Buffer.concat([await after.bytes(), (await before.bytes()).subarray(after.size)]));
    case 'cut-to-old-size':
      return inMemory((await after.bytes()).subarray(0, before.size));
    default:
      return after;
  }
}

/** Removes a file or folder and reports it. */
export function remove(state: State, node: FileNode, way: Way): void {
  report(state, node, 'removed', way);
  state.files.remove(node);
}

function report(state: State, node: FileNode, kind: 'created' | 'changed' | 'removed', way: Way): void {
  const top = state.files.spaceOf(node);
  const spaceId = [...state.spaces.values()].find(({ facts }) => facts.fileId === top.id)?.id;
  if (spaceId !== undefined)
    state.changes.report({ spaceId, fileId: node.id, path: pathOf(node).join('/'), kind, way });
}

/** Content as it is read one way; undefined where a fault hides the file. */
export async function readAs(state: State, node: FileNode, way: 'cdmi' | 'rest'): Promise<Content | undefined> {
  const { switches } = state;
  const content = node.content ?? inMemory(new Uint8Array());
  if (way === 'rest' && node.earlier && switches.is('cdmi-write/overwrite@rest-stale')) return node.earlier;
  if (way === 'cdmi' && node.earlier && switches.is('cdmi-write/overwrite@cdmi-stale')) return node.earlier;
  if (way === 'rest' && switches.is('upload-file/read-back/text@spoilt-by-identifier'))
    return inMemory(Buffer.concat([Buffer.from('#'), await content.bytes()]));
  const row = READ_BACK[`${node.way}>${way}`];
  if (row === undefined) return content;
  const reader = switches.drawn.find((behaviour) => behaviour.read)?.read;
  if (reader) return inMemory(reader(await content.bytes(), node.way, way));
  for (const [kind, corruptions] of Object.entries(CORRUPTIONS)) {
    const what = switches.fault(`${row}/${kind}`);
    if (what === undefined) continue;
    if (what === 'invisible') return undefined;
    if (what === 'other-file') return otherFile(node) ?? content;
    if (what === 'always-empty') return inMemory(new Uint8Array());
    const spoil = corruptions[what];
    if (spoil) return inMemory(spoil(await content.bytes()));
  }
  return content;
}

function otherFile(node: FileNode): Content | undefined {
  return [...(node.parent?.children?.values() ?? [])].find((other) => other !== node && other.content)?.content;
}

/** How a path or name is read: rightly, or as the fault at this statement says. `-on-write` faults misread only where something is written. */
export function readingFor(state: State, statement: string, writing: boolean): Reading | undefined {
  for (const form of ['spaces', 'non-ascii', 'plus', 'percent', 'mixed-case']) {
    const fault = state.switches.fault(`${statement}/${form}`);
    if (fault === undefined) continue;
    const onWrite = fault.endsWith('-on-write');
    if (onWrite && !writing) return undefined;
    return WRONG_READINGS[onWrite ? fault.slice(0, -'-on-write'.length) : fault];
  }
  return undefined;
}
