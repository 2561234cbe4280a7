/**
 * From settings to the one lane of the data hub: the configured credential, and the invalid credentials that it has to
 * reject.
 */

import { existsSync } from 'node:fs';
import { refreshTokenProblem } from '../../src/auth/refresh-token.ts';
import { bearer, byKind, makeInvalidTokens, tokenProblems } from '../../src/auth/tokens.ts';
import { readGivenText } from '../../src/files/read-file.ts';
import {
  type Lane,
  type Prepared,
  type SettingProblem,
  type SettingValues,
  setTextsOf,
  textsOf,
  type WireCredential,
} from '../words.ts';
import { type KnownSettings, TEXTS } from './known-settings.ts';
import { SERVICES, TOKEN_HEADER } from './settings.ts';

const REFRESH = 'DATA_HUB_AUTH_REFRESH_TOKEN';
const REFRESH_FILE = 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE';
/**
 * The prefix of the identity provider before a text that is not a token: the creation of a named token must reject it.
 */
const PREFIXED_GARBAGE = 'prefixed-garbage-token';

/** Makes the lane `token`. Reads files; sends no request. */
export async function prepareDataHub(values: SettingValues): Promise<Prepared> {
  const problems: SettingProblem[] = [];
  const token = values.text('DATA_HUB_TOKEN');
  const refreshToken = values.text(REFRESH);
  const refreshTokenFile = values.text(REFRESH_FILE);
  const services = Object.fromEntries(
    SERVICES.flatMap(({ name, address }) => {
      const url = values.text(address);
      return url === undefined ? [] : [[name, url]];
    }),
  );
  if (refreshTokenFile !== undefined) {
    const wrong = refreshTokenProblem(refreshTokenFile, refreshToken, REFRESH);
    if (wrong !== undefined) problems.push({ setting: REFRESH_FILE, message: `${REFRESH_FILE}: ${wrong}` });
  }
  const invalid = await makeInvalidTokens(undefined, TOKEN_HEADER);
  const secrets = invalid.secrets.map((value) => ({ value, name: 'bad-token' }));
  const credentials = new Map<string, WireCredential>([
    ['none', { name: 'none' }],
    ...byKind(invalid.credentials).filter(([kind]) => kind !== 'foreign-token'),
  ]);
  const texts = textsOf(TEXTS, values);
  if (texts.idpPrefix !== null)
    credentials.set(PREFIXED_GARBAGE, bearer(`${texts.idpPrefix}:assay-garbage`, TOKEN_HEADER, PREFIXED_GARBAGE));
  if (token !== undefined) credentials.set('good', { ...bearer(token, TOKEN_HEADER), settings: ['DATA_HUB_TOKEN'] });
  const late = token === undefined ? [] : tokenProblems(token, new Date(), 'DATA_HUB_TOKEN');
  const settings: KnownSettings = {
    services: Object.keys(services),
    credential: token === undefined ? 'grant' : 'token',
    hasRefreshToken: refreshToken !== undefined || refreshTokenFile !== undefined,
    ...texts,
    changesWaitMs: values.integer('DATA_HUB_CHANGES_WAIT_MS'),
    objectWaitMs: values.integer('DATA_HUB_OBJECT_WAIT_MS'),
    uploadBytes: values.integer('DATA_HUB_UPLOAD_BYTES'),
  };
  // That of the file, as soon as it exists.
  const exchanged =
    refreshTokenFile !== undefined && existsSync(refreshTokenFile)
      ? { setting: REFRESH_FILE, text: () => readGivenText(refreshTokenFile, 'refresh token').trim() }
      : { setting: REFRESH, text: () => refreshToken };
  const lane: Lane = {
    name: 'token',
    credentials,
    secretValues: setTextsOf(
      { token: 'DATA_HUB_TOKEN', 'refresh-token': REFRESH, 'refresh-token-file': REFRESH_FILE },
      values,
    ),
    settings,
    ...(token === undefined && settings.hasRefreshToken && { exchanged }),
    ...(late.length > 0 && { problems: late }),
  };
  return { lanes: [lane], services, secrets, problems };
}
