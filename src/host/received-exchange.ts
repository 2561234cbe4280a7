/** Records what arrives at a reference, and what it answers, as exchanges. */
import { createHash } from 'node:crypto';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import type { Redactor } from '../wire/redaction.ts';
import type { Body, Exchange, Headers, Outcome } from '../wire/types.ts';

/** Octets of a body that are kept. */
const KEPT = 4 * 1024 * 1024;

export interface Arrived {
  readonly request: ReferenceRequest;
  readonly response: ReferenceResponse;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A handler that reports each request when it has been answered. */
export function reporting(handler: Handler, now: () => number, report: (arrived: Arrived) => void): Handler {
  return async (request) => {
    const startedAt = now();
    const response = await handler(request);
    report({ request, response, startedAt, endedAt: now() });
    return response;
  };
}

/** Headers that carry a credential; their values become secrets when they arrive. */
const CREDENTIAL_HEADERS = ['authorization', 'x-auth-token'];

/** The exchange of something that arrived, redacted. */
export function exchangeOf(
  arrived: Arrived,
  about: Pick<Exchange, 'id' | 'interface' | 'operation' | 'service'> & { readonly base: string },
  redactor: Redactor,
): Exchange {
  const { request, response, startedAt, endedAt } = arrived;
  for (const name of CREDENTIAL_HEADERS) {
    const secret = request.headers[name]?.split(/[\s:]+/).at(-1);
    if (secret) redactor.add(secret, 'client-token');
  }
  const { base, ...rest } = about;
  const answer: Outcome = {
    kind: 'answer',
    status: response.status,
    headers: shown(response.headers, redactor),
    body: bodyOf(response.body instanceof Uint8Array ? response.body : new Uint8Array(), redactor),
  };
  const url = redactor.text(`${base}${request.target}`);
  return {
    ...rest,
    lane: 'client',
    probe: rest.operation,
    purpose: 'documented',
    params: {},
    identifiers: 'none',
    chosen: false,
    label: '',
    request: {
      method: request.method,
      url,
      headers: shown(Object.entries(request.headers), redactor),
      ...(request.body.length > 0 && { body: bodyOf(request.body, redactor) }),
      credential: credentialOf(request),
    },
    attempts: [{ url, startedAt, endedAt, timings: {}, outcome: answer }],
    outcome: answer,
    startedAt,
    endedAt,
  };
}

/** Kind of credential that a request came with. */
function credentialOf(request: ReferenceRequest): string {
  if (request.peer.length > 0) return 'certificate';
  const bearer = /^Bearer\s+\S/i.test(request.headers['authorization'] ?? '');
  return bearer || (request.headers['x-auth-token'] ?? '').trim() !== '' ? 'token' : 'none';
}

function shown(headers: Headers, redactor: Redactor): Headers {
  return headers.map(([name, value]) => [name, redactor.text(value)]);
}

function bodyOf(octets: Uint8Array, redactor: Redactor): Body {
  const { bytes } = redactor.bytes(octets.subarray(0, KEPT));
  return { bytes, size: octets.length, digest: createHash('sha256').update(bytes).digest('hex'), truncated: octets.length > KEPT };
}
