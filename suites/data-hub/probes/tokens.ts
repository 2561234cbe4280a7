/** The way to an access token: the grant, its refusals, the named token, and which of the tokens the data hub takes. */
import { RefreshTokenError, useRefreshToken } from '../../../src/auth/refresh-token.ts';
import { bearer, tokenSecrets } from '../../../src/auth/tokens.ts';
import { jsonOf, statusOf, succeeded } from '../../../src/engine/answer.ts';
import { CannotAsk } from '../../../src/engine/ask.ts';
import { every, probe } from '../../../src/engine/suite.ts';
import type { Ask, AskOptions, Given, Need } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderOf, nameOf } from '../contents.ts';
import { isSendable, namedTokensIn, secretsIn, tokenResponseIn } from '../credentials.ts';
import { TRIES } from '../identifiers.ts';
import { patiently } from '../patience.ts';
import { TOKEN_HEADER } from '../prepare.ts';
import { counted } from './transfers.ts';

const SCOPE = 'openid email profile eduperson_entitlement';

/** Why a service cannot be asked, if so. */
export function without(service: 'identity-provider' | 'zone' | 'provider'): (given: Given) => string | undefined {
  const setting = { 'identity-provider': 'DATA_HUB_AUTH_URL', zone: 'DATA_HUB_ZONE_URL', provider: 'DATA_HUB_PROVIDER_URL' }[service];
  return (given) => ((given['services'] as readonly string[]).includes(service) ? undefined : `${setting} is not set`);
}

function withoutGrant(given: Given): string | undefined {
  if (given['credential'] === 'token') return 'DATA_HUB_TOKEN is set, so the token flow is left out';
  if (given['hasRefreshToken'] !== true) return 'neither DATA_HUB_AUTH_REFRESH_TOKEN nor DATA_HUB_AUTH_REFRESH_TOKEN_FILE is set';
  return without('identity-provider')(given);
}

/** Asks the token endpoint with a form; whatever looks like a credential in the answer is secret. */
function askGrant(ask: Ask, form: Readonly<Record<string, string>>, options: AskOptions): Promise<Exchange> {
  return ask('token-grant', {
    params: { realm: String(ask.given['realm']) },
    body: new TextEncoder().encode(new URLSearchParams(form).toString()),
    credential: 'none',
    identifiers: 'given',
    chosen: true,
    secrets: secretsIn,
    ...options,
  });
}

/** The documented grant. A token that can be used is kept; a rotated refresh token takes the place of the spent one before anything else happens. */
async function grant(ask: Ask, refreshToken: string, replace: (next: string) => boolean, scope: string | undefined): Promise<Exchange> {
  const clientId = String(ask.given['clientId']);
  const form = { client_id: clientId, grant_type: 'refresh_token', refresh_token: refreshToken, ...(scope !== undefined && { scope }) };
  let notes: Readonly<Record<string, unknown>> = {};
  let status = 0;
  return askGrant(ask, form, {
    label: scope === undefined ? 'without-scope' : 'as-documented',
    onHeaders: (came) => {
      status = came;
      return undefined;
    },
    secrets(body) {
      const { accessToken, refreshToken: next } = tokenResponseIn(body);
      const rotated = next !== undefined && next !== refreshToken;
      if (status < 300 && rotated && next !== undefined) keepRotated(ask, next, replace);
      if (status < 300 && accessToken !== undefined) {
        const usable = isSendable(accessToken);
        notes = { usable, rotated, length: accessToken.length, visible: /^[\x20-\x7e]+$/.test(accessToken) };
        if (usable) keepAccessToken(ask, accessToken);
      }
      return [...secretsIn(body), ...(accessToken === undefined ? [] : tokenSecrets(accessToken))];
    },
    notes: () => notes,
  });
}

function keepAccessToken(ask: Ask, accessToken: string): void {
  ask.learn('access-token', accessToken);
  const prefix = ask.given['idpPrefix'];
  if (typeof prefix === 'string') ask.adopt('prefixed', bearer(`${prefix}:${accessToken}`, TOKEN_HEADER, 'prefixed-token'));
}

function keepRotated(ask: Ask, next: string, replace: (next: string) => boolean): void {
  ask.learn('rotated-refresh-token', next);
  let why = 'the identity provider gave a new refresh token, and the old one may be dead; set DATA_HUB_AUTH_REFRESH_TOKEN_FILE, so that the new one is kept';
  try {
    if (replace(next)) return;
    ask.notice(`DATA_HUB_AUTH_REFRESH_TOKEN: ${why}.`);
  } catch (error) {
    why = `the identity provider gave a new refresh token, which could not be kept: ${(error as Error).message}`;
    ask.notice(`DATA_HUB_AUTH_REFRESH_TOKEN_FILE: ${why}.`);
  }
  ask.residue({ kind: 'refresh-token', name: `the refresh token of ${ask.given['clientId']}` }, why);
}

/** Whether a grant may have been refused for its scope: with 400, unless the answer names another reason (RFC 6749, section 5.2). */
function mayBeScope(exchange: Exchange): boolean {
  const { json } = jsonOf(exchange);
  const error = typeof json === 'object' && json !== null && Object.hasOwn(json, 'error') ? (json as { error: unknown }).error : undefined;
  return statusOf(exchange) === 400 && (error === undefined || error === 'invalid_scope' || error === 'invalid_request');
}

/** The grant as documented; where it is refused, the same without scope. */
export const tokenGrant = probe({
  name: 'tokenGrant',
  operation: 'token-grant',
  unless: withoutGrant,
  async run(_, ask) {
    const [file, token] = [ask.withheld('refresh-token-file'), ask.withheld('refresh-token')];
    try {
      return await useRefreshToken(
        { ...(file !== undefined && { file }), ...(token !== undefined && { token }) },
        async ({ token: live, replace }) => {
          ask.learn('live-refresh-token', live);
          const first = await grant(ask, live, replace, SCOPE);
          return mayBeScope(first) ? [first, await grant(ask, live, replace, undefined)] : [first];
        },
        { pause: (ms) => ask.wait(ms) },
      );
    } catch (error) {
      if (error instanceof RefreshTokenError) throw new CannotAsk(error.message);
      throw error;
    }
  },
});

/** An access token: granted in this run, or set. */
const accessToken: Need<'accessToken', true> = {
  name: 'accessToken',
  probe: tokenGrant,
  optional: true,
  view(exchanges) {
    const usable = exchanges.length === 0 || exchanges.some(({ notes }) => notes?.['usable'] === true);
    return usable ? { ok: true, value: true } : { ok: false, because: exchanges[0] };
  },
};

/** Grants that have to be refused. The live refresh token is in none of them. */
export const refuseGrants = probe({
  name: 'refuseGrants',
  operation: 'token-grant',
  needs: [every(tokenGrant)],
  async run({ tokenGrant }, ask) {
    if (!tokenGrant.some(succeeded)) return [];
    const good = {
      client_id: String(ask.given['clientId']),
      grant_type: 'refresh_token',
      refresh_token: `assay-made-up-${ask.runId}-${ask.seed}`,
      scope: SCOPE,
    };
    const { refresh_token: _none, ...bare } = good;
    const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'wrong-refresh-token': good,
      'no-refresh-token': bare,
      'unknown-client': { ...good, client_id: `assay-unknown-${ask.runId}` },
      'unknown-grant-type': { ...good, grant_type: 'assay-unknown' },
    };
    return Promise.all(Object.entries(forms).map(([label, form]) => askGrant(ask, form, { label, purpose: 'refusal' })));
  },
});

/** A named token request as documented, or without the caveat. */
export function namedTokenRequest(ask: Ask, label: string, caveat = true): unknown {
  return { name: nameOf(ask, label), type: { accessToken: {} }, ...(caveat && { caveats: [{ type: 'interface', interface: 'rest' }] }) };
}

/** Creates a named token; the texts that can be the token are kept as `named-token-1` and so on. */
async function nameToken(ask: Ask, caveat: boolean): Promise<Exchange> {
  const label = caveat ? 'as-documented' : 'without-caveat';
  const entry = { kind: 'tokens', name: nameOf(ask, caveat ? 'token' : 'token-without-caveat') };
  let candidates = 0;
  const exchange = await ask('create-named-token', {
    json: namedTokenRequest(ask, caveat ? 'token' : 'token-without-caveat', caveat),
    credential: 'prefixed',
    label,
    ledger: entry,
    secrets(body) {
      const found = namedTokensIn(body);
      candidates = found.length;
      found.slice(0, TRIES).forEach((token, index) => {
        ask.learn(`named-token-${index + 1}`, token);
      });
      return [...secretsIn(body), ...found];
    },
    notes: () => ({ candidates }),
  });
  if (succeeded(exchange)) ask.residue(entry, 'the document gives no way to remove a named token');
  else if (exchange.outcome.kind === 'failure') ask.residue(entry, 'the creation was not answered, so whether there is a token is not known');
  return exchange;
}

export const createNamedToken = probe({
  name: 'createNamedToken',
  operation: 'create-named-token',
  needs: [accessToken],
  creates: ['tokens'],
  unless: (given) => withoutGrant(given) ?? without('zone')(given),
  async run(_, ask) {
    if (!ask.has('prefixed')) throw new CannotAsk('there is no access token of the identity provider');
    const first = await nameToken(ask, true);
    const status = statusOf(first) ?? 0;
    const refused = status === 400 || status === 409 || status === 415 || status === 422;
    return refused ? [first, await nameToken(ask, false)] : [first];
  },
});

/** Whether an answer refuses the credential. */
export function isRefusedCredential(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 401 || status === 403;
}

/** Tries a credential at every service that is configured; identifiers do not matter, only whether it is refused. */
function tryCredential(ask: Ask, credential: string): Promise<Exchange[]> {
  const services = ask.given['services'] as readonly string[];
  const options: AskOptions = { credential, purpose: 'other', label: credential, identifiers: 'given', ...counted };
  const path = typeof ask.given['spacePath'] === 'string' ? folderOf(ask) : undefined;
  return Promise.all([
    ...(services.includes('zone') ? [ask('list-spaces', options), ask('list-handle-services', options)] : []),
    ...(services.includes('provider') && path !== undefined
      ? [ask('cdmi-list', { ...options, params: { space_path: path } }), ask('list-files', { ...options, params: { url_encoded_path: path } })]
      : []),
  ]);
}

/** What came of one credential. */
interface Trial {
  readonly name: string;
  readonly tries: readonly Exchange[];
}

const works = ({ tries }: Trial): boolean => tries.some(succeeded);
/** Nothing was asked, or nobody answered: another credential, or another time, would show no more. */
const isMute = ({ tries }: Trial): boolean => tries.every(({ outcome }) => outcome.kind !== 'answer');

/** Tries one credential after another, until one works. A refusal has no certain status, so it is success that counts. */
async function tryEach(ask: Ask, credentials: readonly string[]): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const name of credentials) {
    const trial = { name, tries: await tryCredential(ask, name) };
    trials.push(trial);
    if (works(trial) || isMute(trial)) break;
  }
  return trials;
}

/** Finds out which token the data hub takes: a named one, else the prefixed one, or the one that is set. It is `good` from then on. */
export const signIn = probe({
  name: 'signIn',
  operation: 'sign-in',
  needs: [accessToken],
  // Not a need: without permission to create tokens the prefixed token is tried.
  after: [createNamedToken],
  async run(_, ask) {
    if (ask.has('good')) return tryCredential(ask, 'good');
    const named = Array.from({ length: TRIES }, (_none, index) => `named-token-${index + 1}`).filter((name) => ask.withheld(name) !== undefined);
    for (const name of named) ask.adopt(name, bearer(String(ask.withheld(name)), TOKEN_HEADER, 'named-token'));
    const settled = (trials: readonly Trial[]) => trials.length === 0 || trials.some((trial) => works(trial) || isMute(trial));
    const first = await patiently(ask, 'named token', () => tryEach(ask, named), settled);
    const trials = ask.has('prefixed') && (first.length === 0 || !settled(first)) ? [...first, ...(await tryEach(ask, ['prefixed']))] : first;
    if (trials.length === 0) throw new CannotAsk('there is no access token: none was granted, and DATA_HUB_TOKEN is not set');
    const taken = trials.find(works) ?? trials.find(({ tries }) => !tries.every(isRefusedCredential)) ?? trials.find(({ tries }) => tries.length === 0);
    const tries = (of: readonly Trial[]) => of.flatMap((trial) => trial.tries);
    if (taken === undefined) return tries(trials);
    const token = taken.name === 'prefixed' ? `${ask.given['idpPrefix']}:${ask.withheld('access-token')}` : ask.withheld(taken.name);
    ask.adopt('good', bearer(String(token), TOKEN_HEADER, taken.name === 'prefixed' ? 'prefixed-token' : 'named-token'));
    // What was taken stands last.
    return tries([...trials.filter((trial) => trial !== taken), taken]);
  },
});

/** A token that at least one service did not refuse. */
export const signedIn: Need<'signedIn', true> = {
  name: 'signedIn',
  probe: signIn,
  view(exchanges) {
    const taken = exchanges.length === 0 || exchanges.some((exchange) => !isRefusedCredential(exchange));
    return taken ? { ok: true, value: true } : { ok: false, because: exchanges.at(-1) };
  },
};
