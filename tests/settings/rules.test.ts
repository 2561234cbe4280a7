import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { CERT, FLOW, folder, messagesOf, PROXY, TRANSFER, URL } from './given-settings.ts';

describe('settings that contradict each other', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'a token without an address',
      { TRANSFER_TOKEN: 'abc' },
      ['TRANSFER_TOKEN needs TRANSFER_URL: set it, or remove TRANSFER_TOKEN.'],
    ],

    [
      'no credential',
      { TRANSFER_URL: URL },
      ['TRANSFER_URL needs TRANSFER_CERT or TRANSFER_TOKEN: set one of them, or remove TRANSFER_URL.'],
    ],
    [
      'a certificate without key',
      { TRANSFER_URL: URL, TRANSFER_CERT: CERT },
      [
        `TRANSFER_CERT "${CERT}" contains no private key, and TRANSFER_KEY is not set. Set TRANSFER_KEY to the file with the key.`,
      ],
    ],
    [
      'a certificate over http',
      { TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_CERT: PROXY },
      [
        'TRANSFER_CERT is set, but a client certificate cannot be presented over http://. Use https:// in TRANSFER_URL, or set only TRANSFER_TOKEN.',
      ],
    ],
    [
      'a data hub without token',
      { DATA_HUB_ZONE_URL: 'https://z.example' },
      [
        'DATA_HUB_ZONE_URL needs a token: set DATA_HUB_TOKEN, DATA_HUB_AUTH_REFRESH_TOKEN or DATA_HUB_AUTH_REFRESH_TOKEN_FILE, or remove DATA_HUB_ZONE_URL.',
      ],
    ],
    [
      'an address with a documented path',
      { DATA_HUB_ZONE_URL: 'https://z.example/hub/api/v3/zone/', DATA_HUB_TOKEN: 'x' },
      ['DATA_HUB_ZONE_URL ends with /api/v3/zone, which Assay appends itself. Write https://z.example/hub.'],
    ],
    [
      'an address with a documented path, which the profile may rename',
      { ...FLOW, DATA_HUB_AUTH_URL: 'https://auth/auth/realms/x', ASSAY_PROFILE: 'onedata' },
      [],
    ],
    ['an identity provider below /auth', { ...FLOW, DATA_HUB_AUTH_URL: 'https://auth/auth' }, []],
    ['a provider below /cdmi', { DATA_HUB_PROVIDER_URL: 'https://p.example/cdmi', DATA_HUB_TOKEN: 'x' }, []],
    [
      'a token flow without prefix',
      { ...FLOW, DATA_HUB_ZONE_URL: 'https://z.example' },
      [
        'DATA_HUB_IDP_PREFIX is not set. Set it: without it, the service at DATA_HUB_ZONE_URL cannot tell which identity provider issued the token.',
      ],
    ],
    [
      'a token and a refresh token',
      { ...FLOW, DATA_HUB_TOKEN: 'x' },
      [
        'DATA_HUB_TOKEN and DATA_HUB_AUTH_REFRESH_TOKEN are both set. Set DATA_HUB_TOKEN to skip the token flow, or DATA_HUB_AUTH_REFRESH_TOKEN to test it, but not both.',
      ],
    ],
    [
      'a client library without module',
      { CLIENT_LIBRARY_PYTHON: 'python3', CLIENT_LIBRARY_PATH: folder },
      ['CLIENT_LIBRARY_PYTHON and CLIENT_LIBRARY_PATH need CLIENT_LIBRARY_MODULE: set it, or remove them.'],
    ],
    [
      'interfaces that are not configured',
      { ...TRANSFER, ASSAY_INTERFACES: 'transfer,data-hub' },
      ['data-hub must be configured. Set DATA_HUB_AUTH_URL or DATA_HUB_ZONE_URL or DATA_HUB_PROVIDER_URL.'],
    ],
  ])('%s', (_what, env, messages) => {
    expect(messagesOf(env)).toEqual(messages);
  });

  it('a setting without those that it needs is reported with them', () => {
    for (const { name, needs, example } of SETTINGS_TABLE.settings) {
      const messages = messagesOf({ [name]: example }).filter((message) =>
        /: set (it|one of them), or remove /.test(message),
      );
      for (const need of needs.flat()) expect([name, ...messages].join('\n')).toContain(need);
      expect(messages.length > 0 && messages.every((message) => message.includes(name))).toBe(needs.length > 0);
    }
  });
});
