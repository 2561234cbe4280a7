/**
 * Sends the first request of each credential by itself, and repeats once any rejection that contradicts an earlier
 * success.
 */

import { REFUSED } from '../../wire/http.ts';
import type { WireCredential, WireRecord, WireRequest } from '../../wire/types.ts';
import { succeeded } from '../words/answer.ts';
import { valueIn } from '../words/remembered.ts';

/** State of a credential at one service. */
interface State {
  /** Settles when the first request has ended. */
  first?: Promise<unknown>;
  /** Settles when the latest repetition has ended. */
  repetition: Promise<unknown>;
  /** Whether a request with the credential succeeded and none was rejected twice since then. */
  trusted: boolean;
}

type Transmit = (request: WireRequest) => Promise<WireRecord>;

/**
 * Returns the function that sends the documented requests of one run. Until the first request with a credential has
 * ended, no other one is sent with it to the same service, because the service may create an account on the first
 * request.
 */
export function createCredentialUse() {
  const states = new WeakMap<WireCredential, Map<string, State>>();
  return async (credential: WireCredential, service: string, request: WireRequest, transmit: Transmit) => {
    const known = valueIn(states, credential, () => new Map<string, State>());
    const state = valueIn(known, service, () => ({ repetition: Promise.resolve(), trusted: false }));
    if (state.first !== undefined) await state.first;
    const sending = transmit(request);
    // A request that is kept open may wait for other requests, so no other request waits for it.
    if (state.first === undefined && request.until === undefined) state.first = sending.catch(() => undefined);
    const sent = await sending;
    if (succeeded(sent)) state.trusted = true;
    if (!REFUSED.has(sent.outcome.status) || !isRepeatable(request)) return sent;
    const repeated = state.repetition.then(() => (state.trusted ? repeat(state, sent, request, transmit) : sent));
    state.repetition = repeated.catch(() => undefined);
    return repeated;
  };
}

/**
 * Repeats a request once. If it is rejected again, no further request is repeated until the credential is accepted
 * again.
 */
async function repeat(state: State, refused: WireRecord, request: WireRequest, transmit: Transmit) {
  const again = await transmit(request);
  if (again.outcome.kind !== 'answer') return refused;
  if (REFUSED.has(again.outcome.status)) state.trusted = false;
  return { ...again, attempts: [...refused.attempts, ...again.attempts], startedAt: refused.startedAt };
}

/** Whether a request can be sent again: one that was rejected for its credential was not carried out. */
function isRepeatable({ until, body }: WireRequest) {
  return until === undefined && (body === undefined || body instanceof Uint8Array);
}
