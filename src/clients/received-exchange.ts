/** Records requests that arrive at a reference, and its responses, as exchanges. */

import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import { sha256 } from '../files/sha256.ts';
import type { InterfaceSettings } from '../settings/types.ts';
import { headerIn, isCredentialHeader } from '../wire/http.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import type { Body, Exchange, Headers, Outcome } from '../wire/types.ts';

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

/** Matches secrets in forms and in JSON: tokens that a client sends, and tokens that it receives. */
const SECRET_MEMBERS = /"(?:\w+_)?(?:tokens?|secret)"\s*:\s*(\[[^\]]*\]|"[^"]*")/g;
const SECRET_FIELDS = /(?:^|&)(?:\w+_)?(?:token|secret)=([^&]*)/g;
/** Maximum number of bytes of a body that are searched for secrets. */
const SEARCHED = 256 * 1024;
/** Maximum number of remembered secrets; a flood of invalid ones must not slow everything down. */
const MOST_SECRETS = 300;

/** Returns the longest part of a header with a credential; a scheme, or a prefix of a token, may precede it. */
const credentialIn = (value: string) =>
  value.split(/[\s:]+/).reduce((longest, part) => (part.length > longest.length ? part : longest));

/** Returns a function that remembers the secrets which clients send and receive. */
export function secretsOf(redactor: Redactor): (arrived: Arrived) => void {
  const known = new Set<string>();
  const learn = (secret: string | undefined) => {
    if (!secret || known.has(secret) || known.size >= MOST_SECRETS) return;
    known.add(secret);
    redactor.add(secret, 'client-token');
  };
  return ({ request, content, response }) => {
    for (const [name, value] of Object.entries(request.headers))
      if (isCredentialHeader(name)) learn(credentialIn(value ?? ''));
    for (const bytes of [content, response.body instanceof Uint8Array ? response.body : new Uint8Array()]) {
      const text = Buffer.from(bytes.subarray(0, SEARCHED)).toString('latin1');
      for (const [, value = ''] of text.matchAll(SECRET_MEMBERS))
        for (const [, secret] of value.matchAll(/"([^"]+)"/g)) learn(secret);
      for (const [, value = ''] of text.matchAll(SECRET_FIELDS))
        learn(new URLSearchParams(`v=${value}`).get('v') ?? undefined);
    }
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
  const { request, content, size, response, startedAt, endedAt } = arrived;
  const { base, credentials, ...rest } = about;
  const answer: Outcome = {
    kind: 'answer',
    status: response.status,
    headers: shown(response.headers, redactor),
    // A stream may never end: it is not recorded.
    body:
      response.body instanceof Uint8Array
        ? bodyOf(response.body.subarray(0, KEPT), response.body.length, redactor)
        : { ...bodyOf(new Uint8Array(), 0, redactor), truncated: true },
  };
  const url = redactor.text(urlOf(base, request.target));
  const headers = Object.entries(request.headers);
  return {
    ...rest,
    lane: 'client',
    probe: rest.operation,
    purpose: 'documented',
    params: {},
    origins: {},
    label: '',
    request: {
      method: request.method,
      url,
      headers: shown(headers, redactor),
      ...(size > 0 && { body: bodyOf(content, size, redactor) }),
      credential: presentedCredential(credentials, headers, request.peer.length > 0) ?? 'none',
    },
    attempts: [{ url, startedAt, endedAt, timings: {}, outcome: answer }],
    outcome: answer,
    startedAt,
    endedAt,
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
