/**
 * CDMI 1.1.1 beyond the document: data objects and containers as JSON (sections 8 and 9), from a request and for a
 * response.
 */
import { type Content, type FileNode, inMemory, pathOf, segmentsOf } from '../files.ts';
import type { Call, State } from '../operators.ts';
import { problem, type Reply } from '../reply.ts';
import { jsonIn, mediaTypeOf, membersIn } from '../service.ts';

/** Media types of a data object and of a container. */
export const CDMI_OBJECT = 'application/cdmi-object';
export const CDMI_CONTAINER = 'application/cdmi-container';

/** Whether the body of a request is CDMI JSON, and not the content of the file. */
export const isCdmiJson = (call: Call): boolean => [CDMI_OBJECT, CDMI_CONTAINER].includes(mediaTypeOf(call));

/** The state that a request specifies for its path: new content, a node to move or copy, or neither. */
interface Wanted {
  readonly content?: Content;
  /** The first byte that the content replaces (section 8.6); absent: all of it. */
  readonly at?: number;
  readonly from?: FileNode;
  readonly moves: boolean;
}

/**
 * Reads the JSON of a request; returns a rejection if it is not JSON, or names something that does not exist (section
 * 8.2.5).
 */
export function wantedBy(call: Call): Wanted | Reply {
  if (call.request.body.length > 0 && jsonIn(call) === undefined) return problem(400, 'The body is not JSON.');
  const { value, valuetransferencoding: encoding = 'utf-8', move, copy } = membersIn(call);
  const source = move ?? copy;
  if (source !== undefined) {
    const path = typeof source === 'string' ? source.replace(/^(?:https?:\/\/[^/]+)?(?:\/cdmi(?=\/))?/, '') : '';
    const from = call.state.files.at(segmentsOf(path));
    if (from === undefined || path === '')
      return problem(404, 'What is to be moved or copied is not there.', 'notFound');
    return { from, moves: move !== undefined };
  }
  if (value === undefined) return { moves: false };
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const part = rangeOf(call.query, 'value');
  if (part) return { content: inMemory(Buffer.from(written, 'base64')), at: part[0], moves: false };
  if (encoding === 'base64' || encoding === 'utf-8')
    return { content: inMemory(Buffer.from(written, encoding === 'base64' ? 'base64' : 'utf8')), moves: false };
  return problem(400, 'valuetransferencoding is utf-8 or base64.');
}

/** Returns the names that a query selects, separated by semicolons; none: all. */
const selected = (query: string | undefined): string[] => (query ?? '').split(';').filter((name) => name !== '');

/** First and last index of a selected member, as in `value:0-10`; undefined if the query names no part of it. */
function rangeOf(query: string | undefined, member: string): [first: number, last: number] | undefined {
  const range = selected(query).flatMap((name) => /^(\w+):(\d+)-(\d+)$/.exec(name) ?? []);
  return range[1] === member ? [Number(range[2]), Number(range[3])] : undefined;
}

/** Returns the content with the bytes from `at` on replaced; a rejection if the content ends before them. */
export async function patched(old: Content | undefined, at: number, part: Content): Promise<Content | Reply> {
  const before = (await old?.bytes()) ?? new Uint8Array();
  if (at > before.length) return problem(416, 'The range begins beyond the end of the data object.');
  const bytes = Buffer.alloc(Math.max(before.length, at + part.size));
  bytes.set(before);
  bytes.set(await part.bytes(), at);
  return inMemory(bytes);
}

/** Adds a copy of a node with all below it. */
export function copyTo(state: State, from: FileNode, parent: FileNode, name: string): FileNode {
  const inside = [...(from.children?.values() ?? [])];
  const content = from.children ? undefined : (from.content ?? inMemory(new Uint8Array()));
  const made = state.files.add(parent, name, 'cdmi', content);
  for (const child of inside) copyTo(state, child, made, child.name);
  return made;
}

const uriOf = (node: FileNode): string => `/cdmi/${pathOf(node).map(encodeURIComponent).join('/')}`;

/**
 * Returns a node as CDMI writes it: without its value or children unless it is read; then with the members that the
 * query selects.
 */
export async function described(node: FileNode, status: number, isRead = false, query?: string): Promise<Reply> {
  const type = node.children ? CDMI_CONTAINER : CDMI_OBJECT;
  const slash = node.children ? '/' : '';
  const parent = node.parent && pathOf(node.parent).length > 0 ? `${uriOf(node.parent)}/` : '/cdmi/';
  const part = <T extends string[] | Buffer>(member: string, whole: T) => {
    const [first, last] = rangeOf(query, member) ?? [0, whole.length - 1];
    const range = selected(query).includes(`${member}range`) && { [`${member}range`]: `${first}-${last}` };
    return { ...range, [member]: whole.slice(first, last + 1) };
  };
  const value = async () => {
    const read = part('value', Buffer.from((await node.content?.bytes()) ?? new Uint8Array()));
    return { ...read, value: read['value']?.toString('base64') };
  };
  const held = node.children
    ? part(
        'children',
        [...node.children.values()].map(({ name, children }) => (children ? `${name}/` : name)),
      )
    : { valuetransferencoding: 'base64', ...(isRead && (await value())) };
  const json = {
    objectType: type,
    objectID: node.id,
    objectName: `${node.name}${slash}`,
    parentURI: parent,
    completionStatus: 'Complete',
    metadata: {},
    ...((isRead || !node.children) && held),
  };
  // Words that are no members select none.
  const names = selected(query).flatMap((word) => Object.keys(json).filter((name) => name === word.split(':')[0]));
  const shown =
    names.length === 0 ? json : Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)));
  return {
    status,
    kind: 'fixed',
    headers: [['X-CDMI-Specification-Version', '1.1.1']],
    body: { text: JSON.stringify(shown), type },
  };
}
