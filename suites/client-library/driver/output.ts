/** Output of a library: the first part is kept, the rest counted. */
import type { Readable } from 'node:stream';

/** Bytes kept of each stream. */
const KEPT = 64 * 1024;

export interface Output {
  readonly bytes: number;
  readonly text: string;
}

/** Drains a stream for as long as it lasts, so that the writer never waits. */
export class BoundedOutput {
  #bytes = 0;
  #kept: Uint8Array[] = [];
  #room = KEPT;

  constructor(stream: Readable) {
    stream.on('data', (chunk: Uint8Array) => {
      this.#bytes += chunk.length;
      if (this.#room <= 0) return;
      const part = chunk.subarray(0, this.#room);
      this.#kept.push(part);
      this.#room -= part.length;
    });
    // A pipe that breaks because the process was ended is expected.
    stream.on('error', () => undefined);
  }

  /** Output since the last call. */
  take(): Output {
    const output = { bytes: this.#bytes, text: Buffer.concat(this.#kept).toString('utf8') };
    this.#bytes = 0;
    this.#kept = [];
    this.#room = KEPT;
    return output;
  }
}

/** Splits a stream into lines; one longer than `longest` bytes ends the reading. */
export function onLines(stream: Readable, longest: number, line: (text: string) => void, tooLong: () => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      line(Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8'));
      parts = [];
      size = 0;
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
    size += rest.length;
    if (size <= longest) return;
    stream.destroy();
    tooLong();
  });
  stream.on('error', () => undefined);
}
