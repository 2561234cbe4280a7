/** Time that the command line takes to start. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Figure, processorTimeOfChildren } from './measuring/measure.ts';

const ASSAY = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));
const MOST = 1.5;
const TIMES = 15;

const COMMANDS: readonly (readonly [args: readonly string[], most?: number])[] = [
  [['--version'], MOST],
  [['list', 'requirements'], MOST],
  [['explain', 'transfer/job/job_id']],
];

/**
 * Starts Node without a program, and with each command in turn. Only on Linux: the processor time of ended processes
 * comes from /proc.
 */
export function startFigures(): Figure[] {
  const programs = [['-e', '0'], ...COMMANDS.map(([args]) => [ASSAY, ...args])];
  const totals = programs.map(() => 0);
  for (let turn = 0; turn < TIMES; turn += 1) {
    for (const [index, args] of programs.entries()) {
      const before = processorTimeOfChildren();
      const { status } = spawnSync(process.execPath, args);
      if (status !== 0) throw new Error(`node ${args.join(' ')} ended with exit code ${status}`);
      totals[index] = (totals[index] ?? 0) + processorTimeOfChildren() - before;
    }
  }
  const [node = 0, ...commands] = totals.map((total) => total / TIMES);
  return COMMANDS.map(([args, most], index) => {
    const ms = commands[index] ?? 0;
    return {
      name: `processor time of assay ${args.join(' ')} ÷ node -e 0`,
      value: ms / node,
      unit: '×',
      ...(most !== undefined && { most }),
      detail: `${Math.round(ms)} ms ÷ ${Math.round(node)} ms`,
    };
  });
}
