/** What may be sent to somebody's service at all. */
import type { WireRequest } from './types.ts';
import { WireError } from './wire-error.ts';

/** Why a request must not be sent, or undefined. Its effect decides; the method only guards against a write that is declared as a read. */
export function refusal(request: WireRequest, allow: ReadonlySet<string>, readMethods: ReadonlySet<string>): WireError | undefined {
  const { effect, method } = request;
  if (effect === 'cleanup') return undefined;
  if (effect === 'read') {
    if (readMethods.has(method)) return undefined;
    return new WireError('refused-by-safety', 'METHOD_NOT_A_READ', `${method} changes things, so it cannot be sent as a read`);
  }
  if (allow.has(effect.creates)) return undefined;
  return new WireError('refused-by-safety', 'CREATION_NOT_ALLOWED', `creating ${effect.creates} is not allowed (ASSAY_ALLOW_CREATE)`);
}
