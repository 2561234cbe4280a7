/** Which of the requests that arrive are kept: those that show something new, so that a day of serving needs no more memory than an hour. */
import type { Exchange } from '../wire/types.ts';

/** So many kept requests may show the same. */
const ALIKE = 20;
/** Octets of kept bodies, beyond which a request has to show what none did before. */
const OCTETS = 128 * 1024 * 1024;

export class KeptExchanges {
  readonly #all: Exchange[] = [];
  /** Requests that were judged when they arrived and then left out. */
  left = 0;
  readonly #alike: number;
  #octets: number;
  readonly #shown = new Map<string, number>();

  constructor(limits: { readonly alike?: number; readonly octets?: number } = {}) {
    this.#alike = limits.alike ?? ALIKE;
    this.#octets = limits.octets ?? OCTETS;
  }

  /** In the order in which they began; they are added as they end. */
  inOrder(): Exchange[] {
    return this.#all.toSorted((one, other) => one.startedAt - other.startedAt);
  }

  /** @param shows what the request shows: requirements, each with the verdict that it would have by this request alone */
  add(exchange: Exchange, shows: readonly string[]): void {
    const often = Math.min(...shows.map((what) => this.#shown.get(what) ?? 0));
    if (often >= (this.#octets > 0 ? this.#alike : 1)) {
      this.left += 1;
      return;
    }
    this.#all.push(exchange);
    this.#octets -= (exchange.request.body?.bytes.length ?? 0) + (exchange.outcome.body?.bytes.length ?? 0);
    for (const what of shows) this.#shown.set(what, (this.#shown.get(what) ?? 0) + 1);
  }
}
