/**
 * Sends no further requests to services that have stopped responding, so that a silent service costs two or three time
 * limits, not one per request.
 */

import { WireError } from '../connect/wire-error.ts';
import type { Attempt, Outcome, WireRequest } from '../types.ts';
import { originOf } from './safety.ts';

/** Code of a request that was not sent because its service is silent. */
export const SERVICE_SILENT = 'SERVICE_SILENT';

/** The time-outs of a service since its last response. */
interface Silence {
  /** End of the first time-out. */
  readonly since: number;
  count: number;
  readonly resources: Set<string>;
  /** Whether one of the time-outs began after another had ended. */
  lasts: boolean;
}

/**
 * Records which services are silent. A service is silent if requests for at least two resources timed out, one of them
 * begun after another had ended, and none got a response in between. A single slow operation, or a moment of silence,
 * does not count.
 */
export class SilentServices {
  readonly #silences = new Map<string, Silence>();
  readonly #addresses: readonly string[];

  /** @param addresses base addresses of the services; other requests are grouped by origin */
  constructor(addresses: readonly string[] = []) {
    this.#addresses = addresses.toSorted((a, b) => b.length - a.length);
  }

  /** Returns why a request is not sent, or undefined if its service responds, or may respond. */
  refusal(url: string): WireError | undefined {
    const service = this.#serviceOf(url);
    const silence = this.#silences.get(service);
    if (silence === undefined || !silence.lasts || silence.resources.size < 2) return undefined;
    return new WireError(
      'timeout',
      SERVICE_SILENT,
      `not sent, because ${service} responded to none of the last ${silence.count} requests in time`,
    );
  }

  /**
   * Records an attempt that has ended.
   * @param heardAt time of the last byte of the response; undefined: no byte came
   */
  record(request: WireRequest, { url, startedAt, endedAt, outcome }: Attempt, heardAt: number | undefined): void {
    const service = this.#serviceOf(url);
    const lately = heardAt !== undefined && heardAt - startedAt > (endedAt - startedAt) / 2;
    const life = lifeIn(request, outcome, lately);
    if (life === 'answers') this.#silences.delete(service);
    if (life !== 'silent') return;
    const silence = this.#silences.get(service) ?? { since: endedAt, count: 0, resources: new Set(), lasts: false };
    this.#silences.set(service, silence);
    silence.count += 1;
    silence.resources.add(`${request.method} ${url.replace(/[?#].*$/s, '')}`);
    silence.lasts ||= startedAt >= silence.since;
  }

  /** Treats every service as responding again. */
  forget(): void {
    this.#silences.clear();
  }

  #serviceOf(url: string) {
    const own = this.#addresses.find((address) => url === address || url.startsWith(`${address}/`));
    return own ?? originOf(url);
  }
}

/** @param lately whether bytes came in the second half of the attempt */
function lifeIn(request: WireRequest, outcome: Outcome, lately: boolean) {
  // A response that is kept open may be silent, and a long upload may be slow.
  if (request.until !== undefined) return outcome.body?.size ? 'answers' : 'unknown';
  if (outcome.kind === 'answer') return 'answers';
  if (outcome.phase === 'aborted') return 'unknown';
  if (outcome.phase !== 'timeout' || lately) return 'answers';
  return request.body !== undefined && 'open' in request.body ? 'unknown' : 'silent';
}
