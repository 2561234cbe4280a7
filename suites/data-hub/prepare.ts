/**
 * From settings to the one lane of the data hub: the configured credential, and the invalid credentials that it has to
 * reject.
 */

import { existsSync } from 'node:fs';
import { refreshTokenProblem } from '../../src/auth/refresh-token.ts';
import { bearer, makeInvalidTokens, tokenProblems } from '../../src/auth/tokens.ts';
import { readGivenText } from '../../src/files/read-file.ts';
import { type Lane, type Prepared, type SettingProblem, textsOf, type WireCredential } from '../words.ts';
import { type KnownSettings, TEXTS } from './known-settings.ts';
import { type DataHubTarget, TOKEN_HEADER } from './settings.ts';

const REFRESH_FILE = 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE';
/**
 * The prefix of the identity provider before a text that is not a token: the creation of a named token must reject it.
 */
const PREFIXED_GARBAGE = 'prefixed-garbage-token';

/** Makes the lane `token`. Reads files; sends no request. */
export async function prepareDataHub(target: DataHubTarget): Promise<Prepared> {
  const problems: SettingProblem[] = [];
  const { auth, token } = target;
  const services = Object.fromEntries(
    setOf({ 'identity-provider': auth?.url, zone: target.zoneUrl, provider: target.providerUrl }),
  );
  if (auth?.refreshTokenFile !== undefined) {
    const wrong = refreshTokenProblem(auth.refreshTokenFile, auth.refreshToken, 'DATA_HUB_AUTH_REFRESH_TOKEN');
    if (wrong !== undefined) problems.push({ setting: REFRESH_FILE, message: `${REFRESH_FILE}: ${wrong}` });
  }
  const invalid = await makeInvalidTokens(undefined, TOKEN_HEADER);
  const secrets = invalid.secrets.map((value) => ({ value, name: 'bad-token' }));
  const credentials = new Map<string, WireCredential>([
    ['none', { name: 'none' }],
    ...invalid.credentials.flatMap((one): [string, WireCredential][] =>
      'credential' in one && one.kind !== 'foreign-token' ? [[one.kind, one.credential]] : [],
    ),
  ]);
  if (target.idpPrefix !== undefined)
    credentials.set(PREFIXED_GARBAGE, bearer(`${target.idpPrefix}:assay-garbage`, TOKEN_HEADER, PREFIXED_GARBAGE));
  if (token !== undefined) credentials.set('good', { ...bearer(token, TOKEN_HEADER), settings: ['DATA_HUB_TOKEN'] });
  const late = token === undefined ? [] : tokenProblems(token, new Date(), 'DATA_HUB_TOKEN');
  const settings: KnownSettings = {
    services: Object.keys(services),
    credential: token === undefined ? 'grant' : 'token',
    realm: auth?.realm ?? null,
    clientId: auth?.clientId ?? null,
    hasRefreshToken: auth?.refreshToken !== undefined || auth?.refreshTokenFile !== undefined,
    ...textsOf(TEXTS, target),
    changesWaitMs: target.changesWaitMs,
    uploadBytes: target.uploadBytes,
  };
  const lane: Lane = {
    name: 'token',
    credentials,
    secretValues: new Map(
      setOf({ token, 'refresh-token': auth?.refreshToken, 'refresh-token-file': auth?.refreshTokenFile }),
    ),
    settings,
    ...exchangedFor(auth, token),
    ...(late.length > 0 && { problems: late }),
  };
  return { lanes: [lane], services, secrets, problems };
}

const setOf = (texts: Readonly<Record<string, string | undefined>>): [string, string][] =>
  Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);

/** Returns the refresh token, unless an access token is set. */
function exchangedFor(auth: DataHubTarget['auth'], token: string | undefined): Pick<Lane, 'exchanged'> {
  const { refreshToken, refreshTokenFile: file } = auth ?? {};
  if (token !== undefined || (refreshToken === undefined && file === undefined)) return {};
  if (file === undefined || !existsSync(file))
    return { exchanged: { setting: 'DATA_HUB_AUTH_REFRESH_TOKEN', text: () => refreshToken } };
  return {
    exchanged: { setting: 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE', text: () => readGivenText(file, 'refresh token').trim() },
  };
}
