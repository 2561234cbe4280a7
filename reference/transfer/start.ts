/** Serves the transfer reference over TLS, and gives credentials and settings. */

import type { Randomness } from '../drawn/random.ts';
import type { Deployable } from '../in-process.ts';
import { createPki, type Pki } from '../pki/create-pki.ts';
import { writePki } from '../pki/write-pki.ts';
import { type Serving, serveWatched } from '../serve.ts';
import { createHandshakes } from './handshakes.ts';
import type { Change } from './operators.ts';
import { createTransferReference, STATUS_PATH, type TransferReferenceOptions } from './reference.ts';

/** Returns the settings of a run against the reference at an address, with the credentials in these files. */
const settingsOf = (url: string, { token, vo }: Pki, { vomsProxy }: { readonly vomsProxy: string }) => ({
  TRANSFER_URL: url,
  TRANSFER_CERT: vomsProxy,
  TRANSFER_TOKEN: token,
  TRANSFER_VO: vo,
  TRANSFER_JOB_STATUS_PATH: STATUS_PATH,
  TRANSFER_SOURCE: 'https://source.example.org/data/source-file',
  TRANSFER_DESTINATION: 'davs://destination.example.org/data/destination-file',
  TRANSFER_SOURCE_2: 'https://second-source.example.org/data/source-file',
  TRANSFER_DESTINATION_2: 'davs://second-destination.example.org/data/destination-file',
  TRANSFER_SOURCE_TOKEN: 'reference-source-token',
  TRANSFER_DESTINATION_TOKEN: 'reference-destination-token',
  TRANSFER_CHECKSUM: 'ADLER32:1a2b3c4d',
});

/** Credentials by the variant with which a client presents them, in place of the usual ones. */
const REPLACEMENTS: Readonly<Record<string, (pki: Pki) => Partial<Pki>>> = {
  'transfer/variant/plain-proxy': (pki) => ({ vomsProxy: pki.proxy }),
  'transfer/variant/plain-certificate': (pki) => ({ vomsProxy: pki.user }),
  'transfer/variant/long-token': (pki) => ({ token: pki.longToken }),
  'transfer/variant/opaque-token': (pki) => ({ token: pki.opaqueToken }),
};

/** Returns the PKI whose `vomsProxy` and `token` are the credentials that a client presents under these variants. */
const presentedCredentials = (pki: Pki, variants: readonly string[] = []): Pki =>
  Object.assign({}, pki, ...variants.map((id) => REPLACEMENTS[id]?.(pki)));

export interface StartOptions extends Partial<TransferReferenceOptions>, Serving {
  /** Submissions with a certificate need a delegation, and none exists at first. */
  readonly delegationRequired?: true;
}

export type StartedTransferReference = Awaited<ReturnType<typeof startTransferReference>>;

/**
 * Starts the service on loopback, with the extensions that clients in use need. A client certificate is requested, not
 * required.
 */
export async function startTransferReference(options: StartOptions = {}) {
  const pki = presentedCredentials(options.pki ?? (await createPki(options)), options.variants);
  const handshakes = createHandshakes(pki, options.delegationRequired);
  const reference = createTransferReference({
    ...options,
    pki,
    changes: [...(options.changes ?? []), ...handshakes.changes],
  });
  const files = await writePki(pki);
  try {
    const tls = { ...pki.host, ca: pki.ca, requestClientCertificate: true };
    const server = await serveWatched(handshakes.around(reference.handler), options, { tls }, 'transfer');
    const env: Record<string, string> = {
      ...settingsOf(server.url, pki, files),
      TRANSFER_CA: files.ca,
    };
    return {
      url: server.url,
      env,
      /** The trusted authority as a hashed directory, in the variable that grid clients read. */
      environment: { X509_CERT_DIR: files.authorities },
      /**
       * Further credentials that it takes: the user's certificate and key, a plain proxy; and the trusted authority as
       * a hashed directory.
       */
      credentials: {
        'user certificate': files.userCert,
        'user key': files.userKey,
        'plain proxy': files.proxy,
        'CA directory': files.authorities,
      },
      reference,
      handshakes,
      pki,
      /** Temporary directory with the credentials; removed by `close`. */
      dir: files.dir,
      close: async () => {
        await server.close();
        await files.close();
      },
    };
  } catch (error) {
    await files.close();
    throw error;
  }
}

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
