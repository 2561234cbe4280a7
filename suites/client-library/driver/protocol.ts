/** Messages to the driver and from it: one JSON object per line. */

/**
 * A call to make. In `args` and `kwargs`, `{ $ref: key }` is the value that an earlier call with that `keep` returned.
 */
export interface Command {
  readonly call: string;
  readonly args?: readonly unknown[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly keep?: string;
}

/** The result of a call. `value` is absent for kept objects, which are private to the library. */
export interface Returned {
  /** Name of the Python type. */
  readonly type: string;
  readonly kept?: boolean;
  /** With `{ $text }` in place of what JSON cannot represent. */
  readonly value?: unknown;
  /** Text of what is neither text nor a container. */
  readonly text?: string;
}

/** An exception that came out of the library, `SystemExit` and other `BaseException`s included. */
export interface Raised {
  readonly type: string;
  readonly message: string;
  readonly bases: readonly string[];
  /** File, line and function of the innermost frames. */
  readonly places: readonly string[];
}

/** Unexpected end of the process. */
export interface Ended {
  /** `hung`: the driver did not respond within the limit, and was ended. */
  readonly how: 'hung' | 'exited' | 'killed';
  /** Exit code, signal, or limit. */
  readonly detail: string;
}

/** The result of a call or of the import, or an exception that came out of it, or the end of the process. */
type Outcome<Did> =
  | ((Did | { readonly raised: Raised }) & { readonly threads: readonly string[] })
  | { readonly ended: Ended };

/** Outcome of a call. `threads`: names of the threads alive after it. */
export type Called = Outcome<{ readonly returned: Returned }>;

/** Outcome of the import. `offers`: the wanted members that are callable. */
export type Loaded = Outcome<{ readonly imported: true; readonly offers: readonly string[] }>;

/** Output; of the text at most the first 64 KiB. */
export interface Printed {
  readonly bytes: number;
  readonly text: string;
}
