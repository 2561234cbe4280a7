/** Addresses of the services that results are about. */

import type { Results, Settings } from '../engine/words/types.ts';
import { isObject } from '../files/json-value.ts';

/** URLs among an interface's settings, by the name of the setting (`url`, `auth.url`); settings that are asked for, such as storage, are none. */
export function addressesIn(settings: Settings, within = ''): [setting: string, url: string][] {
  return Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    if (isObject(value)) return addressesIn(value, `${within}${name}.`);
    return typeof value === 'string' && /url$/i.test(name) && /^https?:/.test(value) && URL.canParse(value)
      ? [[`${within}${name}`, value]]
      : [];
  });
}

/** Hosts of the addresses under test, or the embedded reference. */
export function deploymentOf({ target }: Pick<Results, 'target'>): string {
  if (target.reference) return 'embedded reference';
  const hosts = Object.values(target.interfaces).flatMap((settings) =>
    addressesIn(settings).map(([, url]) => new URL(url).host),
  );
  return [...new Set(hosts)].join(',') || 'none';
}
