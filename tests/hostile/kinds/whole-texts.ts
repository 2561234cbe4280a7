/** Changes of a whole response. */
import type { Spoil } from './types.ts';

export const whole =
  (make: (text: string) => string): Spoil =>
  ({ text }) => ({ body: Buffer.from(make(text), 'latin1') });

/** Keeps half of the text. */
export const half = whole((text) => text.slice(0, text.length / 2));
