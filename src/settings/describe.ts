/** Describes a target without revealing its secrets, and lists those secrets. */
import type { Target } from './types.ts';

/** JSON without secrets: addresses and choices in full; credentials and files only as `true`. */
export interface TargetDescription {
  readonly interfaces: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly allowCreate: readonly string[];
  readonly notOffered: readonly string[];
  readonly profile?: string;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly runTimeoutMs: number;
}

/** Members shown only as `true`, because they contain a secret or a local path. */
const ONLY_THAT_GIVEN = new Set([
  'certificate',
  'token',
  'sourceToken',
  'destinationToken',
  'ca',
  'refreshToken',
  'refreshTokenFile',
  'python',
  'path',
  'headers',
]);

/** Describes a target for results and evidence. Deterministic. */
export function describeTarget(target: Target): TargetDescription {
  return {
    interfaces: Object.fromEntries(target.configured.map((name) => [name, describe(target[name] ?? {})])),
    allowCreate: [...target.allowCreate].sort(),
    notOffered: [...target.notOffered].sort(),
    ...(target.profile === undefined ? {} : { profile: target.profile.split(/[\\/]/).at(-1) ?? '' }),
    concurrency: target.concurrency,
    requestTimeoutMs: target.requestTimeoutMs,
    runTimeoutMs: target.runTimeoutMs,
  };
}

function describe(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (isEmpty(member) ? [] : [[key, describeMember(key, member)]])));
}

function describeMember(key: string, member: unknown): unknown {
  if (key === 'headers') return Object.keys(member as object);
  if (ONLY_THAT_GIVEN.has(key)) return true;
  return typeof member === 'object' && member !== null && !Array.isArray(member) ? describe(member) : member;
}

function isEmpty(member: unknown): boolean {
  return member === undefined || (typeof member === 'object' && member !== null && Object.keys(member).length === 0);
}

/** A value that must never appear in any output, and the setting that contains it. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/**
 * The secrets in a target's settings. Contents of files (private keys, refresh tokens) are not included: the code that reads them registers them.
 * For an `Authorization`-like header this includes the part after the scheme, and for Basic authentication the password.
 */
export function secretsOf(target: Target): readonly NamedSecret[] {
  const { transfer, 'ticket-bridge': bridge, 'data-hub': hub } = target;
  const secrets: readonly (readonly [string, string | undefined])[] = [
    ['TRANSFER_KEY_PASSPHRASE', transfer?.certificate?.passphrase],
    ['TRANSFER_TOKEN', transfer?.token],
    ['TRANSFER_SOURCE_TOKEN', transfer?.sourceToken],
    ['TRANSFER_DESTINATION_TOKEN', transfer?.destinationToken],
    ['DATA_HUB_TOKEN', hub?.token],
    ['DATA_HUB_AUTH_REFRESH_TOKEN', hub?.auth?.refreshToken],
    ...Object.values(bridge?.headers ?? {}).flatMap((value) =>
      headerSecrets(value)
        .filter((part) => part.length >= SHORTEST_HEADER_SECRET)
        .map((part) => ['TICKET_BRIDGE_HEADERS', part] as const),
    ),
    ['HTTPS_PROXY', proxyPassword(target.proxy.https)],
    ['HTTP_PROXY', proxyPassword(target.proxy.http)],
  ];
  return secrets.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** Shorter header values (a language, a number) are not secrets; redacting them would garble every response. */
const SHORTEST_HEADER_SECRET = 6;

function headerSecrets(value: string): readonly string[] {
  const [, scheme, credentials] = /^(\S+)\s+(\S.*)$/.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return [value];
  const password = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString('utf8').split(':').slice(1).join(':') : '';
  return [value, credentials, password];
}

function proxyPassword(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { password } = new URL(address);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
