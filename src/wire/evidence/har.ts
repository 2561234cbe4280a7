/**
 * An exchange as an entry of a HAR 1.2 file, and back. Members that begin with `_` are of Assay; viewers ignore them.
 */
import { isUtf8 } from 'node:buffer';
import { isObject } from '../../files/json-value.ts';
import { headerIn } from '../http.ts';
import type { Body, Exchange, Headers, Outcome } from '../types.ts';

/** An exchange whose bodies are stored; without its outcome if that is the last attempt's. */
type StoredExchange = Omit<Exchange, 'outcome'> & { readonly outcome?: Outcome };

/** Returns a copy in which `turn` replaces each body. Headers have no bodies, and are not copied. */
function withBodies<T>(value: T, turn: (body: Body) => unknown): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withBodies(item, turn)) as T;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'body' && member ? turn(member) : name === 'headers' ? member : withBodies(member, turn),
  ]);
  return Object.fromEntries(members) as T;
}

/** An entry of a HAR file (HAR 1.2, section "entries"). */
export type HarEntry = ReturnType<typeof toHarEntry>;

/** Larger bodies are stored in separate files, named by their digests. */
export const INLINE_BYTES = 64 * 1024;

type PutAside = (body: Body) => void;

/**
 * Returns the entry of one exchange.
 * @param runStartedAt milliseconds since 1970
 * @param putAside called with each body that is stored in a separate file; absent: all are in the entry
 */
export function toHarEntry(exchange: Exchange, runStartedAt: number, putAside?: PutAside) {
  const { request, outcome, attempts } = exchange;
  const answerBody = outcome.body;
  const last = attempts.at(-1);
  const shownRequest = request.body && content(request.body, putAside);
  const shownAnswer = answerBody && content(answerBody, putAside);
  const store = (body: Body) => {
    const { bytes, ...facts } = body;
    // Not by spreading, which takes Node 20 many times as long.
    if (body === request.body) return Object.assign(facts, { in: 'request' as const });
    if (body === answerBody) return Object.assign(facts, { in: 'response' as const });
    return Object.assign(facts, content(body, putAside));
  };
  const { request: _, attempts: __, outcome: ___, ...rest } = exchange;
  const stored: StoredExchange = Object.assign(
    rest,
    withBodies({ request, attempts, ...(last?.outcome !== outcome && { outcome }) }, store),
  );
  const timings = last?.timings ?? {};
  return {
    startedDateTime: new Date(runStartedAt + exchange.startedAt).toISOString(),
    time: Math.max(0, exchange.endedAt - exchange.startedAt),
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [] as const,
      headers: named(request.headers),
      queryString: query(request.url),
      headersSize: -1 as const,
      bodySize: request.body?.size ?? 0,
      postData: shownRequest && { mimeType: mediaType(request.headers), ...postData(shownRequest) },
    },
    response: {
      status: outcome.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [] as const,
      headers: named(outcome.headers ?? []),
      content: {
        size: answerBody?.size ?? 0,
        mimeType: mediaType(outcome.headers ?? []),
        ...(shownAnswer && answerContent(shownAnswer)),
      },
      redirectURL: headerIn(outcome.headers ?? [], 'location') ?? '',
      headersSize: -1 as const,
      bodySize: -1,
      ...(outcome.kind === 'failure' && { _error: `${outcome.phase}: ${outcome.code}: ${outcome.message}` }),
    },
    cache: {},
    timings: {
      blocked: -1,
      dns: -1,
      connect: timings.connect ?? -1,
      ssl: -1,
      send: timings.send ?? 0,
      wait: timings.wait ?? 0,
      receive: timings.receive ?? 0,
    },
    _assay: stored,
  };
}

/** Bytes as text if they are UTF-8, else as base64, or in a file. */
interface Content {
  readonly text?: string;
  readonly base64?: string;
  readonly file?: string;
}

function content(body: Body, putAside: PutAside | undefined): Content {
  const { bytes, digest } = body;
  if (putAside && bytes.length > INLINE_BYTES) {
    putAside(body);
    return { file: digest };
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(bytes) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

function postData({ text, base64, file }: Content): Shown {
  if (file !== undefined) return { text: '', _file: file };
  return base64 === undefined ? { text } : { text: base64, _encoding: 'base64' };
}

function answerContent({ text, base64, file }: Content): Shown & { readonly comment?: string } {
  if (file !== undefined) return { comment: `see bodies/${file}`, _file: file };
  return base64 === undefined ? { text } : { text: base64, encoding: 'base64' };
}

/**
 * Rebuilds an exchange from its entry.
 * @param open returns the bytes of a body in a separate file.
 * @throws TypeError if the entry was not written by Assay, or was changed.
 */
export function fromHarEntry(entry: HarEntry, open: (file: string) => Uint8Array): Exchange {
  const stored = entry._assay;
  if (typeof stored !== 'object' || stored === null || !Array.isArray(stored.attempts))
    throw new TypeError('it has no _assay member with attempts, so it was not written by Assay');
  const load = ({ in: place, text, base64, file, ...facts }: Omit<Body, 'bytes'> & Content & { in?: string }): Body => {
    const shown = { request: entry.request.postData, response: entry.response.content }[place ?? ''];
    const bytes = bytesOf(place === undefined ? { text, base64, file } : shownIn(shown), open);
    if (bytes === undefined) throw new TypeError('a body is missing');
    return Object.assign(facts, { bytes });
  };
  const { request, attempts, outcome: own } = stored;
  const loaded = withBodies({ request, attempts, outcome: own }, (body) => load(body as never));
  const outcome = loaded.outcome ?? loaded.attempts.at(-1)?.outcome;
  if (!outcome) throw new TypeError('it has neither an outcome nor attempts');
  if (!isObject(loaded.request) || !loaded.attempts.every((one) => isObject(one) && isObject(one.outcome)))
    throw new TypeError('its request or an attempt is missing');
  return Object.assign({}, stored, loaded, { outcome });
}

/** The place of a body in an entry, as HAR viewers find it. */
type Shown = Partial<Record<'text' | '_file' | 'encoding' | '_encoding', string>>;

function shownIn({ text, _file: file, encoding, _encoding }: Shown = {}): Content {
  return (encoding ?? _encoding) === 'base64' ? { file, base64: text } : { file, text };
}

function bytesOf({ file, base64, text }: Content, open: (file: string) => Uint8Array) {
  if (file !== undefined) return open(file);
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return text === undefined ? undefined : Buffer.from(text, 'utf8');
}

function named(headers: Headers) {
  return headers.map(([name, value]) => ({ name, value }));
}

function mediaType(headers: Headers) {
  return headerIn(headers, 'content-type') ?? 'application/octet-stream';
}

function query(url: string) {
  return URL.canParse(url) ? named([...new URL(url).searchParams]) : [];
}
