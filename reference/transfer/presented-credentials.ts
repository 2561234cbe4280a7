/** Settings of a client, and the credentials that it presents under each variant. */
import type { Pki } from '../pki/create-pki.ts';
import { variantDefinitions } from './variants.ts';

/** Settings of a run against the transfer reference that name no address and no credential. */
export const USUAL_SETTINGS = {
  TRANSFER_SOURCE: 'https://source.example.org/data/source-file',
  TRANSFER_DESTINATION: 'davs://destination.example.org/data/destination-file',
  TRANSFER_SOURCE_2: 'https://second-source.example.org/data/source-file',
  TRANSFER_DESTINATION_2: 'davs://second-destination.example.org/data/destination-file',
  TRANSFER_SOURCE_TOKEN: 'reference-source-token',
  TRANSFER_DESTINATION_TOKEN: 'reference-destination-token',
  TRANSFER_CHECKSUM: 'ADLER32:1a2b3c4d',
};

/** Credentials by the tag of a variant, in place of the usual ones. */
const REPLACEMENTS: Readonly<Record<string, (pki: Pki) => Partial<Pki>>> = {
  'certificate:proxy': (pki) => ({ vomsProxy: pki.proxy }),
  'certificate:user': (pki) => ({ vomsProxy: pki.user }),
  'token:long': (pki) => ({ token: pki.longToken }),
  'token:opaque': (pki) => ({ token: pki.opaqueToken }),
};

const made = new WeakMap<Pki, Map<string, Pki>>();

/**
 * Returns the PKI whose `vomsProxy` and `token` are the credentials that a client presents under these variants. The
 * same one for the same tags, so that what a reference has verified stays verified.
 */
export function presentedCredentials(pki: Pki, variants: readonly string[]): Pki {
  const tags = variants
    .flatMap((id) => variantDefinitions().get(id)?.tags ?? [])
    .filter((tag) => Object.hasOwn(REPLACEMENTS, tag));
  if (tags.length === 0) return pki;
  const byTags = made.get(pki) ?? new Map<string, Pki>();
  made.set(pki, byTags);
  const key = tags.join(' ');
  const known = byTags.get(key) ?? Object.assign({}, pki, ...tags.map((tag) => REPLACEMENTS[tag]?.(pki)));
  byTags.set(key, known);
  return known;
}
