/** The trail of a walk: requests with the good token, notes of the answers, contradictions. */
import { createHash } from 'node:crypto';
import type { DataHubReference } from '../../reference/data-hub/index.ts';
import { candidates, EMPTY, type Seen, type Sending, type Service, send } from './client.ts';

export interface Trail {
  readonly reference: DataHubReference;
  readonly settings: Readonly<Record<string, string>>;
  readonly lines: string[];
  readonly contradictions: string[];
  readonly answered: Set<string>;
  token: string;
}

export const CDMI = { 'x-cdmi-specification-version': '1.1.1' };
export const JSON_TYPE = { 'content-type': 'application/json' };
export const BYTES = { 'content-type': 'application/octet-stream' };
export const enc = encodeURIComponent;
export const segments = (path: string): string => path.split('/').map(enc).join('/');
export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

export const at = (trail: Trail, name: string): string => trail.settings[name] ?? '';

/** Asks a documented operation with the good token and notes what came. */
export async function ask(
  trail: Trail,
  operation: string,
  service: Service,
  method: string,
  target: string,
  sending: Sending = {},
): Promise<Seen> {
  const seen = await send(trail.reference, service, method, target, {
    ...sending,
    headers: { 'x-auth-token': trail.token, ...sending.headers },
  });
  trail.lines.push(
    `${operation} ${method} ${target} ${seen.status} ${seen.bytes.length} ${digest(seen.bytes)} ${seen.location ?? ''}`,
  );
  if (seen.ok) trail.answered.add(operation);
  return seen;
}

export const claim = (trail: Trail, statement: string, holds: boolean): void => {
  if (!holds) trail.contradictions.push(statement);
};

/** Asks with candidates for an identifier until one works. */
export async function firstThatWorks(
  found: readonly string[],
  attempt: (id: string) => Promise<Seen>,
): Promise<string | undefined> {
  for (const id of found.slice(0, 12)) if ((await attempt(id)).ok) return id;
  return undefined;
}
export const lookup = (trail: Trail, path: string) =>
  ask(trail, 'lookup-file-id', 'provider', 'POST', `/api/v3/provider/lookup-file-id/${segments(path)}`);
export const children = (trail: Trail, id: string) =>
  ask(trail, 'list-children', 'provider', 'GET', `/api/v3/provider/data/${enc(id)}/children`);
const content = (trail: Trail, id: string) =>
  ask(trail, 'read-content', 'provider', 'GET', `/api/v3/provider/data/${enc(id)}/content`);
export const below = (trail: Trail, name: string): string => `${at(trail, 'DATA_HUB_SPACE_PATH')}/${name}`;
export const cdmi = (trail: Trail, name: string): string => `/cdmi/${segments(below(trail, name))}`;
export const write = (trail: Trail, name: string, body: Uint8Array) =>
  ask(trail, 'cdmi-write', 'provider', 'PUT', cdmi(trail, name), { headers: CDMI, body });
export const read = (trail: Trail, name: string) => ask(trail, 'cdmi-read', 'provider', 'GET', cdmi(trail, name));
export const upload = (trail: Trail, dir: string, name: string, body: Uint8Array) =>
  ask(trail, 'upload-file', 'provider', 'POST', `/api/v3/provider/data/${enc(dir)}/children?name=${enc(name)}`, {
    headers: BYTES,
    body,
  });

export async function readByIdentifier(trail: Trail, name: string): Promise<Seen | undefined> {
  const found = await lookup(trail, below(trail, name));
  if (!found.ok) return undefined;
  let last: Seen | undefined;
  await firstThatWorks(candidates(found), async (id) => {
    last = await content(trail, id);
    return last;
  });
  return last;
}
export const same = (seen: Seen | undefined, bytes: Uint8Array): boolean =>
  (seen?.ok ?? false) && Buffer.compare(seen?.bytes ?? EMPTY, bytes) === 0;
