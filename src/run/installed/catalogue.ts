/**
 * The requirements of the contracts, ready to be listed. Loading a contract parses YAML, WSDL and schemas; to print requirements only,
 * they are read from a file written by the build, unless its inputs have changed since.
 */
import { existsSync, readdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../contract/root.ts';
import type { Interface, Operation, Requirement } from '../../contract/types.ts';

/** One interface's requirements and operations, in the contract's order. */
export interface Listed {
  readonly interface: Interface;
  readonly requirements: readonly Requirement[];
  readonly operations: readonly Operation[];
  /** Requirements on clients of the interface. */
  readonly clients: readonly Requirement[];
}

/** Beside the folder of compiled code. */
const FILE = fileURLToPath(new URL('../../catalogue.json', import.meta.url));

/** Every interface with a suite, without a profile. From the file if it is up to date, else from the contracts. */
export async function catalogue(file = FILE): Promise<readonly Listed[]> {
  return writtenCatalogue(file) ?? loadedCatalogue();
}

interface Written {
  /** Paths and sizes of what the requirements were made from. */
  readonly from: string;
  readonly interfaces: readonly Listed[];
}

/** The content of the file; undefined if it is missing, or not made from the specs and schemas as they are. */
export function writtenCatalogue(file = FILE): readonly Listed[] | undefined {
  try {
    const inputs = documentFiles();
    if (inCheckout() && latestChange(inputs) > statSync(file).mtimeMs) return undefined;
    const { from, interfaces } = JSON.parse(readFileSync(file, 'utf8')) as Written;
    return from === sizesOf(inputs) ? interfaces : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file, as the last step of the build. */
export async function writeCatalogue(file = FILE): Promise<void> {
  const written: Written = { from: sizesOf(documentFiles()), interfaces: await loadedCatalogue() };
  writeFileSync(file, JSON.stringify(written));
}

async function loadedCatalogue(): Promise<readonly Listed[]> {
  const all = (await import('./contracts.ts')).installedContracts();
  return all.flatMap(({ interface: of, side, contract: { requirements, operations } }): Listed[] => {
    if (side === 'client') return [];
    const clients = all.find((other) => other.interface === of && other.side === 'client')?.contract.requirements;
    return [
      {
        interface: of,
        requirements: [...requirements.values()],
        operations: [...operations.values()],
        clients: [...(clients?.values() ?? [])].filter(({ basis }) => basis !== 'gap'),
      },
    ];
  });
}

/** Whether sources are edited here. The files of an installed package have the times at which npm unpacked them, in any order. */
function inCheckout(): boolean {
  return existsSync(join(packageRoot(), 'src'));
}

interface DocumentFile {
  /** Relative to the package. */
  readonly path: string;
  readonly stats: Stats;
}

/** Files and folders of the document as data, in order of their paths. */
function documentFiles(): DocumentFile[] {
  const paths = ['specs', 'schemas'].flatMap((folder) => {
    const names = readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' });
    return [folder, ...names.map((name) => join(folder, name))];
  });
  return paths.toSorted().map((path) => ({ path, stats: statSync(join(packageRoot(), path)) }));
}

/** When a file or folder last changed, in milliseconds since the epoch. A folder changes if a file is added or removed. */
const latestChange = (files: readonly DocumentFile[]): number => Math.max(...files.map(({ stats }) => stats.mtimeMs));

function sizesOf(files: readonly DocumentFile[]): string {
  return files
    .filter(({ stats }) => stats.isFile())
    .map(({ path, stats }) => `${path} ${stats.size}`)
    .join('\n');
}
