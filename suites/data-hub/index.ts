/** The data hub, as the rest of Assay knows it. */

import type { InterfaceDescriptor } from '../../src/engine/words/descriptor.ts';
import { dataHubSettings } from './settings.ts';

export const dataHub: InterfaceDescriptor = {
  name: 'data-hub',
  settings: dataHubSettings,
  services: [
    { name: 'identity-provider', address: 'DATA_HUB_AUTH_URL' },
    { name: 'zone', address: 'DATA_HUB_ZONE_URL' },
    { name: 'provider', address: 'DATA_HUB_PROVIDER_URL' },
  ],
  ca: 'DATA_HUB_CA',
  // By the DELETE of CDMI (CDMI 1.1.1, section 8.6).
  removals: {
    files: {
      operation: 'cdmi-write',
      method: 'DELETE',
      parameter: 'file_path',
      isIdentifier: (path) => !path.includes('[redacted:'),
    },
  },
  suite: async () => (await import('./suite.ts')).dataHubSuite,
};
