/** Says why a certificate or token cannot be accepted now. */
import { utc } from '../records/preview.ts';

/**
 * Returns a sentence in a list, or none if `now` is between both dates.
 * @param what subject of the sentence
 */
export function validityProblems(what: string, now: Date, start: Date | undefined, end: Date | undefined): string[] {
  if (end && end <= now) return [`${what} expired on ${utc(end)}.`];
  return start && start > now
    ? [`${what} is not valid before ${utc(start)}. If that time has passed, the clock of this machine is behind.`]
    : [];
}
