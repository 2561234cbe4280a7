/** File content: small ones in memory, large ones in a temporary file, so that 1 GiB passes through without being held. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const IN_MEMORY_OCTETS = 8 * 1024 * 1024;

export interface Content {
  readonly size: number;
  /** Reads it from the beginning; as often as wanted. */
  open(): AsyncIterable<Uint8Array>;
  /** The whole of it. */
  bytes(): Promise<Uint8Array>;
}

/** Content that is held in memory. */
export function inMemory(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    async *open() {
      yield bytes;
    },
    bytes: async () => bytes,
  };
}

/** Storage of content. `close` removes the temporary folder, if any. */
export interface ContentStore {
  keep(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Content>;
  close(): Promise<void>;
}

export function createContentStore(): ContentStore {
  let folder: Promise<string> | undefined;
  let count = 0;
  return {
    async keep(body) {
      if (body instanceof Uint8Array) return inMemory(body);
      const held: Uint8Array[] = [];
      let size = 0;
      const source = body[Symbol.asyncIterator]();
      for (;;) {
        const step = await source.next();
        if (step.done) return inMemory(Buffer.concat(held));
        held.push(step.value);
        size += step.value.length;
        if (size > IN_MEMORY_OCTETS) break;
      }
      folder ??= mkdtemp(join(tmpdir(), 'assay-data-hub-'));
      count += 1;
      // Taken before the wait: two uploads at once must not end in one file.
      const name = String(count);
      const path = join(await folder, name);
      await pipeline(continued(held, source), createWriteStream(path));
      return inFile(path, (await stat(path)).size);
    },
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

function inFile(path: string, size: number): Content {
  const open = (): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: 256 * 1024 });
  return { size, open, bytes: () => collect(open()) };
}

async function* continued(held: Uint8Array[], source: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield* held.splice(0);
  for (let step = await source.next(); !step.done; step = await source.next()) yield step.value;
}

/** Reads a source to its end. */
async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
