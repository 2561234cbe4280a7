/** An interpreter with its standard library and nothing else: no package that happens to be installed takes time to load, or changes anything. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface BareInterpreter {
  /** Path of the interpreter. */
  readonly executable: string;
  close(): Promise<void>;
}

/** Makes a virtual environment (PEP 405) without packages, of the interpreter at an absolute path. */
export async function makeBareInterpreter(python: string): Promise<BareInterpreter> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-python-'));
  const executable = join(directory, 'bin', 'python3');
  await mkdir(dirname(executable));
  await symlink(python, executable);
  await writeFile(join(directory, 'pyvenv.cfg'), `home = ${dirname(python)}\ninclude-system-site-packages = false\n`);
  return { executable, close: () => rm(directory, { recursive: true, force: true }) };
}
