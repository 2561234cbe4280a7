/** Records requests that arrive at a reference, and its responses, as exchanges. */

import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import { sha256 } from '../files/sha256.ts';
import type { InterfaceSettings } from '../settings/types.ts';
import { headerIn, isCredentialHeader } from '../wire/http.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import type { Body, Exchange, Headers } from '../wire/types.ts';

/** Maximum number of bytes of a body that are kept. */
const KEPT = 4 * 1024 * 1024;

export interface Arrived {
  readonly request: ReferenceRequest;
  /** The body, or the beginning of a long one. */
  readonly content: Uint8Array;
  /** Number of bytes of the body that have arrived so far. */
  readonly size: number;
  readonly response: ReferenceResponse;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * Returns a handler that reports each request when its response begins. A streamed body passes through; its beginning
 * is kept.
 */
export function reporting(handler: Handler, now: () => number, report: (arrived: Arrived) => void): Handler {
  return async (request) => {
    const startedAt = now();
    const { stream } = request;
    const seen = { begun: [] as Uint8Array[], kept: 0, size: 0 };
    const response = await handler(stream ? { ...request, stream: watched(stream, seen) } : request);
    const content = stream ? Buffer.concat(seen.begun) : request.body.subarray(0, KEPT);
    report({ request, content, size: stream ? seen.size : request.body.length, response, startedAt, endedAt: now() });
    return response;
  };
}

async function* watched(
  stream: AsyncIterable<Uint8Array>,
  seen: { begun: Uint8Array[]; kept: number; size: number },
): AsyncIterable<Uint8Array> {
  for await (const chunk of stream) {
    seen.size += chunk.length;
    const part = chunk.subarray(0, KEPT - seen.kept);
    if (part.length > 0) seen.begun.push(part);
    seen.kept += part.length;
    yield chunk;
  }
}

/** Matches secrets in JSON and in forms: tokens that a client sends, and tokens that it receives. */
const SECRET_MEMBERS = /"\w*(?:token|secret|password)s?"\s*:\s*(\[[^\]]*\]|"[^"]*")/gi;
const SECRET_FIELDS = /(?:^|&)\w*(?:token|secret|password)=([^&\s]*)/gi;
/**
 * Maximum number of bytes of a body that are searched for secrets, and of remembered secrets: a flood of invalid ones
 * must not slow everything down.
 */
const SEARCHED = { bytes: 256 * 1024, secrets: 300 };
/** A shorter part of a header is a scheme, or a name. */
const SHORTEST = 8;

/** Returns the longest part of a header with a credential; a scheme, or a prefix of a token, may precede it. */
const credentialIn = (value: string) =>
  value.split(/[\s:]+/).reduce((longest, part) => (part.length > longest.length ? part : longest));

/** Returns a function that remembers the secrets which clients send and receive. */
export function secretsOf(
  redactor: Redactor,
  most = SEARCHED,
): (headers: Headers, ...bodies: readonly Uint8Array[]) => void {
  const known = new Set<string>();
  const learn = (secret: string | undefined) => {
    if (!secret || known.has(secret) || known.size >= most.secrets) return;
    known.add(secret);
    redactor.add(secret, 'client-token');
  };
  return (headers: Headers, ...bodies: readonly Uint8Array[]) => {
    for (const [name, value] of headers)
      if (isCredentialHeader(name))
        for (const part of value.split(/[\s:;,]+/))
          if (part.length >= SHORTEST) learn(/cookie/i.test(name) ? part.slice(part.indexOf('=') + 1) : part);
    for (const bytes of bodies) {
      const text = Buffer.from(bytes.subarray(0, most.bytes)).toString('latin1');
      for (const [, value = ''] of text.matchAll(SECRET_MEMBERS))
        for (const [, secret] of value.matchAll(/"([^"]+)"/g)) learn(secret);
      for (const [, value = ''] of text.matchAll(SECRET_FIELDS))
        learn(new URLSearchParams(`v=${value}`).get('v') ?? undefined);
    }
  };
}

/** Returns the body of a response. A stream may never end: it is not recorded. */
export const bytesOf = ({ body }: ReferenceResponse): Uint8Array =>
  body instanceof Uint8Array ? body : new Uint8Array();

/** Returns what an exchange of another program records of its messages, redacted. */
export function recordedMessages(
  redactor: Redactor,
  request: Exchange['request'],
  answer: { readonly status: number; readonly headers: Headers; readonly body: Body },
  { startedAt, endedAt }: Pick<Exchange, 'startedAt' | 'endedAt'>,
) {
  const url = redactor.text(request.url);
  const outcome = { kind: 'answer' as const, ...answer, headers: shown(answer.headers, redactor) };
  return {
    request: { ...request, url, headers: shown(request.headers, redactor) },
    attempts: [{ url, startedAt, endedAt, timings: {}, outcome }],
    ...{ outcome, startedAt, endedAt, purpose: 'documented' as const, params: {}, label: '' },
  };
}

/**
 * Returns the exchange of a received request, redacted. `base`: scheme, host and port of the service; `credentials`:
 * those of its interface.
 */
export function exchangeOf(
  arrived: Arrived,
  about: Pick<Exchange, 'id' | 'interface' | 'operation' | 'service'> & {
    readonly base: string;
    readonly credentials: Credentials;
  },
  redactor: Redactor,
): Exchange {
  const { request, content, size, response } = arrived;
  const { base, credentials, ...rest } = about;
  const headers = Object.entries(request.headers);
  return {
    ...rest,
    lane: 'client',
    probe: rest.operation,
    origins: {},
    ...recordedMessages(
      redactor,
      {
        method: request.method,
        url: urlOf(base, request.target),
        headers,
        body: size > 0 ? bodyOf(content, size, redactor) : undefined,
        credential: presentedCredential(credentials, headers, request.peer.length > 0) ?? 'none',
      },
      {
        status: response.status,
        headers: response.headers,
        body: {
          ...bodyOf(bytesOf(response).subarray(0, KEPT), bytesOf(response).length, redactor),
          ...(!(response.body instanceof Uint8Array) && { truncated: true }),
        },
      },
      arrived,
    ),
  };
}

/**
 * Returns the requested address, always one that can be parsed: a request line may contain a whole address, or invalid
 * text.
 */
function urlOf(base: string, target: string) {
  if (target.startsWith('/') && URL.canParse(base + target)) return base + target;
  return `${base}/${encodeURIComponent(target)}`;
}

function shown(headers: Headers, redactor: Redactor): Headers {
  return headers.map(([name, value]) => {
    if (!isCredentialHeader(name) || value.trim() === '') return [name, redactor.text(value)];
    return [name, `${value.slice(0, value.indexOf(credentialIn(value)))}[redacted:client-token]`];
  });
}

function bodyOf(kept: Uint8Array, size: number, redactor: Redactor): Body {
  const truncated = size > kept.length;
  const { bytes } = redactor.bytes(kept, truncated ? kept.length : undefined);
  return { bytes, size, digest: sha256(bytes), truncated };
}

export type Credentials = InterfaceSettings['credentials'];

/**
 * Returns the first credential of an interface that a request shows, or undefined if it shows none.
 * @param certified whether a client certificate came in the TLS handshake
 */
export function presentedCredential(among: Credentials, headers: Headers, certified = false): string | undefined {
  // After a scheme, one token is a credential (RFC 9110, section 11.4): no quoted text, no list.
  const isShown = ({ header: name, scheme }: Credentials[string]) =>
    name === undefined
      ? certified
      : new RegExp(scheme ? `^${scheme}\\s+[^\\s",]+$` : '.', 'i').test(
          headerIn(headers, name.toLowerCase())?.trim() ?? '',
        );
  return Object.entries(among).find(([, one]) => isShown(one))?.[0];
}
