/** The reference client library for campaigns in this process. */

import type { Randomness } from '../drawn/random.ts';
import type { Deployable, Machine } from '../in-process.ts';
import { startClientLibraryReference } from './start.ts';

/** Returns the client library; it runs in separate processes, so a deviation is another module to import. */
export async function clientLibraryInProcess(machine: Machine): Promise<Deployable> {
  const started = [startClientLibraryReference()];
  return {
    env: { ...started[0]?.env, ...machine.env },
    faultsAtOnce: 12,
    deploy: async () => new Map(),
    envFor(deviations) {
      const changed = startClientLibraryReference(deviations);
      started.push(changed);
      return { ...changed.env, ...machine.env };
    },
    randomness: async () => (await import('./deviations/random.ts')).clientLibraryRandomness() as Randomness,
    close: async () => {
      await Promise.all(started.map((one) => one.close()));
    },
  };
}
