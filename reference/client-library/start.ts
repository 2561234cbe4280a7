/** The reference client library as settings name it; with changes through a module that makes them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deviations } from '../in-process.ts';
import { packageRoot } from '../package-root.ts';
import { changesOf } from '../sometimes.ts';
import { changesAsText, type LibraryChange } from './changes.ts';
import { FAULTS } from './faults.ts';
import { VARIANTS } from './variants.ts';

const MODULE = 'assay_reference_client';
const CHANGED = 'changed_reference_client';

/**
 * Returns the changes of a deployment in the order in which they act: variants, what was drawn, faults. Throws a
 * RangeError for an unknown id.
 */
export function clientLibraryChanges({ fault = [], variants: ids = [], changes = [] }: Deviations): LibraryChange[] {
  return [...changesOf(VARIANTS, ids), ...(changes as readonly LibraryChange[]), ...changesOf(FAULTS, fault)].map(
    ({ requests, ...change }) => (requests === undefined ? change : { ...change, nth: requests }),
  );
}

/**
 * Returns every `CLIENT_LIBRARY_*` setting that is needed. With changes, they name a module in a temporary directory,
 * which `close` removes.
 */
export function startClientLibraryReference(deviations: Deviations = {}) {
  const own = join(packageRoot(), 'reference', 'client-library');
  const changes = clientLibraryChanges(deviations);
  if (changes.length === 0) return { env: settings(own, MODULE), close: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'assay-changed-'));
  const lines = [
    'import json, sys',
    `sys.path.insert(0, ${JSON.stringify(own)})`,
    `from ${MODULE}.library import offered`,
    // A text of JSON in ASCII is a text of Python too.
    `globals().update(offered(json.loads(${JSON.stringify(changesAsText(changes))})))`,
  ];
  writeFileSync(join(folder, `${CHANGED}.py`), `${lines.join('\n')}\n`);
  return { env: settings(folder, CHANGED), close: async () => rmSync(folder, { recursive: true, force: true }) };
}

const settings = (folder: string, module: string) => ({
  CLIENT_LIBRARY_PATH: folder,
  CLIENT_LIBRARY_MODULE: module,
  CLIENT_LIBRARY_PROXY_ENV: 'X509_USER_PROXY',
  CLIENT_LIBRARY_CERT_ENV: 'X509_USER_CERT',
  CLIENT_LIBRARY_KEY_ENV: 'X509_USER_KEY',
});
