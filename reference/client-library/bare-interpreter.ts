/** An interpreter with its standard library and nothing else: no package that happens to be installed takes time to load, or changes anything. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface BareInterpreter {
  /** Path of the interpreter. */
  readonly executable: string;
  close(): Promise<void>;
}

/** Makes a virtual environment (PEP 405) without packages, of the interpreter at an absolute path, which may be that of another environment. */
export async function makeBareInterpreter(python: string): Promise<BareInterpreter> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-python-'));
  const close = () => rm(directory, { recursive: true, force: true });
  try {
    // The standard library is looked for from where the interpreter really is.
    const real = await realpath(python);
    const executable = join(directory, 'bin', 'python3');
    await mkdir(dirname(executable));
    await symlink(real, executable);
    await writeFile(join(directory, 'pyvenv.cfg'), `home = ${dirname(real)}\ninclude-system-site-packages = false\n`);
    return { executable, close };
  } catch (error) {
    await close();
    throw error;
  }
}
