/** The reference client library as settings name it; with a fault or variants through a module that selects them first. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** Folder that the reference client library is imported from. */
export const clientLibraryFolder = (): string => join(packageRoot(), 'reference', 'client-library');

/** Gives the settings. `close` removes what was written for a fault or variants. */
export async function startClientLibraryReference(behaving: { readonly fault?: string; readonly variants?: readonly string[] } = {}): Promise<StartedClientLibrary> {
  const { fault = '', variants = [] } = behaving;
  if (fault === '' && variants.length === 0) return { env: { CLIENT_LIBRARY_PATH: clientLibraryFolder(), CLIENT_LIBRARY_MODULE: MODULE }, close: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'assay-selected-'));
  const names = variants.map((id) => id.replace(/^client-library-variant\//, ''));
  const lines = [
    'import os, sys',
    `os.environ["ASSAY_REFERENCE_FAULT"] = ${JSON.stringify(fault)}`,
    `os.environ["ASSAY_REFERENCE_VARIANTS"] = ${JSON.stringify(names.join(','))}`,
    `sys.path.insert(0, ${JSON.stringify(clientLibraryFolder())})`,
    `import ${MODULE}`,
    `globals().update({name: value for name, value in vars(${MODULE}).items() if not name.startswith("_")})`,
  ];
  await writeFile(join(folder, `${SELECTING}.py`), `${lines.join('\n')}\n`);
  return { env: { CLIENT_LIBRARY_PATH: folder, CLIENT_LIBRARY_MODULE: SELECTING }, close: () => rm(folder, { recursive: true, force: true }) };
}
