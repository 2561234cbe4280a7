/** Input of every report: results and evidence. */
import type { Judgeable } from '../../engine/account/results.ts';
import type { Results } from '../../engine/words/types.ts';
import type { Exchange } from '../../wire/types.ts';

export interface ReportInput {
  readonly results: Results;
  /** Recorded exchanges, redacted; empty if no request was sent. */
  readonly exchanges: readonly Exchange[];
}

/** Input of reports about a run that has just ended. */
export function reportInput(results: Results, judgeables: readonly Judgeable[] = []): ReportInput {
  return { results, exchanges: judgeables.flatMap(({ recording }) => recording.exchanges) };
}

/** Files by their path within a directory. */
export type ReportFiles = ReadonlyMap<string, string>;

/** Recorded requests by exchange id; addresses are redacted. */
export type Requests = ReadonlyMap<string, Pick<Exchange, 'operation' | 'purpose' | 'request'>>;

/** Returns exchanges by their id. */
export function byId<E extends { readonly id: string }>(exchanges: readonly E[]): ReadonlyMap<string, E> {
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

/**
 * Returns method, path and query of a request, or `call` and the name of a call of a library. An invalid URL stays
 * unchanged.
 */
export function lineOf({
  method,
  url,
}: {
  readonly method: string;
  readonly url: string;
}): [method: string, path: string] {
  try {
    const { protocol, pathname, search } = new URL(url);
    return protocol.startsWith('http') ? [method, `${pathname}${search}`] : ['call', pathname.slice(1)];
  } catch {
    return [method, url];
  }
}
