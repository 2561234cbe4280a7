/** The descriptor of the client library: everything that the rest of Assay knows about it. */
import type { InterfaceDescriptor } from '../words.ts';
import type { EndpointSource } from './endpoint.ts';
import { clientLibrarySettings, gapOf, VARIABLES } from './settings.ts';

export const clientLibrary: InterfaceDescriptor = {
  name: 'client-library',
  settings: clientLibrarySettings,
  services: [],
  removals: {},
  namedByGaps: Object.fromEntries(Object.entries(VARIABLES).map(([what, setting]) => [gapOf(what), setting])),
  notServed: 'To test the client library, set CLIENT_LIBRARY_MODULE and use assay run.',
  async machine() {
    const python = await (await import('./driver/python.ts')).findPython('python3');
    return 'problem' in python ? python : { env: { CLIENT_LIBRARY_PYTHON: python.executable } };
  },
  suite: async (endpoints) => (await import('./suite.ts')).createClientLibrarySuite(endpoints as EndpointSource),
};
