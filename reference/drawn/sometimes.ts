/** Intermittent faults, drawn: any fault, made intermittent in any way that can be applied to it. */
import type { Fault } from '../types.ts';
import { numbersOf, pick } from './random.ts';

const EVERYWHERE = [
  'every-second',
  'every-third',
  'the-second-alone',
  'from-the-second-on',
  'from-the-fourth-on',
] as const;

/** Returns the id of a random intermittent fault. The same seed gives the same id. */
export function drawnSometimes(faults: readonly Fault[], seed: number): string {
  const next = numbersOf(seed);
  return `${pick(faults as [Fault, ...Fault[]], next).id}/sometimes/${pick(EVERYWHERE, next)}`;
}
