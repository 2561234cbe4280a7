/** Roles of exchanges that were recorded without any. */
import type { UnnamedRoles } from '../../src/engine/words/roles.ts';

/** Labels of the submissions of a form. */
const form = (name: string): UnnamedRoles[string] => ({
  [name]: {
    tries: [name, `${name}-again`],
    twin: `${name}-twin`,
    control: `${name}-control`,
    readBack: ['', '-again', '-twin'].map((which) => `read-${name}${which}`),
  },
});

export const unnamedRoles: UnnamedRoles = {
  delegate: { before: 'delegation', request: 'request', deliver: 'deliver' },
  readSubmittedJob: { job: '*' },
  cancelJob: { cancelled: 'cancel-job', after: 'job-status' },
  submitSeveralFiles: form('several-files'),
  submitFileTokens: form('file-tokens'),
  submitChecksumName: form('checksum-name'),
  submitChecksumValue: form('checksum-value'),
  submitSeveralSources: form('several-sources'),
  submitSeveralStorages: form('several-storages'),
  submitOverwrite: { ...form('overwrite'), ...form('no-overwrite') },
  listByOrganisation: { byOrganisation: 'by-vo' },
  readFinishedJob: { job: '*' },
};
