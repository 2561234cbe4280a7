/** The descriptor of the transfer service: everything that the rest of Assay knows about it. */

import { memberOf } from '../../src/files/json-value.ts';
import { isUuid } from '../../src/records/formats.ts';
import type { InterfaceDescriptor, Known } from '../words.ts';
import { delegationHandshake } from './handshake.ts';
import type { KnownSettings } from './known-settings.ts';
import { transferSettings } from './settings.ts';

const STATUS_PATH = 'TRANSFER_JOB_STATUS_PATH';

export const transfer: InterfaceDescriptor = {
  name: 'transfer',
  settings: transferSettings,
  services: [{ name: 'transfer', address: 'TRANSFER_URL' }],
  ca: 'TRANSFER_CA',
  certificate: { cert: 'TRANSFER_CERT', key: 'TRANSFER_KEY', pass: 'TRANSFER_KEY_PASSPHRASE' },
  removals: { jobs: { operation: 'cancel-job', parameter: 'job_id', member: 'job_id', isIdentifier: isUuid } },
  expiries: [{ operation: 'delegation', member: 'termination_time', says: 'the delegated credential had expired' }],
  handshakes: [delegationHandshake],
  filledBy: { 'transfer/gap/job-status-path': STATUS_PATH },
  served: {
    traffic: async () => ({
      onPurpose: [],
      paths: { 'job-status': STATUS_PATH },
      settings: (env) => ({ jobStatusPath: env[STATUS_PATH] ?? 'as recorded' }) satisfies Known<KnownSettings>,
      laneOf(answer) {
        const method = memberOf(answer, 'method');
        return method === 'oauth2' ? 'token' : method === 'certificate' ? 'certificate' : undefined;
      },
    }),
  },
  suite: async () => (await import('./suite.ts')).transferSuite,
};
