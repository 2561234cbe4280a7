/** Settings as a suite knows them: under the names and with the types with which it prepared them. */
import type { SuiteSettings } from './types.ts';

/** Settings of which any may be absent: recordings are judged too that another program made. */
export type Known<S> = { readonly [Name in keyof S]?: S[Name] | undefined };

/**
 * A typed view of a suite's settings, so that a misspelt name does not compile.
 */
export function settingsAs<S extends SuiteSettings>(): (settings: SuiteSettings) => Known<S> {
  return (settings) => settings as Known<S>;
}
