/**
 * The rows of the contracts, ready to be listed. Loading a contract parses YAML, WSDL and schemas; to print rows only,
 * they are read from a file written by the build, unless its inputs have changed since.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../contract/root.ts';
import type { Interface, Operation, Requirement } from '../contract/types.ts';

/** One interface's rows and operations, in the contract's order. */
export interface Listed {
  readonly interface: Interface;
  readonly requirements: readonly Requirement[];
  readonly operations: readonly Operation[];
  /** Rows about clients of the interface. */
  readonly clients: readonly Requirement[];
}

/** Beside the folder of compiled code. */
const FILE = fileURLToPath(new URL('../../catalogue.json', import.meta.url));

/** Every interface with a suite, without a profile. From the file if it is up to date, else from the contracts. */
export async function catalogue(file = FILE): Promise<readonly Listed[]> {
  return writtenCatalogue(file) ?? loadedCatalogue();
}

/** The content of the file; undefined if it is missing, or older than what it was made from. */
export function writtenCatalogue(file = FILE): readonly Listed[] | undefined {
  try {
    if (inCheckout() && latestChange() > statSync(file).mtimeMs) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Listed[];
  } catch {
    return undefined;
  }
}

/** Writes the file, as the last step of the build. */
export async function writeCatalogue(file = FILE): Promise<void> {
  writeFileSync(file, JSON.stringify(await loadedCatalogue()));
}

async function loadedCatalogue(): Promise<readonly Listed[]> {
  const [{ loadContract }, { loadClientContract, SERVED }, { SUITED }] = await Promise.all([
    import('./suites.ts'),
    import('../clients/client-side.ts'),
    import('./suited.ts'),
  ]);
  return SUITED.map((name) => {
    const { requirements, operations } = loadContract(name);
    const clients = SERVED.includes(name) ? [...loadClientContract(name).requirements.values()].filter((row) => row.basis !== 'gap') : [];
    return { interface: name, requirements: [...requirements.values()], operations: [...operations.values()], clients };
  });
}

/** Whether sources can change after the build. The files of an installed package do not, and have the times at which npm unpacked them. */
function inCheckout(): boolean {
  return existsSync(join(packageRoot(), 'src'));
}

/** When the document last changed as data, in milliseconds since the epoch. A folder changes if a file is added or removed. */
function latestChange(): number {
  const folders = ['specs', 'schemas'].map((name) => join(packageRoot(), name));
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Math.max(...[...folders, ...paths].map((path) => statSync(path).mtimeMs));
}
