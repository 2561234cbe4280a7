/** The reference transfer service for campaigns in this process. */
import type { Randomness } from '../drawn/random.ts';
import type { Deployable } from '../in-process.ts';
import { createPki } from '../pki/create-pki.ts';
import { writePki } from '../pki/write-pki.ts';
import type { Change } from './operators.ts';
import { presentedCredentials, settingsOf } from './presented-credentials.ts';
import { createTransferReference } from './reference.ts';

/** A wait that a campaign can afford many times, milliseconds. */
const SHORT_WAIT = '400';

/** Returns the transfer service; needs a temporary directory for credentials. */
export async function transferInProcess(): Promise<Deployable> {
  const pki = await createPki();
  const files = await writePki(pki);
  const origin = 'https://transfer.reference';
  return {
    env: {
      ...settingsOf(origin, pki, files),
      TRANSFER_CANCEL_WAIT_MS: SHORT_WAIT,
      ASSAY_ALLOW_CREATE: 'all',
    },
    faultsAtOnce: 24,
    deploy: async ({ changes = [], ...named }) => {
      const presented = presentedCredentials(pki, named.variants);
      const reference = createTransferReference({ pki: presented, ...named, changes: changes as readonly Change[] });
      return new Map([[origin, reference.handler]]);
    },
    randomness: async () => (await import('./deviations/random.ts')).transferRandomness() as Randomness,
    envFor({ variants: ids }) {
      const { vomsProxy, token } = presentedCredentials(pki, ids);
      return {
        ...(vomsProxy === pki.proxy && { TRANSFER_CERT: files.proxy }),
        ...(vomsProxy === pki.user && { TRANSFER_CERT: files.userCert, TRANSFER_KEY: files.userKey }),
        ...(token !== pki.token && { TRANSFER_TOKEN: token }),
      };
    },
    close: files.close,
  };
}
