/** The way to an access token: the grant, its rejections, and the named token. */

import { type RefreshToken, RefreshTokenError, useRefreshToken } from '../../../src/auth/refresh-token.ts';
import { bearer, tokenSecrets } from '../../../src/auth/tokens.ts';
import { MOST_LEARNED } from '../../../src/wire/secrets/redaction.ts';
import {
  type Exchange,
  isHtml,
  jsonOf,
  type MemorySlot,
  made,
  memberOf,
  type Need,
  type Notes,
  type ProbeContext,
  probe,
  type RequestOptions,
  type Settings,
  SkipProbe,
  sent,
  setting,
  statusOf,
  succeeded,
  type Value,
} from '../../words.ts';
import { nameFor, nameOf } from '../contents.ts';
import { isSendable, namedTokensIn, secretsIn, tokenResponseIn } from '../credentials.ts';
import { TRIES } from '../identifiers.ts';
import { set, settingsOf } from '../known-settings.ts';
import { TOKEN_HEADER } from '../settings.ts';

const SCOPE = 'openid email profile eduperson_entitlement';

function withoutGrant(settings: Settings) {
  if (settingsOf(settings).credential === 'token')
    return 'DATA_HUB_TOKEN is set, so the token flow is skipped; to test it, set a refresh token instead';
  return settingsOf(settings).hasRefreshToken === true
    ? undefined
    : 'neither DATA_HUB_AUTH_REFRESH_TOKEN nor DATA_HUB_AUTH_REFRESH_TOKEN_FILE is set';
}

/** Returns a value that is set wherever an identity provider is. */
const configuredFor = ({ settings }: ProbeContext, name: 'realm' | 'clientId') => set(settings, name) as Value;

/** Sends a form to the token endpoint; everything in the response that looks like a credential is secret. */
function sendGrant(context: ProbeContext, form: Readonly<Record<string, Value | string>>, options: RequestOptions) {
  return context.send('token-grant', {
    params: { realm: configuredFor(context, 'realm') },
    form,
    credential: 'none',
    secrets: secretsIn,
    ...options,
  });
}

/**
 * Returns the documented grant. A token that can be used is kept; a rotated refresh token takes the place of the spent
 * one before anything else happens. `closing`: it shows only that the identity provider still answers.
 */
async function grant(
  context: ProbeContext,
  refreshToken: string,
  replace: (next: string) => boolean,
  scope: string | undefined,
  purpose: 'documented' | 'closing' = 'documented',
) {
  const live = setting(
    context.secret('refresh-token-file') === undefined
      ? 'DATA_HUB_AUTH_REFRESH_TOKEN'
      : 'DATA_HUB_AUTH_REFRESH_TOKEN_FILE',
    refreshToken,
  );
  const form = {
    client_id: configuredFor(context, 'clientId'),
    grant_type: 'refresh_token',
    refresh_token: live,
    ...(scope !== undefined && { scope }),
  };
  let facts: Notes | undefined;
  const granted = await sendGrant(context, form, {
    purpose,
    secrets(body, headers, status) {
      const { accessToken, refreshToken: next } = tokenResponseIn(body);
      if (status < 300 && next !== undefined && next !== refreshToken) keepRotated(context, next, replace);
      if (status < 300 && accessToken !== undefined) {
        const usable = isSendable(accessToken) && accessToken.length <= MOST_LEARNED.bytes;
        facts = { usable, length: accessToken.length, visible: /^[\x20-\x7e]+$/.test(accessToken) };
        if (usable && purpose === 'documented') keepAccessToken(context, accessToken);
      }
      return [...secretsIn(body, headers, status), ...(accessToken === undefined ? [] : tokenSecrets(accessToken))];
    },
  });
  if (facts !== undefined) context.note(granted, facts);
  return granted;
}

function keepAccessToken(context: ProbeContext, accessToken: string) {
  context.addSecret('access-token', accessToken);
  const prefix = settingsOf(context.settings).idpPrefix;
  if (typeof prefix === 'string')
    context.addCredential('prefixed', {
      ...bearer(`${prefix}:${accessToken}`, TOKEN_HEADER, 'prefixed-token'),
      settings: ['DATA_HUB_IDP_PREFIX'],
    });
}

function keepRotated(context: ProbeContext, next: string, replace: (next: string) => boolean) {
  context.addSecret('rotated-refresh-token', next);
  let why =
    'the identity provider rotated the refresh token, and the configured one may no longer be valid; set DATA_HUB_AUTH_REFRESH_TOKEN_FILE to keep the new one';
  try {
    if (replace(next)) return;
    context.notice(`DATA_HUB_AUTH_REFRESH_TOKEN: ${why}.`);
  } catch (error) {
    why = `the identity provider rotated the refresh token, and the new one could not be stored: ${(error as Error).message}`;
    context.notice(`DATA_HUB_AUTH_REFRESH_TOKEN_FILE: ${why}.`);
  }
  context.residue(
    { kind: 'refresh-token', name: `the refresh token of ${settingsOf(context.settings).clientId}` },
    why,
  );
}

/**
 * Whether a grant may have been rejected for its scope: with 400, unless the response names another reason (RFC 6749,
 * section 5.2).
 */
function mayBeScope(exchange: Exchange) {
  const error = memberOf(jsonOf(exchange).json, 'error');
  return (
    statusOf(exchange) === 400 && (error === undefined || error === 'invalid_scope' || error === 'invalid_request')
  );
}

/** A request as documented; if it is rejected, the same without the part that may be why. */
export type TwoForms = { readonly asDocumented: Exchange; readonly withoutPart?: Exchange | undefined };

/** The grant as documented; if it is rejected, the same without scope. */
export const tokenGrant = probe({
  name: 'tokenGrant',
  operation: 'token-grant',
  unless: withoutGrant,
  async run(_, context) {
    return withRefreshToken(context, async ({ token, replace }) => {
      const asDocumented = await grant(context, token, replace, SCOPE);
      return {
        asDocumented,
        ...(mayBeScope(asDocumented) && { withoutPart: await grant(context, token, replace, undefined) }),
      };
    });
  },
});

/** Uses the live refresh token. Throws SkipProbe without one. */
async function withRefreshToken<T>(context: ProbeContext, use: (live: RefreshToken) => Promise<T>) {
  const [file, token] = [context.secret('refresh-token-file'), context.secret('refresh-token')];
  try {
    return await useRefreshToken(
      { file, token },
      async (live) => {
        context.addSecret('live-refresh-token', live.token);
        return use(live);
      },
      (ms) => context.wait(ms),
    );
  } catch (error) {
    if (error instanceof RefreshTokenError) throw new SkipProbe(error.message);
    throw error;
  }
}

/** An access token: granted in this run, or set. */
export const accessToken: Need<'accessToken', true> = {
  name: 'accessToken',
  probe: tokenGrant,
  optional: true,
  view({ roles }) {
    const { asDocumented, withoutPart } = roles as Partial<TwoForms>;
    const usable =
      asDocumented === undefined || [asDocumented, withoutPart].some((granted) => granted?.notes?.['usable'] === true);
    return usable ? { ok: true, value: true } : { ok: false, because: asDocumented };
  },
};

/**
 * Whether a response to a grant shows that the token endpoint is up: a token, or an error without a page (RFC 6749,
 * section 5.2: 400 or 401).
 */
export const isOfTokenEndpoint = (exchange: Exchange): boolean =>
  succeeded(exchange)
    ? memberOf(jsonOf(exchange).json, 'access_token') !== undefined
    : Math.floor((statusOf(exchange) ?? 0) / 100) === 4 && !isHtml(exchange);

/**
 * Grants that have to be rejected. None of them contains the live refresh token; if the responses do not show that the
 * endpoint is up, a valid grant follows, unless the refresh token for it was not kept.
 */
export const refuseGrants = probe({
  name: 'refuseGrants',
  operation: 'token-grant',
  needs: [sent(tokenGrant)],
  async run({ tokenGrant: { asDocumented, withoutPart = asDocumented } }, context) {
    if (!succeeded(withoutPart)) return {};
    const good = {
      client_id: configuredFor(context, 'clientId'),
      grant_type: 'refresh_token',
      refresh_token: made(`assay-made-up-${context.runId}-${context.seed}`),
      scope: SCOPE,
    };
    const { refresh_token: _none, ...bare } = good;
    const forms: Readonly<Record<string, Readonly<Record<string, Value | string>>>> = {
      'wrong-refresh-token': good,
      'no-refresh-token': bare,
      'unknown-client': { ...good, client_id: made(`assay-unknown-${context.runId}`) },
      'unknown-grant-type': { ...good, grant_type: 'assay-unknown' },
    };
    const tried = Object.entries(forms).map(
      async ([kind, form]) => [kind, await sendGrant(context, form, { purpose: 'refusal', repeatable: true })] as const,
    );
    const refused: readonly (readonly [string, Exchange])[] = await Promise.all(tried);
    const isKept =
      context.secret('refresh-token-file') !== undefined || context.secret('rotated-refresh-token') === undefined;
    if (isKept && refused.some(([, one]) => !isOfTokenEndpoint(one) && !(succeeded(one) && isHtml(one))))
      await withRefreshToken(context, ({ token, replace }) =>
        grant(context, token, replace, withoutPart === asDocumented ? SCOPE : undefined, 'closing'),
      );
    return Object.fromEntries(refused);
  },
});

/** Returns a named token request as documented, or without the caveat. */
export function namedTokenRequest(context: ProbeContext, title: string, caveat = true): unknown {
  return {
    name: nameFor(context, title),
    type: { accessToken: {} },
    ...(caveat && { caveats: [{ type: 'interface', interface: 'rest' }] }),
  };
}

const CREATION: MemorySlot<{ last?: Exchange }> = { initial: () => ({}) };

/** Returns the creation of a named token, if it did not give one. */
export function failedCreation(context: ProbeContext): Exchange | undefined {
  const { last } = context.memory(CREATION);
  return last && (!succeeded(last) || isHtml(last)) ? last : undefined;
}

/** Creates a named token; the texts that can be the token are kept as `named-token-1` and so on. */
async function nameToken(context: ProbeContext, caveat: boolean) {
  const title = caveat ? 'token' : 'token-without-caveat';
  const entry = { kind: 'tokens', name: nameOf(context, title) };
  let candidates = 0;
  const exchange = await context.send('create-named-token', {
    json: namedTokenRequest(context, title, caveat),
    credential: 'prefixed',
    ledger: entry,
    secrets(body, headers, status) {
      const found = namedTokensIn(body, status);
      candidates = found.length;
      found
        .filter((token) => token.length <= MOST_LEARNED.bytes)
        .slice(0, TRIES)
        .forEach((token, index) => {
          context.addSecret(`named-token-${index + 1}`, token);
        });
      return [...secretsIn(body, headers, status), ...found];
    },
  });
  context.note(exchange, { candidates });
  context.memory(CREATION).last = exchange;
  if (succeeded(exchange)) context.residue(entry, 'the document gives no way to remove a named token');
  return exchange;
}

export const createNamedToken = probe({
  name: 'createNamedToken',
  operation: 'create-named-token',
  needs: [accessToken],
  creates: ['tokens'],
  unless: withoutGrant,
  async run(_, context) {
    if (!context.hasCredential('prefixed')) throw new SkipProbe('no access token of the identity provider');
    const asDocumented = await nameToken(context, true);
    const refused = [400, 409, 415, 422].includes(statusOf(asDocumented) ?? 0);
    return { asDocumented, ...(refused && { withoutPart: await nameToken(context, false) }) };
  },
});
