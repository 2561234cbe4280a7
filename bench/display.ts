/** The cost of showing a run in vitest, compared with the run itself and with vitest on its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, processorTimeOfChildren } from './measure.ts';

const code = (...path: string[]): string => fileURLToPath(new URL(join('..', 'src', ...path), import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const TIMES = 3;
const MOST_MS = 500;

/**
 * Returns the processor time of `npm run conformance` without that of `assay run` and of vitest on one empty test, the
 * least of three. Only on Linux.
 */
export function displayFigure(): Figure {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const timeOf = (args: readonly string[]): number => {
    const before = processorTimeOfChildren();
    const { status } = spawnSync(process.execPath, args, { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd } });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with exit code ${status}`);
    return processorTimeOfChildren() - before;
  };
  const commands = [
    [code('vitest', 'host.js')],
    [code('cli', 'main.js'), 'run', '--reference', '--out', join(cwd, 'out'), '--replace'],
    [VITEST, 'run', '--root', cwd, '--globals', '--pool', 'threads', '--no-isolate', '--maxWorkers', '1'],
    ['-e', '0'],
  ];
  try {
    writeFileSync(join(cwd, 'trivial.test.mjs'), "test('nothing', () => {});\n");
    const turns = Array.from({ length: TIMES }, () => commands.map(timeOf));
    const [shown = 0, plain = 0, alone = 0, node = 0] = commands.map((_, index) =>
      Math.min(...turns.map((turn) => turn[index] ?? 0)),
    );
    return {
      name: 'processor time of the display in vitest, beyond vitest on one trivial test',
      value: shown - plain - (alone - node),
      unit: 'ms',
      most: MOST_MS,
      detail: `${shown} ms with vitest, ${plain} ms without; vitest on its own ${alone - node} ms`,
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
