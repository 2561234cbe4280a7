/** The way to an access token: the grant, its refusals, and the named token. */
import { RefreshTokenError, useRefreshToken } from '../../../src/auth/refresh-token.ts';
import { bearer, tokenSecrets } from '../../../src/auth/tokens.ts';
import { jsonOf, statusOf, succeeded } from '../../../src/engine/answer.ts';
import { CannotAsk } from '../../../src/engine/ask.ts';
import { every, probe } from '../../../src/engine/suite.ts';
import type { Ask, AskOptions, Given, Need } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { nameOf } from '../contents.ts';
import { isSendable, namedTokensIn, secretsIn, tokenResponseIn } from '../credentials.ts';
import { TRIES } from '../identifiers.ts';
import { TOKEN_HEADER } from '../prepare.ts';

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
export const accessToken: Need<'accessToken', true> = {
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
