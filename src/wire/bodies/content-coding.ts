/** Removes content codings (RFC 9110, section 8.4) from a body as it comes. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { codeOf } from '../../files/read-file.ts';
import { WireError } from '../connect/wire-error.ts';
import type { Headers } from '../types.ts';

/** Maximum number of layers. More are an attack: real servers apply one. */
const MAX_CODINGS = 3;

// A truncated body yields its data and then an error, like a truncated body without coding.
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

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
  let decoded = body;
  for (const coding of codings.toReversed()) decoded = withoutOne(decoded, coding);
  yield* decoded;
}

async function* withoutOne(body: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> {
  let isEmpty = true;
  async function* noticed(): AsyncIterable<Uint8Array> {
    for await (const chunk of body) {
      isEmpty = false;
      yield chunk;
    }
  }
  const source = Readable.from(noticed(), { objectMode: false });
  try {
    yield* pipeline(source, (DECODERS[coding] as () => Transform)(), () => undefined);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    // An empty body is never coded, even if the header names a coding (responses to HEAD, 204, 304).
    if (!isEmpty)
      throw new WireError('body', 'BAD_CONTENT_CODING', `the body is not ${coding}: ${error.message}`, error);
  } finally {
    source.destroy();
  }
}

function isZlibError(error: unknown): error is Error {
  return /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(codeOf(error) ?? '');
}
