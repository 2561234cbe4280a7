/** Makes the attempts of one request along redirects, one per address. */

import { recordFailure } from '../evidence/recording.ts';
import type { Attempt, WireBody, WireRequest } from '../types.ts';
import { type AttemptContext, runAttempt } from './attempt.ts';
import { type Hop, nextHop } from './redirects.ts';

/**
 * Sends the request and follows redirects until an outcome is final. A redirect that must not be followed makes its
 * attempt a failure.
 * @param begin called before each attempt
 */
export async function attemptsAlong(
  request: WireRequest,
  first: Hop,
  body: WireBody | undefined,
  context: AttemptContext,
  begin: () => void,
): Promise<Attempt[]> {
  const { redactor } = context;
  const followed: Attempt[] = [];
  for (let hop = first; ; ) {
    begin();
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
