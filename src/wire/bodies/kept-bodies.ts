/**
 * Bodies of a run. A large one that is received again is kept once: a listing of 100,000 jobs comes with each
 * credential, and in each form.
 */

import type { WireError } from '../connect/wire-error.ts';
import type { Body } from '../types.ts';
import { ANSWER_BUDGET, beyond } from './answer-budget.ts';

/** Size in bytes from which a body is large. Smaller bodies do not count for the limit of a run. */
const LARGE_BYTES = 64 * 1024;

/** The bytes of a body, and their digest. */
export type Known = Pick<Body, 'bytes' | 'digest'>;

export class KeptBodies {
  readonly #received = new Set<string>();
  #bytes = 0;
  readonly #recorded = new Map<string, Uint8Array>();

  /** Takes in a response as received; returns the limit that the responses of the run exceed with it, if any. */
  receive(body: Known): WireError | undefined {
    const { length } = body.bytes;
    if (length <= LARGE_BYTES || this.#received.has(body.digest)) return undefined;
    if (this.#bytes + length > ANSWER_BUDGET.runBytes) return beyond('runBytes');
    this.#received.add(body.digest);
    this.#bytes += length;
    return undefined;
  }

  /** Returns an earlier body that begins like this one. */
  like(beginning: Uint8Array): Known | undefined {
    for (const [digest, bytes] of this.#recorded)
      if (beginning.length > 0 && Buffer.compare(beginning, bytes.subarray(0, beginning.length)) === 0)
        return { digest, bytes };
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
