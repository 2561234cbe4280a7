/** Rules between settings: unmet needs, contradictions, interfaces that must be configured. */
import { readFileSync } from 'node:fs';
import { INTERFACES, type Interface } from '../contract/types.ts';
import { BASES, isMet, SETTINGS, settingNamed } from './settings.ts';
import type { SettingProblem } from './types.ts';

/** The parsed settings; an invalid value is `undefined`. */
export type SetValues = ReadonlyMap<string, unknown>;

/** Interfaces whose address (for the client library: module) is set. */
export function configuredInterfaces(set: SetValues): readonly Interface[] {
  return INTERFACES.filter((name) => BASES[name].some((setting) => set.has(setting)));
}

/** `X is set but Y is not`, one problem per missing setting. */
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

/** An example line for a settings file. */
export function exampleOf(name: string): { readonly example: string } | Record<string, never> {
  const setting = settingNamed(name);
  return setting === undefined ? {} : { example: `${name}=${setting.example}` };
}

type Rule = (set: SetValues) => SettingProblem | undefined;

const REFRESH = ['DATA_HUB_AUTH_REFRESH_TOKEN', 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE'];

/** Contradictions between several settings. */
const RULES: readonly Rule[] = [
  function certificateWithoutKey(set) {
    const cert = set.get('TRANSFER_CERT');
    if (typeof cert !== 'string' || set.has('TRANSFER_KEY') || contents(cert).includes('PRIVATE KEY-----')) return undefined;
    return {
      setting: 'TRANSFER_CERT',
      message: 'TRANSFER_CERT contains no private key, and TRANSFER_KEY is not set. Set TRANSFER_KEY to the file with the key.',
      ...exampleOf('TRANSFER_KEY'),
    };
  },
  function certificateOverHttp(set) {
    const url = set.get('TRANSFER_URL');
    if (typeof url !== 'string' || !url.startsWith('http:') || !set.has('TRANSFER_CERT')) return undefined;
    return {
      setting: 'TRANSFER_URL',
      message: 'TRANSFER_CERT is set, but a client certificate cannot be presented over http://. Use https:// in TRANSFER_URL, or set only TRANSFER_TOKEN.',
      ...exampleOf('TRANSFER_URL'),
    };
  },
  function twoWaysToAToken(set) {
    const refresh = REFRESH.find((name) => set.has(name));
    if (!set.has('DATA_HUB_TOKEN') || refresh === undefined) return undefined;
    return {
      setting: 'DATA_HUB_TOKEN',
      message: `DATA_HUB_TOKEN and ${refresh} are both set. Set DATA_HUB_TOKEN to skip the token flow, or ${refresh} to test it, but not both.`,
    };
  },
  function noWayToAToken(set) {
    if (!configuredInterfaces(set).includes('data-hub') || set.has('DATA_HUB_TOKEN') || REFRESH.some((name) => set.has(name))) return undefined;
    return {
      setting: 'DATA_HUB_TOKEN',
      message: `The data hub is configured without a token. Set DATA_HUB_TOKEN, ${REFRESH.join(' or ')}.`,
      ...exampleOf('DATA_HUB_TOKEN'),
    };
  },
  function noPrefixForTheToken(set) {
    const service = ['DATA_HUB_ZONE_URL', 'DATA_HUB_PROVIDER_URL'].find((name) => set.has(name));
    if (service === undefined || set.has('DATA_HUB_TOKEN') || set.has('DATA_HUB_IDP_PREFIX') || !REFRESH.some((name) => set.has(name))) return undefined;
    return {
      setting: 'DATA_HUB_IDP_PREFIX',
      message: `DATA_HUB_IDP_PREFIX is not set. ${service} needs it with a token from the identity provider, to recognise who issued the token.`,
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
      message: `ASSAY_INTERFACES names ${lacking.join(', ')}, which ${lacking.length === 1 ? 'is' : 'are'} not configured. Set ${bases.map((names) => names.join(' or ')).join(', ')}.`,
      ...exampleOf(bases[0]?.[0] ?? ''),
    };
  },
];

/** All contradictions between settings that are valid individually. */
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
