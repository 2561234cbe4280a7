/** Settings of the data hub. */
import { authoritiesRow } from '../../src/engine/words/suite.ts';
import type { InterfaceSettings, SettingRow } from '../words.ts';

/** The documented name of the header; a profile's name replaces it when a request is sent. */
export const TOKEN_HEADER = { header: 'X-Auth-Token' } as const;

const REFRESH = ['DATA_HUB_AUTH_REFRESH_TOKEN', 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE'];
/** The services, and the settings of their addresses. */
export const SERVICES = [
  { name: 'identity-provider', address: 'DATA_HUB_AUTH_URL' },
  { name: 'zone', address: 'DATA_HUB_ZONE_URL' },
  { name: 'provider', address: 'DATA_HUB_PROVIDER_URL' },
];
const ADDRESSES = SERVICES.map(({ address }) => address);

const url = { is: 'url' } as const;
const text = { is: 'text' } as const;
const token = { is: 'token' } as const;
const secret = true;
const identityProvider = { needs: ['DATA_HUB_AUTH_URL'] };

const ROWS: readonly SettingRow[] = [
  [
    'DATA_HUB_AUTH_URL',
    url,
    'https://login.example.org',
    'Address of the identity provider, the part before /auth/realms.',
    { needs: ['DATA_HUB_AUTH_REALM', 'DATA_HUB_AUTH_CLIENT_ID'] },
  ],
  [
    'DATA_HUB_AUTH_REALM',
    { is: 'text', pattern: /^(?!\.{1,2}$)[^\s/?#]+$/, like: 'one path segment' },
    'hub',
    'Realm at the identity provider.',
    identityProvider,
  ],
  [
    'DATA_HUB_AUTH_CLIENT_ID',
    text,
    'token-portal',
    'client_id of the client that the refresh token was issued to.',
    identityProvider,
  ],
  [
    'DATA_HUB_AUTH_REFRESH_TOKEN',
    token,
    'eyJhbGciOi...',
    'Refresh token. If the identity provider replaces it with each access token, use DATA_HUB_AUTH_REFRESH_TOKEN_FILE instead, so that the new one is kept.',
    { secret, ...identityProvider },
  ],
  [
    'DATA_HUB_AUTH_REFRESH_TOKEN_FILE',
    { is: 'file', mayBeMade: true },
    '/home/me/.assay/refresh-token',
    'File with the refresh token, used instead of DATA_HUB_AUTH_REFRESH_TOKEN; rewritten when the identity provider replaces the token.',
    identityProvider,
  ],
  [
    'DATA_HUB_IDP_PREFIX',
    { is: 'text', pattern: /^[!-9;-~]+$/, like: 'a word without colons or spaces' },
    'hub',
    'Prefix that tells the zone service which identity provider issued a token.',
  ],
  [
    'DATA_HUB_TOKEN',
    token,
    'MDAxY2xvY2F0...',
    'Access token of the data hub, in place of a refresh token (both together are an error); the token endpoint is then not tested.',
    { secret },
  ],
  ['DATA_HUB_ZONE_URL', url, 'https://zone.example.org', 'Base URL of the zone service.'],
  ['DATA_HUB_PROVIDER_URL', url, 'https://provider.example.org', 'Base URL of a provider service.'],
  authoritiesRow('DATA_HUB_CA'),
  ['DATA_HUB_SPACE_ID', text, '5f0b8c1e9a', 'Identifier of a space that the user can read.'],
  [
    'DATA_HUB_SPACE_PATH',
    { is: 'relative-path' },
    'example-space/conformance',
    'Name of that space, optionally followed by a directory; files are uploaded below it.',
  ],
  ['DATA_HUB_SHARE_ID', text, 'a3c41d7702', 'Identifier of an existing share, to read.'],
  ['DATA_HUB_HANDLE_SERVICE_ID', text, '77c0e2b9d4', 'Identifier of the handle service that registers handles.'],
  [
    'DATA_HUB_CHANGES_BODY',
    { is: 'json' },
    '{}',
    'JSON body of the subscription to file-change events, such as {"fileMeta":{"fields":["owner"]}}. The document leaves it open; without this setting, it is {}.',
  ],
  [
    'DATA_HUB_CHANGES_WAIT_MS',
    { is: 'integer', unit: 'ms', min: 1, max: 3_600_000 },
    '3000',
    'Time allowed for an event to arrive.',
    { default: '3000' },
  ],
  [
    'DATA_HUB_OBJECT_WAIT_MS',
    { is: 'integer', unit: 'ms', min: 1, max: 3_600_000 },
    '10000',
    'Time allowed for a newly created object to appear.',
    { default: '10000' },
  ],
  [
    'DATA_HUB_UPLOAD_BYTES',
    { is: 'integer', unit: 'bytes', min: 1, max: 2 ** 40 },
    '16777216',
    'Size of the large uploads, one through CDMI and one through REST.',
    { default: '16777216' },
  ],
];

export const dataHubSettings: InterfaceSettings = {
  interface: 'data-hub',
  title: 'Data hub',
  configuredBy: ADDRESSES,
  creations: ['tokens', 'files', 'shares', 'handles'],
  credentials: { token: { setting: 'DATA_HUB_TOKEN', ...TOKEN_HEADER } },
  rows: ROWS,
  rules: [
    function twoWaysToAToken(set) {
      const refresh = REFRESH.find((name) => set.has(name));
      if (!set.has('DATA_HUB_TOKEN') || refresh === undefined) return undefined;
      return {
        setting: 'DATA_HUB_TOKEN',
        message: `DATA_HUB_TOKEN and ${refresh} are both set. Set DATA_HUB_TOKEN to skip the token flow, or ${refresh} to test it, but not both.`,
      };
    },
    function noWayToAToken(set) {
      const address = ADDRESSES.find((name) => set.has(name));
      if (address === undefined || ['DATA_HUB_TOKEN', ...REFRESH].some((name) => set.has(name))) return undefined;
      return {
        setting: 'DATA_HUB_TOKEN',
        message: `${address} needs a token: set DATA_HUB_TOKEN, ${REFRESH.join(' or ')}, or remove ${address}.`,
        like: 'DATA_HUB_TOKEN',
      };
    },
    function documentedPathInAnAddress(set) {
      // A profile may rename the path. A service may lie below /auth, /api/v3 or /cdmi, so these alone are no mistake.
      for (const setting of set.has('ASSAY_PROFILE') ? [] : ADDRESSES) {
        const path = setting === 'DATA_HUB_AUTH_URL' ? '/auth/realms(?:/.*)?' : '/api/v3/.+';
        const [, base, own] = new RegExp(`^(https?://[^/]+.*?)(${path})$`).exec(String(set.get(setting) ?? '')) ?? [];
        if (base !== undefined)
          return { setting, message: `${setting} ends with ${own}, which Assay appends itself. Write ${base}.` };
      }
      return undefined;
    },
    function noPrefixForTheToken(set) {
      const service = ['DATA_HUB_ZONE_URL', 'DATA_HUB_PROVIDER_URL'].find((name) => set.has(name));
      if (
        service === undefined ||
        set.has('DATA_HUB_TOKEN') ||
        set.has('DATA_HUB_IDP_PREFIX') ||
        !REFRESH.some((name) => set.has(name))
      )
        return undefined;
      return {
        setting: 'DATA_HUB_IDP_PREFIX',
        message: `DATA_HUB_IDP_PREFIX is not set. Set it: without it, the service at ${service} cannot tell which identity provider issued the token.`,
        like: 'DATA_HUB_IDP_PREFIX',
      };
    },
  ],
};
