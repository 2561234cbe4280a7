/** The reference client library as settings name it; with changes through a module that makes them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Randomness } from '../drawn/random.ts';
import { unicodeEscape } from '../http-operators.ts';
import type { Deployable, Deviations, Machine } from '../in-process.ts';
import { packageRoot } from '../package-root.ts';
import { changesOf } from '../sometimes.ts';
import type { LibraryChange } from './changes.ts';
import { FAULTS, VARIANTS } from './deviations.ts';

const MODULE = 'assay_reference_client';
const CHANGED = 'changed_reference_client';

/**
 * Returns every `CLIENT_LIBRARY_*` setting that is needed. With changes, they name a module in a temporary directory,
 * which `close` removes. The changes act in this order: variants, what was drawn, faults. Throws a RangeError for an
 * unknown id.
 */
export function startClientLibraryReference({ fault = [], variants = [], changes: drawn = [] }: Deviations = {}) {
  const own = join(packageRoot(), 'reference', 'client-library');
  const changes = [
    ...changesOf(VARIANTS, variants),
    ...(drawn as readonly LibraryChange[]),
    ...changesOf(FAULTS, fault),
  ].map(({ requests, ...change }) => (requests === undefined ? change : { ...change, nth: requests }));
  if (changes.length === 0) return { env: settings(own, MODULE), close: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'assay-changed-'));
  // A text of JSON in ASCII is a text of Python too.
  const text = JSON.stringify(JSON.stringify(changes).replace(/[\u007f-\uffff]/g, unicodeEscape));
  const lines = [
    'import json, sys',
    `sys.path.insert(0, ${JSON.stringify(own)})`,
    `from ${MODULE}.library import offered`,
    `globals().update(offered(json.loads(${text})))`,
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

/**
 * Returns the client library for campaigns; it runs in separate processes, so a deviation is another module to import.
 */
export async function clientLibraryInProcess({ env }: Machine): Promise<Deployable> {
  const started = [startClientLibraryReference()];
  return {
    env: { ...started[0]?.env, ...env },
    faultsAtOnce: 12,
    deploy: async () => new Map(),
    envFor(deviations) {
      const changed = startClientLibraryReference(deviations);
      started.push(changed);
      return { ...changed.env, ...env };
    },
    randomness: async () => (await import('./deviations/random.ts')).clientLibraryRandomness() as Randomness,
    close: async () => {
      await Promise.all(started.map((one) => one.close()));
    },
  };
}
