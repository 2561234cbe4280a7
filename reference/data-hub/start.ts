/** Serves the data hub reference over TLS, each of its three services on a separate origin, and gives the settings. */
import { randomBytes } from 'node:crypto';
import { createPki, type Pki } from '../pki/create-pki.ts';
import { writePki } from '../pki/write-pki.ts';
import { type Served, type Serving, serveWatched } from '../serve.ts';
import { createDataHubReference, type DataHubReferenceOptions } from './index.ts';

/** Larger request bodies go to the handlers as they arrive. */
const STREAMED_ABOVE = 8 * 1024 * 1024;

/** Starts the three services on loopback. */
export async function startDataHubReference(options: DataHubReferenceOptions & Serving & { readonly pki?: Pki } = {}) {
  const { keys = 'ec', delayMs = 0 } = options;
  const pki = options.pki ?? (await createPki({ keys }));
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
      servers.push(await serveWatched(handler, options, { delayMs, tls, streamAbove: STREAMED_ABOVE }, service, index));
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
