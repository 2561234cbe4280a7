/** Reads settings into a validated target, or reports all problems at once. */
import { describeInterface } from './describe.ts';
import { editDistance, nearest } from './nearest.ts';
import { configuredIn, contradictions, exampleOf, unmetNeeds } from './rules.ts';
import { secretsAmong } from './secrets.ts';
import type { SettingsTable } from './table.ts';
import {
  type Depth,
  type Environment,
  type Places,
  type SettingProblem,
  type SetValues,
  type Target,
  valuesOf,
} from './types.ts';
import { readValue } from './values.ts';

/**
 * Reads a target from settings. An empty or blank value counts as unset. Reads only `env`, but checks the files that
 * settings name. Reports all problems, not just the first. If no interface is configured, the target is valid and
 * `configured` is empty.
 * @param places an unknown name that has a place is a problem; any other is at most a warning
 */
export function readTarget(table: SettingsTable, env: Environment, places?: Places) {
  const values = new Map(
    Object.entries(env).filter((entry): entry is [string, string] => (entry[1] ?? '').trim() !== ''),
  );
  const warnings: string[] = [];
  const problems: SettingProblem[] = [];
  // Correct names of misspelt settings. Problems that end with the correction are left out.
  const meant: string[] = [];

  for (const name of values.keys()) {
    const unknown = unknownSetting(table, name, places?.has(name) ?? false);
    if (unknown?.error) {
      const { message, near = '' } = unknown;
      problems.push({ setting: name, message, example: exampleOf(table, near) });
      meant.push(near);
    } else if (unknown) warnings.push(unknown.message);
  }

  const set = new Map<string, unknown>();
  for (const setting of table.settings) {
    const raw = values.get(setting.name);
    if (raw === undefined) continue;
    const place = places?.get(setting.name);
    if (place && /^\$(\w+|\{\w+\})$/.test(raw))
      warnings.push(
        `${place}: the value of ${setting.name} is the name of a variable, which is not replaced. Write the value, or set it in the environment.`,
      );
    const read = readValue(setting, raw);
    set.set(setting.name, 'value' in read ? read.value : undefined);
    if ('wrong' in read)
      problems.push({
        setting: setting.name,
        message: `${setting.name} ${read.wrong}${read.wrong.endsWith('?') ? '' : '.'}`,
        example: exampleOf(table, setting.name),
      });
  }
  problems.push(...unmetNeeds(table, set, env, meant), ...contradictions(table, set, meant));
  // If no interface is configured, an invalid proxy in the environment does not matter.
  const proxy = configuredIn(table, set).length > 0 ? readProxies(values, problems) : {};
  if (problems.length > 0) return { ok: false as const, problems, warnings };

  for (const { name, kind } of table.settings) {
    if (kind.is === 'url' && sendsInTheClear(set.get(name)))
      warnings.push(`${name} begins with http://: credentials are sent unencrypted.`);
  }
  return { ok: true as const, target: assemble(table, set, proxy), warnings };
}

/**
 * Returns problems with `ASSAY_NOT_OFFERED`, which can be checked only after the contracts are loaded.
 * @param known operations as printed by `assay list operations`, and each with its credentials; credentials by
 * themselves are always known
 */
export function checkNotOffered(
  table: SettingsTable,
  names: Iterable<string>,
  known: Iterable<string>,
): readonly SettingProblem[] {
  const allowed = [...known, ...table.credentials];
  return [...names]
    .filter((name) => !allowed.includes(name))
    .map((name) => {
      const near = nearest(name, allowed);
      return {
        setting: 'ASSAY_NOT_OFFERED',
        message: `ASSAY_NOT_OFFERED: ${JSON.stringify(name)} is neither an operation nor a credential${near ? `; did you mean ${near}?` : '. For a list: assay list operations.'}`,
        example: near ? `ASSAY_NOT_OFFERED=${near}` : exampleOf(table, 'ASSAY_NOT_OFFERED'),
      };
    });
}

function unknownSetting(table: SettingsTable, name: string, fromFile: boolean) {
  if (table.named(name)) return undefined;
  const ours = table.prefixes.some((prefix) => name.startsWith(prefix));
  const near = nearest(
    name,
    table.settings.map((setting) => setting.name),
  );
  // Other programs have settings too: a name without our prefixes is reported only if it resembles a setting.
  if (!ours && !(near !== undefined && editDistance(name, near) <= 2)) return undefined;
  const held = name.endsWith('_FILE') ? table.named(name.slice(0, -'_FILE'.length)) : undefined;
  if (held?.secret)
    return {
      error: fromFile,
      message: `${name} is not a setting. Set ${held.name}, or give the option --${name.toLowerCase().replaceAll('_', '-')} FILE.`,
      near: held.name,
    };
  const hint = near ? `; did you mean ${near}?` : '. For a list: assay list settings';
  return { error: fromFile, message: `${name} is not a setting${hint}`, near };
}

function readProxies(values: ReadonlyMap<string, string>, problems: SettingProblem[]) {
  const read = (name: string) => {
    const key = [name.toLowerCase(), name].find((variant) => values.has(variant));
    const text = key && values.get(key)?.trim();
    if (!key || !text) return undefined;
    const address = text.includes('://') ? text : `http://${text}`;
    if (URL.canParse(address) && /^https?:/i.test(address)) return address;
    problems.push({
      setting: key,
      message: `${key} must be the http or https URL of an HTTP proxy, with a valid host and port.`,
      example: `${key}=http://proxy.example.org:3128`,
    });
    return undefined;
  };
  const https = read('HTTPS_PROXY');
  const http = read('HTTP_PROXY');
  const no = values.get('no_proxy') ?? values.get('NO_PROXY');
  return { https, http, no };
}

function sendsInTheClear(url: unknown) {
  if (typeof url !== 'string' || !url.startsWith('http:')) return false;
  const { hostname } = new URL(url);
  return !(hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname));
}

/** Makes the target of settings that were found free of problems. */
function assemble(table: SettingsTable, set: SetValues, proxy: Target['proxy']): Target {
  const values = valuesOf(set, (name) => table.named(name)?.default);
  const allowed = values.words('ASSAY_ALLOW_CREATE') ?? [];
  const configured = configuredIn(table, set);
  return {
    values,
    configured: configured.map((one) => one.interface),
    described: Object.fromEntries(configured.map((one) => [one.interface, describeInterface(one, table, set)])),
    secrets: secretsAmong(table, set),
    allowCreate: new Set(
      table.interfaces.flatMap(({ creations }) => creations.filter((creation) => allowed.includes(creation))),
    ),
    notOffered: new Set(values.words('ASSAY_NOT_OFFERED') ?? []),
    profile: values.text('ASSAY_PROFILE'),
    depth: values.required('ASSAY_DEPTH') as Depth,
    concurrency: values.integer('ASSAY_CONCURRENCY'),
    requestTimeoutMs: values.integer('ASSAY_REQUEST_TIMEOUT_MS'),
    runTimeoutMs: values.integer('ASSAY_RUN_TIMEOUT_MS'),
    proxy,
  };
}
