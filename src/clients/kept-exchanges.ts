/**
 * Selects the received requests that are kept: those that show something new, so that a day of serving needs no more
 * memory than an hour.
 */
import type { Exchange } from '../wire/types.ts';

/** Maximum number of kept requests that show the same thing. */
const ALIKE = 20;
/**
 * Total size of kept bodies in bytes. Beyond it, a request is kept only if it shows something that no kept request
 * shows.
 */
const BYTES = 128 * 1024 * 1024;

export class KeptExchanges {
  readonly #all: Exchange[] = [];
  /** Number of requests that were judged when they arrived, and then discarded. */
  left = 0;
  readonly #alike: number;
  #bytes: number;
  readonly #shown = new Map<string, number>();

  constructor(limits: { readonly alike?: number; readonly bytes?: number } = {}) {
    this.#alike = limits.alike ?? ALIKE;
    this.#bytes = limits.bytes ?? BYTES;
  }

  /** Returns exchanges in the order in which they began; they are added as they end. */
  inOrder(): Exchange[] {
    return this.#all.toSorted((one, other) => one.startedAt - other.startedAt);
  }

  /**
   * @param shows what the request shows: requirements, each with the verdict that it would have if this were the only
   * request
   */
  add(exchange: Exchange, shows: readonly string[]): void {
    const often = Math.min(...shows.map((what) => this.#shown.get(what) ?? 0));
    if (often >= (this.#bytes > 0 ? this.#alike : 1)) {
      this.left += 1;
      return;
    }
    this.#all.push(exchange);
    this.#bytes -= (exchange.request.body?.bytes.length ?? 0) + (exchange.outcome.body?.bytes.length ?? 0);
    for (const what of shows) this.#shown.set(what, (this.#shown.get(what) ?? 0) + 1);
  }
}
