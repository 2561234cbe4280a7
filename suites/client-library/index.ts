/** The descriptor of the client library: everything that the rest of Assay knows about it. */
import type { InterfaceDescriptor } from '../words.ts';
import type { EndpointSource } from './endpoint.ts';
import { clientLibrarySettings } from './settings.ts';

export const clientLibrary: InterfaceDescriptor = {
  name: 'client-library',
  settings: clientLibrarySettings,
  services: [],
  removals: {},
  namedByGaps: {
    'client-library/gap/proxy-variable': 'CLIENT_LIBRARY_PROXY_ENV',
    'client-library/gap/certificate-variable': 'CLIENT_LIBRARY_CERT_ENV',
    'client-library/gap/key-variable': 'CLIENT_LIBRARY_KEY_ENV',
  },
  notServed: 'To test the client library, set CLIENT_LIBRARY_MODULE and use assay run.',
  async machine() {
    const python = await (await import('./driver/python.ts')).findPython('python3');
    return 'problem' in python ? python : { env: { CLIENT_LIBRARY_PYTHON: python.executable } };
  },
  suite: async (endpoints) => (await import('./suite.ts')).createClientLibrarySuite(endpoints as EndpointSource),
};
