/** Everything that a reference sends in a scripted walk, to compare deployments. */
import { createHash } from 'node:crypto';
import { createDataHubReference, type DataHubReferenceOptions } from '../../reference/data-hub/index.ts';
import type { Handler } from '../../reference/types.ts';
import { candidates, send } from './client.ts';
import { segments } from './trail.ts';
import { walk } from './walk.ts';

export const clock = (): number => Date.UTC(2026, 2, 4, 5, 6, 7);
export const urls = {
  auth: 'https://auth.example.org',
  zone: 'https://zone.example.org',
  provider: 'https://provider.example.org',
};

/** Asks the identity provider for an access token. */
export const grant = (reference: ReturnType<typeof createDataHubReference>, token = '') =>
  send(reference, 'identityProvider', 'POST', '/auth/realms/hub/protocol/openid-connect/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: 'token-portal',
      grant_type: 'refresh_token',
      refresh_token: token,
      scope: 'openid',
    }).toString(),
  });

/** A named token, as a header. */
export async function namedToken(
  reference: ReturnType<typeof createDataHubReference>,
): Promise<Record<string, string>> {
  const settings = reference.settings(urls);
  const granted = await grant(reference, settings.DATA_HUB_AUTH_REFRESH_TOKEN);
  const access = (granted.json as { access_token: string }).access_token;
  const made = await send(reference, 'zone', 'POST', '/api/v3/zone/user/tokens/named', {
    headers: { 'content-type': 'application/json', 'x-auth-token': `${settings.DATA_HUB_IDP_PREFIX}:${access}` },
    body: '{"name":"test","type":{"accessToken":{}}}',
  });
  return { 'x-auth-token': candidates(made).find((text) => text.startsWith('MDAx')) ?? '' };
}

/** The pieces in which a stream tells of one change, and the heartbeats of a moment. */
async function pieces(options: DataHubReferenceOptions): Promise<string[]> {
  const reference = createDataHubReference({ clock, ...options });
  const settings = reference.settings(urls);
  const headers = await namedToken(reference);
  const response = await reference.provider({
    method: 'POST',
    target: `/api/v3/provider/changes/metadata/${settings.DATA_HUB_SPACE_ID}`,
    headers,
    body: Buffer.from('{}'),
    peer: [],
  });
  if (response.body instanceof Uint8Array) return [];
  const moment = new AbortController();
  setTimeout(() => moment.abort(), 60);
  const source = response.body(moment.signal);
  await send(reference, 'provider', 'PUT', `/cdmi/${segments(settings.DATA_HUB_SPACE_PATH ?? '')}/changed`, {
    headers: { ...headers, 'x-cdmi-specification-version': '1.1.1' },
    body: 'x',
  });
  const read: string[] = [];
  for await (const piece of source) read.push(Buffer.from(piece).toString('utf8'));
  return read;
}

/** The statuses of a second walk on one reference, and a listing with a name that ends with a dot. */
export async function sentAgain(options: DataHubReferenceOptions): Promise<string> {
  const reference = createDataHubReference({ clock, ...options });
  const first = await walk(reference, ['empty']);
  const second = await walk(reference, ['empty']);
  const headers = { ...(await namedToken(reference)), 'x-cdmi-specification-version': '1.1.1' };
  const folder = `/cdmi/${segments(reference.settings(urls).DATA_HUB_SPACE_PATH ?? '')}`;
  await send(reference, 'provider', 'PUT', `${folder}/dot.`, { headers, body: 'x' });
  const listing = await send(reference, 'provider', 'GET', `${folder}/?children`, { headers });
  return JSON.stringify([first.lines, second.lines, Buffer.from(listing.bytes).toString()]);
}

/** Everything that a walk receives for contents of these kinds, and from a subscription if `listening`: headers and their order and case included. */
export async function sent(
  options: DataHubReferenceOptions,
  listening: boolean,
  kinds: readonly string[] = ['empty', 'text'],
): Promise<string> {
  const reference = createDataHubReference({ clock, ...options });
  const lines: string[] = [];
  const noting =
    (handler: Handler): Handler =>
    async (request) => {
      const response = await handler(request);
      const body =
        response.body instanceof Uint8Array ? createHash('sha256').update(response.body).digest('hex') : 'streamed';
      lines.push(JSON.stringify([response.status, response.headers, body, response.connection, response.delayMs]));
      return response;
    };
  const seen = await walk(
    {
      ...reference,
      identityProvider: noting(reference.identityProvider),
      zone: noting(reference.zone),
      provider: noting(reference.provider),
    },
    kinds,
  );
  return [...lines, ...seen.lines, ...(listening ? await pieces(options) : [])].join('\n');
}
