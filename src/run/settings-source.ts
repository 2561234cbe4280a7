/** Reads settings from the environment and a settings file, and tells how commands repeat a run with them. */

import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { INTERFACES } from '../../suites/index.ts';
import { OF_ASSAY } from '../engine/repeat/reproduction.ts';
import type { InterfaceDescriptor, Invocation, SettingsByInterface } from '../engine/words/types.ts';
import { readEnvFile } from '../settings/env-file.ts';
import { prefixOf } from '../settings/table.ts';
import type { Environment, Places, SettingKind } from '../settings/types.ts';
import { SETTINGS_TABLE } from './installed/settings-table.ts';

export type SettingsSource = Awaited<ReturnType<typeof settingsFromFiles>>;

/**
 * Reads `.env` in a directory if present, or the named file. The environment overrides the file, and options override
 * both. Throws InputError if the named file cannot be read.
 * @param given the settings that options give
 */
export async function settingsFromFiles(
  environment: Environment,
  directory: string,
  named?: string,
  { values, options, places }: GivenOptions = { values: {}, options: {}, places: new Map() },
) {
  const own = relative('', join(directory, '.env'));
  const file = named ?? (existsSync(own) ? own : undefined);
  const read = file === undefined ? undefined : await readEnvFile(file);
  const env = { ...read?.values, ...environment, ...values };
  const inFile = [...(read?.places ?? [])].map(
    ([name, place]) => [name, environment[name] === undefined ? place : `environment (overrides ${place})`] as const,
  );
  const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => !(name in values)));
  return {
    env: env as Environment,
    places: new Map([...inFile, ...places]) as Places,
    // The file that was read.
    file,
    // How the run was started, so that commands can repeat it.
    started: { environment: kept, options, ...(file !== undefined && { envFile: named ?? '.env' }) },
    // Whether any setting is present, so that the embedded reference is not the default.
    configured: Object.entries(env).some(([name, value]) => (value ?? '').trim() !== '' && aboutDeployment(name)),
  };
}

/** Whether a setting is about a deployment. ASSAY_INTERFACES is, even if other settings are missing. */
function aboutDeployment(name: string) {
  return (
    name === 'ASSAY_INTERFACES' || SETTINGS_TABLE.interfaces.some((one) => name.startsWith(prefixOf(one.interface)))
  );
}

/** Settings that come from options. */
export interface GivenOptions {
  readonly values: Readonly<Record<string, string>>;
  /** These options, by interface and unambiguous name. */
  readonly options: SettingsByInterface;
  readonly places: Places;
}

/** The caller's data about the start of a run. */
export interface StartedBy
  extends Pick<Invocation, 'envFile' | 'options' | 'again' | 'statement' | 'fault' | 'variants'> {
  /** Settings that come neither from the file nor from options. */
  readonly environment: Environment;
}

/** Kinds of settings whose values name files on this machine, or contain headers. */
const HIDDEN: ReadonlySet<SettingKind['is']> = new Set(['file', 'directory', 'file-or-directory', 'json-strings']);

/**
 * Returns the data that a command needs to repeat a part of the run. Secrets and names of files are left out: a command
 * reads them from the settings.
 * @param env all settings
 * @param reference whether the references provide the settings of interfaces
 */
export function invocationOf(
  env: Environment,
  { environment, envFile, options = {}, again, statement, fault, variants }: StartedBy,
  reference: boolean,
): Invocation {
  const given: Record<string, Record<string, string>> = {};
  for (const { name, interface: of, kind, secret } of SETTINGS_TABLE.settings) {
    const value = environment[name];
    // Only one interface is tested, so others need not be configured.
    if (
      value === undefined ||
      (value === '' && envFile === undefined) ||
      secret ||
      HIDDEN.has(kind.is) ||
      name === 'ASSAY_INTERFACES'
    )
      continue;
    if (reference && of !== OF_ASSAY) continue;
    given[of] = { ...given[of], [name]: value };
  }
  const isSet = (name: string | undefined): name is string => name !== undefined && (env[name] ?? '') !== '';
  const secret = SETTINGS_TABLE.settings.filter((setting) => setting.secret && isSet(setting.name));
  const texts = secret.filter(({ kind }) => !HIDDEN.has(kind.is));
  const headers = secret.filter(({ kind }) => kind.is === 'json-strings' && kind.headers);
  const namesOf = (some: typeof secret) => some.map(({ name }) => name);
  return {
    envFile,
    ...(Object.keys(given).length > 0 && { environment: given }),
    ...(Object.keys(options).length > 0 && { options }),
    again,
    statement,
    fault,
    variants,
    secrets: namesOf(texts),
    credentials: byInterface(({ name }) => {
      const own = (some: typeof secret) => namesOf(some.filter((setting) => setting.interface === name));
      const [ownTexts, ownHeaders] = [own(texts), own(headers)];
      return { ...(ownTexts.length > 0 && { texts: ownTexts }), ...(ownHeaders.length > 0 && { headers: ownHeaders }) };
    }),
    files: byInterface(({ ca, certificate = {} }) => ({
      ...Object.fromEntries(Object.entries(certificate).filter(([, setting]) => isSet(setting))),
      ...(isSet(ca) && { [isDirectory(env[ca] ?? '') ? 'capath' : 'cacert']: ca }),
    })),
  };
}

/** Returns a value for each interface, without empty ones. */
function byInterface<T extends object>(ownOf: (descriptor: InterfaceDescriptor) => T) {
  return Object.fromEntries(
    INTERFACES.map((one) => [one.name, ownOf(one)] as const).filter(([, own]) => Object.keys(own).length > 0),
  );
}

function isDirectory(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
