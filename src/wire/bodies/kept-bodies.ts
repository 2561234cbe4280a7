/** Bodies of a run. A large one that comes again is held once: a listing of 100,000 jobs comes with each credential, and in each form. */

import type { WireError } from '../connect/wire-error.ts';
import type { Body } from '../types.ts';
import { ANSWER_BUDGET, beyond } from './answer-budget.ts';

/** Smaller bodies are kept, however many there are. */
const LARGE_BYTES = 64 * 1024;

export interface KeptBody {
  readonly bytes: Buffer;
  /** SHA-256, hex. */
  readonly digest: string;
}

export class KeptBodies {
  readonly #received = new Set<string>();
  #bytes = 0;
  readonly #recorded = new Map<string, Uint8Array>();
  /** Those within all limits in which no secret was found. */
  readonly #clean = new Map<string, KeptBody>();

  /** Takes in an answer as received; the limit that the answers of the run are beyond with it, if so. */
  receive(body: { readonly bytes: Uint8Array; readonly digest: string }): WireError | undefined {
    const { length } = body.bytes;
    if (length <= LARGE_BYTES || this.#received.has(body.digest)) return undefined;
    if (this.#bytes + length > ANSWER_BUDGET.runBytes) return beyond('runBytes');
    this.#received.add(body.digest);
    this.#bytes += length;
    return undefined;
  }

  /**
   * The same body, with the bytes of an earlier one where they are the same.
   * @param scanned it is within all limits, so another one like it is too
   */
  record(body: Body, scanned: boolean): Body {
    if (body.truncated || body.bytes.length < LARGE_BYTES) return body;
    const bytes = this.#recorded.get(body.digest) ?? body.bytes;
    this.#recorded.set(body.digest, bytes);
    if (scanned && body.digest === body.rawDigest && Buffer.isBuffer(bytes))
      this.#clean.set(body.digest, { bytes, digest: body.digest });
    return { ...body, bytes };
  }

  /** A body without secrets that begins with these bytes, the latest first. */
  beginningWith(beginning: Uint8Array): KeptBody | undefined {
    return [...this.#clean.values()].findLast(({ bytes }) => bytes.subarray(0, beginning.length).equals(beginning));
  }
}
