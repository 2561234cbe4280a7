/** Roles of exchanges in evidence of earlier versions, by the label that each had. */
import type { UnnamedRoles } from '../../src/engine/words/roles.ts';

export const unnamedRoles: UnnamedRoles = {
  loading: { imported: '*' },
  forms: { positional: 'positional', keywords: 'keywords' },
  ways: {
    'certificate-and-key': ['certificate-and-key'],
    'proxy-as-ucert': ['proxy-as-ucert'],
    'proxy-in-both': ['proxy-in-both'],
  },
  verifying: {
    trusted: 'true-trusted',
    untrusted: 'true-untrusted',
    byDefault: 'default-untrusted',
    unverified: 'false-untrusted',
    otherHost: 'true-other-host',
    expired: 'true-expired',
  },
  fromEnvironment: {
    proxy: 'proxy-from-environment',
    parameters: 'parameters-over-environment',
    certificate: 'certificate-from-environment',
  },
  identity: { checked: '*' },
  submissions: { positional: 'positional', keywords: 'keywords', three: 'three-transfers' },
  jobStatus: { read: '*' },
  mixed: { inTurn: '*' },
  turning: { turned: '*' },
};
