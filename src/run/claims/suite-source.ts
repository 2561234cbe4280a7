/** The suites, contracts and plans of this installation, for making and verifying bundles. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INTERFACES } from '../../../suites/index.ts';
import type { SuiteSource } from '../../certify/types.ts';
import { loadClientContract } from '../../clients/client-side.ts';
import { receivingSuite } from '../../clients/received.ts';
import { packageRoot, packageVersion } from '../../contract/root.ts';
import { loadContract, loadSuite } from '../installed/suites.ts';
import { releasedPlans } from './released-plans.ts';

/** The directory that contains `src` and `suites`, both for source and for compiled code. */
const CODE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
/** Directories of the code that decides verdicts. */
const DECIDING = [
  'suites',
  'src/contract',
  'src/files',
  'src/records',
  'src/soap',
  'src/clients',
  'src/engine',
  'src/compare',
  'src/wire',
  'src/auth',
];

/** Returns the suites of this installation. Throws InputError if a plan was edited. */
export function installedSuites(): SuiteSource {
  return {
    identity: identityOfPackage(),
    plans: releasedPlans(),
    expiries: (of) => INTERFACES.find(({ name }) => name === of)?.expiries ?? [],
    load: loaderOfSuites(),
  };
}

/** Returns the loader of suites and contracts of this installation. */
export function loaderOfSuites(): SuiteSource['load'] {
  return async (of, side, settings, profile) => {
    if (side === 'client') {
      const contract = loadClientContract(of, settings);
      return { suite: receivingSuite(contract), contract, digest: loadClientContract(of).digest };
    }
    const plain = loadContract(of);
    return { suite: await loadSuite(of), contract: profile ? loadContract(of, profile) : plain, digest: plain.digest };
  };
}

function identityOfPackage() {
  const root = packageRoot();
  return {
    version: packageVersion(),
    specs: digestOfFolders(root, ['specs'], (path) => !path.startsWith('specs/plans/')),
    schemas: digestOfFolders(root, ['schemas'], () => true),
    code: digestOfFolders(CODE, DECIDING, (path) => /(?<!\.d)\.(js|ts|py)$/.test(path)),
  };
}

/** Returns the SHA-256 (hex) of file names and contents, sorted by name, with forward slashes. */
function digestOfFolders(root: string, folders: readonly string[], wanted: (path: string) => boolean) {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const paths = names.map((name) => join(folder, name).split(sep).join('/')).filter(wanted);
    for (const path of paths.filter((one) => statSync(join(root, one)).isFile()).sort())
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
  }
  return hash.digest('hex');
}
