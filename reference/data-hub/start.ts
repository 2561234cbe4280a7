/** Serves the data hub reference over TLS, each of its three services on a separate origin, and gives the settings. */
import { randomBytes } from 'node:crypto';
import type { Randomness } from '../drawn/random.ts';
import type { Deployable, Deviations } from '../in-process.ts';
import { createPki, type Pki } from '../pki/create-pki.ts';
import { writePki } from '../pki/write-pki.ts';
import { type Served, type Serving, serveWatched } from '../serve.ts';
import { dataHubRunVariants, VARIANTS } from './deviations.ts';
import { createDataHubReference, type DataHubReferenceOptions } from './index.ts';
import type { Change } from './operators.ts';

/** Larger request bodies go to the handlers as they arrive. */
const STREAMED_ABOVE = 8 * 1024 * 1024;

/** Starts the three services on loopback. */
export async function startDataHubReference(options: DataHubReferenceOptions & Serving & { readonly pki?: Pki } = {}) {
  const pki = options.pki ?? (await createPki(options));
  const reference = createDataHubReference({ secret: randomBytes(16).toString('hex'), ...options });
  const files = await writePki(pki);
  const tls = { ...pki.host, ca: pki.ca };
  const servers: Served[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
    await reference.close();
    await files.close();
  };
  try {
    const handlers = {
      'identity-provider': reference.identityProvider,
      zone: reference.zone,
      provider: reference.provider,
    };
    for (const [index, [service, handler]] of Object.entries(handlers).entries())
      servers.push(await serveWatched(handler, options, { tls, streamAbove: STREAMED_ABOVE }, service, index));
    const [auth = '', zone = '', provider = ''] = servers.map(({ url }) => url);
    const env: Record<string, string> = { ...reference.settings({ auth, zone, provider }), DATA_HUB_CA: files.ca };
    return {
      env,
      /** The token of a client that requests none. */
      environment: { ACCESS_TOKEN: reference.state.tokens.initialToken },
      reference,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

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
