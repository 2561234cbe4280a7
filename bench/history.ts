/** Time to compute the history of a hundred runs, including reading them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyCommand } from '../src/cli/commands/results/history.ts';
import { createContext } from '../src/cli/context.ts';
import type { Figure } from './measuring/measure.ts';
import { syntheticRun } from './measuring/synthetic-run.ts';

const RUNS = 100;
const MOST_MS = 2000;

/** Renders a hundred runs of 500 requirements each as terminal table, page and Markdown. */
export async function historyFigure(): Promise<Figure> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const { results } = syntheticRun({ requirements: 500, exchanges: 500 });
    let bytes = 0;
    for (let night = 0; night < RUNS; night += 1) {
      const run = {
        ...results.run,
        id: `night${night}`,
        startedAt: new Date(Date.UTC(2026, 0, 1 + night)).toISOString(),
        requests: 500,
      };
      const requirements = results.requirements.map((one, index) =>
        index % 50 === night % 50 ? { ...one, verdict: 'inconclusive' as const } : one,
      );
      const text = JSON.stringify({ ...results, run, requirements });
      bytes += text.length;
      mkdirSync(join(directory, `night-${night}`));
      writeFileSync(join(directory, `night-${night}`, 'results.json'), text);
    }
    const report = ['html=h.html', 'markdown=h.md'].map((one) => one.replace('=', `=${directory}/`));
    const began = performance.now();
    await historyCommand({ ...createContext(), answer: () => undefined, remark: () => undefined }, [directory], {
      last: String(RUNS),
      report,
    });
    const value = performance.now() - began;
    return {
      name: 'history of 100 runs',
      value,
      unit: 'ms',
      most: MOST_MS,
      detail: `${(bytes / 1e6).toFixed(0)} MB of results`,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
