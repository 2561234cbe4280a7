/** A diagnostic of `assay doctor`. */

export type State = 'ok' | 'warning' | 'problem';

export interface Diagnostic {
  readonly state: State;
  /** The interface or service it is about. */
  readonly about: string;
  readonly what: string;
  /** How to fix it. */
  readonly hint?: string;
}

export const ok = (about: string, what: string): Diagnostic => ({ state: 'ok', about, what });
export const warning = (about: string, what: string, hint: string): Diagnostic => ({
  state: 'warning',
  about,
  what,
  hint,
});
export const problem = (about: string, what: string, hint: string): Diagnostic => ({
  state: 'problem',
  about,
  what,
  hint,
});

const SOON_MS = 24 * 3_600_000;

/** Judges an expiry date: past, within `soonMs`, or later. */
export function validUntil(
  about: string,
  what: string,
  end: Date,
  now: Date,
  hint: string,
  soonMs = SOON_MS,
): Diagnostic {
  const left = end.getTime() - now.getTime();
  if (left <= 0) return problem(about, `${what} expired on ${end.toISOString()}`, hint);
  if (left <= soonMs)
    return warning(about, `${what} is valid until ${end.toISOString()}, for another ${duration(left)}`, hint);
  return ok(about, `${what} is valid until ${end.toISOString()}`);
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2 * 24 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 60 / 24)} days`;
}
