/** The reference client library as settings name it; with a fault or variants through a module that selects them first. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

export interface StartedClientLibrary {
  /** Every `CLIENT_LIBRARY_*` setting that is needed. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const MODULE = 'assay_reference_client';
const SELECTING = 'selected_reference_client';

/** Gives the settings. `close` removes what was written for a fault or variants. */
export function startClientLibraryReference(behaving: { readonly fault?: string; readonly variants?: readonly string[] } = {}): StartedClientLibrary {
  const { fault = '', variants = [] } = behaving;
  const own = join(packageRoot(), 'reference', 'client-library');
  if (fault === '' && variants.length === 0) return { env: settings(own, MODULE), close: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'assay-selected-'));
  const names = variants.map((id) => id.replace(/^client-library-variant\//, ''));
  const lines = [
    'import os, sys',
    `os.environ["ASSAY_REFERENCE_FAULT"] = ${JSON.stringify(fault)}`,
    `os.environ["ASSAY_REFERENCE_VARIANTS"] = ${JSON.stringify(names.join(','))}`,
    `sys.path.insert(0, ${JSON.stringify(own)})`,
    `import ${MODULE}`,
    `globals().update({name: value for name, value in vars(${MODULE}).items() if not name.startswith("_")})`,
  ];
  writeFileSync(join(folder, `${SELECTING}.py`), `${lines.join('\n')}\n`);
  return { env: settings(folder, SELECTING), close: async () => rmSync(folder, { recursive: true, force: true }) };
}

const settings = (folder: string, module: string): Record<string, string> => ({ CLIENT_LIBRARY_PATH: folder, CLIENT_LIBRARY_MODULE: module });
