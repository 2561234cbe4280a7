/** Responses of operations, and the functions that write them. */
import type { ReferenceRequest, ReferenceResponse } from '../types.ts';
import type { Content, Way } from './files.ts';

/** An entry of a listing. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Path of the operation that reads it. */
  readonly href: string;
  /** Kind of the entry among the files in directories. */
  readonly kind?: 'directory' | 'file';
  /** How the entry was created. */
  readonly way: Way;
}

/** A body before it is written. */
type Body = { readonly json: unknown } | { readonly text: string; readonly type: string };

/** A body that is not JSON. */
export class Text {
  constructor(
    readonly type: string,
    readonly text: string,
  ) {}
}
/** Returns the body that contains a JSON value, or that is a text; none if it is undefined. */
export const bodyOf = (content: unknown): Body | undefined =>
  content === undefined || content instanceof Text ? content : { json: content };

export interface Reply {
  readonly status: number;
  readonly headers?: ReferenceResponse['headers'];
  readonly body?:
    | Body
    | { readonly content: Content; readonly type?: string; readonly name: string }
    | { readonly stream: (signal: AbortSignal) => AsyncIterable<Uint8Array>; readonly type: string }
    | undefined;
  readonly connection?: 'reset';
  /** Listed objects; `word` is a plural such as `spaces`. */
  readonly listing?: { readonly word: string; readonly items: readonly Item[] };
}

/** Returns an error in the form that this deployment gives to errors. */
export const problem = (status: number, description: string): Reply => ({
  status,
  body: { json: { error: { description } } },
});

/** Returns the JSON value of a response, or undefined if it has none. */
export const jsonOf = ({ body }: Reply): unknown => (body && 'json' in body ? body.json : undefined);

const NOTHING = new Uint8Array();
const LARGE_BYTES = 8 * 1024 * 1024;

/** Writes a reply; `write` makes the final text of a JSON body. Large content is streamed, with Content-Length. */
export async function render(
  { status, headers = [], body, connection }: Reply,
  write: (text: string) => string,
): Promise<ReferenceResponse> {
  if (connection) return { status, headers: [], body: NOTHING, connection };
  if (body === undefined || status === 204) return { status, headers, body: NOTHING };
  const as = (type: string, bytes: ReferenceResponse['body'], ...more: [string, string][]): ReferenceResponse => ({
    status,
    headers: [['Content-Type', type], ...more, ...headers],
    body: bytes,
  });
  if ('json' in body) return as('application/json', Buffer.from(write(JSON.stringify(body.json))));
  if ('text' in body) return as(body.type, Buffer.from(body.text));
  if ('stream' in body) return as(body.type, body.stream);
  const { content, type = 'application/octet-stream' } = body;
  return content.size > LARGE_BYTES
    ? as(type, () => content.open(), ['Content-Length', String(content.size)])
    : as(type, await content.bytes());
}

/** Returns a rejected grant (RFC 6749, section 5.2). */
export const failed = (status: number, error: string): Reply => ({
  status,
  headers: [['Cache-Control', 'no-store']],
  body: { json: { error } },
});

/** Returns the parameters of a form in the body of a request. */
export const formIn = ({ request }: { readonly request: ReferenceRequest }): URLSearchParams =>
  new URLSearchParams(Buffer.from(request.body).toString('utf8'));
