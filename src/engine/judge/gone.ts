/** Finds services that worked, and that rejected everything from some moment until the end of the run. Pure. */
import { ASIDE, PASSING } from '../../wire/status-codes.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { failedIn, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { isAlike, isAuthorised } from '../words/neighbours.ts';
import type { Recording } from '../words/types.ts';

/**
 * Returns the recording, with the responses of services that are gone as failures. A service is gone if, after its last
 * success, several operations failed, among them a request that only shows whether the service works, and whose
 * operation succeeded before. What something else answered in its place, such as a redirect to a login page or a 404 of
 * a gateway, is neither right nor wrong.
 */
export function withoutGone(recording: Recording): Recording {
  if (recording.side === 'client') return recording;
  const gone = new Set([...grouped(recording.exchanges, ({ service }) => service).values()].flatMap(goneIn));
  if (gone.size === 0) return recording;
  const heard = (one: Exchange): Exchange => (gone.has(one) ? { ...one, outcome: insteadOf(one) } : one);
  return { ...recording, exchanges: recording.exchanges.map(heard) };
}

/** Returns the responses that ended after the last success began, if the service is gone. */
function goneIn(all: readonly Exchange[]): readonly Exchange[] {
  const working = all.filter((one) => isAuthorised(one) && succeeded(one));
  const last = all
    .filter((one) => one.purpose !== 'refusal' && succeeded(one))
    .reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0);
  const failed = all.filter((one) => one.endedAt > last && !succeeded(one) && !ASIDE.has(statusOf(one)));
  const valid = failed.filter(isAuthorised);
  const isControl = (one: Exchange): boolean =>
    one.purpose === 'closing' && working.some((other) => isAlike(other, one));
  return new Set(valid.map(({ operation }) => operation)).size > 1 && valid.some(isControl)
    ? failed.filter((one) => one.purpose !== 'cleanup' && isResponse(one))
    : [];
}

/** Whether there was a response that may look like a judgement of the request, unlike an overload. */
const isResponse = (one: Exchange): boolean =>
  (one.outcome.kind === 'answer' || failedIn(one, 'redirect')) && !PASSING.has(statusOf(one));

const insteadOf = (one: Exchange): Outcome => ({
  kind: 'failure',
  phase: 'page',
  code: 'GONE',
  message: `${one.outcome.kind === 'failure' ? one.outcome.message : `answered with ${statusAndWords(one)}`}, and no later request to the service succeeded`,
});
