/** Small libraries for tests, and a driver that imports them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DriverOptions, startDriver } from '../../suites/client-library/driver/driver.ts';
import { findPython } from '../../suites/client-library/driver/python.ts';
import { temporaryFolder } from '../afterwards.ts';

/** Returns the interpreter itself: its name may lead to a script that starts it. */
export async function interpreter() {
  const found = await findPython('python3');
  return 'problem' in found ? 'python3' : found.executable;
}

/** Makes a directory with one module `hostile`; removed at the end of the test. */
export function libraryFolder(source: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'hostile.py'), source);
  return folder;
}

/** Starts the driver with a library; closed at the end of the test. */
export async function driverFor(source: string, options: Partial<DriverOptions> = {}) {
  const folder = libraryFolder(source);
  const driver = await startDriver({
    python: await interpreter(),
    folder,
    module: 'hostile',
    wanted: ['whoami', 'submit'],
    environment: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1' },
    directory: folder,
    ...options,
  });
  onTestFinished(() => driver.close());
  return driver;
}

/** Returns whether a process is running; a zombie (Z in /proc) is not. */
function isRunning(id: number) {
  try {
    process.kill(id, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when a process has ended; fails the test if it does not end. */
export async function gone(id: number) {
  for (let tries = 0; tries < 200 && isRunning(id); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return !isRunning(id);
}
