/** How quickly the command line answers. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, leastByClock } from './measure.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));

export function startFigures(): Figure[] {
  const node = leastByClock(7, () => void spawnSync(process.execPath, ['-e', '0']));
  const listed = (...args: string[]): number =>
    leastByClock(7, () => {
      const { status } = spawnSync(process.execPath, [MAIN, ...args]);
      if (status !== 0) throw new Error(`assay ${args.join(' ')} ended with exit code ${status}`);
    });
  const figure = (name: string, ms: number, most?: number): Figure => ({
    name: `${name} ÷ node -e 0`,
    value: ms / node,
    unit: '×',
    ...(most !== undefined && { most }),
    detail: `${Math.round(ms)} ms ÷ ${Math.round(node)} ms`,
  });
  return [
    figure('assay list requirements', listed('list', 'requirements'), 3.5),
    figure('assay explain', listed('explain', join('transfer', 'job', 'job_id'))),
  ];
}
