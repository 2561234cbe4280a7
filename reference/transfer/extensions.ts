/** Requests beyond the document to which the served transfer service responds. */
import type { Extension } from '../types.ts';

/** FTS REST and its client make these; the document mentions delegation, but shows only how its expiry is read. */
export const TRANSFER_EXTENSIONS: readonly Extension[] = [
  { name: 'service-version', method: 'GET', path: '/', title: 'reads the version of the service' },
  {
    name: 'delegation-request',
    method: 'GET',
    path: '/delegation/{delegation_id}/request',
    title: 'delegation: reads the certificate request to sign',
  },
  {
    name: 'delegation-credential',
    method: 'PUT',
    path: '/delegation/{delegation_id}/credential',
    title: 'delegation: writes the signed proxy',
  },
];
