/** Whether there is an interpreter that can run the driver. */
import { execFile } from 'node:child_process';

const LIMIT_MS = 20_000;
const NEEDED = [3, 9] as const;

export type PythonFound = { readonly version: string } | { readonly problem: string };

const found = new Map<string, Promise<PythonFound>>();

/** Asks an interpreter for its version, once a process; `problem` is a sentence for the user. */
export function findPython(python: string): Promise<PythonFound> {
  const known = found.get(python) ?? ask(python);
  found.set(python, known);
  return known;
}

function ask(python: string): Promise<PythonFound> {
  return new Promise((resolve) => {
    execFile(python, ['-I', '-c', 'import sys; print("%d.%d.%d" % sys.version_info[:3])'], { timeout: LIMIT_MS }, (error, stdout) => {
      const version = /^(\d+)\.(\d+)\.\d+/.exec(stdout.trim());
      if (error || !version) return resolve({ problem: `Python could not be started as ${python} (CLIENT_LIBRARY_PYTHON names another interpreter).` });
      const [major, minor] = [Number(version[1]), Number(version[2])];
      const old = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]);
      resolve(
        old ? { problem: `Python ${version[0]} is too old: the driver needs ${NEEDED.join('.')} or newer (CLIENT_LIBRARY_PYTHON).` } : { version: version[0] },
      );
    });
  });
}
