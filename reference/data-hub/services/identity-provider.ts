/** The identity provider's token endpoint: the refresh-token grant of RFC 6749. */
import { mediaTypeOf } from '../../received.ts';
import type { Access, Call, State } from '../operators.ts';
import { failed, formIn, type Reply } from '../reply.ts';
import type { Acts } from '../service.ts';
import { CLIENT_ID, REALM, SCOPES } from '../tokens.ts';

/** Returns why a grant is rejected, as the kind of the invalid grant and the response, or undefined if it is not. */
function problemOf({ tokens }: State, form: URLSearchParams): readonly [kind: string, reply: Reply] | undefined {
  const type = form.get('grant_type');
  const client = form.get('client_id');
  const token = form.get('refresh_token');
  const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (type === null || client === null) return ['incomplete', failed(400, 'invalid_request')];
  if (type !== 'refresh_token') return ['unknown-grant-type', failed(400, 'unsupported_grant_type')];
  if (client !== CLIENT_ID) return ['unknown-client', failed(401, 'invalid_client')];
  if (token === null) return ['no-refresh-token', failed(400, 'invalid_request')];
  if (!tokens.refreshable(token)) return ['wrong-refresh-token', failed(400, 'invalid_grant')];
  if (!scopes.every((scope) => SCOPES.includes(scope))) return ['unknown-scope', failed(400, 'invalid_scope')];
  return undefined;
}

async function grant(call: Call): Promise<Reply> {
  if (decodeURIComponent(call.raw[0] ?? '') !== REALM) return failed(404, 'realm_does_not_exist');
  if (mediaTypeOf(call.request) !== 'application/x-www-form-urlencoded') return failed(400, 'invalid_request');
  const form = formIn(call);
  const [lane, refusal] = problemOf(call.state, form) ?? [];
  if (refusal && call.through<Access>('access', 'refused', { lane }) === 'refused')
    return call.through('refusal', refusal, { lane });
  const { accessToken, refreshToken, expiresIn } = await call.state.tokens.grant(form.get('refresh_token') ?? '');
  const json = {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    expires_in: expiresIn,
    scope: SCOPES.join(' '),
  };
  return { status: 200, headers: [['Cache-Control', 'no-store']], body: { json } };
}

export const IDENTITY_PROVIDER: Acts = { 'token-grant': grant };
