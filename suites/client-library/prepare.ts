/** From settings to the one lane of the client library, and the transport that leads to it. */
import { resolve } from 'node:path';
import type { Contract, Prepared, SettingValues } from '../words.ts';
import { importProblem } from './checks/offering.ts';
import { findPython } from './driver/python.ts';
import type { EndpointSource } from './endpoint.ts';
import type { KnownSettings } from './known-settings.ts';
import { LibraryTransport } from './library-transport.ts';
import { type CredentialVariables, gapOf, USUAL_VARIABLES, VARIABLES } from './settings.ts';

/** Address of scenarios; only the transport below knows it. */
const ADDRESS = 'library://under-test';

/** Time limits, milliseconds; tests shorten them. */
export interface Limits {
  readonly callLimitMs?: number;
  readonly importLimitMs?: number;
}

/** Variables that usually name authorities to libraries; the one that the library reads is a gap. */
const USUAL_CA_VARIABLES = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'X509_CERT_DIR',
  'X509_CERT_FILE',
] as const;

/** Looks for the interpreter and makes the transport; the library itself is not started yet. */
export async function prepareClientLibrary(
  values: SettingValues,
  contract: Contract,
  endpoints: EndpointSource,
  limits: Limits = {},
): Promise<Prepared> {
  const interpreter = values.required('CLIENT_LIBRARY_PYTHON');
  const python = await findPython(interpreter);
  const module = values.required('CLIENT_LIBRARY_MODULE');
  const folder = values.text('CLIENT_LIBRARY_PATH');
  const caVariables = values.words('CLIENT_LIBRARY_CA_ENV') ?? USUAL_CA_VARIABLES;
  const declared = declaredVariables(values, contract);
  const credentialVariables: CredentialVariables = { ...USUAL_VARIABLES, ...declared };
  const names = new Map([...contract.operations.keys()].map((name) => [name, contract.renamed.get(name) ?? name]));
  const settings: KnownSettings = {
    module,
    python: 'version' in python ? python.version : null,
    pythonProblem: 'problem' in python ? `${python.problem}; set CLIENT_LIBRARY_PYTHON to Python 3.9 or newer` : null,
    caVariables: [...caVariables],
    credentialVariables: { ...credentialVariables },
    declaredVariables: Object.keys(declared),
    names: Object.fromEntries(names),
  };
  const transport = new LibraryTransport({
    // The interpreter itself: a script that starts it would add variables to the library's environment.
    python: 'executable' in python ? python.executable : interpreter,
    folder: folder && resolve(folder),
    module,
    names,
    parameterNames: contract.renamed,
    caVariables,
    credentialVariables,
    endpoints,
    ...limits,
  });
  return {
    lanes: [{ name: 'certificate', credentials: new Map([['good', { name: 'certificate' }]]), settings }],
    services: { 'client-library': ADDRESS },
    secrets: await endpoints.secrets(),
    transport,
    problemHere: async () =>
      settings.pythonProblem ?? importProblem(await transport.load().finally(() => transport.close()), module),
    problems: [],
  };
}

/** Names of variables that the settings or a profile declare; the usual ones are set for the rest. */
function declaredVariables(values: SettingValues, { fills }: Contract) {
  const names = Object.entries(VARIABLES).map(([what, setting]) => [
    what,
    values.text(setting) ?? fills.get(gapOf(what)),
  ]);
  return Object.fromEntries(names.filter(([, name]) => typeof name === 'string'));
}
