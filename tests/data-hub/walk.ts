/** A scripted walk through all operations of a data hub that assumes only what the document states. */
import type { DataHubReference } from '../../reference/data-hub/index.ts';
import { loadContract } from '../../src/contract/contracts.ts';
import { candidates, lastSegment, listen, type Seen, type Sending, type Service, send } from './client.ts';
import { CONTENTS, NAMES } from './contents.ts';
import {
  ask,
  at,
  BYTES,
  below,
  CDMI,
  cdmi,
  children,
  claim,
  digest,
  enc,
  firstThatWorks,
  JSON_TYPE,
  lookup,
  read,
  readByIdentifier,
  same,
  segments,
  type Trail,
  upload,
  write,
} from './trail.ts';

/** What came of a walk. */
export interface Walk {
  /** One line a step: what was asked, and what came. Two walks over equal deployments give equal lines. */
  readonly lines: readonly string[];
  /** What the document states and this deployment contradicts. */
  readonly contradictions: readonly string[];
  /** Operations that were answered 2xx. */
  readonly answered: ReadonlySet<string>;
}

/**
 * Walks and notes.
 * @param reference fresh
 * @param kinds of content that files are tried with; all by default
 * @param pollLimit how often to look again for an event, every 5 ms; none where handlers are called directly
 */
export async function walk(
  reference: DataHubReference,
  kinds: readonly string[] = Object.keys(CONTENTS),
  pollLimit = 0,
): Promise<Walk> {
  const settings = reference.settings({
    auth: 'https://auth.example.org',
    zone: 'https://zone.example.org',
    provider: 'https://provider.example.org',
  });
  const trail: Trail = { reference, settings, lines: [], contradictions: [], answered: new Set(), token: '' };
  await tokens(trail);
  await zone(trail);
  const dir = await folder(trail);
  if (dir !== undefined) {
    await contents(trail, dir, kinds);
    await overwriting(trail);
    await names(trail, dir);
    await sharing(trail, dir);
    await changes(trail, dir, pollLimit);
    await firstAgain(trail, kinds);
  }
  await listings(trail, dir);
  for (const { name, service, path = '' } of PLAIN)
    if (!trail.answered.has(name)) await ask(trail, name, service as Service, 'GET', path);
  await refusals(trail, dir);
  await reference.close();
  return trail;
}

/** Reads that need no values: those of which nothing else in the walk depends need no step here. */
const PLAIN = [...loadContract('data-hub').operations.values()].filter(
  ({ method, parameters }) => method === 'GET' && parameters.length === 0,
);

const GRANT = { grant_type: 'refresh_token', scope: 'openid email profile eduperson_entitlement' };

async function tokens(trail: Trail): Promise<void> {
  const target = `/auth/realms/${at(trail, 'DATA_HUB_AUTH_REALM')}/protocol/openid-connect/token`;
  const client = at(trail, 'DATA_HUB_AUTH_CLIENT_ID');
  const grant = (operation: string, form: Readonly<Record<string, string>>) =>
    ask(trail, operation, 'identityProvider', 'POST', target, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const foreign = { client_id: client, ...GRANT, refresh_token: 'made-up' };
  const { refresh_token: _none, ...without } = foreign;
  for (const [name, form] of Object.entries({
    token: foreign,
    none: without,
    client: { ...foreign, client_id: 'made-up' },
    type: { ...foreign, grant_type: 'made-up' },
  })) {
    claim(trail, `the grant refuses a wrong ${name}`, !(await grant(`grant with a wrong ${name}`, form)).ok);
  }
  const granted = await grant('token-grant', {
    client_id: client,
    ...GRANT,
    refresh_token: at(trail, 'DATA_HUB_AUTH_REFRESH_TOKEN'),
  });
  const { access_token: access, token_type: type } = (granted.json ?? {}) as Record<string, unknown>;
  trail.lines.push(`token response ${typeof access} ${typeof type} ${granted.cacheControl}`);
  claim(trail, 'the token response holds access_token', typeof access === 'string' && access !== '');
  const prefixed = `${at(trail, 'DATA_HUB_IDP_PREFIX')}:${String(access)}`;
  trail.token = prefixed;
  const made = await ask(trail, 'create-named-token', 'zone', 'POST', '/api/v3/zone/user/tokens/named', {
    headers: { ...JSON_TYPE },
    body: JSON.stringify({
      name: 'walk',
      type: { accessToken: {} },
      caveats: [{ type: 'interface', interface: 'rest' }],
    }),
  });
  if (!made.ok) return;
  const probe = (service: Service, target: string) => (token: string) =>
    ask(trail, `token at ${service}`, service, 'GET', target, { headers: { 'x-auth-token': token } });
  const spaces = probe('zone', '/api/v3/zone/user/effective_spaces/');
  const named = await firstThatWorks(candidates(made), spaces);
  if (named !== undefined) trail.token = named;
}

async function zone(trail: Trail): Promise<void> {
  const get = (operation: string, path: string) => ask(trail, operation, 'zone', 'GET', `/api/v3/zone/${path}`);
  const speaks = async (operation: string, path: string): Promise<Seen> => {
    const seen = await get(operation, path);
    if (seen.ok) claim(trail, `${operation} is not empty`, seen.text.trim() !== '' && seen.status !== 204);
    return seen;
  };
  await speaks('list-spaces', 'user/effective_spaces/');
  const services = await speaks('list-handle-services', 'user/handle_services');
  await firstThatWorks(candidates(services), (id) => get('get-handle-service', `user/handle_services/${enc(id)}`));
  await speaks('get-handle-service', `user/handle_services/${enc(at(trail, 'DATA_HUB_HANDLE_SERVICE_ID'))}`);
  await speaks('get-space', `spaces/${enc(at(trail, 'DATA_HUB_SPACE_ID'))}`);
  await speaks('get-share', `shares/${enc(at(trail, 'DATA_HUB_SHARE_ID'))}`);
  await speaks('list-handles', 'user/handles');
}

async function folder(trail: Trail): Promise<string | undefined> {
  const found = await lookup(trail, at(trail, 'DATA_HUB_SPACE_PATH'));
  claim(trail, 'lookup-file-id is not empty', found.text.trim() !== '' || candidates(found).length > 0);
  const dir = await firstThatWorks(candidates(found), (id) => children(trail, id));
  claim(trail, 'the identifier of a folder works', dir !== undefined);
  return dir;
}

async function contents(trail: Trail, dir: string, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    const bytes = CONTENTS[kind] ?? new Uint8Array();
    if ((await write(trail, `c-${kind}`, bytes)).ok) {
      claim(trail, `${kind} through CDMI and CDMI`, same(await read(trail, `c-${kind}`), bytes));
      claim(trail, `${kind} through CDMI and REST`, same(await readByIdentifier(trail, `c-${kind}`), bytes));
    } else claim(trail, `${kind} may be refused only where it is empty`, kind === 'empty');
    if ((await upload(trail, dir, `r-${kind}`, bytes)).ok) {
      claim(trail, `${kind} through REST and CDMI`, same(await read(trail, `r-${kind}`), bytes));
      claim(trail, `${kind} through REST and REST`, same(await readByIdentifier(trail, `r-${kind}`), bytes));
    } else claim(trail, `${kind} may be refused only where it is empty`, kind === 'empty');
  }
}

async function overwriting(trail: Trail): Promise<void> {
  await write(trail, 'again', Buffer.from('the first and longer content'));
  const contents = ['short', 'a third content, the longest of all four', 'the fourth'];
  for (const bytes of contents.map((text) => Buffer.from(text))) {
    if (!(await write(trail, 'again', bytes)).ok) return;
    claim(trail, 'the last content is read through CDMI', same(await read(trail, 'again'), bytes));
    claim(trail, 'the last content is read through REST', same(await readByIdentifier(trail, 'again'), bytes));
  }
}

async function names(trail: Trail, dir: string): Promise<void> {
  for (const [form, pair] of Object.entries(NAMES)) {
    const written: [string, Uint8Array][] = [];
    for (const name of pair) {
      const ways = [
        [`c ${name}`, (body: Uint8Array) => write(trail, `c ${name}`, body)],
        [`r ${name}`, (body: Uint8Array) => upload(trail, dir, `r ${name}`, body)],
      ] as const;
      for (const [full, put] of ways) {
        const bytes = Buffer.from(`content of ${full}`, 'utf8');
        if ((await put(bytes)).ok) written.push([full, bytes]);
      }
    }
    for (const [name, bytes] of written) {
      claim(trail, `${form}: ${name} through CDMI`, same(await read(trail, name), bytes));
      claim(trail, `${form}: ${name} through lookup`, same(await readByIdentifier(trail, name), bytes));
    }
  }
}

/** Two shares, each with a handle; each is read when it is made, and again when all are. */
async function sharing(trail: Trail, dir: string): Promise<void> {
  const getShare = (id: string) => ask(trail, 'get-share', 'zone', 'GET', `/api/v3/zone/shares/${enc(id)}`);
  const getHandle = (id: string) => ask(trail, 'get-handle', 'zone', 'GET', `/api/v3/zone/user/handles/${enc(id)}`);
  const read: (() => Promise<Seen>)[] = [];
  for (const name of ['walk', 'walk again']) {
    const created = await ask(trail, 'create-share', 'provider', 'POST', `/api/v3/provider/shares-id/${enc(dir)}`, {
      headers: JSON_TYPE,
      body: JSON.stringify({ name }),
    });
    const share = created.ok ? await firstThatWorks(candidates(created), getShare) : undefined;
    if (share === undefined) break;
    read.push(() => getShare(share));
    const registered = await ask(trail, 'create-handle', 'zone', 'POST', '/api/v3/zone/user/handles', {
      headers: JSON_TYPE,
      body: JSON.stringify({
        handleServiceId: at(trail, 'DATA_HUB_HANDLE_SERVICE_ID'),
        resourceType: 'Share',
        resourceId: share,
        metadata: `<?xml version="1.0"?><metadata><dc:title>${name}</dc:title></metadata>`,
      }),
    });
    if (!registered.ok) break;
    const location = registered.location ?? '';
    claim(trail, 'Location identifies the new handle', location.trim() !== '');
    const handle = await firstThatWorks([lastSegment(location), location], getHandle);
    claim(trail, 'Location leads to the handle', handle !== undefined);
    if (handle !== undefined) read.push(() => getHandle(handle));
  }
  for (const one of read) claim(trail, 'what was made goes on existing', (await one()).ok);
}

/** The files that were written first, once there are many. */
async function firstAgain(trail: Trail, [kind = '']: readonly string[]): Promise<void> {
  for (const way of ['c', 'r']) {
    const seen = await read(trail, `${way}-${kind}`);
    if (seen.ok) claim(trail, 'the first file stays as it was', same(seen, CONTENTS[kind] ?? new Uint8Array()));
  }
}

/** What a stream said, heartbeats and numbers that count up aside. */
const spoken = (said: string): string =>
  said
    .replace(/^(:.*|\{"heartbeat":true\}|retry:.*|\s*)$/gm, '')
    .replace(/\n+/g, '\n')
    .trim();

async function changes(trail: Trail, dir: string, pollLimit: number): Promise<void> {
  const stream = await listen(
    trail.reference,
    `/api/v3/provider/changes/metadata/${enc(at(trail, 'DATA_HUB_SPACE_ID'))}`,
    { 'x-auth-token': trail.token },
  );
  if (stream.status >= 200 && stream.status < 300) {
    trail.answered.add('subscribe-changes');
    const settle = async (before: string): Promise<string> => {
      const silent = (): boolean => !stream.ended() && spoken(stream.said()).length <= before.length;
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      for (let turn = 0; turn < pollLimit && silent(); turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
      return spoken(stream.said());
    };
    await write(trail, 'changed through CDMI', Buffer.from('x'));
    const first = await settle('');
    await upload(trail, dir, 'changed-through-REST', Buffer.from('y'));
    const both = await settle(first);
    trail.lines.push(`stream ${stream.status} ${stream.ended()} ${first} ${both}`);
    claim(trail, 'the stream stays open', !stream.ended());
    claim(trail, 'the stream speaks after an upload', both.length > first.length);
  } else trail.lines.push(`stream ${stream.status}`);
  await stream.close();
}

async function listings(trail: Trail, dir: string | undefined): Promise<void> {
  const path = segments(at(trail, 'DATA_HUB_SPACE_PATH'));
  const listed = [
    await ask(trail, 'cdmi-list', 'provider', 'GET', `/cdmi/${path}/?children`, { headers: CDMI }),
    await ask(trail, 'list-files', 'provider', 'GET', `/api/v3/provider/files/${path}/`),
    await ask(trail, 'list-files', 'provider', 'GET', `/api/v3/provider/files/${path.replaceAll('n', '%6E')}/`),
    ...(dir === undefined ? [] : [await children(trail, dir)]),
    await ask(trail, 'list-handles', 'zone', 'GET', '/api/v3/zone/user/handles'),
  ];
  for (const seen of listed)
    if (seen.ok) claim(trail, 'a listing is not empty', seen.text.trim() !== '' && seen.status !== 204);
}

/** Every operation with invalid credentials, then what could have been done by them. */
async function refusals(trail: Trail, dir: string | undefined): Promise<void> {
  const path = segments(at(trail, 'DATA_HUB_SPACE_PATH'));
  const file = below(trail, 'readme.txt');
  const fileId = candidates(await lookup(trail, file))[0] ?? '';
  const handle = candidates(await ask(trail, 'list-handles', 'zone', 'GET', '/api/v3/zone/user/handles'))[0] ?? '';
  const asks: readonly (readonly [string, Service, string, string, Sending?])[] = [
    [
      'create-named-token',
      'zone',
      'POST',
      '/api/v3/zone/user/tokens/named',
      { headers: JSON_TYPE, body: '{"name":"bad","type":{"accessToken":{}}}' },
    ],
    ['list-handle-services', 'zone', 'GET', '/api/v3/zone/user/handle_services'],
    [
      'get-handle-service',
      'zone',
      'GET',
      `/api/v3/zone/user/handle_services/${enc(at(trail, 'DATA_HUB_HANDLE_SERVICE_ID'))}`,
    ],
    ['list-spaces', 'zone', 'GET', '/api/v3/zone/user/effective_spaces/'],
    ['get-space', 'zone', 'GET', `/api/v3/zone/spaces/${enc(at(trail, 'DATA_HUB_SPACE_ID'))}`],
    ['get-share', 'zone', 'GET', `/api/v3/zone/shares/${enc(at(trail, 'DATA_HUB_SHARE_ID'))}`],
    ['create-handle', 'zone', 'POST', '/api/v3/zone/user/handles', { headers: JSON_TYPE, body: '{}' }],
    ['list-handles', 'zone', 'GET', '/api/v3/zone/user/handles'],
    ['get-handle', 'zone', 'GET', `/api/v3/zone/user/handles/${enc(handle)}`],
    ['cdmi-list', 'provider', 'GET', `/cdmi/${path}/?children`, { headers: CDMI }],
    ['cdmi-read', 'provider', 'GET', `/cdmi/${segments(file)}`],
    ['cdmi-write', 'provider', 'PUT', `/cdmi/${path}/intruder`, { headers: CDMI, body: 'in' }],
    ['lookup-file-id', 'provider', 'POST', `/api/v3/provider/lookup-file-id/${segments(file)}`],
    ['list-children', 'provider', 'GET', `/api/v3/provider/data/${enc(dir ?? '')}/children`],
    ['read-content', 'provider', 'GET', `/api/v3/provider/data/${enc(fileId)}/content`],
    [
      'upload-file',
      'provider',
      'POST',
      `/api/v3/provider/data/${enc(dir ?? '')}/children?name=uninvited`,
      { headers: BYTES, body: 'in' },
    ],
    ['list-files', 'provider', 'GET', `/api/v3/provider/files/${path}/`],
    [
      'create-share',
      'provider',
      'POST',
      `/api/v3/provider/shares-id/${enc(dir ?? '')}`,
      { headers: JSON_TYPE, body: '{"name":"bad"}' },
    ],
    [
      'subscribe-changes',
      'provider',
      'POST',
      `/api/v3/provider/changes/metadata/no-such-space`,
      { headers: JSON_TYPE, body: '{}' },
    ],
  ];
  const others = PLAIN.filter(({ name }) => !asks.some(([operation]) => operation === name));
  const plain = others.map(({ name, service, path = '' }) => [name, service as Service, 'GET', path] as const);
  const bad = { none: {}, 'empty-token': { 'x-auth-token': '' }, 'garbage-token': { 'x-auth-token': 'garbage' } };
  const prefixed = { 'prefixed-garbage-token': { 'x-auth-token': `${at(trail, 'DATA_HUB_IDP_PREFIX')}:garbage` } };
  for (const [operation, service, method, target, sending] of [...asks, ...plain]) {
    for (const [kind, headers] of Object.entries(operation === 'create-named-token' ? { ...bad, ...prefixed } : bad)) {
      const seen = await send(trail.reference, service, method, target, {
        ...sending,
        headers: { ...sending?.headers, ...headers },
      });
      trail.lines.push(`${operation} with ${kind} ${seen.status} ${digest(seen.bytes)}`);
      claim(trail, `${operation} refuses ${kind}`, !seen.ok);
    }
  }
  await send(trail.reference, 'provider', 'DELETE', cdmi(trail, 'again'), {
    headers: { ...CDMI, 'x-auth-token': trail.token },
  });
  await read(trail, 'again');
  await read(trail, 'intruder');
  await read(trail, 'uninvited');
}
