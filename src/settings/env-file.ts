/** Reads a settings file. */
import { readFile } from 'node:fs/promises';
import { parse } from 'dotenv';

/** Settings of a file, and their names: a misspelt one in a file is an error, in the environment a warning. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly keys: ReadonlySet<string>;
}

/** A settings file that cannot be read; the message is meant for the user. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/** Reads `NAME=value` lines as dotenv does. Throws an EnvFileError where the file cannot be read. */
export async function readEnvFile(path: string): Promise<EnvFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = code === 'ENOENT' ? 'is not there' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    throw new EnvFileError(`The settings file ${JSON.stringify(path)} ${why} (${code}). Name another one with --env-file, or copy .env.example to .env.`);
  }
  const values = parse(text.replace(/^\uFEFF/, ''));
  return { values, keys: new Set(Object.keys(values)) };
}

/** The settings in force: the environment wins over the file, also where it sets a name to nothing. */
export function withEnvironment(file: EnvFile, environment: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  return { ...file.values, ...environment };
}
