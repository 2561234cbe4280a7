/** Collects a body as it arrives, within the limits of one response. */
import { createHash } from 'node:crypto';
import { ANSWER_BUDGET, type AnswerScan, beyond } from './answer-budget.ts';

/** Bytes kept of a body that failed, or that is read as a stream. */
export const KEPT_BYTES = 64 * 1024;
/** More is read than is kept, so that a secret across the cut is seen whole. */
const READ_BYTES = KEPT_BYTES + 32 * 1024;
/** Bodies with more bytes are large. */
const LARGE_BYTES = 1024 * 1024;
/** Bytes of the smallest block of memory; most bodies fit into it. */
const SMALL_BYTES = 4096;

export interface CollectedBody {
  readonly bytes: Uint8Array;
  readonly size: number;
  /** SHA-256 (hex) of everything that came, kept or not. */
  readonly digest: string;
  /** `bytes` is not all that came. */
  readonly truncated: boolean;
}

interface Collecting {
  /** Whether bytes are only counted and digested, and only the beginning is kept. */
  readonly counted: boolean;
  /** Measures the bytes against the limits of a response. */
  readonly scan?: AnswerScan | undefined;
}

/**
 * Bytes as they arrive. They are copied into blocks, because a server that sends one byte per chunk would otherwise cost
 * a hundred times as much memory.
 */
export class BodyCollector {
  readonly #hash = createHash('sha256');
  #blocks: Uint8Array[] = [];
  /** Bytes of the last block that are not in use. */
  #free = 0;
  #size = 0;
  #kept = 0;

  constructor(private readonly collecting: Collecting) {}

  /** Bodies of this size are received one at a time. */
  get large(): boolean {
    return this.#kept > LARGE_BYTES;
  }

  /** @throws WireError phase `limit` */
  add(chunk: Uint8Array): void {
    const { counted, scan } = this.collecting;
    this.#size += chunk.length;
    this.#hash.update(chunk);
    if (counted) {
      this.#keep(chunk.subarray(0, READ_BYTES - this.#kept));
      return;
    }
    if (this.#size > ANSWER_BUDGET.bytes) throw beyond('bytes');
    this.#keep(chunk);
    const error = scan?.add(chunk);
    if (error) throw error;
  }

  /** Returns the bytes received so far; with `beginning`, at most as many as are read of a failure. */
  finish(beginning = false): CollectedBody {
    const bytes = Buffer.concat(this.#blocks, beginning ? Math.min(this.#kept, READ_BYTES) : this.#kept);
    // Releases the blocks.
    this.#blocks = [bytes];
    return { bytes, size: this.#size, digest: this.#hash.copy().digest('hex'), truncated: bytes.length < this.#size };
  }

  #keep(bytes: Uint8Array): void {
    const last = this.#blocks.at(-1);
    const fitting = bytes.subarray(0, this.#free);
    last?.set(fitting, last.length - this.#free);
    const rest = bytes.subarray(fitting.length);
    this.#free -= fitting.length;
    this.#kept += bytes.length;
    if (rest.length === 0) return;
    const block = new Uint8Array(Math.max(rest.length, SMALL_BYTES, Math.min(this.#kept, LARGE_BYTES)));
    block.set(rest);
    this.#blocks.push(block);
    this.#free = block.length - rest.length;
  }
}
