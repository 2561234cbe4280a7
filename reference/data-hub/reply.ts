/** Answers of operations, and the lawful ways of writing them onto the wire. */
import { gzipSync } from 'node:zlib';
import type { ReferenceResponse } from '../types.ts';
import type { Content } from './content.ts';
import type { Body } from './shapes.ts';
import type { Switches } from './switches.ts';

export interface Reply {
  readonly status: number;
  /** The kind of request: it decides which status codes may stand instead. */
  readonly kind: 'read' | 'made' | 'written' | 'stream' | 'fixed' | 'refusal' | 'error';
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?:
    | Body
    | { readonly content: Content; readonly type?: string }
    | { readonly stream: (signal: AbortSignal) => AsyncIterable<Uint8Array>; readonly type: string };
  readonly connection?: 'reset';
}

/** An error in the form that this deployment gives to errors. */
export const problem = (status: number, kind: 'refusal' | 'error', id: string, description: string): Reply => ({
  status,
  kind,
  body: { json: { error: { id, description } } },
});

/** Writes a reply. Where a body is streamed, its size stands in Content-Length if it is known. */
export async function render(switches: Switches, reply: Reply): Promise<ReferenceResponse> {
  const status = statusOf(switches, reply);
  const delay = switches.variant('answers-slow') ? { delayMs: 15 } : {};
  const headers = (more: readonly (readonly [string, string])[]) =>
    cased(switches, [...more, ...(reply.headers ?? []), ...extraHeaders(switches)]);
  if (reply.connection) return { status, headers: [], body: new Uint8Array(), connection: reply.connection };
  const { body } = reply;
  if (body === undefined || status === 204) return { status, headers: headers([]), body: new Uint8Array(), ...delay };
  if ('stream' in body) return { status, headers: headers(typed(switches, body.type)), body: body.stream, ...delay };
  if ('content' in body) {
    const type =
      switches.oneOf('content-text-plain', 'content-cdmi-type') === 'content-text-plain'
        ? 'text/plain;charset=utf-8'
        : (body.type ?? 'application/octet-stream');
    const { content } = body;
    const more = typed(switches, type);
    if (content.size > 8 * 1024 * 1024)
      return {
        status,
        headers: headers([...more, ['Content-Length', String(content.size)]]),
        body: () => content.open(),
        ...delay,
      };
    return { ...packed(switches, status, more, await content.bytes(), headers), ...delay };
  }
  const { text, type } = 'json' in body ? { text: jsonText(switches, body.json), type: 'application/json' } : body;
  return { ...packed(switches, status, typed(switches, type), Buffer.from(text, 'utf8'), headers), ...delay };
}

function packed(
  switches: Switches,
  status: number,
  more: readonly (readonly [string, string])[],
  bytes: Uint8Array,
  headers: (more: readonly (readonly [string, string])[]) => readonly (readonly [string, string])[],
): ReferenceResponse {
  if (switches.variant('coding-gzip'))
    return {
      status,
      headers: headers([...more, ['Content-Encoding', 'gzip'], ['Vary', 'Accept-Encoding']]),
      body: gzipSync(bytes),
    };
  if (switches.variant('coding-chunked')) return { status, headers: headers(more), body: () => inPieces(bytes) };
  return { status, headers: headers([...more, ['Content-Length', String(bytes.length)]]), body: bytes };
}

async function* inPieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const step = Math.max(1, Math.ceil(bytes.length / 3));
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

function statusOf(switches: Switches, { status, kind }: Reply): number {
  if (kind === 'made' || kind === 'written') {
    const written = kind === 'written' ? switches.oneOf('status-written-204', 'status-written-200') : undefined;
    if (written) return written === 'status-written-204' ? 204 : 200;
    const all = switches.oneOf('status-made-200', 'status-made-201', 'status-made-202', 'status-made-203');
    if (all) return Number(all.slice(-3));
  }
  if (kind === 'read' && switches.variant('status-read-203')) return 203;
  if (kind === 'stream') {
    const stream = switches.oneOf('status-stream-201', 'status-stream-202');
    if (stream) return Number(stream.slice(-3));
  }
  return status;
}

function typed(switches: Switches, type: string): [string, string][] {
  if (switches.variant('type-absent')) return [];
  if (switches.variant('type-with-charset')) return [['Content-Type', `${type}; charset=UTF-8`]];
  if (switches.variant('type-problem-free') && type === 'application/json')
    return [['Content-Type', 'application/vnd.example.hub+json']];
  if (switches.variant('type-text-for-json') && type === 'application/json') return [['Content-Type', 'text/plain']];
  return [['Content-Type', type]];
}

function jsonText(switches: Switches, value: unknown): string {
  const numbers = switches.variant('ids-json-numbers')
    ? (_key: string, inner: unknown) => (typeof inner === 'string' && /^7\d{5}$/.test(inner) ? Number(inner) : inner)
    : undefined;
  const text = JSON.stringify(value, numbers, switches.variant('json-pretty') ? '  ' : undefined);
  if (switches.variant('json-newline')) return `${text}\r\n`;
  if (switches.variant('json-escaped'))
    return text
      .replaceAll('/', '\\/')
      .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return text;
}

function extraHeaders(switches: Switches): [string, string][] {
  const closing: [string, string][] = switches.variant('gzip-and-close') ? [['Connection', 'close']] : [];
  if (!switches.variant('headers-more')) return closing;
  return [
    ...closing,
    ['Server', 'example/1'],
    ['Set-Cookie', 'a=b; Secure'],
    ['Set-Cookie', 'c=d; Secure'],
    ['X-Request-Id', '0000-17'],
    ['Strict-Transport-Security', 'max-age=31536000'],
  ];
}

function cased(
  switches: Switches,
  headers: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  if (switches.variant('headers-lower-case')) return headers.map(([name, value]) => [name.toLowerCase(), value]);
  if (switches.variant('headers-upper-case')) return headers.map(([name, value]) => [name.toUpperCase(), value]);
  return headers;
}
