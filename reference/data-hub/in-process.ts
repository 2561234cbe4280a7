/** The reference data hub for campaigns in this process. */

import type { Deviations, InProcessReference } from '../in-process.ts';
import type { Randomness } from '../random.ts';
import { dataHubCircumstances, settingsOf } from './circumstances.ts';
import { dataHubFaults } from './faults.ts';
import { createDataHubReference } from './index.ts';
import type { Behaviour } from './service.ts';
import { dataHubVariants } from './variants.ts';

/** The data hub: identity provider, zone and provider, each on a separate origin. */
export async function dataHubInProcess(): Promise<InProcessReference> {
  const urls = {
    auth: 'https://auth.reference',
    zone: 'https://zone.reference',
    provider: 'https://provider.reference',
  };
  const behavioursOf = ({ changes }: Deviations) => (changes ?? []) as readonly Behaviour[];
  const settings = (behaving: Deviations) => {
    const { DATA_HUB_CHANGES_WAIT_MS: _wait, ...own } = createDataHubReference({
      variants: behaving.variants ?? [],
      behaviours: behavioursOf(behaving),
    }).settings(urls);
    return own;
  };
  const UPLOAD = String(1024 * 1024 + 1);
  const usual = { ...settings({}), DATA_HUB_UPLOAD_BYTES: UPLOAD };
  return {
    interface: 'data-hub',
    env: { ...usual, DATA_HUB_CHANGES_WAIT_MS: '200', ASSAY_ALLOW_CREATE: 'all' },
    faults: dataHubFaults(),
    variants: [...dataHubVariants(), ...dataHubCircumstances()],
    faultsAtOnce: 24,
    async deploy(behaving) {
      const { changes: _changes, ...rest } = behaving;
      const reference = createDataHubReference({ ...rest, behaviours: behavioursOf(behaving) });
      reference.settings(urls);
      return new Map([
        [urls.auth, reference.identityProvider],
        [urls.zone, reference.zone],
        [urls.provider, reference.provider],
      ]);
    },
    // Identifiers and names that a variant makes are what its settings name; some circumstances are settings.
    envFor(behaving) {
      const own = { ...settings(behaving), DATA_HUB_UPLOAD_BYTES: UPLOAD, ...settingsOf(behaving.variants ?? []) };
      return JSON.stringify(own) === JSON.stringify(usual) ? {} : own;
    },
    randomness: async () => (await import('./random.ts')).dataHubRandomness() as Randomness,
    close: async () => undefined,
  };
}
