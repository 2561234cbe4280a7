/** A client of the reference data hub that calls its handlers directly and assumes only HTTP. */
import { gunzipSync } from 'node:zlib';
import type { DataHubReference } from '../../reference/data-hub/index.ts';
import type { Handler, ReferenceResponse } from '../../reference/types.ts';

export type Service = 'identityProvider' | 'zone' | 'provider';

export interface Seen {
  readonly status: number;
  readonly ok: boolean;
  readonly location: string | undefined;
  readonly cacheControl: string | undefined;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Undefined where the body is not JSON. */
  readonly json: unknown;
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly stream?: AsyncIterable<Uint8Array>;
}

export const EMPTY = new Uint8Array();

/** Sends one request; redirects of GET are followed within the service. */
export async function send(
  reference: DataHubReference,
  service: Service,
  method: string,
  target: string,
  { headers = {}, body = EMPTY, stream }: Sending = {},
): Promise<Seen> {
  const handler: Handler = reference[service];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const host = { host: `${service}.example.org` };
  let response = await handler({
    method,
    target,
    headers: { ...host, ...headers },
    body: bytes,
    peer: [],
    ...(stream && { stream }),
  });
  for (
    let hops = 0;
    hops < 5 && method === 'GET' && [301, 302, 303, 307, 308].includes(response.status) && headers['x-auth-token'];
    hops += 1
  ) {
    response = await handler({
      method,
      target: headerOf(response, 'location') ?? target,
      headers: { ...host, ...headers },
      body: EMPTY,
      peer: [],
    });
  }
  return seen(response);
}

export const headerOf = (response: ReferenceResponse, name: string): string | undefined =>
  response.headers.find(([key]) => key.toLowerCase() === name)?.[1];

async function seen(response: ReferenceResponse): Promise<Seen> {
  const raw =
    response.body instanceof Uint8Array ? response.body : await readAll(response.body(new AbortController().signal));
  const bytes = headerOf(response, 'content-encoding') === 'gzip' ? gunzipSync(raw) : raw;
  const text = Buffer.from(bytes).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const status = response.connection === 'reset' ? 0 : response.status;
  return {
    status,
    ok: status >= 200 && status < 300,
    location: headerOf(response, 'location'),
    cacheControl: headerOf(response, 'cache-control'),
    bytes,
    text,
    json,
  };
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Every text in a body of unknown shape that may be an identifier: values, keys, last segments of addresses, lines. */
export function candidates({ json, text, location }: Seen): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
    else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) visit(inner);
      found.push(...Object.keys(value));
    }
  };
  if (json === undefined)
    found.push(
      ...text.split(/\r?\n/),
      ...[...text.matchAll(/"([^"]*)"|>([^<>]*)</g)].map((match) => match[1] ?? match[2] ?? ''),
    );
  else visit(json);
  if (location !== undefined) found.push(location);
  const segments = found.filter((value) => value.includes('/')).map(lastSegment);
  return [...new Set([...found, ...segments])].filter((value) => value.trim() !== '');
}

/** The decoded last segment of an address, its query, fragment and trailing slash aside. */
export function lastSegment(address: string): string {
  const segment =
    address
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** An open subscription: what it said so far, and whether it is still open. */
export interface Listening {
  readonly status: number;
  /** Everything said so far. */
  said(): string;
  ended(): boolean;
  close(): Promise<void>;
}

/** Opens a stream and reads it in the background. */
export async function listen(
  reference: DataHubReference,
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<Listening> {
  const abort = new AbortController();
  const response = await reference.provider({
    method: 'POST',
    target,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from('{}'),
    peer: [],
  });
  let said = '';
  let ended = false;
  const { body } = response;
  const reading = (async () => {
    if (body instanceof Uint8Array) said += Buffer.from(body).toString('utf8');
    else for await (const chunk of body(abort.signal)) said += Buffer.from(chunk).toString('utf8');
    ended = true;
  })();
  return {
    status: response.status,
    said: () => said,
    ended: () => ended,
    async close() {
      abort.abort();
      await reading;
    },
  };
}
