/** Collects bodies as they come, within limits: of one body, and of all bodies that are being received. */
import { createHash } from 'node:crypto';
import type { AnswerScan } from './answer-budget.ts';
import type { KeptBodies, Repetition } from './kept-bodies.ts';
import { WireError } from './wire-error.ts';

/** Octets kept of a body that is dropped, cut or streamed. */
export const KEPT_BYTES = 64 * 1024;
/** More is held than is kept, so that a secret across the cut is seen whole. */
const HELD_BYTES = KEPT_BYTES + 32 * 1024;
/** Most bodies fit into this. */
const SMALL_BYTES = 4096;
/** Larger bodies are held in memory that grows in place. */
const PLAIN_BYTES = 256 * 1024;
/** Memory grows and shrinks by so many octets. */
const STEP_BYTES = 1024 * 1024;

/** Octets that all bodies together may hold while they are received. */
export interface BodyBudget {
  readonly limit: number;
  readonly holders: Set<Holder>;
}

interface Holder {
  held(): number;
  drop(): void;
}

export function createBodyBudget(limit: number): BodyBudget {
  return { limit, holders: new Set() };
}

export interface CollectedBody {
  readonly bytes: Buffer;
  readonly size: number;
  /** SHA-256 (hex) of everything that came, kept or not. */
  readonly digest: string;
  /** `bytes` is not all that came. */
  readonly truncated: boolean;
}

export interface BodyCollector {
  /** @throws WireError phase `limit`, code `BODY_TOO_LARGE`. */
  add(chunk: Uint8Array): void;
  /** The octets received so far (`beginning`: at most as many as are kept of a failure); ends the collection and frees its share of the budget. */
  finish(beginning?: boolean): CollectedBody;
}

/** A copy of the beginning of a body, as long as what is held of a failure. */
export function beginningOf(body: CollectedBody): CollectedBody {
  return body.bytes.length <= HELD_BYTES ? body : { ...body, bytes: Buffer.from(body.bytes.subarray(0, HELD_BYTES)), truncated: true };
}

/**
 * Octets as they come. Chunks are copied, because a server that sends one octet a chunk would else cost a hundred times as much. The
 * memory of a large body grows in place and is given back at once, not when garbage is collected, so no octet is held twice.
 */
class GrowingOctets {
  held = 0;
  /** A view of all memory that is there. */
  #room = new Uint8Array(0);
  #store: ArrayBuffer | undefined;

  /** @param most octets that are ever held */
  constructor(private readonly most: number) {}

  add(chunk: Uint8Array): void {
    const end = this.held + chunk.length;
    if (end > this.#room.length) this.#grow(end);
    this.#room.set(chunk, this.held);
    this.held = end;
  }

  /** Keeps the beginning alone. */
  shorten(): void {
    this.held = Math.min(this.held, HELD_BYTES);
    this.#room = this.#room.slice(0, this.held);
    this.#store?.resize(0);
    this.#store = undefined;
  }

  /** All octets; none are held any more. */
  take(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.held);
    while (this.held > 0) {
      const begin = Math.floor((this.held - 1) / STEP_BYTES) * STEP_BYTES;
      bytes.set(this.#room.subarray(begin, this.held), begin);
      this.held = begin;
      this.#store?.resize(begin);
    }
    return bytes;
  }

  #grow(end: number): void {
    const before = this.#room.subarray(0, this.held);
    if (end <= PLAIN_BYTES) this.#room = new Uint8Array(end <= SMALL_BYTES ? SMALL_BYTES : Math.min(PLAIN_BYTES, 2 * end));
    else {
      const size = Math.min(this.most, Math.ceil(end / STEP_BYTES) * STEP_BYTES);
      this.#store?.resize(size);
      if (this.#store) return;
      this.#store = new ArrayBuffer(size, { maxByteLength: this.most });
      this.#room = new Uint8Array(this.#store);
    }
    this.#room.set(before);
  }
}

/**
 * A collector of one body.
 * @param counted only count and digest what comes, and keep its beginning.
 * @param scan measures what is kept.
 * @param kept bodies that came before: the same one is compared as it comes, and held once.
 * @param dropped called when the budget takes this body's octets away, being the largest; its next `add` throws.
 */
export function createBodyCollector(options: {
  readonly limit: number;
  readonly budget: BodyBudget;
  readonly counted: boolean;
  readonly scan?: Pick<AnswerScan, 'add'>;
  readonly kept?: KeptBodies;
  readonly dropped?: () => void;
}): BodyCollector {
  const { limit, budget, counted, scan, kept } = options;
  const hash = createHash('sha256');
  const octets = new GrowingOctets(counted ? HELD_BYTES : limit);
  let size = 0;
  let repetition: Repetition | undefined;
  let overLimit: WireError | undefined;
  const exceed = (error: WireError): void => {
    overLimit ??= error;
    octets.shorten();
  };
  const holder: Holder = {
    held: () => octets.held,
    drop() {
      exceed(tooLarge(`the bodies being received exceed ${budget.limit} octets together, and this one is the largest`));
      options.dropped?.();
    },
  };
  budget.holders.add(holder);

  const hold = (chunk: Uint8Array): void => {
    hash.update(chunk);
    if (counted) {
      if (octets.held < HELD_BYTES) octets.add(chunk.subarray(0, HELD_BYTES - octets.held));
      return;
    }
    if (size > limit) exceed(tooLarge(`the body exceeds ${limit} octets`));
    else octets.add(chunk);
    makeRoom(budget);
    overLimit ??= scan?.add(chunk);
    if (overLimit) throw overLimit;
  };
  /** Holds what came as a part of a body that is kept, because the rest differs. */
  const diverge = (): void => {
    const received = repetition?.received;
    repetition = undefined;
    if (received) hold(received);
  };

  return {
    add(chunk) {
      if (overLimit) throw overLimit;
      if (size === 0 && !counted) repetition = kept?.repetition(chunk);
      size += chunk.length;
      if (repetition?.continues(chunk)) return;
      diverge();
      hold(chunk);
    },
    finish(beginning = false) {
      const repeated = beginning ? undefined : repetition?.whole;
      if (!repeated) diverge();
      if (beginning && octets.held > HELD_BYTES) octets.shorten();
      budget.holders.delete(holder);
      if (repeated) return { ...repeated, size, truncated: false };
      const digest = hash.digest('hex');
      const same = octets.held === size ? kept?.withDigest(digest) : undefined;
      const bytes = same ?? octets.take();
      return { bytes, size, digest, truncated: bytes.length < size };
    },
  };
}

const tooLarge = (message: string): WireError => new WireError('limit', 'BODY_TOO_LARGE', message);

/** Takes the octets of the largest body away, if all together are beyond the budget. */
function makeRoom({ holders, limit }: BodyBudget): void {
  let all = 0;
  for (const other of holders) all += other.held();
  if (all > limit) [...holders].reduce((largest, other) => (other.held() > largest.held() ? other : largest)).drop();
}
