/** Follows redirects without revealing a secret to another origin. */

import { WireError } from '../connect/wire-error.ts';
import { recordFailure } from '../evidence/recording.ts';
import { headerIn, isCredentialHeader, without } from '../http.ts';
import type { Attempt, Headers, WireBody, WireRequest } from '../types.ts';
import { type AttemptContext, type Hop, runAttempt } from './attempt.ts';

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the next hop of a redirected request, or undefined if the response is not a redirect. No credential goes to
 * another origin: neither its headers, nor its TLS certificate, nor a header with a secret.
 * @throws WireError phase `redirect`: to http from https, to something that is not HTTP, too often, or to another
 * origin with a secret in it.
 */
function nextHop(hop: Hop, status: number, headers: Headers, followed: number, hasSecret: (value: string) => boolean) {
  const location = headerIn(headers, 'location');
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const from = new URL(hop.url);
  const to = URL.canParse(location, hop.url) ? new URL(location, hop.url) : undefined;
  if (to?.protocol !== 'http:' && to?.protocol !== 'https:')
    throw new WireError('redirect', 'REDIRECT_INVALID', 'Location is not an HTTP URL');
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new WireError('redirect', 'REDIRECT_DOWNGRADE', `redirected from https to ${to.origin}`);
  if (followed >= MOST_REDIRECTS)
    throw new WireError('redirect', 'TOO_MANY_REDIRECTS', `redirected more than ${MOST_REDIRECTS} times`);
  to.hash = '';
  // A Location must not change the identity of the caller.
  to.username = '';
  to.password = '';
  if (to.origin === from.origin) return { ...hop, url: to.href };
  if (hasSecret(to.href))
    throw new WireError('redirect', 'REDIRECT_WITH_SECRET', `the redirect to ${to.origin} contains a credential`);
  const kept = without(hop.headers, [...(hop.credential.headers ?? []), ['host', '']]).filter(
    ([name, value]) => !isCredentialHeader(name) && !hasSecret(value),
  );
  return { url: to.href, headers: kept, credential: { name: 'none' } };
}

/**
 * Sends the request and follows redirects until an outcome is final. A redirect that must not be followed makes its
 * attempt a failure.
 */
export async function attemptsAlong(
  request: WireRequest,
  first: Hop,
  body: WireBody | undefined,
  context: AttemptContext,
): Promise<Attempt[]> {
  const { redactor } = context;
  const followed: Attempt[] = [];
  for (let hop = first; ; ) {
    const { attempt, rawHeaders } = await runAttempt(request, hop, body, context);
    const { outcome } = attempt;
    if (request.redirects !== 'follow' || request.method !== 'GET' || outcome.kind !== 'answer')
      return [...followed, attempt];
    try {
      const next = nextHop(hop, outcome.status, rawHeaders, followed.length, (value) => redactor.text(value) !== value);
      if (!next) return [...followed, attempt];
      hop = next;
    } catch (error) {
      return [...followed, { ...attempt, outcome: recordFailure(redactor, error, outcome) }];
    }
    followed.push(attempt);
  }
}
