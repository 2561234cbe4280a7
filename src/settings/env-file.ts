/** Reads a settings file. */

import { parse } from 'dotenv';
import { InputError } from '../files/input.ts';
import { codeOf, readGivenText, reasonOf } from '../files/read-file.ts';
import type { Environment } from './types.ts';

/** Settings from a file, and their names: an unknown name is an error in a file, a warning in the environment. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly keys: ReadonlySet<string>;
}

/** A settings file that cannot be read; the message is shown to the user. */
export class EnvFileError extends InputError {
  override readonly name = 'EnvFileError';
}

/** Reads `NAME=value` lines as dotenv does. Throws an EnvFileError if the file cannot be read. */
export async function readEnvFile(
  path: string,
  kind: 'settings' | 'settings of a fleet' = 'settings',
): Promise<EnvFile> {
  let text: string;
  try {
    text = readGivenText(path, kind);
  } catch (error) {
    const write = codeOf(error) === 'ENOENT' ? `, or write it: assay init --out ${JSON.stringify(path)}` : '.';
    throw new EnvFileError(
      `Cannot read the settings file ${JSON.stringify(path)}: ${reasonOf(error)}. Name another file with --env-file${write}`,
    );
  }
  const values = parse(text.replace(/^\uFEFF/, ''));
  const line = unreadLine(text.replace(/^\uFEFF/, ''), JSON.stringify(values));
  if (line !== undefined)
    throw new EnvFileError(
      `Line ${line} of the settings file ${JSON.stringify(path)} is neither NAME=value nor a comment, so it would have no effect.`,
    );
  return { values, keys: new Set(Object.keys(values)) };
}

/** Neither blank, nor a comment, nor a shell's `export NAME`, nor the beginning of an assignment. */
const SUSPECT = /^(?!\s*(?:$|#|export\s+[\w.-]+\s*$|(?:export\s+)?[\w.-]+(?:\s*=|:\s)))/;

/** The number of the first line that dotenv ignores; a line within a quoted value counts, because the value changes without it. */
function unreadLine(text: string, values: string): number | undefined {
  const lines = text.split(/\r\n?|\n/);
  const index = lines.findIndex(
    (line, at) => SUSPECT.test(line) && JSON.stringify(parse(lines.toSpliced(at, 1).join('\n'))) === values,
  );
  return index === -1 ? undefined : index + 1;
}

/** The effective settings: the environment overrides the file, even with an empty value. */
export function withEnvironment(file: EnvFile, environment: Environment): Environment {
  return { ...file.values, ...environment };
}
