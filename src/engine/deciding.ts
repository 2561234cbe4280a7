/** Conditions on recorded answers before they decide a requirement, each with the blame if it does not hold. */
import type { Exchange } from '../wire/types.ts';
import type { Blame, NotGap, Reporter } from './types.ts';

/** Why recorded answers cannot decide a row. */
export interface Obstacle {
  readonly blame: Blame;
  readonly why: string;
  /** The exchange that shows it, if that is not the one that is judged. */
  readonly exchange?: Exchange | undefined;
}

const unless = (met: unknown, blame: Blame, why: string, exchange?: Exchange): Obstacle | undefined => (met ? undefined : { blame, why, exchange });

/** The row rests on something that has to be sound. Where it is not, the requirement about that names the fault: blame target. */
export const restsOn = (sound: unknown, otherwise: string, exchange?: Exchange): Obstacle | undefined => unless(sound, 'target', otherwise, exchange);

/** The answers have to show enough. Where they do not, the document leaves open what they hold: blame document. */
export const shows = (enough: unknown, otherwise: string, exchange?: Exchange): Obstacle | undefined => unless(enough, 'document', otherwise, exchange);

/** The operator has to have configured something; the text names the setting: blame settings. */
export const configured = (done: unknown, otherwise: string): Obstacle | undefined => unless(done, 'settings', otherwise);

/** An answer has to have arrived, and as a whole: blame infrastructure. */
export const arrives = (whole: unknown, otherwise: string): Obstacle | undefined => unless(whole, 'infrastructure', otherwise);

/** Contents can be compared only if no secret was redacted in them, which leaves no digest of the octets: blame suite. */
export const unredacted = (...digests: readonly (string | undefined)[]): Obstacle | undefined =>
  unless(!digests.includes(undefined), 'suite', 'the content holds a redacted secret');

/** Whether nothing stands in the way of deciding a row; else reports the first obstacle, so put what explains most before what follows from it. */
export function decidable<R extends string>(
  report: Reporter<R>,
  row: NotGap<R>,
  exchange: Exchange | undefined,
  obstacles: Obstacle | undefined | readonly (Obstacle | undefined)[],
): boolean {
  const first = [obstacles].flat().find((obstacle) => obstacle !== undefined);
  if (first !== undefined) report.undecided(row, first.blame, first.why, first.exchange ?? exchange);
  return first === undefined;
}
