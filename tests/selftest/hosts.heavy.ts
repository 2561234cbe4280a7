/** Two hosts, one verdict: command line, vitest, API, and the evidence judged again come to the same. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { referenceOf } from '../../reference/index.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { Workplace } from '../cli/command.ts';

const HOST = join(packageRoot(), 'dist', 'src', 'vitest', 'host.js');

interface Behaving {
  readonly fault?: string;
  readonly variants?: readonly string[];
}

/** Waits that a run can afford many times. */
const SHORT = { TRANSFER_CANCEL_WAIT_MS: '500', DATA_HUB_CHANGES_WAIT_MS: '1000' } as const;

/** The first fault that fails, the first that only warns, and a variant: a case of each verdict that hosts could show differently. */
async function casesOf(of: string): Promise<(readonly [string, string, Behaving])[]> {
  const [faults, variants] = await Promise.all([referenceOf(of).faults(), referenceOf(of).variants()]);
  const first = (verdict: string) => faults.find((fault) => (fault.verdict ?? 'fail') === verdict)?.id;
  const affordable = variants.filter(({ tags }) => !tags?.includes('big'));
  const variant = affordable[Math.floor(affordable.length / 2)]?.id;
  return [
    ...[first('fail'), first('warn')].flatMap((fault): Behaving[] => (fault ? [{ fault }] : [])),
    ...(variant ? [{ variants: [variant] }] : []),
  ].map((deviations) => [`${of} ${deviations.fault ?? variant}`, of, deviations]);
}

const CASES = (await Promise.all(SUITED.map(casesOf))).flat();

const verdicts = (results: Results): Record<string, string> =>
  Object.fromEntries(results.requirements.map(({ id, verdict }) => [id, verdict]));

describe('one verdict', () => {
  test.each(CASES)('%s', async (_, of, deviations) => {
    const served = await referenceOf(of).start(deviations);
    const waits = Object.entries(SHORT).filter(([name]) => name.startsWith(`${of.toUpperCase().replace('-', '_')}_`));
    const env = { ...served.env, ASSAY_ALLOW_CREATE: 'all', ...Object.fromEntries(waits) };
    const place = await Workplace.create();
    try {
      const api = await runConformance({ env });
      const command = await place.results(['run', '--out', 'command'], env);
      const again = await place.results(['judge', 'command']);
      await writeFile(
        place.path('.env'),
        Object.entries(env)
          .map(([name, value]) => `${name}='${value}'\n`)
          .join(''),
      );
      await vitestHost(place);
      const shown = JSON.parse(readFileSync(place.path('reports/latest/results.json'), 'utf8')) as Results;
      expect(verdicts(command.results)).toEqual(verdicts(api));
      expect(verdicts(again.results)).toEqual(verdicts(api));
      expect(verdicts(shown)).toEqual(verdicts(api));
      expect([command.results.exitCode, again.results.exitCode, shown.exitCode]).toEqual([
        api.exitCode,
        api.exitCode,
        api.exitCode,
      ]);
    } finally {
      await place.remove();
      await served.close();
    }
  });
});

function vitestHost(place: Workplace): Promise<void> {
  const child = spawn(process.execPath, [HOST], {
    cwd: place.directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: place.directory, TMPDIR: place.directory },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('close', () => resolve()));
}
