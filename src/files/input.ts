/** The error for invalid input from a user, and functions for reading such input. */

/** A usage error, or invalid settings or files; the message is for the user. Commands end with exit code 2. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  /** `problems`: one sentence each, if there are several. */
  constructor(
    message: string,
    readonly problems: readonly string[] = [message],
  ) {
    super(message);
  }
}

/**
 * Returns the result of reading input of a user. If it is invalid, returns undefined and adds the reasons to
 * `problems`.
 */
export function attempt<T>(problems: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** Returns the words of a list such as `--interface`: commas and repetition both mean or. */
export const namesIn = (values: readonly string[] = []): string[] =>
  values.flatMap((value) => value.split(',')).map((word) => word.trim());
