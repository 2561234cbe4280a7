/** Third-party programs as clients of the served data hub and its identity provider. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as oidc from 'openid-client';
import { Agent, fetch as undiciFetch } from 'undici';
import { closing, temporaryFolder } from '../afterwards.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { expectRecorded } from '../peers/record.ts';
import { resultOf } from '../verdicts.ts';
import { type Settings, served } from './served.ts';

const run = promisify(execFile);
const folder = temporaryFolder();

const SCOPE = 'openid email profile eduperson_entitlement';

/** Lets openid-client request a token while the identity provider is served. */
async function askedByOpenidClient(
  ask: (configuration: oidc.Configuration, refreshToken: string, settings: Settings) => Promise<unknown>,
  authentication: oidc.ClientAuth = oidc.None(),
) {
  return served(['data-hub'], async (settings) => {
    const {
      DATA_HUB_AUTH_URL: url,
      DATA_HUB_AUTH_REALM: realm,
      DATA_HUB_AUTH_CLIENT_ID: id = '',
      DATA_HUB_CA: ca = '',
    } = settings;
    const issuer = `${url}/auth/realms/${realm}`;
    const configuration = new oidc.Configuration(
      { issuer, token_endpoint: `${issuer}/protocol/openid-connect/token` },
      id,
      undefined,
      authentication,
    );
    const agent = closing(new Agent({ connect: { ca: readFileSync(ca, 'utf8') } }));
    const through: oidc.CustomFetch = (address, options) =>
      undiciFetch(address, { ...(options as object), dispatcher: agent }) as unknown as ReturnType<oidc.CustomFetch>;
    configuration[oidc.customFetch] = through;
    await ask(configuration, settings.DATA_HUB_AUTH_REFRESH_TOKEN ?? '', settings);
  });
}

describe('openid-client at the served identity provider', () => {
  test('as a public client that names the scopes does as documented', async () => {
    let token = '';
    const results = await askedByOpenidClient(async (configuration, refreshToken) => {
      token = (await oidc.refreshTokenGrant(configuration, refreshToken, { scope: SCOPE })).access_token;
    });
    expect(token).not.toBe('');
    expectRecorded('openid-client', results);
  });

  test('sends no scope of itself, which RFC 6749 leaves to the client and the document does not', async () => {
    const results = await askedByOpenidClient(oidc.refreshTokenGrant);
    expectRecorded('openid-client-without-scope', results);
    const scope = resultOf(results, 'data-hub/client/token-grant/scope');
    expect(scope).toMatchObject({ got: 'no scope', clause: expect.stringContaining('Endpoints C') });
  });

  test('with a secret by HTTP Basic sends its client_id in a header, and not in the form', async () => {
    const results = await askedByOpenidClient(
      (configuration, refreshToken) =>
        oidc.refreshTokenGrant(configuration, refreshToken, { scope: SCOPE }).catch(() => undefined),
      oidc.ClientSecretBasic('a-secret-of-the-client'),
    );
    expectRecorded('openid-client-with-secret', results);
    expect(JSON.stringify(results)).not.toContain('a-secret-of-the-client');
  });
});

describe('curl at the served data hub', () => {
  /** Sends requests with a named token, made as documented. */
  const asking = (settings: Settings) => {
    const curl = async (...more: string[]) =>
      (await run('curl', ['-sS', '--cacert', settings.DATA_HUB_CA ?? '', ...more])).stdout;
    const named = async () => {
      const {
        DATA_HUB_AUTH_URL: url,
        DATA_HUB_AUTH_REALM: realm,
        DATA_HUB_AUTH_CLIENT_ID: id,
        DATA_HUB_AUTH_REFRESH_TOKEN: refresh,
      } = settings;
      const form = Object.entries({ client_id: id, grant_type: 'refresh_token', refresh_token: refresh, scope: SCOPE });
      const granted = await curl(
        ...form.flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]),
        `${url}/auth/realms/${realm}/protocol/openid-connect/token`,
      );
      const { access_token: access } = JSON.parse(granted) as { access_token: string };
      const body = JSON.stringify({
        name: 'curl',
        type: { accessToken: {} },
        caveats: [{ type: 'interface', interface: 'rest' }],
      });
      const header = `X-Auth-Token: ${settings.DATA_HUB_IDP_PREFIX}:${access}`;
      const created = await curl(
        '-H',
        header,
        '-H',
        'Content-type: application/json',
        '-d',
        body,
        `${settings.DATA_HUB_ZONE_URL}/api/v3/zone/user/tokens/named`,
      );
      const { token } = JSON.parse(created) as { token: string };
      return `X-Auth-Token: ${token}`;
    };
    return { curl, named };
  };
  const CDMI = 'X-CDMI-Specification-Version: 1.1.1';

  testWith(PEERS.curl, 'uploads, lists and reads by CDMI as documented, each address that of its service', async () => {
    const file = join(folder, 'file.bin');
    writeFileSync(file, 'content');
    const addresses: string[] = [];
    let provider = '';
    const results = await served(
      ['data-hub'],
      async (settings) => {
        const { curl, named } = asking(settings);
        const token = await named();
        provider = settings.DATA_HUB_PROVIDER_URL ?? '';
        const path = settings.DATA_HUB_SPACE_PATH;
        await curl('--fail', '-H', token, '-H', CDMI, '-T', file, `${provider}/cdmi/${path}/file.bin`);
        expect(await curl('--fail', '-H', token, '-H', CDMI, `${provider}/cdmi/${path}/?children`)).toContain(
          'file.bin',
        );
        expect(await curl('--fail', '-H', token, `${provider}/cdmi/${path}/file.bin`)).toBe('content');
      },
      {
        once: ['token-grant', 'create-named-token', 'cdmi-write', 'cdmi-list', 'cdmi-read'],
        arrived: ({ request }) => addresses.push(request.url),
      },
    );
    expectRecorded('curl-cdmi', results);
    // Like a run with --only, it says little about the operations that it leaves out.
    expect(results).toMatchObject({ exitCode: 0, conclusion: 'incomplete' });
    expect(addresses.map((address) => new URL(address).origin === provider)).toEqual([false, false, true, true, true]);
    expect(new Set(addresses.map((address) => new URL(address).origin)).size).toBe(3);
  });

  testWith(PEERS.curl, 'leaves no token in what is written, neither its own nor one that it was given', async () => {
    const out = join(folder, 'out');
    const secrets: string[] = [];
    await served(
      ['data-hub'],
      async (settings) => {
        const { curl, named } = asking(settings);
        const token = await named();
        secrets.push(token.split(': ')[1] ?? '', settings.DATA_HUB_AUTH_REFRESH_TOKEN ?? '', 'made-up-by-a-client');
        const zone = `${settings.DATA_HUB_ZONE_URL}/api/v3/zone/user/effective_spaces/`;
        await curl('-H', token, zone);
        await curl(
          '-H',
          'X-Auth-Token: egi:made-up-by-a-client',
          '-H',
          'Cookie: session=made-up-by-a-client',
          `${zone}?again=made-up-by-a-client`,
        );
      },
      { out },
    );
    const written = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = written.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(texts.join('')).toContain('[redacted:');
    expect(secrets.every((secret) => secret.length > 10)).toBe(true);
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  });
});
