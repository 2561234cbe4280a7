/**
 * The rows of the contracts, ready to be listed. Loading a contract parses YAML, WSDL and schemas; to print rows only,
 * they are read from a file written by the build, unless its inputs have changed since.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

interface Catalogue {
  readonly digest: string;
  readonly interfaces: readonly Listed[];
}

/** The folder of compiled code that contains this file. */
const CODE = join(dirname(fileURLToPath(import.meta.url)), '..');
const FILE = join(CODE, '..', 'catalogue.json');

/** Every interface with a suite, without a profile. From the file if it is up to date, else from the contracts. */
export async function catalogue(file = FILE): Promise<readonly Listed[]> {
  return writtenCatalogue(file) ?? loadedCatalogue();
}

/** The content of the file; undefined if it is missing or out of date. */
export function writtenCatalogue(file = FILE): readonly Listed[] | undefined {
  try {
    const { digest, latest } = sources();
    // Unpacked packages have one time for all files.
    if (latest > statSync(file).mtimeMs) return undefined;
    const written = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
    return written.digest === digest ? written.interfaces : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file, as the last step of the build. */
export async function writeCatalogue(file = FILE): Promise<void> {
  const made: Catalogue = { digest: sources().digest, interfaces: await loadedCatalogue() };
  writeFileSync(file, JSON.stringify(made));
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

/**
 * The data and code that contracts are made from: SHA-256 (hex) of names and sizes, and the latest modification (milliseconds since the epoch).
 * Reading the contents would take longer than printing the list.
 */
function sources(): { readonly digest: string; readonly latest: number } {
  const hash = createHash('sha256');
  let latest = 0;
  const data = ['specs', 'schemas'].map((name) => join(packageRoot(), name));
  for (const folder of [...data, ...['contract', 'records', 'soap', 'clients', 'run'].map((name) => join(CODE, name))]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/\.d\.ts$/.test(entry.name));
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path.slice(folder.length)}\0${size}\0`);
      latest = Math.max(latest, mtimeMs);
    }
  }
  return { digest: hash.digest('hex'), latest };
}
