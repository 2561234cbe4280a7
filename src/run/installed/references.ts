/** The embedded references as a deployment to run against. */

import { REFERENCES } from '../../../reference/index.ts';
import type { Interface } from '../../contract/types.ts';
import type { Invocation } from '../../engine/words/types.ts';
import type { Environment } from '../../settings/types.ts';
import { deviationsOf } from './deviations.ts';
import { descriptorOf } from './suites.ts';

/**
 * Starts the embedded references on loopback, with all creation allowed.
 * @param tested by default all
 * @returns the settings for them, and notices about missing ones
 * @throws InputError for a fault or variant that none of them has
 */
export async function startReferences({
  tested,
  fault,
  variants,
}: Pick<Invocation, 'fault' | 'variants'> & { readonly tested?: readonly Interface[] } = {}) {
  const references = REFERENCES.filter((one) => tested?.includes(one.interface) ?? true);
  const deviations = await deviationsOf(
    references.map((one) => one.interface),
    fault,
    variants,
  );
  const notices: string[] = [];
  const started = await Promise.all(
    references.map(async (reference) => {
      const of = reference.interface;
      const machine = (await descriptorOf(of).machine?.()) ?? { env: {} };
      if ('problem' in machine) {
        notices.push(`${of} is skipped: ${machine.problem}.`);
        return undefined;
      }
      const one = await reference.start(deviations.get(of) ?? {});
      return { env: { ...one.env, ...machine.env }, close: () => one.close() };
    }),
  );
  return {
    env: Object.assign({ ASSAY_ALLOW_CREATE: 'all' }, ...started.map((one) => one?.env)) as Record<string, string>,
    notices,
    async close() {
      await Promise.all(started.map((one) => one?.close()));
    },
  };
}

/** Returns the settings of Assay itself: with the references, only these count. */
export function settingsOfAssay(env: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => name.startsWith('ASSAY_') && value));
}
