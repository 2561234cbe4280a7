/** What settings say of each other: needs that are unmet, contradictions, interfaces that must be configured. */
import { readFileSync } from 'node:fs';
import { INTERFACES, type Interface } from '../contract/types.ts';
import { BASES, isMet, SETTINGS, settingNamed } from './settings.ts';
import type { SettingProblem } from './types.ts';

/** The settings that are set, as read; a value that could not be read is `undefined`. */
export type SetValues = ReadonlyMap<string, unknown>;

/** Interfaces whose address (of the client library: module) is set. */
export function configuredInterfaces(set: SetValues): readonly Interface[] {
  return INTERFACES.filter((name) => BASES[name].some((setting) => set.has(setting)));
}

/** `X is set but Y is not`, one problem for each setting that is missing. */
export function unmetNeeds(set: SetValues): readonly SettingProblem[] {
  const names = [...set.keys()];
  const wanting = new Map<string, { missing: readonly string[]; by: string[] }>();
  for (const setting of SETTINGS) {
    if (!set.has(setting.name)) continue;
    for (const need of setting.needs) {
      if (isMet(need, names)) continue;
      const missing = [need].flat();
      const entry = wanting.get(missing.join()) ?? { missing, by: [] };
      entry.by.push(setting.name);
      wanting.set(missing.join(), entry);
    }
  }
  return [...wanting.values()].map(({ missing, by }) => ({
    setting: by[0] ?? '',
    message: `${by.join(', ')} ${by.length === 1 ? 'is' : 'are'} set but ${noneOf(missing)}.`,
    ...exampleOf(missing[0] ?? ''),
  }));
}

function noneOf(missing: readonly string[]): string {
  if (missing.length === 1) return `${missing[0]} is not`;
  return missing.length === 2 ? `neither ${missing.join(' nor ')} is` : `none of ${missing.join(', ')} is`;
}

/** A line that could stand in a settings file. */
export function exampleOf(name: string): { readonly example: string } | Record<string, never> {
  const setting = settingNamed(name);
  return setting === undefined ? {} : { example: `${name}=${setting.example}` };
}

type Rule = (set: SetValues) => SettingProblem | undefined;

const REFRESH = ['DATA_HUB_AUTH_REFRESH_TOKEN', 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE'];

/** Contradictions that no single row of the table can state. */
const RULES: readonly Rule[] = [
  function certificateWithoutKey(set) {
    const cert = set.get('TRANSFER_CERT');
    if (typeof cert !== 'string' || set.has('TRANSFER_KEY') || contents(cert).includes('PRIVATE KEY-----')) return undefined;
    return {
      setting: 'TRANSFER_CERT',
      message: 'TRANSFER_CERT names a file that holds no private key, and TRANSFER_KEY is not set.',
      ...exampleOf('TRANSFER_KEY'),
    };
  },
  function certificateOverHttp(set) {
    const url = set.get('TRANSFER_URL');
    if (typeof url !== 'string' || !url.startsWith('http:') || !set.has('TRANSFER_CERT')) return undefined;
    return {
      setting: 'TRANSFER_URL',
      message: 'TRANSFER_URL begins with http://, where no client certificate can be presented, but TRANSFER_CERT is set. Use https://, or a token alone.',
      ...exampleOf('TRANSFER_URL'),
    };
  },
  function twoWaysToAToken(set) {
    const refresh = REFRESH.find((name) => set.has(name));
    if (!set.has('DATA_HUB_TOKEN') || refresh === undefined) return undefined;
    return {
      setting: 'DATA_HUB_TOKEN',
      message: `DATA_HUB_TOKEN and ${refresh} are both set; with the first, the token flow is skipped and the second is never used. Leave one empty.`,
    };
  },
  function noWayToAToken(set) {
    if (!configuredInterfaces(set).includes('data-hub') || set.has('DATA_HUB_TOKEN') || REFRESH.some((name) => set.has(name))) return undefined;
    return {
      setting: 'DATA_HUB_TOKEN',
      message: `The data hub is configured but there is no way to get a token: DATA_HUB_TOKEN is not set, nor ${REFRESH.join(' or ')}.`,
      ...exampleOf('DATA_HUB_TOKEN'),
    };
  },
  function noPrefixForTheToken(set) {
    const service = ['DATA_HUB_ZONE_URL', 'DATA_HUB_PROVIDER_URL'].find((name) => set.has(name));
    if (service === undefined || set.has('DATA_HUB_TOKEN') || set.has('DATA_HUB_IDP_PREFIX') || !REFRESH.some((name) => set.has(name))) return undefined;
    return {
      setting: 'DATA_HUB_IDP_PREFIX',
      message: `${service} is set and the token comes from the identity provider, but DATA_HUB_IDP_PREFIX is not set; without it the data hub does not know whose token it is.`,
      ...exampleOf('DATA_HUB_IDP_PREFIX'),
    };
  },
  function interfaceThatMustBeConfigured(set) {
    const wanted = set.get('ASSAY_INTERFACES');
    const configured: readonly string[] = configuredInterfaces(set);
    const lacking = Array.isArray(wanted) ? wanted.filter((name) => !configured.includes(String(name))) : [];
    if (lacking.length === 0) return undefined;
    const bases = INTERFACES.filter((name) => lacking.includes(name)).map((name) => BASES[name]);
    return {
      setting: 'ASSAY_INTERFACES',
      message: `ASSAY_INTERFACES names ${lacking.join(', ')}, but ${lacking.length === 1 ? 'it is' : 'they are'} not configured: set ${bases.map((names) => names.join(' or ')).join(', ')}.`,
      ...exampleOf(bases[0]?.[0] ?? ''),
    };
  },
];

/** Everything that settings, each valid by itself, contradict or lack together. */
export function contradictions(set: SetValues): readonly SettingProblem[] {
  return RULES.map((rule) => rule(set)).filter((problem) => problem !== undefined);
}

function contents(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
