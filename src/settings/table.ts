/**
 * All settings as one table: reading, `.env.example`, `assay list settings` and suggestions for misspelt names follow
 * from it.
 */
import { DEPTHS, type InterfaceSettings, type Setting, type SettingKind, type SettingRow } from './types.ts';

/** The settings of the given interfaces and of Assay itself. */
export type SettingsTable = ReturnType<typeof settingsTable>;

/** The group of settings that belong to no interface. */
export const ASSAY = 'assay';

/** Returns how the names of the settings of an interface, or of Assay itself, begin. */
export const prefixOf = (group: string) => `${group.toUpperCase().replaceAll('-', '_')}_`;

const milliseconds = (min: number, max: number): SettingKind => ({ is: 'integer', unit: 'ms', min, max });
const HOUR = 3_600_000;
/** Usual time limit of one request. */
export const REQUEST_TIMEOUT_MS = 30_000;

function ownRows(interfaces: readonly InterfaceSettings[], credentials: readonly string[]): readonly SettingRow[] {
  const names = interfaces.map((one) => one.interface);
  const creations = interfaces.flatMap((one) => one.creations);
  return [
    [
      'ASSAY_INTERFACES',
      { is: 'list', of: names, what: 'interface' },
      [names[0], names.at(-1)].join(','),
      'Interfaces that must be configured: if one is not, a run does not start (to test only some, use --only).',
    ],
    [
      'ASSAY_ALLOW_CREATE',
      { is: 'list', of: creations, all: true, what: 'kind of object' },
      'jobs,files',
      'Objects that a run may create (default: none). Some remain after the run: assay plan --allow-create all shows which.',
    ],
    [
      'ASSAY_NOT_OFFERED',
      { is: 'list', what: 'operation' },
      credentials.at(-1) ?? '',
      `What this deployment does not offer: operations (assay list operations), credentials (${credentials.join(', ')}), or an operation with a credential (operation:credential).`,
    ],
    [
      'ASSAY_DEPTH',
      { is: 'text', pattern: new RegExp(`^(?:${DEPTHS.join('|')})$`), like: DEPTHS.join(' or ') },
      'standard',
      'How much evidence a run gathers. The depth thorough is for staging and weekly runs: it runs every probe in three rounds, with all request bodies, combinations of options and invalid credentials.',
      { default: 'standard' },
    ],
    ['ASSAY_PROFILE', { is: 'text' }, './profile.yaml', 'Shipped profile or profile file (assay list profiles).'],
    [
      'ASSAY_CONCURRENCY',
      { is: 'integer', unit: 'requests', min: 1, max: 64 },
      '4',
      'Maximum number of concurrent requests.',
      { default: '4' },
    ],
    [
      'ASSAY_REQUEST_TIMEOUT_MS',
      milliseconds(100, HOUR),
      `${REQUEST_TIMEOUT_MS}`,
      'Time limit of one request.',
      { default: `${REQUEST_TIMEOUT_MS}` },
    ],
    [
      'ASSAY_RUN_TIMEOUT_MS',
      milliseconds(1000, 24 * HOUR),
      '1800000',
      'Time limit of the whole run.',
      { default: '1800000' },
    ],
  ];
}

const PROXY_ROWS: readonly SettingRow[] = [
  ['HTTPS_PROXY', { is: 'url' }, 'http://proxy.example.org:3128', 'HTTP proxy for requests to https addresses.'],
  ['HTTP_PROXY', { is: 'url' }, 'http://proxy.example.org:3128', 'HTTP proxy for requests to http addresses.'],
  [
    'NO_PROXY',
    { is: 'list', what: 'host' },
    'localhost,.example.org',
    'Hosts, domains, addresses and networks that are reached without an HTTP proxy.',
  ],
];

/** Makes the table. The order of the interfaces is the order in which their settings are shown. */
export function settingsTable(interfaces: readonly InterfaceSettings[]) {
  const credentials = [...new Set(interfaces.flatMap((one) => Object.keys(one.credentials)))];
  const settings = [
    ...interfaces.flatMap((one) => one.rows.map((row) => settingOf(one.interface, [one.configuredBy], row))),
    ...ownRows(interfaces, credentials).map((row) => settingOf(ASSAY, [], row)),
  ];
  const byName: ReadonlyMap<string, Setting> = new Map(settings.map((setting) => [setting.name, setting]));
  return {
    interfaces,
    // Every known setting, in the order in which they are shown.
    settings,
    // Settings of any program that sends requests, without the prefix of Assay's own.
    proxies: PROXY_ROWS.map((row) => settingOf(ASSAY, [], row)),
    // The credentials of all interfaces by name.
    credentials,
    // Prefixes of all setting names.
    prefixes: [...interfaces.map((one) => one.interface), ASSAY].map(prefixOf),
    // Returns the setting of that name, if there is one.
    named: (name: string) => byName.get(name),
  };
}

function settingOf(of: string, base: Setting['needs'], [name, kind, example, meaning, more = {}]: SettingRow): Setting {
  const { needs = [] } = more;
  return {
    ...{ name, interface: of, kind, example, meaning, secret: false },
    ...more,
    needs: [...base.filter((need) => !isMet(need, [name, ...needs.flat()])), ...needs],
  };
}

/** Whether a need (one name, or several of which one is enough) is met by these names. */
export function isMet(need: string | readonly string[], names: readonly string[]): boolean {
  return [need].flat().some((name) => names.includes(name));
}
