/**
 * The provider's files: the tree of files and directories, their content, and the names in paths. Large content is on
 * disk, so that 1 GiB passes.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** How a file was created. */
export type Way = 'seed' | 'cdmi' | 'rest';

export interface FileNode {
  readonly id: string;
  readonly name: string;
  readonly parent: FileNode | undefined;
  /** Children by name; undefined for a file. */
  readonly children: Map<string, FileNode> | undefined;
  content: Content | undefined;
  /** Content before the last overwrite. */
  earlier: Content | undefined;
  way: Way;
}

/** @param newId makes the identifier of each node */
export function createFileTree(newId: () => string) {
  const ids = new Map<string, FileNode>();
  const nodeOf = (id: string, name: string, parent: FileNode | undefined, way: Way, content?: Content) => ({
    ...{ id, name, parent, way, content, earlier: undefined },
    children: content ? undefined : new Map(),
  });
  const root = nodeOf('root', '', undefined, 'seed');
  const forget = (node: FileNode) => {
    ids.delete(node.id);
    for (const child of node.children?.values() ?? []) forget(child);
  };
  return {
    root,
    /** Returns the node at a path of decoded segments, the space's name first. */
    at: (segments: readonly string[]) =>
      segments.reduce<FileNode | undefined>((node, name) => node?.children?.get(name), root),
    byId: (id: string) => ids.get(id),
    /** Adds a file or (without content) a directory. The name is free. */
    add(parent: FileNode, name: string, way: Way, content?: Content): FileNode {
      const node = nodeOf(newId(), name, parent, way, content);
      parent.children?.set(name, node);
      ids.set(node.id, node);
      return node;
    },
    /** Removes a node with all below it. */
    remove(node: FileNode): void {
      node.parent?.children?.delete(node.name);
      forget(node);
    },
    /** Returns the top directory above a node. */
    spaceOf(node: FileNode): FileNode {
      let at = node;
      while (at.parent && at.parent !== root) at = at.parent;
      return at;
    },
  };
}

/** Names from the space down to the node. */
export function pathOf(node: FileNode): string[] {
  return node.parent ? [...pathOf(node.parent), node.name] : [];
}

export interface Content {
  readonly size: number;
  /** Reads it from the beginning; as often as wanted. */
  open(): AsyncIterable<Uint8Array>;
  /** Returns the whole of it. */
  bytes(): Promise<Uint8Array>;
}

/** Returns the content in memory. */
export function inMemory(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    async *open() {
      yield bytes;
    },
    bytes: async () => bytes,
  };
}

/** Returns a storage of content. `close` removes the temporary directory, if any. */
export function createContentStore() {
  let folder: Promise<string> | undefined;
  let count = 0;
  return {
    async keep(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Content> {
      if (body instanceof Uint8Array) return inMemory(body);
      folder ??= mkdtemp(join(tmpdir(), 'assay-data-hub-'));
      count += 1;
      // Taken before the wait: two uploads at once must not end in one file.
      const name = String(count);
      const path = join(await folder, name);
      await pipeline(body, createWriteStream(path));
      const open = () => createReadStream(path, { highWaterMark: 256 * 1024 });
      return { size: (await stat(path)).size, open, bytes: () => readFile(path) };
    },
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

/** A target that cannot be decoded. */
export class MalformedPath extends Error {}

/** How a segment is decoded. */
export type Reading = (segment: string) => string;

export const decodeSegment: Reading = (segment) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MalformedPath(`malformed percent-encoding: ${segment.slice(0, 80)}`);
  }
};

/** Decoded, non-empty segments of a raw path. */
export function segmentsOf(raw: string, read: Reading = decodeSegment): string[] {
  return raw
    .split('/')
    .filter((segment) => segment !== '')
    .map(read);
}

/** Returns a query's parameter, still encoded, or undefined if it is absent. */
export function parameterIn(query: string | undefined, name: string): string | undefined {
  const pair = (query ?? '').split('&').find((part) => decodeSegment(part.split('=')[0] ?? '') === name);
  return pair?.slice(pair.indexOf('=') + 1);
}

/** Returns a query's value decoded; `+` is a space, as HTML forms write it. */
export const decodeValue: Reading = (value) => decodeSegment(value.replaceAll('+', ' '));
