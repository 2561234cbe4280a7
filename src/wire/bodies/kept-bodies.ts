/**
 * Bodies of a run. A large one that is received again is kept once: a listing of 100,000 jobs comes with each
 * credential, and in each form.
 */

import type { WireError } from '../connect/wire-error.ts';
import type { Body } from '../types.ts';
import { ANSWER_BUDGET, beyond } from './answer-budget.ts';

/** Size in bytes from which a body is large. Smaller bodies do not count for the limit of a run. */
const LARGE_BYTES = 64 * 1024;

interface Digested {
  readonly bytes: Uint8Array;
  /** SHA-256 (hex). */
  readonly digest: string;
}

export class KeptBodies {
  readonly #received = new Set<string>();
  #bytes = 0;
  readonly #recorded = new Map<string, Uint8Array>();

  /** Takes in a response as received; returns the limit that the responses of the run exceed with it, if any. */
  receive({ bytes: { length }, digest }: Digested): WireError | undefined {
    if (length <= LARGE_BYTES || this.#received.has(digest)) return undefined;
    if (this.#bytes + length > ANSWER_BUDGET.runBytes) return beyond('runBytes');
    this.#received.add(digest);
    this.#bytes += length;
    return undefined;
  }

  /** Returns a body with the bytes of an earlier one that was recorded, if they are equal. */
  shared<T extends Digested>(body: T): T {
    return { ...body, bytes: this.#recorded.get(body.digest) ?? body.bytes };
  }

  record(body: Body): Body {
    if (body.truncated || body.bytes.length < LARGE_BYTES) return body;
    const recorded = this.shared(body);
    this.#recorded.set(body.digest, recorded.bytes);
    return recorded;
  }
}
