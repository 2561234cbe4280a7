/** Contents of requests: bodies, read within limits, JSON and media types. */
import type { ReferenceRequest } from './types.ts';

/** Stands for the request where a service acts before the first one. */
export const NO_REQUEST: ReferenceRequest = { method: '', target: '', headers: {}, body: new Uint8Array(), peer: [] };

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON value of a body, or undefined if it contains none. */
export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the media type of a request, without parameters. */
export const mediaTypeOf = ({ headers }: ReferenceRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Thrown if a body exceeds its limit while it is read. */
export class TooLarge extends Error {
  readonly code = 'BODY_TOO_LARGE';
}

/** Returns the body; if it is larger than `limit`, all of it as a stream. */
export async function readBody(
  source: AsyncIterator<Uint8Array>,
  limit: number,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly rest?: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let step = await source.next(); !step.done; step = await source.next()) {
    chunks.push(step.value);
    size += step.value.length;
    if (size > limit) return { bytes: new Uint8Array(), rest: continued(chunks, source, most) };
  }
  return { bytes: Buffer.concat(chunks) };
}

/** Returns the chunks read so far, then the rest as it arrives; throws beyond `most` bytes. */
export async function* continued(
  begun: Uint8Array[],
  source: AsyncIterator<Uint8Array>,
  most: number,
): AsyncIterable<Uint8Array> {
  let size = begun.reduce((sum, chunk) => sum + chunk.length, 0);
  yield* begun.splice(0);
  for (let step = await source.next(); !step.done; step = await source.next()) {
    size += step.value.length;
    if (size > most) throw new TooLarge(`the body has more than ${most} bytes`);
    yield step.value;
  }
}
