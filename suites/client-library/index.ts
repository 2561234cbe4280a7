/** The client library, as the rest of Assay knows it. */
import type { InterfaceDescriptor } from '../../src/engine/words/descriptor.ts';
import type { EndpointSource } from './endpoint.ts';
import { clientLibrarySettings } from './settings.ts';

const INTERPRETER = 'CLIENT_LIBRARY_PYTHON';

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
  async machine(settings = {}) {
    const python = await (await import('./driver/python.ts')).findPython(settings[INTERPRETER] ?? 'python3');
    return 'problem' in python ? python : { env: { [INTERPRETER]: python.executable } };
  },
  suite: async (counterpart) => (await import('./suite.ts')).createClientLibrarySuite(counterpart as EndpointSource),
};
