/** The transfer service, as the rest of Assay knows it. */

import type { InterfaceDescriptor } from '../../src/engine/words/descriptor.ts';
import { isUuid } from '../../src/records/formats.ts';
import { delegationHandshake } from './handshake.ts';
import { transferSettings } from './settings.ts';

export const transfer: InterfaceDescriptor = {
  name: 'transfer',
  settings: transferSettings,
  services: [{ name: 'transfer', address: 'TRANSFER_URL' }],
  ca: 'TRANSFER_CA',
  certificate: { cert: 'TRANSFER_CERT', key: 'TRANSFER_KEY', pass: 'TRANSFER_KEY_PASSPHRASE' },
  removals: { jobs: { operation: 'cancel-job', parameter: 'job_id', member: 'job_id', isIdentifier: isUuid } },
  expiries: [{ operation: 'delegation', member: 'termination_time', says: 'the delegated credential had expired' }],
  handshakes: [delegationHandshake],
  suite: async () => (await import('./suite.ts')).transferSuite,
};
