/** Spoils a response as a whole. */
import type { Spoil } from './types.ts';

export const whole =
  (make: (text: string) => string): Spoil =>
  ({ text }) => ({ body: Buffer.from(make(text), 'latin1') });

/** Half of the text. */
export const half = whole((text) => text.slice(0, text.length / 2));
