/** Request lines from the evidence, for reports. */

/** Method and address of recorded requests, by exchange id; addresses are redacted. */
export type Requests = ReadonlyMap<string, { readonly method: string; readonly url: string }>;

/** Requests of recorded exchanges. */
export function requestsOf(exchanges: Iterable<{ readonly id: string; readonly request: { readonly method: string; readonly url: string } }>): Requests {
  return new Map([...exchanges].map(({ id, request: { method, url } }) => [id, { method, url }]));
}

/** Path and query of a URL; an invalid URL unchanged. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
