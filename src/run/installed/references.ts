/** The embedded references as a deployment to run against. */
import { REFERENCES, type ReferenceDescriptor } from '../../../reference/index.ts';
import type { Interface } from '../../contract/types.ts';
import { descriptorOf } from './suites.ts';

/** References listening on loopback, and the settings for them. */
export interface StartedReferences {
  readonly env: Readonly<Record<string, string>>;
  /** Missing references, with reasons. */
  readonly notices: readonly string[];
  close(): Promise<void>;
}

interface Started {
  readonly env: Readonly<Record<string, string>>;
  readonly notice?: string;
  close(): Promise<void>;
}

/** Starts a reference, where this machine can run it. */
async function startOn(reference: ReferenceDescriptor, delayMs: number): Promise<Started> {
  const machine = (await descriptorOf(reference.interface).machine?.()) ?? { env: {} };
  if ('problem' in machine)
    return { env: {}, notice: `${reference.interface} is skipped: ${machine.problem}.`, close: async () => undefined };
  const started = await reference.start({ delayMs });
  return { env: { ...started.env, ...machine.env }, close: () => started.close() };
}

/** Starts the embedded references of these interfaces, or all, with all creation allowed. `delayMs` is added to each answer. */
export async function startReferences(delayMs = 0, tested?: readonly Interface[]): Promise<StartedReferences> {
  const started = await Promise.all(
    REFERENCES.filter((one) => tested?.includes(one.interface) ?? true).map((reference) => startOn(reference, delayMs)),
  );
  return {
    env: Object.assign({ ASSAY_ALLOW_CREATE: 'all' }, ...started.map(({ env }) => env)) as Record<string, string>,
    notices: started.flatMap(({ notice }) => (notice === undefined ? [] : [notice])),
    async close() {
      await Promise.all(started.map((one) => one.close()));
    },
  };
}

/** Of settings, those of Assay itself: with the references, they alone count. */
export function settingsOfAssay(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => name.startsWith('ASSAY_') && value));
}
