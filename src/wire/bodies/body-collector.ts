/**
 * Collects a body as it arrives, within the limits of one response; and keeps those of a run. A large one that is
 * received again is kept once: a listing of 100,000 jobs comes with each credential, and in each form.
 */
import { createHash } from 'node:crypto';
import type { WireError } from '../connect/wire-error.ts';
import type { Body } from '../types.ts';
import { ANSWER_BUDGET, type AnswerScan, beyond } from './answer-budget.ts';

/** Bytes kept of a body that failed, or that is read as a stream. */
export const KEPT_BYTES = 64 * 1024;
/** More is read than is kept, so that a secret across the cut is seen whole. */
const READ_BYTES = KEPT_BYTES + 32 * 1024;
/** Size of the first buffer in bytes; most bodies fit into it. */
const SMALL_BYTES = 4096;
/**
 * Maximum size of a body that is copied into a larger buffer when it grows. Larger bodies are in memory that grows in
 * place.
 */
const PLAIN_BYTES = 256 * 1024;
/** Bytes by which the memory grows and shrinks; a body with more is large. */
const STEP_BYTES = 1024 * 1024;

/** A body before redaction. Its digest is of everything that came, kept or not. */
export type CollectedBody = Pick<Body, 'bytes' | 'size' | 'digest' | 'truncated'>;

/** Returns a copy of the beginning of a body, as long as what is kept of a failure. */
export function beginningOf(body: CollectedBody): CollectedBody {
  return body.bytes.length <= READ_BYTES
    ? body
    : { ...body, bytes: Buffer.from(body.bytes.subarray(0, READ_BYTES)), truncated: true };
}

interface Collecting {
  /** Whether bytes are only counted and digested, and only the beginning is kept. */
  readonly counted: boolean;
  /** Measures the kept bytes against the limits. */
  readonly scan?: AnswerScan;
}

/**
 * Bytes as they arrive. Chunks are copied, because a server that sends one byte per chunk would otherwise cost a
 * hundred times as much. The memory of a large body grows in place and is released at once, not at garbage collection,
 * so no byte is in memory twice.
 */
export class BodyCollector {
  readonly #hash = createHash('sha256');
  #size = 0;
  #kept = 0;
  /** A view of all reserved memory. */
  #room = new Uint8Array(0);
  #store: ArrayBuffer | undefined;

  constructor(private readonly options: Collecting) {}

  /** Bodies of this size are received one at a time. */
  get large(): boolean {
    return this.#kept > STEP_BYTES;
  }

  /** @throws WireError phase `limit` */
  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    if (this.options.counted) {
      if (this.#kept < READ_BYTES) this.#add(chunk.subarray(0, READ_BYTES - this.#kept));
      return;
    }
    if (this.#size > ANSWER_BUDGET.bytes) throw beyond('bytes');
    this.#add(chunk);
    const error = this.options.scan?.add(chunk);
    if (error) throw error;
  }

  /**
   * Returns the bytes received so far (`beginning`: at most as many as are kept of a failure); the collection has
   * ended.
   */
  finish(beginning = false): CollectedBody {
    const digest = this.#hash.digest('hex');
    if (beginning) this.#kept = Math.min(this.#kept, READ_BYTES);
    const bytes = Buffer.allocUnsafeSlow(this.#kept);
    while (this.#kept > 0) {
      const begin = Math.floor((this.#kept - 1) / STEP_BYTES) * STEP_BYTES;
      bytes.set(this.#room.subarray(begin, this.#kept), begin);
      this.#kept = begin;
      this.#store?.resize(begin);
    }
    return { bytes, size: this.#size, digest, truncated: bytes.length < this.#size };
  }

  #add(bytes: Uint8Array) {
    const end = this.#kept + bytes.length;
    if (end > this.#room.length) this.#grow(end);
    this.#room.set(bytes, this.#kept);
    this.#kept = end;
  }

  #grow(end: number) {
    const before = this.#room.subarray(0, this.#kept);
    if (end <= PLAIN_BYTES)
      this.#room = new Uint8Array(end <= SMALL_BYTES ? SMALL_BYTES : Math.min(PLAIN_BYTES, 2 * end));
    else {
      const size = Math.min(ANSWER_BUDGET.bytes, Math.ceil(end / STEP_BYTES) * STEP_BYTES);
      this.#store?.resize(size);
      if (this.#store) return;
      this.#store = new ArrayBuffer(size, { maxByteLength: ANSWER_BUDGET.bytes });
      this.#room = new Uint8Array(this.#store);
    }
    this.#room.set(before);
  }
}

/** Size in bytes from which a body is large. Smaller bodies do not count for the limit of a run. */
const LARGE_BYTES = 64 * 1024;

/** The bodies of a run: of equal large ones, the bytes are kept once. */
export class KeptBodies {
  readonly #received = new Set<string>();
  #bytes = 0;
  readonly #recorded = new Map<string, Uint8Array>();

  /** Takes in a response as received; returns the limit that the responses of the run exceed with it, if any. */
  receive(body: Pick<Body, 'bytes' | 'digest'>): WireError | undefined {
    const { length } = body.bytes;
    if (length <= LARGE_BYTES || this.#received.has(body.digest)) return undefined;
    if (this.#bytes + length > ANSWER_BUDGET.runBytes) return beyond('runBytes');
    this.#received.add(body.digest);
    this.#bytes += length;
    return undefined;
  }

  /** Returns the body, with the bytes of an earlier one if they are equal. */
  record(body: Body): Body {
    if (body.truncated || body.bytes.length < LARGE_BYTES) return body;
    const bytes = this.#recorded.get(body.digest) ?? body.bytes;
    this.#recorded.set(body.digest, bytes);
    return { ...body, bytes };
  }
}
