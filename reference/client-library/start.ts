/** The reference client library as settings name it; with a fault, variants or what was drawn through a module that selects them first. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { type Behaviour, layersAsText } from './drawn.ts';

export interface StartedClientLibrary {
  /** Every `CLIENT_LIBRARY_*` setting that is needed. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Behaving {
  readonly fault?: string | readonly string[];
  readonly variants?: readonly string[];
  readonly layers?: Behaviour;
}

const MODULE = 'assay_reference_client';
const SELECTING = 'selected_reference_client';

/** Gives the settings. `close` removes what was written for a fault, variants or layers. */
export function startClientLibraryReference(behaving: Behaving = {}): StartedClientLibrary {
  const { fault = [], variants = [], layers = [] } = behaving;
  const own = join(packageRoot(), 'reference', 'client-library');
  const faults = [fault].flat();
  if (faults.length === 0 && variants.length === 0 && layers.length === 0)
    return { env: settings(own, MODULE), close: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'assay-selected-'));
  const names = variants.map((id) => id.replace(/^client-library-variant\//, ''));
  const lines = [
    'import os, sys',
    `os.environ["ASSAY_REFERENCE_FAULT"] = ${JSON.stringify(faults.join(','))}`,
    `os.environ["ASSAY_REFERENCE_VARIANTS"] = ${JSON.stringify(names.join(','))}`,
    // A text of JSON in ASCII is a text of Python too.
    `os.environ["ASSAY_REFERENCE_DRAWN"] = ${JSON.stringify(layersAsText(layers))}`,
    `sys.path.insert(0, ${JSON.stringify(own)})`,
    `import ${MODULE}`,
    `globals().update({name: value for name, value in vars(${MODULE}).items() if not name.startswith("_")})`,
  ];
  writeFileSync(join(folder, `${SELECTING}.py`), `${lines.join('\n')}\n`);
  return { env: settings(folder, SELECTING), close: async () => rmSync(folder, { recursive: true, force: true }) };
}

const settings = (folder: string, module: string): Record<string, string> => ({
  CLIENT_LIBRARY_PATH: folder,
  CLIENT_LIBRARY_MODULE: module,
  CLIENT_LIBRARY_PROXY_ENV: 'X509_USER_PROXY',
  CLIENT_LIBRARY_CERT_ENV: 'X509_USER_CERT',
  CLIENT_LIBRARY_KEY_ENV: 'X509_USER_KEY',
});
