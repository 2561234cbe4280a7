/** All settings, as data: reading, `.env.example`, `assay list settings` and suggestions for misspelt names follow from this table. */
import { CREATIONS, INTERFACES, type Interface } from '../contract/types.ts';

/** Syntax of a value; `values.ts` reads each kind. */
export type SettingKind =
  /** Base address (`http`, `https`): no query, fragment or user; `whole` keeps a trailing slash, since nothing is appended. */
  | { readonly is: 'url'; readonly whole?: boolean }
  /** Address of a file on a storage, any scheme. */
  | { readonly is: 'storage-url' }
  /** Readable file; `mayBeMade`: the file may be absent if its folder exists. */
  | { readonly is: 'file'; readonly mayBeMade?: boolean }
  | { readonly is: 'directory' }
  | { readonly is: 'file-or-directory' }
  | { readonly is: 'text'; readonly pattern?: RegExp; readonly like?: string }
  /** Goes into a header: visible ASCII, no blanks. */
  | { readonly is: 'token' }
  /** Any characters, blanks at the ends included. */
  | { readonly is: 'passphrase' }
  /** JSON object whose members are strings; `members` lists the only ones allowed, `headers` checks them as header fields. */
  | { readonly is: 'json-strings'; readonly members?: readonly string[]; readonly headers?: boolean }
  | { readonly is: 'json' }
  | { readonly is: 'integer'; readonly unit: string; readonly min: number; readonly max: number }
  /** Comma-separated list; `of` lists the allowed words, `all` adds the word `all`, which selects every one of them. */
  | { readonly is: 'list'; readonly of?: readonly string[]; readonly all?: boolean; readonly what: string }
  /** Path that contains every placeholder. */
  | { readonly is: 'path-template'; readonly placeholders: readonly string[] }
  /** Relative path without empty, `.` or `..` segments. */
  | { readonly is: 'relative-path' };

export interface Setting {
  readonly name: string;
  readonly interface: Interface | 'assay';
  readonly kind: SettingKind;
  readonly meaning: string;
  readonly example: string;
  readonly default?: string;
  /** Its value (or, of a JSON object, each member's value) never appears in any output. */
  readonly secret: boolean;
  /** Settings that must also be set; one of an inner list is enough. */
  readonly needs: readonly (string | readonly string[])[];
}

type Row = readonly [name: string, kind: SettingKind, example: string, meaning: string, more?: { secret?: true; default?: string; needs?: Setting['needs'] }];

const url = { is: 'url' } as const;
const text = { is: 'text' } as const;
const token = { is: 'token' } as const;
const ca = { is: 'file-or-directory' } as const;
const milliseconds = (min: number, max: number): SettingKind => ({ is: 'integer', unit: 'ms', min, max });
const HOUR = 3_600_000;
const secret = true;

const TICKET_BRIDGE: readonly Row[] = [
  [
    'TICKET_BRIDGE_URL',
    { is: 'url', whole: true },
    'https://tracker.example.org/NoAuth/bridge',
    'Full address of the SOAP endpoint.',
    { needs: ['TICKET_BRIDGE_NAMESPACE'] },
  ],
  [
    'TICKET_BRIDGE_NAMESPACE',
    { is: 'text', pattern: /^\S+$/, like: 'a namespace name without spaces' },
    'urn:example:TicketBridgeHandler',
    'Namespace of the SOAP body.',
  ],
  [
    'TICKET_BRIDGE_HEADERS',
    { is: 'json-strings', headers: true },
    '{"Authorization":"Basic dXNlcjpwYXNz"}',
    'Additional request headers, for example for authentication in front of the bridge.',
    { secret },
  ],
  [
    'TICKET_BRIDGE_VALUES',
    { is: 'json-strings', members: ['Requestor', 'Priority', 'Status', 'AffectedSite'] },
    '{"Requestor":"conformance@example.org","Priority":"less urgent","Status":"in progress","AffectedSite":"EXAMPLE-SITE"}',
    'Values that this deployment accepts. If set, a SOAP fault in reply to a documented request is a failure.',
  ],
  ['TICKET_BRIDGE_CA', ca, '/etc/grid-security/certificates', 'Trusted certificate authorities: PEM file or hashed directory.'],
];

const TRANSFER: readonly Row[] = [
  ['TRANSFER_URL', url, 'https://transfer.example.org:8446', 'Base address of the transfer service.', { needs: [['TRANSFER_CERT', 'TRANSFER_TOKEN']] }],
  ['TRANSFER_CERT', { is: 'file' }, '/tmp/x509up_u1000', 'PEM file with the certificate or proxy and its chain; a proxy file also contains the key.'],
  [
    'TRANSFER_KEY',
    { is: 'file' },
    '/home/me/.globus/userkey.pem',
    'PEM file with the private key, if the certificate file does not contain it.',
    { needs: ['TRANSFER_CERT'] },
  ],
  ['TRANSFER_KEY_PASSPHRASE', { is: 'passphrase' }, 'the passphrase', 'Passphrase of an encrypted private key.', { secret, needs: ['TRANSFER_CERT'] }],
  ['TRANSFER_CA', ca, '/etc/grid-security/certificates', 'Trusted certificate authorities: PEM file or hashed directory.'],
  ['TRANSFER_TOKEN', token, 'eyJhbGciOi...', 'Bearer access token, without the word Bearer.', { secret }],
  ['TRANSFER_VO', text, 'dteam', 'Virtual organisation whose jobs are listed.'],
  ['TRANSFER_SOURCE', { is: 'storage-url' }, 'davs://storage-a.example.org/dteam/in', 'File that submitted jobs read.', { needs: ['TRANSFER_DESTINATION'] }],
  ['TRANSFER_DESTINATION', { is: 'storage-url' }, 'davs://storage-b.example.org/dteam/out', 'File that submitted jobs write.', { needs: ['TRANSFER_SOURCE'] }],
  ['TRANSFER_SOURCE_TOKEN', token, 'eyJhbGciOi...', 'Access token for the source storage.', { secret, needs: ['TRANSFER_SOURCE'] }],
  ['TRANSFER_DESTINATION_TOKEN', token, 'eyJhbGciOi...', 'Access token for the destination storage.', { secret, needs: ['TRANSFER_DESTINATION'] }],
  [
    'TRANSFER_CHECKSUM',
    { is: 'text', pattern: /^[A-Za-z0-9_-]+(:\S+)?$/, like: 'an algorithm name, or NAME:value' },
    'ADLER32:1a2b3c4d',
    'Checksum of the source file: algorithm name, or NAME:value.',
  ],
  [
    'TRANSFER_JOB_STATUS_PATH',
    { is: 'path-template', placeholders: ['job_id'] },
    '/jobs/{job_id}',
    'Path of the status of a single job (the document does not show it).',
  ],
  ['TRANSFER_CANCEL_WAIT_MS', milliseconds(0, HOUR), '10000', 'Time allowed for a cancelled job to change.', { default: '10000' }],
];

const identityProvider = { needs: ['DATA_HUB_AUTH_URL'] };
const DATA_HUB: readonly Row[] = [
  [
    'DATA_HUB_AUTH_URL',
    url,
    'https://login.example.org',
    'Address of the identity provider, the part before /auth/realms.',
    { needs: ['DATA_HUB_AUTH_REALM', 'DATA_HUB_AUTH_CLIENT_ID'] },
  ],
  ['DATA_HUB_AUTH_REALM', { is: 'text', pattern: /^[^\s/?#]+$/, like: 'one path segment' }, 'hub', 'Realm at the identity provider.', identityProvider],
  ['DATA_HUB_AUTH_CLIENT_ID', text, 'token-portal', 'Client that the refresh token was issued to.', identityProvider],
  [
    'DATA_HUB_AUTH_REFRESH_TOKEN',
    token,
    'eyJhbGciOi...',
    'Refresh token. If the provider rotates it, use DATA_HUB_AUTH_REFRESH_TOKEN_FILE instead, so that the new token is kept.',
    { secret, ...identityProvider },
  ],
  [
    'DATA_HUB_AUTH_REFRESH_TOKEN_FILE',
    { is: 'file', mayBeMade: true },
    '/home/me/.assay/refresh-token',
    'File with the refresh token; takes precedence, and is replaced when the provider rotates the token.',
    identityProvider,
  ],
  [
    'DATA_HUB_IDP_PREFIX',
    { is: 'text', pattern: /^[!-9;-~]+$/, like: 'a word without colons or spaces' },
    'hub',
    'Prefix that tells the zone service which identity provider issued a token.',
  ],
  ['DATA_HUB_TOKEN', token, 'MDAxY2xvY2F0...', 'Access token of the data hub. If set, the token flow is skipped.', { secret }],
  ['DATA_HUB_ZONE_URL', url, 'https://zone.example.org', 'Base address of the zone service.'],
  ['DATA_HUB_PROVIDER_URL', url, 'https://provider.example.org', 'Base address of a provider service.'],
  ['DATA_HUB_CA', ca, '/etc/grid-security/certificates', 'Trusted certificate authorities: PEM file or hashed directory.'],
  ['DATA_HUB_SPACE_ID', text, '5f0b8c1e9a', 'Identifier of a space that the user can read.'],
  [
    'DATA_HUB_SPACE_PATH',
    { is: 'relative-path' },
    'example-space/conformance',
    'Name of that space, optionally followed by a folder. Files are uploaded below it.',
  ],
  ['DATA_HUB_SHARE_ID', text, 'a3c41d7702', 'Identifier of an existing share, to read.'],
  ['DATA_HUB_HANDLE_SERVICE_ID', text, '77c0e2b9d4', 'Identifier of the handle service that registers handles.'],
  ['DATA_HUB_CHANGES_BODY', { is: 'json' }, '{}', 'Body of the file-event subscription (the document does not show it).'],
  [
    'DATA_HUB_CHANGES_WAIT_MS',
    milliseconds(1, HOUR),
    '3000',
    'Time allowed for an event to arrive, or for a newly created object to appear.',
    { default: '3000' },
  ],
  ['DATA_HUB_UPLOAD_BYTES', { is: 'integer', unit: 'octets', min: 1, max: 2 ** 40 }, '1073741824', 'Size of one additional, large upload.'],
];

const CLIENT_LIBRARY: readonly Row[] = [
  [
    'CLIENT_LIBRARY_MODULE',
    { is: 'text', pattern: /^[^\W\d]\w*(\.[^\W\d]\w*)*$/u, like: 'the name of a Python module' },
    'transfer_client.easy',
    'Python module of the client library. If set, the library is tested.',
  ],
  ['CLIENT_LIBRARY_PYTHON', text, '/opt/client/bin/python3', 'Python interpreter that runs the library.', { default: 'python3' }],
  ['CLIENT_LIBRARY_PATH', { is: 'directory' }, '/opt/client/lib', 'Folder to import the library from, if it is not installed.'],
  [
    'CLIENT_LIBRARY_CA_ENV',
    { is: 'list', what: 'environment variable' },
    'X509_CERT_DIR,REQUESTS_CA_BUNDLE',
    'Environment variables that tell the library which certificate authorities to trust.',
  ],
];

const ASSAY: readonly Row[] = [
  [
    'ASSAY_INTERFACES',
    { is: 'list', of: INTERFACES, what: 'interface' },
    'transfer,data-hub',
    'Interfaces that must be configured; if one is not, nothing is run.',
  ],
  ['ASSAY_ALLOW_CREATE', { is: 'list', of: CREATIONS, all: true, what: 'kind of creation' }, 'jobs,files', 'Objects that a run may create. Empty: read-only.'],
  [
    'ASSAY_NOT_OFFERED',
    { is: 'list', what: 'operation' },
    'get-delegation,token',
    'Operations (see `assay list operations`) or credentials (certificate, token) that this deployment does not offer.',
  ],
  ['ASSAY_PROFILE', text, './profile.yaml', 'Profile: the name of a shipped profile, or a file.'],
  ['ASSAY_CONCURRENCY', { is: 'integer', unit: 'requests', min: 1, max: 64 }, '4', 'Maximum number of concurrent requests.', { default: '4' }],
  ['ASSAY_REQUEST_TIMEOUT_MS', milliseconds(100, HOUR), '30000', 'Time limit of one request.', { default: '30000' }],
  ['ASSAY_RUN_TIMEOUT_MS', milliseconds(1000, 24 * HOUR), '1800000', 'Time limit of the whole run.', { default: '1800000' }],
];

/** An interface is configured if one of these is set; its other settings need one of them. */
export const BASES: Readonly<Record<Interface, readonly string[]>> = {
  'ticket-bridge': ['TICKET_BRIDGE_URL'],
  transfer: ['TRANSFER_URL'],
  'client-library': ['CLIENT_LIBRARY_MODULE'],
  'data-hub': ['DATA_HUB_AUTH_URL', 'DATA_HUB_ZONE_URL', 'DATA_HUB_PROVIDER_URL'],
};

const GROUPS: readonly (readonly [Setting['interface'], Setting['needs'], readonly Row[]])[] = [
  ['ticket-bridge', [BASES['ticket-bridge']], TICKET_BRIDGE],
  ['transfer', [BASES.transfer], TRANSFER],
  ['data-hub', [BASES['data-hub']], DATA_HUB],
  ['client-library', [BASES['client-library']], CLIENT_LIBRARY],
  ['assay', [], ASSAY],
];

/** Every known setting, in display order. */
export const SETTINGS: readonly Setting[] = GROUPS.flatMap(([of, base, rows]) =>
  rows.map(([name, kind, example, meaning, more]) => ({
    name,
    interface: of,
    kind,
    example,
    meaning,
    secret: more?.secret ?? false,
    ...(more?.default === undefined ? {} : { default: more.default }),
    needs: [...base.filter((need) => !isMet(need, [name, ...(more?.needs ?? []).flat()])), ...(more?.needs ?? [])],
  })),
);

/** Whether these names meet a need (one name, or a list of alternatives). */
export function isMet(need: string | readonly string[], names: readonly string[]): boolean {
  return [need].flat().some((name) => names.includes(name));
}

/** Prefixes of all setting names. */
export const PREFIXES = ['TICKET_BRIDGE_', 'TRANSFER_', 'DATA_HUB_', 'CLIENT_LIBRARY_', 'ASSAY_'] as const;

const BY_NAME: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((setting) => [setting.name, setting]));

/** The setting with that name, or undefined. */
export function settingNamed(name: string): Setting | undefined {
  return BY_NAME.get(name);
}
