/** Request lines from the evidence, for reports. */
import type { Exchange } from '../../wire/types.ts';

export interface RequestLine {
  readonly method: string;
  readonly url: string;
  /** The invalid credential that it was sent with, if the service had to refuse it. */
  readonly invalid?: string;
}

/** Method and address of recorded requests, by exchange id; addresses are redacted. */
export type Requests = ReadonlyMap<string, RequestLine>;

type Recorded = Pick<Exchange, 'id'> &
  Partial<Pick<Exchange, 'purpose'>> & {
    readonly request: Pick<Exchange['request'], 'method' | 'url'> & { readonly credential?: string };
  };

/** Requests of recorded exchanges. */
export function requestsOf(exchanges: Iterable<Recorded>): Requests {
  return new Map(
    [...exchanges].map(({ id, purpose, request: { method, url, credential } }) => [
      id,
      { method, url, ...(purpose === 'refusal' && credential !== undefined && { invalid: credential }) },
    ]),
  );
}

/** Path and query of a URL; an invalid URL unchanged. */
export function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return `${pathname}${search}`;
  } catch {
    return url;
  }
}
