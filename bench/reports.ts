/** Processor time of the reports of a large run. */
import { FORMATS } from '../src/report/files/formats.ts';
import { renderTerminal } from '../src/report/terminal/terminal.ts';
import type { Figure } from './measuring/measure.ts';
import { syntheticRun } from './measuring/synthetic-run.ts';

const SIZE = { requirements: 5000, exchanges: 10_000 };
const MOST_MS = 1000;
/** The page that every run writes. */
const MOST_PAGE_MS = 150;

/**
 * Renders 5,000 requirements and 10,000 exchanges in every format, twice; the faster of the two counts, since the first
 * one compiles.
 */
export async function reportFigures(): Promise<readonly Figure[]> {
  const input = syntheticRun(SIZE);
  const renderers = [
    ...Object.entries(FORMATS).map(([name, render]) => [name, () => render(input)] as const),
    ['terminal', async () => renderTerminal(input.results, { width: 100, colour: true })] as const,
  ];
  const figures: Figure[] = [];
  for (const [name, render] of renderers) {
    let fastest = Number.POSITIVE_INFINITY;
    let characters = 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const began = process.cpuUsage();
      const rendered = await render();
      const { user, system } = process.cpuUsage(began);
      fastest = Math.min(fastest, (user + system) / 1000);
      characters =
        typeof rendered === 'string'
          ? rendered.length
          : [...('next' in rendered ? rendered : rendered.values())].reduce((sum, { length }) => sum + length, 0);
    }
    figures.push({
      name: `report of 5,000 requirements, ${name}`,
      value: fastest,
      unit: 'ms',
      most: name === 'html' ? MOST_PAGE_MS : MOST_MS,
      detail: `${(characters / 1e6).toFixed(1)} MB`,
    });
  }
  return figures;
}
