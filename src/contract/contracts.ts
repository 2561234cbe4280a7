/** Loads the contract of any interface, by the files in its directory of specs/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractSources, digestOf } from './assemble.ts';
import { compileLibrary, submissionFile } from './library-operations.ts';
import { compileRest } from './load.ts';
import { packageRoot } from './root.ts';
import type { Contract, Interface } from './types.ts';
import { compileWsdl } from './wsdl-operations.ts';

interface ContractOptions extends Omit<ContractSources, 'texts'> {
  /** Directory of specs/ and schemas/ (tests give a copy). */
  readonly root?: string;
}

const cache = new Map<string, Contract>();

/** Compilers of contracts, by the ending of the files that describe operations. */
const COMPILERS = { 'openapi.yaml': compileRest, '.wsdl': compileWsdl, 'operations.yaml': compileLibrary } as const;

/**
 * Loads the contract from OpenAPI descriptions, a WSDL or operations.yaml: equal files and profiles give the same
 * object.
 */
export function loadContract(of: Interface, { root = packageRoot(), ...options }: ContractOptions = {}): Contract {
  const names = readdirSync(join(root, 'specs', of)).sort();
  const formats = Object.keys(COMPILERS) as (keyof typeof COMPILERS)[];
  const ending = formats.find((format) => names.some((name) => name.endsWith(format)))!;
  const texts = new Map<string, string>();
  const read = (path: string) => texts.set(path, readFileSync(join(root, path), 'utf8'));
  const stated = ['clauses.yaml', 'requirements.yaml', 'gaps.yaml'].filter((name) => names.includes(name));
  for (const name of [...names.filter((name) => name.endsWith(ending)), ...stated]) read(`specs/${of}/${name}`);
  const library = texts.get(`specs/${of}/operations.yaml`);
  const schemas = `schemas/${of}`;
  if (library !== undefined) read(submissionFile(of, library));
  else if (existsSync(join(root, schemas)))
    for (const name of readdirSync(join(root, schemas)).sort()) read(`${schemas}/${name}`);
  // Digests of certified plans contain the paths, in this form.
  const prefix = library === undefined ? '/' : '';
  const digest = digestOf(
    [...texts].map(([path, text]) => [`${prefix}${path}`, text]),
    options.profile,
  );
  // The digest of a profile in evidence may be wrong, so the key contains its parts.
  const parts = JSON.stringify(options.profile, (_, part) => (part instanceof Map ? [...part] : part));
  const key = `${digest} ${options.namespace} ${parts}`;
  const contract = cache.get(key) ?? { ...COMPILERS[ending](of, { texts, ...options }), digest };
  cache.set(key, contract);
  return contract;
}
