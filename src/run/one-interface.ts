/** Selects the settings of some interfaces from an environment that may configure several. */

import type { Interface } from '../contract/types.ts';
import { namesIn } from '../files/input.ts';
import { readTarget } from '../settings/read.ts';
import { ASSAY } from '../settings/table.ts';
import type { Environment } from '../settings/types.ts';
import { SETTINGS_TABLE } from './installed/settings-table.ts';
import { SUITED } from './installed/suited.ts';
import { loadContract, offerings } from './installed/suites.ts';

/**
 * Returns the environment without the settings of other interfaces; lists that name several interfaces or operations
 * keep the names that belong to the `tested` ones.
 */
export function settingsOf(tested: readonly Interface[], env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) =>
    [ASSAY, ...tested, undefined].includes(SETTINGS_TABLE.named(name)?.interface),
  );
  return {
    ...Object.fromEntries(kept),
    ...listed(env, 'ASSAY_INTERFACES', elsewhere(tested)),
    ...listed(env, 'ASSAY_NOT_OFFERED', operationsElsewhere(tested)),
  };
}

/** Whether the environment is valid and configures other interfaces, but not this one. */
export function onlyOthersConfigured(of: Interface, env: Environment): boolean {
  const read = readTarget(SETTINGS_TABLE, env);
  return read.ok && read.target.configured.length > 0 && !read.target.configured.includes(of);
}

/** Returns the problem with `--only` if a pattern is about an interface that is not configured. */
export function selectedElsewhere(only: readonly string[], configured: readonly Interface[]): string | undefined {
  for (const pattern of namesIn(only)) {
    const named = SETTINGS_TABLE.interfaces.find((one) => one.interface === pattern.split('/')[0]);
    if (named !== undefined && !configured.includes(named.interface))
      return `--only ${JSON.stringify(pattern)} selects from ${named.interface}, which is not configured: set ${oneOf(named.configuredBy)}, or select from ${configured.join(', ')}.`;
  }
  return undefined;
}

/** Returns the words as an enumeration: `a, b or c`. */
export const oneOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

/**
 * Whether a run of an interface cannot send a request: no setting configures it, or one has a problem. False if the
 * settings configure only others.
 */
export function cannotBegin(of: Interface, env: Environment): boolean {
  const read = readTarget(SETTINGS_TABLE, settingsOf([of], env));
  return !onlyOthersConfigured(of, env) && (!read.ok || read.target.configured.length === 0);
}

const elsewhere = (tested: readonly Interface[]) => new Set(SUITED.filter((name) => !tested.includes(name)));

/** Returns operations, with or without a credential, that only other interfaces have. */
function operationsElsewhere(tested: readonly Interface[]): ReadonlySet<string> {
  const own = new Set(offerings(tested.map((name) => loadContract(name))));
  const others = offerings([...elsewhere(tested)].map((name) => loadContract(name)));
  return new Set(others.filter((name) => !own.has(name)));
}

/** Returns a comma list without some of its words; a setting that is not set stays unset. */
function listed(env: Environment, setting: string, dropped: ReadonlySet<string>): Environment {
  const words = env[setting]?.split(',').filter((word) => !dropped.has(word.trim()));
  return words === undefined ? {} : { [setting]: words.join(',') };
}
