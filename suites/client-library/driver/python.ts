/** Whether there is an interpreter that can run the driver. */
import { execFile } from 'node:child_process';
import { isAbsolute } from 'node:path';

const LIMIT_MS = 20_000;
const NEEDED = [3, 9] as const;

/** `executable`: the interpreter itself, if the name led to a script that starts it. */
export type PythonFound = { readonly version: string; readonly executable: string } | { readonly problem: string };

const found = new Map<string, Promise<PythonFound>>();

/** Reads an interpreter's version, once per process; `problem` is a sentence for the user, without a full stop. */
export function findPython(python: string): Promise<PythonFound> {
  const known = found.get(python) ?? ask(python);
  found.set(python, known);
  return known;
}

/** Matches the last two lines of the output: a script that starts the interpreter may print lines before them. */
const ANSWER = /(?:^|\n)((\d+)\.(\d+)\.\d+)\r?\n([^\r\n]+)$/;
const QUESTION = 'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable)';

function ask(python: string): Promise<PythonFound> {
  return new Promise((resolve) => {
    // Some scripts that start an interpreter take no other signal.
    execFile(python, ['-I', '-c', QUESTION], { timeout: LIMIT_MS, killSignal: 'SIGKILL' }, (error, stdout) => {
      const [, version = '', major, minor, executable = ''] = ANSWER.exec(stdout.trim()) ?? [];
      if (error || !isAbsolute(executable)) resolve({ problem: `Python could not be started as ${python}` });
      else if (Number(major) < NEEDED[0] || (Number(major) === NEEDED[0] && Number(minor) < NEEDED[1]))
        resolve({ problem: `Python ${version} is too old: ${NEEDED.join('.')} or newer is needed` });
      else resolve({ version, executable });
    });
  });
}
