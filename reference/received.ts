/** Reads the body of a request within limits. */

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
