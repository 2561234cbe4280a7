/** Reads a settings file. */

import { parse } from 'dotenv';
import { InputError } from '../files/input.ts';
import { codeOf, readGivenText, reasonOf } from '../files/read-file.ts';
import type { Places } from './places.ts';
import type { Environment } from './types.ts';

/** Settings from a file, and the place of each. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly places: Places;
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
  const setIn = assignments(lines, values);
  const unclosed = [...setIn.values()].flatMap((at) =>
    isUnclosed(lines[at] ?? '', values) ? [{ at, why: UNCLOSED }] : [],
  );
  const wrong = [...linesWithoutEffect(lines, values), ...unclosed].toSorted((one, other) => one.at - other.at);
  const problems = wrong.map(({ at, why }) => `${path}:${at + 1}: ${why}`);
  if (problems.length > 0) throw new EnvFileError(problems.join('\n'), problems);
  return { values, places: new Map([...setIn].map(([name, at]) => [name, `${path}:${at + 1}`])) };
}

/** Lines that are reported of a file that is none of settings. */
const MOST = 10;

/** A line by its index, and what is wrong with it. */
interface WrongLine {
  readonly at: number;
  readonly why: string;
}

const UNCLOSED =
  'the value begins with a quote that is not closed. Close it, or remove it; if the quote is part of the value, enclose the value in another kind of quotes.';

/** Returns the line that sets each name. */
function assignments(lines: readonly string[], values: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  const found = new Map(Object.keys(values).map((name) => [name, [] as number[]]));
  for (const [at, line] of lines.entries()) found.get(ASSIGNED.exec(line)?.[1] ?? '')?.push(at);
  // Other such lines are within a quoted value.
  const sets = (name: string) => (at: number) => parse(lines.toSpliced(at, 1).join('\n'))[name] !== values[name];
  return new Map(
    [...found].map(([name, all]) => [name, (all.length > 1 ? all.find(sets(name)) : undefined) ?? all[0] ?? 0]),
  );
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

/** Returns lines that dotenv ignores, or whose name a later line sets again; a line within a quoted value has an effect: the value changes without it. */
function linesWithoutEffect(lines: readonly string[], values: Readonly<Record<string, string>>): readonly WrongLine[] {
  const wrong: WrongLine[] = [];
  const last = new Map(lines.map((line, at) => [ASSIGNED.exec(line)?.[1], at]));
  // Parsing the file once per line of a long quoted value, such as a bundle of certificates, would take minutes.
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
    if (sorted(parse(lines.toSpliced(at, 1).join('\n'))) !== sorted(values)) continue;
    const why = repeated
      ? `sets ${repeated}, which line ${(last.get(repeated) ?? 0) + 1} sets again. Remove one of them.`
      : 'neither NAME=value nor a comment. Correct or remove it.';
    wrong.push({ at, why });
    if (wrong.length === MOST) break;
  }
  return wrong;
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Returns a text that is equal for equal settings, in whichever order. */
const sorted = (values: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Returns the effective settings: the environment overrides the file, even with an empty value. */
export function withEnvironment(file: EnvFile, environment: Environment): Environment {
  return { ...file.values, ...environment };
}
