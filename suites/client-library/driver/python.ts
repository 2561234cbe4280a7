/** Whether there is an interpreter that can run the driver. */
import { execFile } from 'node:child_process';

const LIMIT_MS = 20_000;
const NEEDED = [3, 9] as const;

/** `executable`: the interpreter itself, where the name led to a script that starts it. */
export type PythonFound = { readonly version: string; readonly executable: string } | { readonly problem: string };

const found = new Map<string, Promise<PythonFound>>();

/** Asks an interpreter for its version, once a process; `problem` is a sentence for the user. */
export function findPython(python: string): Promise<PythonFound> {
  const known = found.get(python) ?? ask(python);
  found.set(python, known);
  return known;
}

const QUESTION = 'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable)';

function ask(python: string): Promise<PythonFound> {
  return new Promise((resolve) => {
    execFile(python, ['-I', '-c', QUESTION], { timeout: LIMIT_MS }, (error, stdout) => {
      const [version = '', executable = python] = stdout.trim().split('\n');
      const [major = 0, minor = 0] = version.split('.').map(Number);
      if (error || major === 0) resolve({ problem: `Python could not be started as ${python} (CLIENT_LIBRARY_PYTHON names another interpreter).` });
      else if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]))
        resolve({ problem: `Python ${version} is too old: the driver needs ${NEEDED.join('.')} or newer (CLIENT_LIBRARY_PYTHON).` });
      else resolve({ version, executable });
    });
  });
}
