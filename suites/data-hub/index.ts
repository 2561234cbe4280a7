/** The descriptor of the data hub: everything that the rest of Assay knows about it. */

import type { InterfaceDescriptor, Known } from '../words.ts';
import type { KnownSettings } from './known-settings.ts';
import { dataHubSettings, SERVICES } from './settings.ts';

export const dataHub: InterfaceDescriptor = {
  name: 'data-hub',
  settings: dataHubSettings,
  services: SERVICES,
  ca: 'DATA_HUB_CA',
  filledBy: { 'data-hub/gap/subscribe-changes-request': 'DATA_HUB_CHANGES_BODY' },
  // CDMI's DELETE removes the objects (CDMI 1.1.1, section 8.6).
  removals: {
    files: {
      operation: 'cdmi-write',
      method: 'DELETE',
      parameter: 'file_path',
      isIdentifier: (path) => !path.includes('[redacted:'),
    },
  },
  served: {
    traffic: async () => ({
      // The requesting program uses tokens afterwards, and a stream stays open.
      onPurpose: ['token-grant', 'create-named-token', 'subscribe-changes'],
      paths: {},
      settings: () => ({ services: SERVICES.map(({ name }) => name) }) satisfies Known<KnownSettings>,
    }),
  },
  suite: async () => (await import('./suite.ts')).dataHubSuite,
};
