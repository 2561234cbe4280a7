/** Roles of exchanges that were recorded without any. */
import type { UnnamedRoles } from '../../src/engine/words/roles.ts';
import { FORMS } from './probes/forms.ts';

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
  ...Object.fromEntries(FORMS.map(([name, additions]) => [name, Object.assign({}, ...additions.map(form))])),
  listByOrganisation: { byOrganisation: 'by-vo' },
  readFinishedJob: { job: '*' },
};
