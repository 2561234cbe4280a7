/** The YAML texts of specs/, parsed; in compiled code, by the build: parsing them takes a tenth of a short command. */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from './root.ts';

type Values = Record<string, unknown>;

/** A JSON file of the values by the SHA-256 of their texts, so that a text that was changed since is not in it. */
const FILE = join(packageRoot(), 'dist', 'specs.json');

const parsed = new Map<string, unknown>();
let built: Values | undefined;

/**
 * Returns the content of a YAML text of specs/, for reading only: equal texts are parsed once. Throws if the text is
 * malformed.
 */
export function parsedYaml(text: string): unknown {
  built ??= builtValues();
  if (!parsed.has(text)) parsed.set(text, built[hash('sha256', text)] ?? parse(text));
  return parsed.get(text);
}

/** Returns the values in the file; none if it is missing or malformed. */
function builtValues() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Values;
  } catch {
    return {};
  }
}

/** Writes the file for what `load` parses, as a step of the build. */
export async function writeParsedYaml(load: () => Promise<unknown>): Promise<void> {
  built = {};
  parsed.clear();
  await load();
  writeFileSync(
    FILE,
    JSON.stringify(Object.fromEntries([...parsed].map(([text, value]) => [hash('sha256', text), value]))),
  );
}
