/** The reference client library for campaigns in this process. */
import type { Randomness } from '../random.ts';
import type { Machine, Subject } from '../subject.ts';
import { makeBareInterpreter } from './bare-interpreter.ts';
import type { Behaviour } from './drawn.ts';
import { clientLibraryFaults } from './faults.ts';
import { createForkServer } from './fork-server.ts';
import { startClientLibraryReference } from './start.ts';
import { endAhead, startAhead } from './started-ahead.ts';
import { clientLibraryVariants } from './variants.ts';

const INTERPRETER = 'CLIENT_LIBRARY_PYTHON';

/** The client library; it runs in separate processes, so a fault or variant is another module to import. */
export async function clientLibrarySubject(machine: Machine): Promise<Subject> {
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
    envFor({ drawn = [], ...behaving }) {
      const layers = (drawn as readonly Behaviour[]).flat();
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
