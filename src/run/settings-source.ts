/** Reads settings from the environment and a settings file. */

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readEnvFile } from '../settings/env-file.ts';
import { ASSAY_PREFIX } from '../settings/table.ts';
import type { Environment, Places } from '../settings/types.ts';
import { SETTINGS_TABLE } from './installed/settings-table.ts';
import type { GivenOptions, StartedBy } from './invocation.ts';

export interface SettingsSource {
  readonly env: Environment;
  readonly places: Places;
  /** The file that was read. */
  readonly file?: string;
  /** How the run was started, so that commands can repeat it. */
  readonly started: StartedBy;
  /** Whether any setting is present, so that the embedded reference is not the default. */
  readonly configured: boolean;
}

/**
 * Reads `.env` in a directory if present, or the named file. The environment overrides the file, and options override
 * both. Throws EnvFileError if the named file cannot be read.
 * @param given the settings that options give
 */
export async function settingsFromFiles(
  environment: Environment,
  directory: string,
  named?: string,
  { values, options, places }: GivenOptions = { values: {}, options: {}, places: new Map() },
): Promise<SettingsSource> {
  const own = relative('', join(directory, '.env'));
  const file = named ?? (existsSync(own) ? own : undefined);
  const read = file === undefined ? undefined : await readEnvFile(file);
  const env = { ...read?.values, ...environment, ...values };
  const inFile = [...(read?.places ?? [])].map(
    ([name, place]) => [name, environment[name] === undefined ? place : `environment (overrides ${place})`] as const,
  );
  const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => !(name in values)));
  return {
    env,
    places: new Map([...inFile, ...places]),
    file,
    started: { environment: kept, options, ...(file !== undefined && { envFile: named ?? '.env' }) },
    configured: Object.entries(env).some(([name, value]) => (value ?? '').trim() !== '' && aboutDeployment(name)),
  };
}

/** Whether a setting is about a deployment. ASSAY_INTERFACES is, even if other settings are missing. */
function aboutDeployment(name: string) {
  return (
    name === 'ASSAY_INTERFACES' ||
    SETTINGS_TABLE.prefixes.some((prefix) => prefix !== ASSAY_PREFIX && name.startsWith(prefix))
  );
}
