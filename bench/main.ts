/** `npm run bench [NAME…]` prints ratios, which mean the same on every machine. Exit code 1 if a bound is missed. */
import type { Figure } from './measuring/measure.ts';

const BENCHES: Readonly<Record<string, () => Promise<Figure | readonly Figure[]>>> = {
  judging: async () => (await import('./judging.ts')).judgingFigures(),
  redaction: async () => (await import('./redaction.ts')).redactionFigure(),
  memory: async () => (await import('./memory.ts')).memoryFigures(),
  overhead: async () => (await import('./overhead.ts')).overheadFigures(),
  'data-hub': async () => (await import('./overhead.ts')).dataHubFigures(),
  schedule: async () => (await import('./schedule.ts')).scheduleFigure(),
  start: async () => (await import('./start.ts')).startFigures(),
  campaigns: async () => (await import('./campaigns.ts')).campaignFigures(),
  gigabyte: async () => (await import('./data-hub-gigabyte.ts')).dataHubGigabyteFigures(),
  fleet: async () => (await import('./fleet.ts')).fleetFigures(),
  verify: async () => (await import('./verify.ts')).verifyFigure(),
  history: async () => (await import('./history.ts')).historyFigure(),
  reports: async () => (await import('./reports.ts')).reportFigures(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(' or ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else {
  let [figures, missed] = [0, 0];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const figure of [await bench()].flat()) {
      figures += 1;
      if (!show(figure)) missed += 1;
    }
  }
  console.log(`${figures} ${figures === 1 ? 'figure' : 'figures'}, ${missed} missed`);
  if (missed > 0) process.exitCode = 1;
}

/** Prints a figure. @returns whether it is within its bounds */
function show({ name, value, unit, most, least, detail }: Figure): boolean {
  const missed = (most !== undefined && value > most) || (least !== undefined && value < least);
  const amount = unit === '×' ? value.toFixed(2) : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  const limits = [
    ...(most === undefined ? [] : [`at most ${most}`]),
    ...(least === undefined ? [] : [`at least ${least}`]),
  ];
  const bound = limits.length === 0 ? '' : ` (${limits.join(', ')}${missed ? ': MISSED' : ''})`;
  console.log(`${name}: ${amount}${bound}${detail === undefined ? '' : `; ${detail}`}`);
  return !missed;
}
