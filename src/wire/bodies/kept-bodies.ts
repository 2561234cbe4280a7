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

/** Follows a body that is kept, as long as another one that comes is the same. */
export class Repetition {
  readonly #body: KeptBody;
  #size: number;

  /** @param size octets that came already */
  constructor(body: KeptBody, size = 0) {
    this.#body = body;
    this.#size = size;
  }

  /** Takes in the next octets; false where they are others, or more. */
  continues(chunk: Uint8Array): boolean {
    const { bytes } = this.#body;
    const end = this.#size + chunk.length;
    if (end > bytes.length || bytes.compare(chunk, 0, chunk.length, this.#size, end) !== 0) return false;
    this.#size = end;
    return true;
  }

  /** The octets that came so far. */
  get received(): Uint8Array {
    return this.#body.bytes.subarray(0, this.#size);
  }

  /** The body, if all of it has come. */
  get whole(): KeptBody | undefined {
    return this.#size === this.#body.bytes.length ? this.#body : undefined;
  }
}

/** A body under way that others may follow. */
export interface UnderWay {
  /** Those that came so far, as long as no more come. */
  octets(): Uint8Array;
  readonly followers: Set<Follower>;
}

/** Another body that was the same until now. */
export interface Follower {
  /** The leader has ended. */
  goOn(body: KeptBody): void;
  /** The leader's octets are about to be taken away. @param freed octets in flight that are given back right after */
  partWays(freed?: number): void;
}

export class KeptBodies {
  readonly #underWay = new Set<UnderWay>();
  readonly #received = new Set<string>();
  #octets = 0;
  /** Those within all limits in which no secret was found: as received and as recorded. */
  readonly #clean = new Map<string, KeptBody>();
  readonly #recorded = new Map<string, Uint8Array>();

  /** Takes in an answer as received; the limit that the answers of the run are beyond with it, if so. */
  receive(body: { readonly bytes: Uint8Array; readonly digest: string }): WireError | undefined {
    const { length } = body.bytes;
    if (length <= LARGE_BYTES || this.#received.has(body.digest)) return undefined;
    if (this.#octets + length > ANSWER_BUDGET.runOctets)
      return beyond(
        'RUN_TOO_LARGE',
        `the answers of this run have ${this.#octets + length} octets together`,
        'runOctets',
      );
    this.#received.add(body.digest);
    this.#octets += length;
    return undefined;
  }

  /**
   * The same body, with the octets of an earlier one where they are the same.
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

  /** A body that begins with these octets, the latest first; what comes may be the same. */
  repetition(beginning: Uint8Array): Repetition | undefined {
    const body = [...this.#clean.values()].findLast(({ bytes }) =>
      bytes.subarray(0, beginning.length).equals(beginning),
    );
    return body && new Repetition(body);
  }

  /** Another body under way that begins with these octets; if no other does, `own` is one that others may follow. */
  join(own: UnderWay, beginning: Uint8Array): UnderWay | undefined {
    for (const other of this.#underWay)
      if (Buffer.compare(other.octets().subarray(0, beginning.length), beginning) === 0) return other;
    this.#underWay.add(own);
    return undefined;
  }

  /** No other body follows this one from now on. */
  end(own: UnderWay): void {
    this.#underWay.delete(own);
  }

  /** The octets of a body in which no secret was found. */
  withDigest(digest: string): Buffer | undefined {
    return this.#clean.get(digest)?.bytes;
  }
}
