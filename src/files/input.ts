/** Files and options that a user gives, and the error if they cannot be used. */
import { type FILE_KINDS, readGivenFile, reasonOf } from './read-file.ts';

/** Wrong usage, settings or files; the message is for the user. Commands end with exit code 2. */
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

/** The content of a file. Throws InputError if it cannot be read; `named`: how the message names it. */
export function readInput(path: string, kind: keyof typeof FILE_KINDS, named = JSON.stringify(path)): Buffer {
  try {
    return readGivenFile(path, kind);
  } catch (error) {
    throw new InputError(`Cannot read ${named}: ${reasonOf(error)}.`);
  }
}

/** The outcome of reading what a user gave; undefined if it cannot be used, with the reasons among `problems`. */
export function attempt<T>(problems: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** The named options without those that are undefined. */
export function onlyDefined<T extends object, K extends keyof T>(
  options: T,
  names: readonly K[],
): { [P in K]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  ) as {
    [P in K]?: Exclude<T[P], undefined>;
  };
}
