/** Two hosts, one verdict: command line, vitest, API, and the evidence judged again come to the same, for a sample of every kind. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientLibraryFaults } from '../../reference/client-library/faults.ts';
import { startClientLibraryReference } from '../../reference/client-library/start.ts';
import { clientLibraryVariants } from '../../reference/client-library/variants.ts';
import { dataHubFaults } from '../../reference/data-hub/faults.ts';
import { startDataHubReference } from '../../reference/data-hub/start.ts';
import { dataHubVariants } from '../../reference/data-hub/variants.ts';
import { ticketBridgeFaults } from '../../reference/ticket-bridge/faults.ts';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { ticketBridgeVariants } from '../../reference/ticket-bridge/variants.ts';
import { transferFaults } from '../../reference/transfer/faults.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { transferVariants } from '../../reference/transfer/variants.ts';
import type { Fault, Variant } from '../../reference/types.ts';
import { packageRoot } from '../../src/contract/root.ts';
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

/** Waits that a run can afford many times. */
const SHORT = { TRANSFER_CANCEL_WAIT_MS: '500', DATA_HUB_CHANGES_WAIT_MS: '1000' } as const;

const START: Readonly<Record<string, (behaving: Behaving) => Promise<Served>>> = {
  'ticket-bridge': startTicketBridgeReference,
  transfer: startTransferReference,
  'data-hub': startDataHubReference,
  'client-library': async (behaving) => startClientLibraryReference(behaving),
};

/** Faults and variants of an interface that are tried, at most. */
const MOST_FAULTS = 12;
const MOST_VARIANTS = 3;

/** At most so many, from beginning to end. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, at) => at % Math.ceil(all.length / most) === 0);

/** The first fault of each statement's kind. */
function kindsOf(faults: readonly Fault[]): string[] {
  const kinds = new Map<string, string>();
  for (const { id, verdict = 'fail', tags = [], origin } of faults) {
    const kind = `${verdict} ${origin} ${tags[0] ?? id.split('/')[2]?.replace(/@.*/, '')}`;
    if (!kinds.has(kind)) kinds.set(kind, id);
  }
  return [...kinds.values()];
}

const affordable = (variants: readonly Variant[]): Variant[] => variants.filter(({ tags }) => !tags?.includes('big'));

const SUBJECTS: readonly (readonly [string, readonly Fault[], readonly Variant[]])[] = [
  ['ticket-bridge', ticketBridgeFaults(), ticketBridgeVariants()],
  ['transfer', transferFaults(), transferVariants()],
  ['data-hub', dataHubFaults(), dataHubVariants()],
  ['client-library', clientLibraryFaults(), clientLibraryVariants()],
];

const CASES = SUBJECTS.flatMap(([of, faults, variants]) =>
  [
    {},
    ...spread(kindsOf(faults), MOST_FAULTS).map((fault) => ({ fault })),
    ...spread(affordable(variants), MOST_VARIANTS).map(({ id }) => ({ variants: [id] })),
  ].map(
    (behaving: Behaving) => [`${of} ${behaving.fault ?? behaving.variants?.join() ?? 'clean'}`, of, behaving] as const,
  ),
);

const verdicts = (results: Results): Record<string, string> =>
  Object.fromEntries(results.requirements.map(({ id, verdict }) => [id, verdict]));

describe('one verdict', () => {
  test.each(CASES)('%s', async (_, of, behaving) => {
    const served = await START[of]?.(behaving);
    if (served === undefined) throw new Error(`${of} cannot be served`);
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
