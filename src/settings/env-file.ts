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
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const values = parse(lines.join('\n'));
  const idle = lineWithoutEffect(lines, values);
  if (idle !== undefined)
    throw new EnvFileError(
      `Line ${idle.number} of the settings file ${JSON.stringify(path)} ${
        idle.repeated === undefined
          ? 'is neither NAME=value nor a comment. Correct or remove it.'
          : `sets ${idle.repeated}, which a later line sets again. Remove one of them.`
      }`,
    );
  const open = lines.findIndex((line) => isUnclosed(line, values));
  if (open >= 0)
    throw new EnvFileError(
      `Line ${open + 1} of the settings file ${JSON.stringify(path)}: the value begins with a quote that is not closed. Close it, or remove it; a quote that belongs to the value needs other quotes around the value.`,
    );
  return { values, keys: new Set(Object.keys(values)) };
}

/** Whether the quote at the beginning of the line's value became a part of the value, without one at its end. */
function isUnclosed(line: string, values: Readonly<Record<string, string>>): boolean {
  const [, name = '', quote = ''] = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)\s*(["'`])/.exec(line) ?? [];
  const value = values[name] ?? '';
  return quote !== '' && value.startsWith(quote) && !value.endsWith(quote);
}

/** Neither blank, nor a comment, nor a shell's `export NAME`, nor the beginning of an assignment. */
const SUSPECT = /^(?!\s*(?:$|#|export\s+[\w.-]+\s*$|(?:export\s+)?[\w.-]+(?:\s*=|:\s)))/;

/** The name at the beginning of an assignment. */
const ASSIGNED = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/;

/**
 * The first line that dotenv ignores, or whose name a later line sets again (`repeated`); a line within a quoted value counts, because the
 * value changes without it.
 */
function lineWithoutEffect(
  lines: readonly string[],
  values: Readonly<Record<string, string>>,
): { readonly number: number; readonly repeated?: string } | undefined {
  const last = new Map(lines.map((line, at) => [ASSIGNED.exec(line)?.[1], at]));
  // To parse the file once per line of a long quoted value, such as a bundle of certificates, would take minutes.
  const whole = lines.join('\n');
  const quoted = Object.values(values).filter(
    (value) => value.includes('\n') && [...'\'"`'].some((mark) => whole.includes(`${mark}${value}${mark}`)),
  );
  const inValues = countsOf(quoted.flatMap((value) => value.split('\n')));
  const inFile = countsOf(lines);
  for (const [at, line] of lines.entries()) {
    const name = ASSIGNED.exec(line)?.[1];
    const repeated = name !== undefined && last.get(name) !== at ? name : undefined;
    if ((repeated === undefined && !SUSPECT.test(line)) || inFile.get(line) === inValues.get(line)) continue;
    if (sorted(parse(lines.toSpliced(at, 1).join('\n'))) === sorted(values))
      return { number: at + 1, ...(repeated && { repeated }) };
  }
  return undefined;
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The same text for the same settings, in whichever order. */
const sorted = (values: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The effective settings: the environment overrides the file, even with an empty value. */
export function withEnvironment(file: EnvFile, environment: Environment): Environment {
  return { ...file.values, ...environment };
}
