/** Two hosts, one verdict: command line, vitest, API, and the evidence judged again come to the same, for a sample of every kind. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ticketBridgeFaults } from '../../reference/ticket-bridge/faults.ts';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { ticketBridgeVariants } from '../../reference/ticket-bridge/variants.ts';
import { transferFaults } from '../../reference/transfer/faults.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { transferVariants } from '../../reference/transfer/variants.ts';
import type { Fault, Variant } from '../../reference/types.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { CREATIONS } from '../../src/contract/types.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { Workplace } from '../cli/command.ts';

const HOST = join(packageRoot(), 'dist', 'src', 'vitest', 'host.js');

interface Behaving {
  readonly fault?: string;
  readonly variants?: readonly string[];
}

interface Served {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const START: Readonly<Record<string, (behaving: Behaving) => Promise<Served>>> = {
  'ticket-bridge': startTicketBridgeReference,
  transfer: startTransferReference,
};

/** The first fault of each statement's kind, so that every kind is there once. */
function sampled(faults: readonly Fault[]): Behaving[] {
  const kinds = new Map<string, string>();
  for (const { id, verdict = 'fail', tags = [], origin } of faults) {
    const kind = `${verdict} ${origin} ${tags[0] ?? id.split('/')[2]?.replace(/@.*/, '')}`;
    if (!kinds.has(kind)) kinds.set(kind, id);
  }
  return [...kinds.values()].map((fault) => ({ fault }));
}

const everyTwentieth = (variants: readonly Variant[]): Behaving[] =>
  variants.filter(({ tags }, at) => at % 20 === 7 && !tags?.includes('big')).map(({ id }) => ({ variants: [id] }));

const CASES = [
  ...[{}, ...sampled(ticketBridgeFaults()), ...everyTwentieth(ticketBridgeVariants())].map((behaving) => ['ticket-bridge', behaving] as const),
  ...[{}, ...sampled(transferFaults()), ...everyTwentieth(transferVariants())].map((behaving) => ['transfer', behaving] as const),
].map(([of, behaving]: readonly [string, Behaving]) => [`${of} ${behaving.fault ?? behaving.variants?.join() ?? 'clean'}`, of, behaving] as const);

const verdicts = (results: Results): Record<string, string> => Object.fromEntries(results.requirements.map(({ id, verdict }) => [id, verdict]));

describe('one verdict', () => {
  test.each(CASES)('%s', async (_, of, behaving) => {
    const served = await START[of]?.(behaving);
    if (served === undefined) throw new Error(`${of} cannot be served`);
    const env = { ...served.env, ASSAY_ALLOW_CREATE: CREATIONS.join(','), ...(of === 'transfer' && { TRANSFER_CANCEL_WAIT_MS: '500' }) };
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
      expect([command.results.exitCode, again.results.exitCode, shown.exitCode]).toEqual([api.exitCode, api.exitCode, api.exitCode]);
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
