/** Collects bodies as they come, within limits: of one body, and of all bodies that are being received. */
import { createHash } from 'node:crypto';
import { WireError } from './wire-error.ts';

/** Octets kept of a body that is dropped, cut or streamed. */
export const KEPT_BYTES = 64 * 1024;
/** More is held than is kept, so that a secret across the cut is seen whole. */
const HELD_BYTES = KEPT_BYTES + 32 * 1024;
const BLOCK_BYTES = 256 * 1024;
/** Most bodies fit into this. */
const SMALL_BYTES = 4096;
/** Kept for reuse while nothing is received. */
const SPARE_BLOCKS = 64;

/** Octets that all bodies together may hold while they are received. */
export interface BodyBudget {
  readonly limit: number;
  readonly holders: Set<Holder>;
  /** Blocks to use again: left to the garbage collector, dropped bodies would add up. */
  readonly spare: Buffer[];
}

interface Holder {
  held(): number;
  drop(): void;
}

export function createBodyBudget(limit: number): BodyBudget {
  return { limit, holders: new Set(), spare: [] };
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

/** Octets in blocks. Chunks are copied into them, because a server that sends one octet a chunk would else cost a hundred times as much. */
class Blocks {
  held = 0;
  #blocks: Buffer[] = [];
  #filled = 0;

  constructor(private readonly spare: Buffer[]) {}

  add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      let block = this.#blocks.at(-1);
      if (!block || this.#filled === block.length) {
        const small = this.held === 0 && chunk.length <= SMALL_BYTES;
        block = small ? Buffer.allocUnsafeSlow(SMALL_BYTES) : (this.spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES));
        this.#blocks.push(block);
        this.#filled = 0;
      }
      const length = Math.min(block.length - this.#filled, chunk.length - at);
      block.set(chunk.subarray(at, at + length), this.#filled);
      this.#filled += length;
      this.held += length;
      at += length;
    }
  }

  /** Keeps the beginning alone. */
  shorten(): void {
    // Only the first block may be small.
    const beginning = Buffer.concat(this.#blocks.slice(0, 2), Math.min(this.held, HELD_BYTES));
    this.#recycle();
    this.#blocks = [beginning];
    this.#filled = beginning.length;
    this.held = beginning.length;
  }

  /** All octets; the blocks can be used again. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#blocks, this.held);
    this.#recycle();
    return bytes;
  }

  #recycle(): void {
    for (const block of this.#blocks) if (block.length === BLOCK_BYTES) this.spare.push(block);
    this.#blocks = [];
  }
}

/**
 * A collector of one body.
 * @param counted only count and digest what comes, and keep its beginning.
 * @param dropped called when the budget takes this body's octets away, being the largest; its next `add` throws.
 */
export function createBodyCollector(options: {
  readonly limit: number;
  readonly budget: BodyBudget;
  readonly counted: boolean;
  readonly dropped?: () => void;
}): BodyCollector {
  const { limit, budget, counted } = options;
  const hash = createHash('sha256');
  const blocks = new Blocks(budget.spare);
  let size = 0;
  let overLimit: WireError | undefined;
  const exceed = (message: string): void => {
    overLimit ??= new WireError('limit', 'BODY_TOO_LARGE', message);
    blocks.shorten();
  };
  const holder: Holder = {
    held: () => blocks.held,
    drop() {
      exceed(`the bodies being received exceed ${budget.limit} octets together, and this one is the largest`);
      options.dropped?.();
    },
  };
  budget.holders.add(holder);

  return {
    add(chunk) {
      if (overLimit) throw overLimit;
      size += chunk.length;
      hash.update(chunk);
      if (counted) {
        if (blocks.held < HELD_BYTES) blocks.add(chunk.subarray(0, HELD_BYTES - blocks.held));
        return;
      }
      if (size > limit) exceed(`the body exceeds ${limit} octets`);
      else blocks.add(chunk);
      let all = 0;
      for (const other of budget.holders) all += other.held();
      if (all > budget.limit) [...budget.holders].reduce((largest, other) => (other.held() > largest.held() ? other : largest)).drop();
      if (overLimit) throw overLimit;
    },
    finish(beginning = false) {
      if (beginning && blocks.held > HELD_BYTES) blocks.shorten();
      budget.holders.delete(holder);
      const bytes = blocks.take();
      if (budget.holders.size === 0) budget.spare.splice(SPARE_BLOCKS);
      return { bytes, size, digest: hash.digest('hex'), truncated: bytes.length < size };
    },
  };
}
