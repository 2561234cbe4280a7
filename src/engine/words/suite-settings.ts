/** Settings as a suite knows them: under the names and with the types with which it prepared them. */
import { setting, type Value } from './origins.ts';
import type { SuiteSettings } from './types.ts';

/** Settings of which any may be absent: recordings are judged too that another program made. */
export type Known<S> = { readonly [Name in keyof S]?: S[Name] | undefined };

/**
 * A typed view of a suite's settings, so that a misspelt name does not compile.
 */
export function settingsAs<S extends SuiteSettings>(): (settings: SuiteSettings) => Known<S> {
  return (settings) => settings as Known<S>;
}

/**
 * The settings that name values of requests.
 * @param names of the settings, by the name under which the suite knows each
 * @returns the value of one of them; undefined where it is not set
 */
export function namedValues<Name extends string>(
  names: Readonly<Record<Name, string>>,
): (settings: SuiteSettings, name: Name) => Value | undefined {
  return (settings, name) => {
    const value = settings[name];
    return typeof value === 'string' ? setting(names[name], value) : undefined;
  };
}
