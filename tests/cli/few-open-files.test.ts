/** A machine that allows too few open files: no command may look like a success. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/contract/root.ts';

/** Runs the command with a limit of open files. */
function limited(files: number, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const command = ['ulimit -n "$1"; shift; exec "$@"', 'sh', String(files), process.execPath, join(packageRoot(), 'bin', 'assay.mjs'), ...args];
  return new Promise((resolve) => {
    execFile('sh', ['-c', ...command], { timeout: 50_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

test.each([24, 28, 32, 36, 40, 48])('with %i open files, run and verify say that they failed', async (files) => {
  for (const args of [
    ['run', '--reference', '--only', 'ticket-bridge', '--out', '/dev/null/none'],
    ['verify', 'missing.assay'],
  ]) {
    const { code, output } = await limited(files, args);
    expect({ args, code: code > 0 && code !== 3, silent: output === '' }).toEqual({ args, code: true, silent: false });
  }
});
