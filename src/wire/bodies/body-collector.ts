/** Collects bodies as they come, within limits: of one body, and of all bodies that are being received. */
import { createHash } from 'node:crypto';
import { WireError } from '../connect/wire-error.ts';
import type { AnswerScan } from './answer-budget.ts';
import { type Follower, type KeptBodies, type KeptBody, Repetition, type UnderWay } from './kept-bodies.ts';

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
  /** No more octets come. @throws WireError phase `limit`. */
  complete(): void;
  /** The octets received so far (`beginning`: at most as many as are kept of a failure); ends the collection and frees its share of the budget. */
  finish(beginning?: boolean): CollectedBody;
}

/** A copy of the beginning of a body, as long as what is held of a failure. */
export function beginningOf(body: CollectedBody): CollectedBody {
  return body.bytes.length <= HELD_BYTES
    ? body
    : { ...body, bytes: Buffer.from(body.bytes.subarray(0, HELD_BYTES)), truncated: true };
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

  /** The octets that are held, as long as none are added or taken. */
  get view(): Uint8Array {
    return this.#room.subarray(0, this.held);
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
    if (end <= PLAIN_BYTES)
      this.#room = new Uint8Array(end <= SMALL_BYTES ? SMALL_BYTES : Math.min(PLAIN_BYTES, 2 * end));
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

interface CollectorOptions {
  readonly limit: number;
  readonly budget: BodyBudget;
  /** Only count and digest what comes, and keep its beginning. */
  readonly counted: boolean;
  /** Measures what is kept. */
  readonly scan?: Pick<AnswerScan, 'add'>;
  /** Bodies that came before, or are under way: the same one is compared as it comes, and held once. */
  readonly kept?: KeptBodies;
  /** Called when the budget takes this body's octets away, being the largest; its next `add` throws. */
  readonly dropped?: () => void;
}

/** A collector of one body. */
export function createBodyCollector(options: CollectorOptions): BodyCollector {
  return new Collecting(options);
}

class Collecting implements BodyCollector, Holder, Follower, UnderWay {
  readonly followers = new Set<Follower>();
  readonly #options: CollectorOptions;
  readonly #hash = createHash('sha256');
  readonly #octets: GrowingOctets;
  #size = 0;
  #repetition: Repetition | undefined;
  /** Another one under way that begins alike and is ahead: what comes is compared with it, and not held. */
  #leader: UnderWay | undefined;
  #overLimit: WireError | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#octets = new GrowingOctets(options.counted ? HELD_BYTES : options.limit);
    options.budget.holders.add(this);
  }

  add(chunk: Uint8Array): void {
    this.#throwIfOver();
    if (chunk.length === 0) return;
    if (this.#size === 0 && !this.#options.counted) this.#begin(chunk);
    const before = this.#size;
    this.#size += chunk.length;
    if (this.#leader && Buffer.compare(this.#leader.octets().subarray(before, this.#size), chunk) === 0) return;
    this.#partWays(before);
    this.#throwIfOver();
    if (this.#repetition?.continues(chunk)) return;
    this.#diverge();
    this.#hold(chunk);
  }

  complete(): void {
    this.partWays();
    if (!this.#repetition?.whole) this.#diverge();
    this.#throwIfOver();
  }

  finish(beginning = false): CollectedBody {
    const { budget, kept } = this.#options;
    const octets = this.#octets;
    if (!beginning) this.partWays();
    const received = this.#leave(this.#size);
    if (received) {
      this.#hash.update(received);
      octets.add(received.subarray(0, HELD_BYTES));
    }
    const repeated = beginning ? undefined : this.#repetition?.whole;
    const part = repeated ? undefined : this.#repetition?.received;
    if (part) {
      this.#hash.update(part);
      octets.add(beginning ? part.subarray(0, HELD_BYTES) : part);
    }
    if (beginning) for (const follower of this.followers) follower.partWays(octets.held);
    if (beginning && octets.held > HELD_BYTES) octets.shorten();
    budget.holders.delete(this);
    const digest = repeated ? repeated.digest : this.#hash.digest('hex');
    const same = repeated?.bytes ?? (octets.held === this.#size ? kept?.withDigest(digest) : undefined);
    const bytes = same ?? octets.take();
    kept?.end(this);
    for (const follower of this.followers) follower.goOn({ bytes, digest });
    return { bytes, size: this.#size, digest, truncated: bytes.length < this.#size };
  }

  held(): number {
    return this.#octets.held;
  }

  drop(): void {
    this.#exceed(
      `the bodies being received exceed ${this.#options.budget.limit} octets together, and this one is the largest`,
    );
    this.#options.dropped?.();
  }

  octets(): Uint8Array {
    return this.#octets.view;
  }

  /** @param freed octets in flight that are given back right after */
  partWays(freed = 0): void {
    this.#partWays(this.#size, freed);
  }

  goOn(body: KeptBody): void {
    this.#leader = undefined;
    this.#repetition = new Repetition(body, this.#size);
  }

  #begin(chunk: Uint8Array): void {
    const { kept } = this.#options;
    this.#repetition = kept?.repetition(chunk);
    if (this.#repetition) return;
    this.#leader = kept?.join(this, chunk);
    this.#leader?.followers.add(this);
  }

  #hold(chunk: Uint8Array): void {
    const { limit, budget, counted, scan } = this.#options;
    const octets = this.#octets;
    this.#hash.update(chunk);
    if (counted) {
      if (octets.held < HELD_BYTES) octets.add(chunk.subarray(0, HELD_BYTES - octets.held));
      return;
    }
    if (this.#size > limit) this.#exceed(`the body exceeds ${limit} octets`);
    else octets.add(chunk);
    makeRoom(budget);
    this.#overLimit ??= scan?.add(chunk);
    this.#throwIfOver();
  }

  /** Holds what came as a part of a body that is kept, because the rest differs. */
  #diverge(): void {
    const received = this.#repetition?.received;
    this.#repetition = undefined;
    if (received) this.#hold(received);
  }

  /** The first `count` octets of the leader, which is followed no longer. */
  #leave(count: number): Uint8Array | undefined {
    const received = this.#leader?.octets().subarray(0, count);
    this.#leader?.followers.delete(this);
    this.#leader = undefined;
    return received;
  }

  /** Holds what came as a part of the leader. */
  #partWays(count: number, freed = 0): void {
    const { budget, scan } = this.#options;
    const received = this.#leave(count);
    if (!received) return;
    this.#hash.update(received);
    if (inFlight(budget) - freed + count > budget.limit) this.drop();
    else {
      this.#octets.add(received);
      this.#overLimit ??= scan?.add(received);
    }
  }

  #exceed(message: string): void {
    this.#overLimit ??= new WireError('limit', 'BODY_TOO_LARGE', message);
    for (const follower of this.followers) follower.partWays(this.#octets.held);
    this.#octets.shorten();
  }

  #throwIfOver(): void {
    if (this.#overLimit) throw this.#overLimit;
  }
}

function inFlight({ holders }: BodyBudget): number {
  let all = 0;
  for (const other of holders) all += other.held();
  return all;
}

/** Takes the octets of the largest body away, if all together are beyond the budget. */
function makeRoom(budget: BodyBudget): void {
  if (inFlight(budget) > budget.limit)
    [...budget.holders].reduce((largest, other) => (other.held() > largest.held() ? other : largest)).drop();
}
