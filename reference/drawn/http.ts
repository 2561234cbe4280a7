/**
 * Legal forms of HTTP in a response: further headers, their case and order, framing, content codings, a short delay.
 */
import fc, { type Arbitrary } from 'fast-check';
import { CODINGS, hasBody, piecesOf } from '../http-operators.ts';
import type { ReferenceRequest, ReferenceResponse } from '../types.ts';
import { anyJson } from './json.ts';
import { numbersOf, shuffled, weighted } from './random.ts';

/** Headers that would change what the message means; the reference sets them itself. */
const MEANT =
  /^(content-|transfer-|connection$|location$|retry-after$|www-authenticate$|trailer$|upgrade$|te$|keep-alive$|cache-control$|pragma$)/i;
/** Headers that occur once (RFC 9110, section 5.3), among the drawn ones. */
const SINGLE = /^(server|etag|date|age|last-modified)$/i;
const COMMON = 'Server Set-Cookie ETag Vary Via Date X-Request-Id Warning Link Age'.split(' ');
const TOKEN = "!#$%&'*+-.^_`|~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Names of headers, known ones and any others, without those of a meaning. */
export const headerNames = (known: readonly string[], meant: RegExp): Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(...known, '__proto__', 'constructor'),
      fc.string({ unit: fc.constantFrom(...TOKEN), minLength: 1, maxLength: 20 }),
    )
    .filter((name) => !meant.test(name));

/** Visible ASCII, with blanks inside only (RFC 9110, section 5.5). */
export const headerValues = (): Arbitrary<string> => fc.string({ maxLength: 60 }).map((value) => value.trim());

/**
 * Codes of success that a complete response with a body can have: 204 and 205 have no body, 206 is a response to ranges
 * (RFC 9110, section 15.3).
 */
export const successCodes: Arbitrary<number> = fc
  .integer({ min: 200, max: 299 })
  .filter((status) => ![204, 205, 206].includes(status));

/** A rejection before it is written. */
export interface Refusal {
  readonly status: number;
  readonly headers?: ReferenceResponse['headers'];
  readonly body?: { readonly text: string; readonly type: string };
  readonly connection?: 'reset';
}

const refused = (status: number, text: string, type: string) => ({ status, body: { text, type } });

/** Web addresses; fast-check's own take a second to be set up. */
const urls = (): Arbitrary<string> =>
  fc.stringMatching(/^https?:\/\/[a-z][a-z0-9-]{0,8}[a-z0-9]\.(example|test)(\/[A-Za-z0-9._~-]{1,8}){0,3}$/);

/**
 * Forms of rejections. A 5xx other than 500 and 501 would be inconclusive, and a rejection must not look like a
 * success.
 */
export const refusals = (): Arbitrary<Refusal> =>
  fc.oneof(
    fc
      .tuple(fc.integer({ min: 400, max: 499 }), anyJson())
      .map(([status, value]) => refused(status, JSON.stringify(value), 'application/json')),
    fc
      .tuple(fc.constantFrom(400, 401, 403, 500, 501), fc.string({ maxLength: 200 }))
      .map(([status, text]) => refused(status, text, 'text/plain')),
    fc
      .tuple(fc.constantFrom(301, 302, 303, 307, 308), urls())
      .map(([status, url]): Refusal => ({ status, headers: [['Location', url]] })),
    fc
      .string({ maxLength: 40 })
      .map((text) => refused(200, `<!DOCTYPE html><title>Sign in</title><p>${text}</p>`, 'text/html')),
    fc.constant<Refusal>({ status: 403, connection: 'reset' }),
  );

/** Form of the message around a body. */
export interface MessageStyle {
  readonly seed: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Whether letters of names are in either case, and whether headers are in another order. */
  readonly mixed: boolean;
  readonly shuffled: boolean;
  readonly codings: readonly ('gzip' | 'deflate' | 'br')[];
  /** Bytes per chunk, more if there would be too many chunks; 0: not chunked. */
  readonly pieces: number;
  readonly delayMs: number;
}

export const messageStyles = (): Arbitrary<MessageStyle> =>
  fc.record({
    seed: fc.nat(),
    headers: fc.array(fc.tuple(headerNames(COMMON, MEANT), headerValues()), { maxLength: 8 }),
    mixed: fc.boolean(),
    shuffled: fc.boolean(),
    codings: weighted<MessageStyle['codings']>(
      [3, fc.constant([])],
      [1, fc.array(fc.constantFrom('gzip', 'deflate', 'br'), { minLength: 1, maxLength: 2 })],
    ),
    pieces: weighted([3, fc.constant(0)], [1, fc.integer({ min: 1, max: 500 })]),
    delayMs: weighted([9, fc.constant(0)], [1, fc.integer({ min: 1, max: 4 })]),
  });

/**
 * Each chunk of a compressed body takes several turns of the event loop, and under load a turn takes tens of
 * milliseconds: a thousand chunks can exceed the time limit of a request.
 */
const MOST_PIECES = 100;

/** Returns the response with a style. Codings are only applied if the request does not forbid them. */
export const styled =
  ({ seed, headers, codings, pieces, delayMs, ...style }: MessageStyle) =>
  (response: ReferenceResponse, { request }: { readonly request: ReferenceRequest }): ReferenceResponse => {
    if (response.connection !== undefined || response.raw !== undefined) return response;
    const next = numbersOf(seed);
    const plain = hasBody(response) ? response.body : undefined;
    const accepted = request.headers['accept-encoding'];
    const coded = plain ? codings.filter((coding) => accepted?.includes(coding) !== false) : [];
    const body = plain && coded.reduce((bytes, coding) => CODINGS[coding](bytes), plain);
    const all = [...response.headers, ...headers];
    if (coded.length > 0) all.push(['Content-Encoding', coded.join(', ')]);
    const keys = all.map(([name]) => name.toLowerCase());
    const fields = all
      .filter((_, at) => {
        const name = keys[at] ?? '';
        return at < response.headers.length || !SINGLE.test(name) || keys.indexOf(name) === at;
      })
      .map(([name, value]) => [style.mixed ? inEitherCase(name, next) : name, value] as const);
    return {
      ...response,
      headers: style.shuffled ? inAnotherOrder(fields, next) : fields,
      body:
        body && pieces > 0
          ? () => piecesOf(body, Math.max(pieces, Math.ceil(body.length / MOST_PIECES)))
          : (body ?? response.body),
      delayMs: (response.delayMs ?? 0) + delayMs,
    };
  };

const inEitherCase = (name: string, next: () => number) =>
  name.replace(/./g, (letter) => (next() < 0.5 ? letter.toUpperCase() : letter.toLowerCase()));

/** Fields of one name keep their order, which has a meaning (RFC 9110, section 5.3). */
function inAnotherOrder(headers: ReferenceResponse['headers'], next: () => number) {
  const key = ([name]: readonly [string, string]) => name.toLowerCase();
  const order = shuffled([...new Set(headers.map(key))], next);
  return headers.toSorted((one, other) => order.indexOf(key(one)) - order.indexOf(key(other)));
}
