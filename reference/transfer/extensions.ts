/** Requests beyond the document to which the served transfer service responds. */
import type { Extension } from '../types.ts';

/** FTS REST and its client make these; the document mentions delegation, but shows only how its expiry is read. */
export const TRANSFER_EXTENSIONS = [
  { name: 'service-version', method: 'GET', path: '/', title: 'reading of the version of the service' },
  {
    name: 'delegation-request',
    method: 'GET',
    path: '/delegation/{delegation_id}/request',
    title: 'delegation: reading of the certificate request to sign',
  },
  {
    name: 'delegation-credential',
    method: 'PUT',
    path: '/delegation/{delegation_id}/credential',
    title: 'delegation: writing of the signed proxy',
  },
] as const satisfies readonly Extension[];

export type ExtensionName = (typeof TRANSFER_EXTENSIONS)[number]['name'];

/**
 * Returns the requested extension, with the identifier in its path, if there is one. `path`: without query and doubled
 * slashes.
 */
export function extensionOf(
  method: string,
  path: string,
): { readonly name: ExtensionName; readonly id: string } | undefined {
  const segments = path.split('/');
  for (const { name, method: own, path: template } of TRANSFER_EXTENSIONS) {
    const expected = template.split('/');
    const fits =
      expected.length === segments.length &&
      expected.every((part, index) => part.startsWith('{') || part === segments[index]);
    if (fits && method === own) return { name, id: segments[expected.findIndex((part) => part.startsWith('{'))] ?? '' };
  }
  return undefined;
}
