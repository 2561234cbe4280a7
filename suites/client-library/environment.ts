/**
 * The environment of the library's process. It inherits only the variables that find the interpreter and its packages.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { RecordingEndpoint } from './endpoint.ts';
import { ENVIRONMENTS, type EnvironmentName, fileOf } from './scenario.ts';
import type { CredentialVariables } from './settings.ts';

/** Needed to find the interpreter and the shared objects of compiled packages. */
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SYSTEMROOT'] as const;

/**
 * Builds the environment for one process. Home and temporary directory are empty, so that no credential of the user is
 * found.
 */
export function libraryEnvironment(
  name: EnvironmentName,
  endpoint: RecordingEndpoint,
  caVariables: readonly string[],
  variables: CredentialVariables,
): Record<string, string> {
  const { files, ca, scratch } = endpoint;
  const inherited = INHERITED.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]]));
  const authorities = caVariables.map((key) => [key, /(DIR|PATH)$/.test(key) ? ca.directory : ca.file]);
  const credentials = ENVIRONMENTS[name].map((what) => [variables[what], files[fileOf(what)]]);
  return {
    ...Object.fromEntries(inherited),
    HOME: scratch,
    TMPDIR: scratch,
    // The Python packages of the user (`pip install --user`) are below the real home directory.
    PYTHONUSERBASE: join(homedir(), '.local'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONHASHSEED: '0',
    LC_ALL: 'C.UTF-8',
    NO_PROXY: '*',
    ...Object.fromEntries(authorities),
    ...Object.fromEntries(credentials),
  };
}
