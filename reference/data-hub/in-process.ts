/** The reference data hub for campaigns in this process. */

import type { Randomness } from '../drawn/random.ts';
import type { Deployable, Deviations } from '../in-process.ts';
import { createDataHubReference } from './index.ts';
import type { Change } from './operators.ts';
import { dataHubRunVariants, VARIANTS } from './variants.ts';

const URLS = {
  auth: 'https://auth.reference',
  zone: 'https://zone.reference',
  provider: 'https://provider.reference',
};

const referenceOf = ({ changes, ...rest }: Deviations) =>
  createDataHubReference({ ...rest, changes: (changes ?? []) as readonly Change[] });

/** Returns the data hub: identity provider, zone and provider, each on a separate origin. */
export async function dataHubInProcess(): Promise<Deployable> {
  /** Identifiers and names that a variant makes are what its settings name. */
  const settings = (deviations: Deviations) => {
    const {
      DATA_HUB_CHANGES_WAIT_MS: _event,
      DATA_HUB_OBJECT_WAIT_MS: _object,
      ...own
    } = referenceOf({ ...deviations, fault: [] }).settings(URLS);
    return { ...own, DATA_HUB_UPLOAD_BYTES: String(1024 * 1024 + 1) };
  };
  const usual = settings({});
  return {
    env: { ...usual, DATA_HUB_CHANGES_WAIT_MS: '200', DATA_HUB_OBJECT_WAIT_MS: '200', ASSAY_ALLOW_CREATE: 'all' },
    variants: [...VARIANTS.permanent(), ...dataHubRunVariants()],
    faultsAtOnce: 24,
    async deploy(deviations) {
      const reference = referenceOf(deviations);
      reference.settings(URLS);
      return new Map([
        [URLS.auth, reference.identityProvider],
        [URLS.zone, reference.zone],
        [URLS.provider, reference.provider],
      ]);
    },
    envFor(deviations) {
      const own = settings(deviations);
      return JSON.stringify(own) === JSON.stringify(usual) ? {} : own;
    },
    randomness: async () => (await import('./deviations/random.ts')).dataHubRandomness() as Randomness,
    close: async () => undefined,
  };
}
