/** The embedded references as a deployment to run against. */
import { REFERENCES, type ReferenceDescriptor, type StartOptions } from '../../../reference/index.ts';
import type { Interface } from '../../contract/types.ts';
import { deviationsOf } from './deviations.ts';
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
async function startOn(reference: ReferenceDescriptor, options: StartOptions): Promise<Started> {
  const machine = (await descriptorOf(reference.interface).machine?.()) ?? { env: {} };
  if ('problem' in machine)
    return { env: {}, notice: `${reference.interface} is skipped: ${machine.problem}.`, close: async () => undefined };
  const started = await reference.start(options);
  return { env: { ...started.env, ...machine.env }, close: () => started.close() };
}

export interface ReferenceOptions {
  /** Default: all. */
  readonly tested?: readonly Interface[] | undefined;
  /** Added to each answer. */
  readonly delayMs?: number | undefined;
  readonly fault?: string | undefined;
  readonly variants?: readonly string[] | undefined;
}

/**
 * Starts the embedded references, with all creation allowed.
 * @throws InputError for a fault or variant that none of them has
 */
export async function startReferences(options: ReferenceOptions = {}): Promise<StartedReferences> {
  const { tested, delayMs = 0, fault, variants } = options;
  const references = REFERENCES.filter((one) => tested?.includes(one.interface) ?? true);
  const deviations = await deviationsOf(
    references.map((one) => one.interface),
    fault,
    variants,
  );
  const started = await Promise.all(
    references.map((reference) => startOn(reference, { delayMs, ...deviations.get(reference.interface) })),
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
