/** The grant against a third-party identity provider, at the documented path. */
import { readFile, stat } from 'node:fs/promises';
import Provider from 'oidc-provider';
import { type Results, runConformance } from '../../../src/index.ts';
import { temporaryFile } from '../../afterwards.ts';
import { expectRecorded } from '../../peers/record.ts';
import { httpServer } from '../../wire/loopback.ts';
import { alarms, resultOf } from '../running.ts';

const SCOPE = 'openid email profile eduperson_entitlement offline_access';
const CLIENT = 'token-portal';

interface IdentityProvider {
  env: Record<string, string>;
  provider: Provider;
  /** Returns a refresh token like a user gets. */
  refreshToken(): Promise<string>;
}

async function identityProvider(rotating: boolean): Promise<IdentityProvider> {
  // It warns about settings that are only for tests.
  for (const method of ['warn', 'info'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  let handle: ReturnType<Provider['callback']> | undefined;
  const { url } = await httpServer((request, response) => handle?.(request, response));
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['https://portal.example.org/back'],
      },
    ],
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub'], email: ['email'], profile: ['name'], eduperson_entitlement: ['eduperson_entitlement'] },
    routes: { token: '/auth/realms/hub/protocol/openid-connect/token' },
    rotateRefreshToken: rotating,
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  handle = provider.callback();
  return {
    provider,
    env: { DATA_HUB_AUTH_URL: url, DATA_HUB_AUTH_REALM: 'hub', DATA_HUB_AUTH_CLIENT_ID: CLIENT },
    async refreshToken() {
      const client = await provider.Client.find(CLIENT);
      if (client === undefined) throw new Error('the client is not known');
      const grant = new provider.Grant({ accountId: 'ada', clientId: CLIENT });
      grant.addOIDCScope(SCOPE);
      const grantId = await grant.save();
      const token = new provider.RefreshToken({
        accountId: 'ada',
        client,
        grantId,
        scope: SCOPE,
        gty: 'authorization_code',
        expiresIn: 3600,
        rotations: 0,
      });
      return token.save();
    },
  };
}

const tokenFile = (content: string) => temporaryFile('refresh-token', `${content}\n`);

const grantRows = (results: Results) =>
  results.requirements.filter(({ id, basis }) => basis !== 'gap' && /^data-hub\/token-(grant|response)\//.test(id));

/** Runs, and expects that the grant is answered. */
async function granted(env: Record<string, string>) {
  const results = await runConformance({ env });
  expect(resultOf(results, 'token-grant/answers')?.verdict).toBe('pass');
  return results;
}

/** Runs, and expects that the grant is undecided, and nothing accused. */
async function undecided(env: Record<string, string>, blame: string) {
  const results = await runConformance({ env });
  expect(resultOf(results, 'token-grant/answers')).toMatchObject({ verdict: 'inconclusive', blame });
  expect(alarms({ results })).toEqual([]);
  return results;
}

describe('npm oidc-provider', () => {
  test('grants as documented and refuses what it has to', async () => {
    const idp = await identityProvider(false);
    const token = await idp.refreshToken();
    const results = await runConformance({ env: { ...idp.env, DATA_HUB_AUTH_REFRESH_TOKEN: token } });
    expectRecorded('oidc-provider', { ...results, requirements: grantRows(results) });
    expect(grantRows(results).map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      grantRows(results).map(({ id }) => `${id} pass`),
    );
    expect(grantRows(results).length).toBeGreaterThanOrEqual(10);
    expect(alarms({ results })).toEqual([]);
    expect(results).toMatchObject({ exitCode: 0, residue: [], notices: [] });
    // The other services are not configured, and the results say so.
    expect(resultOf(results, 'list-spaces/answers')).toMatchObject({
      verdict: 'skipped',
      message: 'DATA_HUB_ZONE_URL is not set.',
    });
    expect(JSON.stringify(results)).not.toContain(token);
  });

  test('with rotation: the file holds the new token after each run, and the next run uses it', async () => {
    const idp = await identityProvider(true);
    const first = await idp.refreshToken();
    const file = tokenFile(first);
    const env = { ...idp.env, DATA_HUB_AUTH_REFRESH_TOKEN_FILE: file };
    const seen = new Set([first]);
    for (let run = 0; run < 3; run += 1) {
      const results = await granted(env);
      expect(alarms({ results })).toEqual([]);
      expect(results.residue).toEqual([]);
      seen.add((await readFile(file, 'utf8')).trim());
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    expect(seen.size).toBe(4);
  });

  test('with rotation but without a file: this is reported, and the next run is inconclusive, blame credential', async () => {
    const idp = await identityProvider(true);
    const env = { ...idp.env, DATA_HUB_AUTH_REFRESH_TOKEN: await idp.refreshToken() };
    const results = await granted(env);
    expect(results.residue).toMatchObject([{ kind: 'refresh-token', name: `the refresh token of ${CLIENT}` }]);
    expect(results.notices.join()).toContain('DATA_HUB_AUTH_REFRESH_TOKEN_FILE');
    expect((await undecided(env, 'credential')).exitCode).toBe(3);
  });

  test('a refresh token that was never issued is inconclusive, blame credential', async () => {
    const { env } = await identityProvider(false);
    const given = { ...env, DATA_HUB_AUTH_REFRESH_TOKEN: 'never-issued-by-anybody-at-all' };
    expect((await undecided(given, 'credential')).exitCode).toBe(3);
  });

  test('a client that is not known is inconclusive, blame credential; the refresh token stays alive', async () => {
    const idp = await identityProvider(true);
    const env = { ...idp.env, DATA_HUB_AUTH_REFRESH_TOKEN: await idp.refreshToken() };
    await undecided({ ...env, DATA_HUB_AUTH_CLIENT_ID: 'somebody-else' }, 'credential');
    await granted(env);
  });

  test('a realm that is not there is inconclusive, blame settings', async () => {
    const idp = await identityProvider(false);
    const env = { ...idp.env, DATA_HUB_AUTH_REALM: 'elsewhere', DATA_HUB_AUTH_REFRESH_TOKEN: await idp.refreshToken() };
    await undecided(env, 'settings');
  });
});
