/**
 * Decides whether the placeholders in a recorded request replace secrets that the request sends. A server can also send
 * a text that looks like a placeholder, and the curl command must not reveal a secret because of it.
 */
import type { Exchange } from '../../wire/types.ts';
import { isGrant } from '../words/answer.ts';

/** Secrets that a request may send. */
export interface OwnSecrets {
  /** Settings of the interface that contain one secret text. */
  readonly settings: ReadonlySet<string>;
  /** Secret settings of the interface whose members are headers. */
  readonly headers: readonly string[];
  /** Secret settings of all interfaces. */
  readonly all: ReadonlySet<string>;
}

/** A header whose value is a member of a setting. */
export interface HeaderVariable {
  readonly variable: string;
  readonly header: string;
  readonly setting: string;
}

const PLACEHOLDER = /\[redacted:([\w.-]+)\]/g;
/** Matches a header value that is a credential, by itself or after a scheme, a prefix or the name of a cookie. */
const IN_HEADER = /^(?:[\w-]+[ :=])?\[redacted:([\w.-]+)\]$/;
const IN_FORM = /(?<=(?:^|&)(?:\w+_)?(?:token|secret|password)=)\[redacted:([\w.-]+)\](?=&|$)/g;
const IN_JSON = /(?<="(?:\w+_)?tokens?"\s*:\s*\[?\s*")\[redacted:([\w.-]+)\](?=")/g;
/** Names that Assay gives to credentials that are not settings. */
const DERIVED = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;

/**
 * Whether each placeholder of a request stands where a credential is sent, and names a secret of the same interface.
 */
export function sendsOnlyOwn(exchange: Exchange, own: OwnSecrets): boolean {
  const { request, attempts } = exchange;
  const addresses = [
    request.url,
    ...attempts.map(({ url }) => url),
    request.method,
    ...request.headers.map(([name]) => name),
  ];
  if (addresses.some((text) => text.search(PLACEHOLDER) !== -1)) return false;
  const isOwn = (name: string) => own.settings.has(name) || (DERIVED.test(name) && !own.all.has(variableName(name)));
  const foreign = (text: string, place: RegExp) =>
    text.replace(place, (whole, name: string) => (isOwn(name) ? '' : whole)).search(PLACEHOLDER) !== -1;
  if (request.headers.some(([, value]) => foreign(value, IN_HEADER))) return false;
  return !foreign(Buffer.from(request.body?.bytes ?? '').toString('latin1'), isGrant(exchange) ? IN_FORM : IN_JSON);
}

const variableName = (name: string) => name.replaceAll('-', '_').toUpperCase();

/** Returns the headers that come from a setting, each with a placeholder for its whole value. */
export function withHeaderVariables(
  exchange: Exchange,
  { headers: settings }: OwnSecrets,
): { exchange: Exchange; made: readonly HeaderVariable[] } {
  const made: HeaderVariable[] = [];
  const headers = exchange.request.headers.map(([header, value]) => {
    const setting = settings.find((name) => value.includes(`[redacted:${name}]`));
    if (setting === undefined) return [header, value] as const;
    const name = `${setting}_${header.replace(/\W/g, '_').toUpperCase()}`;
    let variable = name;
    // Names of headers may differ only in - and _.
    for (let number = 2; made.some((one) => one.variable === variable); number += 1) variable = `${name}_${number}`;
    made.push({ variable, header, setting });
    return [header, `[redacted:${variable}]`] as const;
  });
  return { exchange: { ...exchange, request: { ...exchange.request, headers } }, made };
}

/** Whether a request exchanges a secret refresh token (RFC 6749, section 6). */
export function spendsRefreshToken(exchange: Exchange): boolean {
  const sent = Buffer.from(exchange.request.body?.bytes ?? '').toString('latin1');
  return isGrant(exchange) && /(?:^|&)refresh_token=\[redacted:/.test(sent);
}
