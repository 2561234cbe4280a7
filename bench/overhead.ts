/** The time of a run, compared with that of its requests sent by undici alone, with the same concurrency. */
import { startDataHubReference } from '../reference/data-hub/start.ts';
import { createPki } from '../reference/pki/create-pki.ts';
import { startTransferReference } from '../reference/transfer/start.ts';
import { hostRun } from '../src/run/run-conformance.ts';
import { createUndiciTransport } from '../src/wire/connect/undici-transport.ts';
import type { TransportRequest } from '../src/wire/types.ts';
import { recording, sendBare } from './measuring/bare.ts';
import type { Figure } from './measuring/measure.ts';

const AT_ONCE = 4;
const TURNS = 5;

/**
 * Delay of each response in milliseconds, and upper bound of the time of a run ÷ that of its requests alone; without a
 * bound, the figure is only printed.
 */
interface Delay {
  readonly delayMs: number;
  readonly most?: number;
}

interface Service {
  readonly name: string;
  readonly delays: readonly Delay[];
  /**
   * Settings in addition to those of the reference. They keep waits in vain short, because waiting is not overhead of
   * Assay.
   */
  readonly env: Readonly<Record<string, string>>;
  start(
    delayMs: number,
  ): Promise<{ readonly env: Readonly<Record<string, string>>; readonly authority: string; close(): Promise<void> }>;
}

const TRANSFER: Service = {
  name: 'transfer',
  delays: [{ delayMs: 50, most: 1.15 }, { delayMs: 20 }],
  env: { TRANSFER_CANCEL_WAIT_MS: '1' },
  async start(delayMs) {
    const { env, pki, close } = await startTransferReference({ delayMs });
    return { env, authority: pki.ca, close };
  },
};

const DATA_HUB: Service = {
  name: 'the data hub',
  delays: [{ delayMs: 20, most: 1.3 }, { delayMs: 0 }],
  env: { DATA_HUB_CHANGES_WAIT_MS: '100' },
  async start(delayMs) {
    const pki = await createPki({ keys: 'ec' });
    const { env, close } = await startDataHubReference({ delayMs, pki });
    return { env, authority: pki.ca, close };
  },
};

/** Returns the figures of runs of the transfer service. */
export function overheadFigures(): Promise<readonly Figure[]> {
  return figuresOf(TRANSFER);
}

/** Returns the figures of runs of the data hub, whose probes build on each other. */
export function dataHubFigures(): Promise<readonly Figure[]> {
  return figuresOf(DATA_HUB);
}

/**
 * Returns the time of a run that may read and create everything, from reading the settings to judging, ÷ that of its
 * requests alone. Both are tried in turn; the fastest of five counts.
 */
async function figuresOf(service: Service): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { delayMs, most } of service.delays)
    figures.push({ ...(await figureWith(service, delayMs)), ...(most !== undefined && { most }) });
  return figures;
}

async function figureWith(service: Service, delayMs: number): Promise<Figure> {
  const { authority, close, env: settings } = await service.start(delayMs);
  const env = { ...settings, ...service.env, ASSAY_ALLOW_CREATE: 'all', ASSAY_CONCURRENCY: String(AT_ONCE) };
  const engine: number[] = [];
  const bare: number[] = [];
  let requests = 0;
  try {
    // The first turn includes compilation, and is not counted.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const sent: TransportRequest[] = [];
      const transport = recording(
        createUndiciTransport({ caFor: () => [authority], proxy: {}, connectTimeoutMs: 10_000 }),
        sent,
      );
      const began = performance.now();
      const { results } = await hostRun({ env, transport });
      const ran = performance.now() - began;
      if (results.counts.error > 0 || results.conclusion !== 'conformant')
        throw new Error(`the run is ${results.conclusion}: ${results.gate.join(' ')}`);
      const alone = await sendBare(sent, authority, AT_ONCE);
      requests = sent.length;
      if (turn === 0) continue;
      engine.push(ran);
      bare.push(alone);
    }
  } finally {
    await close();
  }
  const [ran, alone] = [Math.min(...engine), Math.min(...bare)];
  return {
    name: `a run of ${service.name} ÷ its requests sent bare, answers after ${delayMs} ms`,
    value: ran / alone,
    unit: '×',
    detail: `${Math.round(ran)} ms and ${Math.round(alone)} ms for ${requests} requests`,
  };
}
