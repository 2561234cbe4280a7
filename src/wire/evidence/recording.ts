/** The recorded form of messages: redacted, bounded, digested. */

import { createHash } from 'node:crypto';
import { sha256 } from '../../files/sha256.ts';
import { type CollectedBody, KEPT_BYTES } from '../bodies/body-collector.ts';
import { WireError } from '../connect/wire-error.ts';
import { isCredentialHeader } from '../http.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Body, Headers, Outcome, WireRecord, WireRequest } from '../types.ts';

/** Returns the header values, redacted; a name can carry a secret too. */
function recordHeaders(redactor: Redactor, headers: Headers) {
  return headers.map(([name, value]) => [redactor.text(name), redactor.text(value)] as const);
}

/**
 * Returns the header values of a response; a header that issues a credential is recorded without it. The name and
 * attributes of a cookie stay (RFC 6265, section 4.1).
 */
export function recordResponseHeaders(redactor: Redactor, headers: Headers): Headers {
  return recordHeaders(redactor, headers).map(
    ([name, value]) => [name, isCredentialHeader(name) ? withoutCredential(name, value) : value] as const,
  );
}

function withoutCredential(name: string, value: string) {
  if (!/^set-cookie/i.test(name)) return value.trim() === '' ? value : `[redacted:${name}]`;
  return value.replace(/^([^=;]*=\s*|(?=[^=;]+(?:;|$)))[^;\s][^;]*/, `$1[redacted:${name}]`);
}

/** Returns bytes as a body that came as a whole. */
export function wholeBody(bytes: Uint8Array): CollectedBody {
  return { bytes, size: bytes.length, digest: sha256(bytes), truncated: false };
}

/** Returns a body as it is recorded; with `beginning`, and if it is truncated, its first 64 KiB. */
export function recordBody(redactor: Redactor, collected: CollectedBody, beginning = false): Body {
  const cut = beginning || collected.truncated;
  const { bytes, redacted } = cut
    ? redactor.bytes(collected.bytes, KEPT_BYTES)
    : redactor.body(collected.bytes, collected.digest);
  const truncated = collected.truncated || (cut && collected.bytes.length > KEPT_BYTES);
  return {
    bytes,
    size: collected.size,
    digest: redacted || truncated ? sha256(bytes) : collected.digest,
    truncated,
    ...(!redacted && { rawDigest: collected.digest }),
  };
}

/**
 * Returns the body to send in each attempt, measured while it is sent, and its record: the bytes of a buffer; of a
 * source, size and digest as sent by the newest attempt.
 */
export function measuredUpload(body: WireRequest['body']) {
  if (body === undefined) return { body, record: () => undefined };
  if (body instanceof Uint8Array) {
    return { body, record: (redactor: Redactor) => recordBody(redactor, wholeBody(Buffer.from(body))) };
  }
  let size = 0;
  let digest = sha256(new Uint8Array());
  async function* open(source: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const hash = createHash('sha256');
    size = 0;
    for await (const chunk of source()) {
      hash.update(chunk);
      size += chunk.length;
      digest = hash.copy().digest('hex');
      yield chunk;
    }
  }
  return {
    body: { size: body.size, open: () => open(body.open) },
    record: () => ({ ...wholeBody(new Uint8Array()), size, truncated: size > 0, rawDigest: digest }),
  };
}

/** Returns the request as sent with `headers`, and with what the upload has sent so far. */
export function recordRequest(
  redactor: Redactor,
  request: WireRequest,
  headers: Headers,
  upload: ReturnType<typeof measuredUpload>,
): WireRecord['request'] {
  return {
    method: request.method,
    url: redactor.text(request.url),
    headers: recordHeaders(redactor, headers),
    body: upload.record(redactor),
    credential: request.credential.name,
  };
}

/** Returns an outcome for what was thrown, with what was received until then. */
export function recordFailure(
  redactor: Redactor,
  error: unknown,
  { status, headers, body }: { status?: number; headers?: Headers; body?: Body } = {},
): Outcome {
  const known = error instanceof WireError ? error : new WireError('send', 'UNKNOWN', String(error));
  return {
    kind: 'failure',
    phase: known.phase,
    code: known.code,
    message: redactor.text(known.message),
    status,
    headers,
    body,
  };
}
