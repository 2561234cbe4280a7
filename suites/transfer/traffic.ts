/** How recorded traffic of the transfer service is judged. */
import type { Traffic } from '../../src/engine/words/descriptor.ts';
import type { Known } from '../../src/engine/words/suite.ts';
import { memberOf } from '../../src/files/json-value.ts';
import type { KnownSettings } from './known-settings.ts';

const STATUS_PATH = 'TRANSFER_JOB_STATUS_PATH';

export const traffic: Traffic = {
  onPurpose: [],
  paths: { 'job-status': STATUS_PATH },
  settings: (env) => ({ jobStatusPath: env[STATUS_PATH] ?? 'as recorded' }) satisfies Known<KnownSettings>,
  laneOf(answer) {
    const method = memberOf(answer, 'method');
    return method === 'oauth2' ? 'token' : method === 'certificate' ? 'certificate' : undefined;
  },
};
