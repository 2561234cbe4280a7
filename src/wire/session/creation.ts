/** Decides from the outcome of a creating request whether an object may be left, and why. */
import { UNREACHED } from '../connect/wire-error.ts';
import type { Outcome } from '../types.ts';

/**
 * Whether a request with this outcome may have created an object. A request rejected with 4xx has not, except with 408,
 * which may come late.
 */
export function mayHaveCreated(outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return outcome.status < 400 || outcome.status >= 500 || outcome.status === 408;
  if (outcome.code === 'CONNECT_TIMEOUT' || (outcome.phase === 'send' && outcome.code.startsWith('INVALID_')))
    return false;
  return !UNREACHED.has(outcome.phase) && outcome.phase !== 'refused-by-safety';
}

/**
 * Returns why an object remains that was neither removed nor listed, and what to do; without an outcome the response is
 * unknown.
 */
export function whyLeft(outcome: Outcome | undefined): string {
  if (outcome?.kind === 'answer' && outcome.status < 300)
    return 'created, and not removed; search the service for this name';
  const end =
    outcome?.kind === 'answer' ? `returned ${outcome.status}` : `got no response${outcome ? ` (${outcome.code})` : ''}`;
  return `perhaps created: the request that creates it ${end}; search the service for this name`;
}
