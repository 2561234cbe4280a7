/** Addresses of the services that results are about. */

import type { Results, Settings } from '../engine/words/types.ts';
import { isObject } from '../files/json-value.ts';

type Target = Pick<Results['target'], 'reference' | 'interfaces'>;

/** URLs among an interface's settings, by the name of the setting (`url`, `auth.url`); settings that are asked for, such as storage, are none. */
export function addressesIn(settings: Settings, within = ''): [setting: string, url: string][] {
  return Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    if (isObject(value)) return addressesIn(value, `${within}${name}.`);
    return typeof value === 'string' && /url$/i.test(name) && /^https?:/.test(value) && URL.canParse(value)
      ? [[`${within}${name}`, value]]
      : [];
  });
}

/** The different targets of two runs: the embedded reference or a deployment, or two addresses of one setting. */
export function differingTargets(
  earlier: Target,
  later: Target,
): 'none in common' | { readonly before: string; readonly after: string; readonly name?: string }[] {
  const whole = ({ reference }: Target): string => (reference ? 'the embedded reference' : 'a deployment');
  if (earlier.reference !== later.reference) return [{ before: whole(earlier), after: whole(later) }];
  // The embedded references listen on other ports each time.
  if (later.reference) return [];
  const [known, now] = [new Map(namedAddresses(earlier)), namedAddresses(later)];
  const shared = now.flatMap(([name, after]) => {
    const before = known.get(name);
    return before === undefined ? [] : [{ before, after, name }];
  });
  // Clients have no addresses, and nothing distinguishes two of them.
  if (shared.length === 0 && known.size + now.length > 0) return 'none in common';
  return shared.filter(({ before, after }) => before !== after);
}

/** Addresses by interface and setting, as results show them. */
function namedAddresses({ interfaces }: Target): [string, string][] {
  return Object.entries(interfaces).flatMap(([name, settings]) =>
    addressesIn(settings).map(([setting, url]): [string, string] => [`${name} ${setting}`, url]),
  );
}

/** Hosts of the addresses under test, or the embedded reference. */
export function deploymentOf({ target }: Pick<Results, 'target'>): string {
  if (target.reference) return 'embedded reference';
  const hosts = Object.values(target.interfaces).flatMap((settings) =>
    addressesIn(settings).map(([, url]) => new URL(url).host),
  );
  return [...new Set(hosts)].join(',') || 'none';
}
