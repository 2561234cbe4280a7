/** Where settings come from: the environment, and a settings file beneath it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvFile, withEnvironment } from '../settings/env-file.ts';
import { PREFIXES } from '../settings/settings.ts';

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names that came from the file. */
  readonly fileKeys: ReadonlySet<string>;
  /** The file that was read. */
  readonly file?: string;
  /** Some setting is there: the embedded reference is not what is meant. */
  readonly configured: boolean;
}

/**
 * Reads `.env` of a directory where there is one, or the file that is named; the environment wins. Throws EnvFileError where the named file cannot be read.
 */
export async function settingsFromFiles(environment: Readonly<Record<string, string | undefined>>, directory: string, named?: string): Promise<SettingsSource> {
  const file = named ?? (existsSync(join(directory, '.env')) ? join(directory, '.env') : undefined);
  const read = file === undefined ? undefined : await readEnvFile(file);
  const env = read ? withEnvironment(read, environment) : environment;
  return {
    env,
    fileKeys: read?.keys ?? new Set(),
    ...(file !== undefined && { file }),
    configured: Object.entries(env).some(([name, value]) => (value ?? '').trim() !== '' && aboutDeployment(name)),
  };
}

/** ASSAY_INTERFACES says that a deployment is meant, even where all that would name it got lost. */
function aboutDeployment(name: string): boolean {
  return name === 'ASSAY_INTERFACES' || PREFIXES.some((prefix) => prefix !== 'ASSAY_' && name.startsWith(prefix));
}
