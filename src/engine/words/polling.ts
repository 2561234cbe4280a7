/** Asks again for what may take a moment: the document promises nothing about when it is there. */
import type { ProbeContext } from './types.ts';

/** Pauses in milliseconds, each twice as long as the one before; the last is cut, so that their sum is `ms`. */
export function doublingPauses(first: number, ms: number): readonly number[] {
  const pauses: number[] = [];
  for (let [left, pause] = [ms, first]; left > 0; left -= pause, pause *= 2) pauses.push(Math.min(pause, left));
  return pauses;
}

/**
 * Asks once, and again after each pause, until a result suffices; returns the last. Only pauses count: a service that takes long to
 * respond is asked as often as a quick one.
 */
export async function poll<T>(
  context: Pick<ProbeContext, 'wait'>,
  pauses: readonly number[],
  once: () => Promise<T>,
  suffices: (made: T) => boolean,
): Promise<T> {
  let made = await once();
  for (const pause of pauses) {
    if (suffices(made)) return made;
    await context.wait(pause);
    made = await once();
  }
  return made;
}
