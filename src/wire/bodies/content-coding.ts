/** Removes content codings (RFC 9110 section 8.4) from a body as it comes. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { codeOf } from '../../files/read-file.ts';
import { WireError } from '../connect/wire-error.ts';
import type { Headers } from '../types.ts';

/** Maximum number of layers. More are an attack: real servers apply one. */
const MAX_CODINGS = 3;

// A deflated body that was cut yields what there is and then an error, as a cut plain body does.
const DECODERS: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // RFC 9110 says zlib format; many servers send raw deflate. A zlib header has method 8 in its low four bits and is a
  // multiple of 31.
  deflate: (first) => (isZlib(first) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

function isZlib(first: Buffer): boolean {
  const [head = 0, flags = 0] = first;
  return (head & 0x0f) === 8 && (first.length < 2 || ((head << 8) | flags) % 31 === 0);
}

/**
 * Returns the codings of a response in the order in which they were applied, without `identity`, or undefined if one is
 * unknown.
 */
export function contentCodings(headers: Headers): readonly string[] | undefined {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  return codings.every((coding) => Object.hasOwn(DECODERS, coding)) ? codings : undefined;
}

/**
 * Returns the body without its content codings, streamed: the reader decides how much is unpacked, so a small body that
 * unpacks to a huge one costs only what is read. A body in an unknown coding stays unchanged.
 * @throws WireError (phase `body`, code `BAD_CONTENT_CODING`) while reading, if the body is not what the header says.
 */
export async function* withoutContentCoding(
  body: AsyncIterable<Uint8Array>,
  headers: Headers,
): AsyncIterable<Uint8Array> {
  const codings = contentCodings(headers) ?? [];
  if (codings.length > MAX_CODINGS)
    throw new WireError('body', 'BAD_CONTENT_CODING', `${codings.length} content codings on one body`);
  if (codings.length === 0) {
    yield* body;
    return;
  }
  let decoded = body;
  for (const coding of codings.toReversed()) decoded = withoutOne(decoded, coding);
  yield* decoded;
}

async function* withoutOne(body: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  // An empty body is never coded, even if the header names a coding (responses to HEAD, 204, 304).
  if (first.done) return;
  const start = Buffer.from(first.value);
  const source = Readable.from(rest(start, chunks), { objectMode: false });
  const decoder = DECODERS[coding]?.(start);
  try {
    yield* decoder ? pipeline(source, decoder, () => undefined) : source;
  } catch (error) {
    throw isZlibError(error)
      ? new WireError('body', 'BAD_CONTENT_CODING', `the body is not ${coding}: ${error.message}`, error)
      : error;
  } finally {
    source.destroy();
    await chunks.return?.();
  }
}

async function* rest(first: Buffer, chunks: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield first;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

function isZlibError(error: unknown): error is Error {
  return /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(codeOf(error) ?? '');
}
