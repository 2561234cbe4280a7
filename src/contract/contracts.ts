/** Loads the contract of any interface, by the files in its directory of specs/. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadLibraryContract } from './library-operations.ts';
import { loadRestContract } from './load.ts';
import { packageRoot } from './root.ts';
import type { Contract, Interface } from './types.ts';
import { loadWsdlContract, type WsdlOptions } from './wsdl-operations.ts';

/** Loads the contract from OpenAPI descriptions, a WSDL or operations.yaml. Throws if specs/ contains no such file. */
export function loadContract(of: Interface, options: WsdlOptions = {}): Contract {
  const { profile, root = packageRoot() } = options;
  const files = readdirSync(join(root, 'specs', of));
  if (files.some((name) => name.endsWith('openapi.yaml'))) return loadRestContract(of, profile, root);
  if (files.some((name) => name.endsWith('.wsdl'))) return loadWsdlContract(of, options);
  if (files.includes('operations.yaml')) return loadLibraryContract(of, profile, root);
  throw new Error(`specs/${of} contains no OpenAPI description, no WSDL and no operations.yaml.`);
}
