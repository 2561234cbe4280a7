/** What it costs to show a run in vitest, against the run itself. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, leastByClock } from './measure.ts';

const code = (...path: string[]): string => fileURLToPath(new URL(join('..', 'src', ...path), import.meta.url));

export function displayFigure(): Figure {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const run = (...args: string[]): number =>
    leastByClock(2, () => {
      const { status } = spawnSync(process.execPath, args, { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd } });
      if (status !== 0) throw new Error(`${args.join(' ')} ended with exit code ${status}`);
    });
  try {
    const [shown, plain] = [run(code('vitest', 'host.js')), run(code('cli', 'main.js'), 'run', '--reference', '--out', join(cwd, 'out'), '--replace')];
    return { name: 'display in vitest', value: shown - plain, unit: 'ms', detail: `${Math.round(shown)} ms with vitest, ${Math.round(plain)} ms without` };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
