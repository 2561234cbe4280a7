/** Settings of the client library. */
import type { InterfaceSettings } from '../words.ts';

/** The settings that name environment variables for credentials, by what the variable names. */
export const VARIABLES = {
  proxy: 'CLIENT_LIBRARY_PROXY_ENV',
  certificate: 'CLIENT_LIBRARY_CERT_ENV',
  key: 'CLIENT_LIBRARY_KEY_ENV',
} as const;

/** Names of variables for credentials; the document does not specify them. */
export type CredentialVariables = Readonly<Record<keyof typeof VARIABLES, string>>;

/** The variables that libraries usually read. */
export const USUAL_VARIABLES: CredentialVariables = {
  proxy: 'X509_USER_PROXY',
  certificate: 'X509_USER_CERT',
  key: 'X509_USER_KEY',
};

/** Returns the gap that such a setting fills. */
export const gapOf = (what: string): string => `client-library/gap/${what}-variable`;

/** Names of environment variables. */
const VARIABLE = {
  is: 'text',
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  like: 'the name of an environment variable',
} as const;

export const clientLibrarySettings: InterfaceSettings = {
  interface: 'client-library',
  title: 'Client library of the transfer service',
  configuredBy: ['CLIENT_LIBRARY_MODULE'],
  creations: [],
  credentials: {},
  rules: [],
  rows: [
    [
      'CLIENT_LIBRARY_MODULE',
      {
        is: 'text',
        pattern: /^[\p{ID_Start}_]\p{ID_Continue}*(\.[\p{ID_Start}_]\p{ID_Continue}*)*$/u,
        like: 'the name of a Python module',
      },
      'transfer_client.easy',
      'Module of the client library; if set, the library is tested.',
    ],
    [
      'CLIENT_LIBRARY_PYTHON',
      { is: 'program' },
      '/opt/client/bin/python3',
      'Interpreter that runs the library: Python 3.9 or newer.',
      { default: 'python3' },
    ],
    [
      'CLIENT_LIBRARY_PATH',
      { is: 'directory' },
      '/opt/client/lib',
      'Directory to import the library from, if it is not installed.',
    ],
    [
      'CLIENT_LIBRARY_CA_ENV',
      { is: 'list', what: 'environment variable' },
      'X509_CERT_DIR,REQUESTS_CA_BUNDLE',
      'Environment variables that tell the library which certificate authorities to trust.',
    ],
    ...(['proxy', 'certificate', 'key'] as const).map(
      (what) =>
        [
          VARIABLES[what],
          VARIABLE,
          USUAL_VARIABLES[what],
          `Environment variable from which the library reads the path of a ${what === 'proxy' ? 'proxy certificate' : what} file.`,
        ] as const,
    ),
  ],
};
