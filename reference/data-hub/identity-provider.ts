/** The identity provider's token endpoint: the refresh-token grant of RFC 6749. */

import type { Reply } from './reply.ts';
import type { Call, Route } from './service.ts';
import { byFault, byVariant } from './switches.ts';

const failed = (status: number, error: string): Reply => ({
  status,
  kind: 'error',
  headers: [['Cache-Control', 'no-store']],
  body: { json: { error } },
});

/** Form parameters; undefined if the body is not a form. */
function formOf({ request }: Call): URLSearchParams | undefined {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(Buffer.from(request.body).toString('utf8'))
    : undefined;
}

/** Why a grant is refused, or undefined. Faults let some of them in. */
function problemOf({ state }: Call, form: URLSearchParams): Reply | undefined {
  const { switches, tokens, names } = state;
  const lets = (what: string) => switches.is(`token-grant/refuses-${what}@let-in`);
  const type = form.get('grant_type');
  if (type === null) return failed(400, 'invalid_request');
  if (type !== 'refresh_token' && !lets('unknown-grant-type')) return failed(400, 'unsupported_grant_type');
  const foreignType = type !== 'refresh_token';
  const client = form.get('client_id');
  if (client === null) return failed(400, 'invalid_request');
  if (client !== names.clientId && !lets('unknown-client')) return failed(401, 'invalid_client');
  const foreignClient = client !== names.clientId;
  const token = form.get('refresh_token');
  if (token === null) return lets('no-refresh-token') || foreignType ? undefined : failed(400, 'invalid_request');
  if (!tokens.refreshable(token) && !lets('wrong-refresh-token') && !foreignType && !foreignClient)
    return failed(400, 'invalid_grant');
  const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const refused = switches.is('token-grant/answers@scope-refused')
    ? 'refused'
    : switches.fault('token-grant/accepts-scope');
  const known =
    refused === 'refused'
      ? []
      : tokens.scopes.filter((scope) => refused !== 'entitlement-refused' || scope !== 'eduperson_entitlement');
  if (scopes.some((scope) => !known.includes(scope))) return failed(400, 'invalid_scope');
  return undefined;
}

/** A refused grant, in the words of this deployment. */
function refusedGrant({ state: { switches } }: Call, usual: Reply): Reply {
  return byVariant(
    switches,
    {
      'grant-refusal-501': () => ({ ...usual, status: 501 }),
      'grant-refusal-503': () => ({ ...usual, status: 503 }),
      'grant-refusal-reset': () => ({ ...usual, connection: 'reset' }),
      'grant-refusal-text': () => ({ ...usual, status: 200, body: { text: 'No.\n', type: 'text/plain' } }),
      'grant-refusal-json-text': () => ({ ...usual, status: 200, body: { json: 'no' } }),
      'grant-refusal-null': () => ({ ...usual, body: { json: null } }),
      'grant-refusal-200': () => ({ ...usual, status: 200 }),
      'grant-refusal-object': () => ({ ...usual, body: { json: { error: { code: 17 } } } }),
    },
    () => usual,
  );
}

async function grant(call: Call): Promise<Reply> {
  const { state, raw } = call;
  const { switches, tokens, names } = state;
  if (switches.variant('identity-provider-down')) return { status: 503, kind: 'fixed', connection: 'reset' };
  if (decodeURIComponent(raw[0] ?? '') !== names.realm) return failed(404, 'realm_does_not_exist');
  const form = formOf(call);
  if (!form) return failed(400, 'invalid_request');
  const refused = problemOf(call, form);
  if (refused) return refusedGrant(call, refused);
  const issued = await tokens.grant(form.get('refresh_token') ?? '');
  const extra = switches.variant('token-response-more')
    ? { id_token: 'eyJhbGciOiJub25lIn0.e30.', session_state: 'b9c4', 'not-before-policy': 0, refresh_expires_in: 1800 }
    : switches.variant('token-response-bare')
      ? {}
      : { expires_in: issued.expiresIn, scope: issued.scope };
  const response: Record<string, unknown> = {
    access_token: issued.accessToken,
    token_type: switches.variant('token-type-lower-case') ? 'bearer' : 'Bearer',
    ...(issued.refreshToken && { refresh_token: issued.refreshToken }),
    ...extra,
  };
  spoil(call, response);
  const caching = switches.variant('no-store-among-others') ? 'private, No-Store, max-age=0' : 'no-store';
  const headers: [string, string][] = switches.is('token-grant/no-store@missing')
    ? []
    : switches.is('token-grant/no-store@other')
      ? [['Cache-Control', 'private']]
      : [['Cache-Control', caching]];
  return { status: 200, kind: 'fixed', headers, body: wrapped(call, response) };
}

const WRONG_TYPES: Readonly<Record<string, (token: unknown) => unknown>> = {
  null: () => null,
  empty: () => '',
  number: () => 42,
  boolean: () => true,
  array: (token) => [token],
  object: (token) => ({ value: token }),
};

function spoil({ state: { switches } }: Call, response: Record<string, unknown>): void {
  const type = switches.fault('token-response/access_token');
  if (type === 'missing') delete response.access_token;
  else if (type === 'renamed') {
    response.accessToken = response.access_token;
    delete response.access_token;
  } else if (type !== undefined) response.access_token = WRONG_TYPES[type]?.(response.access_token);
  const syntax = switches.fault('token-grant/access-token-syntax');
  if (syntax === 'line-break') response.access_token = `${response.access_token}\n`;
  if (syntax === 'non-ascii') response.access_token = `${response.access_token}é`;
  const kind = switches.fault('token-grant/token-type');
  if (kind === 'missing') delete response.token_type;
  if (kind === 'empty') response.token_type = '';
  if (kind === 'number') response.token_type = 1;
}

function wrapped(
  { state: { switches } }: Call,
  response: Readonly<Record<string, unknown>>,
): NonNullable<Reply['body']> {
  return byFault<NonNullable<Reply['body']>>(
    switches.fault('token-grant/returns-json-object'),
    {
      array: () => ({ json: [response] }),
      text: () => ({ json: response.access_token }),
      form: () => ({
        text: new URLSearchParams({ access_token: String(response.access_token), token_type: 'Bearer' }).toString(),
        type: 'application/x-www-form-urlencoded',
      }),
      cut: () => ({ text: JSON.stringify(response).slice(0, -1), type: 'application/json' }),
      html: () => ({ text: '<html><body>Signed in.</body></html>', type: 'text/html' }),
      empty: () => ({ text: '', type: 'application/json' }),
    },
    () => ({ json: response }),
  );
}

export const IDENTITY_PROVIDER_ROUTES: readonly Route[] = [
  {
    operation: 'token-grant',
    method: 'POST',
    path: /^\/auth\/realms\/([^/]+)\/protocol\/openid-connect\/token$/,
    guarded: false,
    act: grant,
  },
];
