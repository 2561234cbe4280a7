/** Reads values of options. */
import { InputError } from '../../files/input.ts';

/**
 * Returns the number that an option gives, if it is given. Throws InputError if it is not a whole number from `least`
 * to `most`.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
  example = 2,
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new InputError(
      `${option} must be a whole number from ${least} to ${most} (got ${JSON.stringify(text)}). Example: ${option} ${example}`,
    );
  return number;
}
