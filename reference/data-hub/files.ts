/** The provider's files: spaces are the top folders; every file and folder has an identifier. */
import type { Content } from './content.ts';

/** How a file came to be. */
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

export interface FileTree {
  readonly root: FileNode;
  /** The node at a path of decoded segments, the space's name first. */
  at(segments: readonly string[]): FileNode | undefined;
  byId(id: string): FileNode | undefined;
  /** Adds a file or (without content) a folder. The name is free. */
  add(parent: FileNode, name: string, way: Way, content?: Content): FileNode;
  /** Removes a node with all below it. */
  remove(node: FileNode): void;
  /** The top folder above a node. */
  spaceOf(node: FileNode): FileNode;
}

/** @param newId makes the identifier of each node from its path */
export function createFileTree(newId: (path: string) => string): FileTree {
  const ids = new Map<string, FileNode>();
  const root: FileNode = {
    id: 'root',
    name: '',
    parent: undefined,
    children: new Map(),
    content: undefined,
    earlier: undefined,
    way: 'seed',
  };
  const forget = (node: FileNode): void => {
    ids.delete(node.id);
    for (const child of node.children?.values() ?? []) forget(child);
  };
  return {
    root,
    at: (segments) => segments.reduce<FileNode | undefined>((node, name) => node?.children?.get(name), root),
    byId: (id) => ids.get(id),
    add(parent, name, way, content) {
      const id = newId(pathOf(parent).concat(name).join('/'));
      const node: FileNode = {
        id,
        name,
        parent,
        children: content ? undefined : new Map(),
        content,
        earlier: undefined,
        way,
      };
      parent.children?.set(name, node);
      ids.set(id, node);
      return node;
    },
    remove(node) {
      node.parent?.children?.delete(node.name);
      forget(node);
    },
    spaceOf(node) {
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
