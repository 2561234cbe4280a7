/** A certifier's challenge: an unpredictable nonce that the run must carry. */
import { randomBytes } from 'node:crypto';
import type { Results } from '../engine/words/types.ts';
import { InputError } from '../files/read-file.ts';
import type { Challenge } from './types.ts';

/** Validity of a challenge, in milliseconds. */
const VALID_MS = 30 * 86_400_000;
const NONCE = /^[0-9a-f]{16,64}$/;
/** Tolerated difference between the clocks of certifier and vendor. */
const TOLERANCE = 5 * 60_000;

/** Returns a new challenge. `now`: milliseconds since 1970. */
export function newChallenge(now: number): Challenge {
  return {
    format: 'assay-challenge/1',
    nonce: randomBytes(10).toString('hex'),
    issuedAt: new Date(now).toISOString(),
    expires: new Date(now + VALID_MS).toISOString(),
  };
}

/** Reads a challenge. Throws InputError. */
export function readChallenge(text: string): Challenge {
  try {
    const { format, nonce, issuedAt, expires } = JSON.parse(text);
    const isTimed = [issuedAt, expires].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)));
    if (format === 'assay-challenge/1' && typeof nonce === 'string' && NONCE.test(nonce) && isTimed)
      return { format, nonce, issuedAt, expires };
  } catch {
    // Not JSON, or null.
  }
  throw new InputError(
    'not a challenge (JSON with the format assay-challenge/1). The certifier creates one: assay certify --challenge FILE',
  );
}

/** Returns the id of a run that responds to a challenge; part of every name and every request. */
export function challengedRunId({ nonce }: Challenge): string {
  return `${nonce}-${randomBytes(4).toString('hex')}`;
}

/**
 * Returns reasons why a run does not respond to a challenge, one sentence each. Whether requests and names contain the
 * run's id is checked with the evidence.
 */
export function challengeProblems({ nonce, issuedAt, expires }: Challenge, run: Results['run']): string[] {
  const problems: string[] = [];
  if (!run.id.startsWith(`${nonce}-`))
    problems.push(
      `The run ${run.id.slice(0, 80)} does not carry the nonce ${nonce}: it was not made for this challenge.`,
    );
  if (Date.parse(run.startedAt) + TOLERANCE < Date.parse(issuedAt))
    problems.push('The run began before the challenge was made.');
  if (Date.parse(run.startedAt) - TOLERANCE > Date.parse(expires))
    problems.push('The run began after the challenge had expired.');
  return problems;
}
