/** The reference client library for campaigns in this process. */

import type { InProcessReference, Machine } from '../in-process.ts';
import type { Randomness } from '../random.ts';
import { makeBareInterpreter } from './bare-interpreter.ts';
import type { Behaviour } from './drawn.ts';
import { clientLibraryFaults } from './faults.ts';
import { createForkServer } from './fork-server.ts';
import { startClientLibraryReference } from './start.ts';
import { endAhead, startAhead } from './started-ahead.ts';
import { clientLibraryVariants } from './variants.ts';

const INTERPRETER = 'CLIENT_LIBRARY_PYTHON';

/** The client library; it runs in separate processes, so a fault or variant is another module to import. */
export async function clientLibraryInProcess(machine: Machine): Promise<InProcessReference> {
  const bare = await makeBareInterpreter(machine.env[INTERPRETER] ?? '');
  const isolated = { [INTERPRETER]: bare.executable };
  const isIsolated = await machine.works(isolated);
  const interpreter = isIsolated ? isolated : machine.env;
  if (isIsolated) startAhead(bare.executable, createForkServer(bare.executable));
  const started = [startClientLibraryReference()];
  return {
    interface: 'client-library',
    env: { ...started[0]?.env, ...interpreter },
    faults: clientLibraryFaults(),
    variants: clientLibraryVariants(),
    faultsAtOnce: 6,
    deploy: async () => new Map(),
    envFor({ changes = [], ...behaving }) {
      const layers = (changes as readonly Behaviour[]).flat();
      const selected = startClientLibraryReference({ ...behaving, layers });
      started.push(selected);
      return { ...selected.env, ...interpreter };
    },
    randomness: async () => (await import('./random.ts')).clientLibraryRandomness() as Randomness,
    close: async () => {
      await endAhead(bare.executable);
      await Promise.all([bare, ...started].map((one) => one.close()));
    },
  };
}
