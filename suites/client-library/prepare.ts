/** From settings to the one lane of the client library, and the transport that leads to it. */

import type { Contract, Prepared } from '../words.ts';
import { findPython } from './driver/python.ts';
import type { EndpointSource } from './endpoint.ts';
import { type CredentialVariables, USUAL_CA_VARIABLES, USUAL_CREDENTIAL_VARIABLES } from './environment.ts';
import type { KnownSettings } from './known-settings.ts';
import { LibraryTransport } from './library-transport.ts';
import type { ClientLibraryTarget } from './settings.ts';

/** Address of scenarios; only the transport below knows it. */
const ADDRESS = 'library://under-test';

/** Time limits, milliseconds; tests shorten them. */
export interface Limits {
  readonly callLimitMs?: number;
  readonly importLimitMs?: number;
}

/** Looks for the interpreter and makes the transport; the library itself is not started yet. */
export async function prepareClientLibrary(
  target: ClientLibraryTarget,
  contract: Contract,
  endpoints: EndpointSource,
  limits: Limits = {},
): Promise<Prepared> {
  const python = await findPython(target.python);
  const caVariables = target.caEnv ?? USUAL_CA_VARIABLES;
  const declared = declaredVariables(target, contract);
  const credentialVariables: CredentialVariables = { ...USUAL_CREDENTIAL_VARIABLES, ...declared };
  const names = new Map([...contract.operations.keys()].map((name) => [name, contract.renamed.get(name) ?? name]));
  const settings: KnownSettings = {
    module: target.module,
    python: 'version' in python ? python.version : null,
    pythonProblem: 'problem' in python ? `${python.problem}; set CLIENT_LIBRARY_PYTHON to Python 3.9 or newer` : null,
    caVariables: [...caVariables],
    credentialVariables: { ...credentialVariables },
    declaredVariables: Object.keys(declared),
    names: Object.fromEntries(names),
  };
  return {
    lanes: [{ name: 'certificate', credentials: new Map([['good', { name: 'certificate' }]]), settings }],
    services: { 'client-library': ADDRESS },
    secrets: await endpoints.secrets(),
    transport: new LibraryTransport({
      // The interpreter itself: a script that starts it would add variables to the library's environment.
      python: 'executable' in python ? python.executable : target.python,
      folder: target.path,
      module: target.module,
      names,
      parameterNames: contract.renamed,
      caVariables,
      credentialVariables,
      endpoints,
      ...limits,
    }),
    problems: [],
  };
}

/** Names of variables that the settings or a profile declare; the usual ones are set for the rest. */
function declaredVariables(
  { proxyEnv, certEnv, keyEnv }: ClientLibraryTarget,
  { fills }: Contract,
): Partial<CredentialVariables> {
  const named = { proxy: proxyEnv, certificate: certEnv, key: keyEnv };
  const names = Object.entries(named).map(([what, setting]) => [
    what,
    setting ?? fills.get(`client-library/gap/${what}-variable`),
  ]);
  return Object.fromEntries(names.filter(([, name]) => typeof name === 'string'));
}
