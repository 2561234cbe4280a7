/** A process that runs the suite against hostile services, one run after another, and measures each. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peakMemory } from '../../dist/src/run/peak-memory.js';
import { hostRun } from '../../dist/src/run/run-conformance.js';

/** File by which the peak is reset between runs; without it, the peak since the start of the process counts. */
const PEAK = '/proc/self/clear_refs';

async function run({ env }) {
  globalThis.gc?.();
  if (existsSync(PEAK)) writeFileSync(PEAK, '5');
  const out = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  const began = performance.now();
  try {
    const { results } = await hostRun({ env, out, backoffMs: 5 });
    const written = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
    const of = (verdict) =>
      results.requirements.filter((one) => one.verdict === verdict).map(({ id, message }) => `${id}: ${message}`);
    return {
      exitCode: results.exitCode,
      writtenExitCode: written.exitCode,
      ms: Math.round(performance.now() - began),
      peakMib: Math.round(peakMemory() / 2 ** 20),
      failed: of('fail'),
      errors: of('error'),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

process.on('message', (order) => void run(order).then((done) => process.send?.(done)));
process.on('disconnect', () => process.exit(0));
