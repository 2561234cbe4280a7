/**
 * The requirements of the contracts for listings. Loading a contract parses YAML, WSDL and schemas; to print only
 * requirements, Assay reads a file that the build wrote, unless its inputs have changed since.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/root.ts';
import { valueIn } from '../../engine/words/remembered.ts';

/** The requirements and operations of an interface, in the contract's order. */
export type Listed = Awaited<ReturnType<typeof loadedCatalogue>>[number];

/** Path of the file. */
const FILE = join(packageRoot(), 'dist', 'catalogue.json');

/**
 * Returns every interface that has a suite, without a profile: from the file if it is up to date, else from the
 * contracts.
 */
export function catalogue(file = FILE): Promise<readonly Listed[]> {
  return valueIn(read, file, async () => writtenCatalogue(file) ?? loadedCatalogue());
}

/** Content of each file: an explanation needs it several times. */
const read = new Map<string, Promise<readonly Listed[]>>();

/**
 * Returns the content of the file, or undefined if it is missing, or older than specs and schemas in a directory where
 * these are edited.
 */
export function writtenCatalogue(file = FILE): readonly Listed[] | undefined {
  try {
    if (latestChange() > statSync(file).mtimeMs) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Listed[];
  } catch {
    return undefined;
  }
}

/** Writes the file, as the last step of the build. */
export async function writeCatalogue(file = FILE): Promise<void> {
  writeFileSync(file, JSON.stringify(await loadedCatalogue()));
}

async function loadedCatalogue() {
  const all = (await import('./suites.ts')).installedContracts();
  return all.flatMap(({ interface: of, side, contract: { subject, requirements, operations } }) => {
    if (side === 'client') return [];
    const clients = all.find((other) => other.interface === of && other.side === 'client')?.contract.requirements;
    return [
      {
        interface: of,
        subject,
        requirements: [...requirements.values()],
        operations: [...operations.values()],
        // Requirements on clients of the interface.
        clients: [...(clients?.values() ?? [])].filter(({ basis }) => basis !== 'gap'),
      },
    ];
  });
}

/**
 * Returns when specs and schemas last changed, in milliseconds since 1970; a directory changes if a file is added or
 * removed. 0 in an installed package, because its files have the times at which npm unpacked them, in any order.
 */
function latestChange() {
  const root = packageRoot();
  if (!existsSync(join(root, 'src'))) return 0;
  const paths = ['specs', 'schemas'].flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return [folder, ...names.map((name) => join(folder, name))];
  });
  return Math.max(...paths.map((path) => statSync(join(root, path)).mtimeMs));
}
