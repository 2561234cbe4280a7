/** Settings of a client, and the credentials that it presents under each variant. */
import type { Pki } from '../pki/create-pki.ts';

/** Path template of the reading of one job, which the document leaves open. */
export const STATUS_PATH = '/jobs/{job_id}';

/** Returns the settings of a run against the reference at an address, with the credentials in these files. */
export const settingsOf = (url: string, { token, vo }: Pki, { vomsProxy }: { readonly vomsProxy: string }) => ({
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
export const presentedCredentials = (pki: Pki, variants: readonly string[] = []): Pki =>
  Object.assign({}, pki, ...variants.map((id) => REPLACEMENTS[id]?.(pki)));
