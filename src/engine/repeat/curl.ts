/** Writes a recorded request as a curl command. Secrets become shell variables, never values. */
import type { Body, Exchange, Headers } from '../../wire/types.ts';
import { isGrant, redirectedTo } from '../words/answer.ts';
import { RUNNER_COMMAND, shellWord, textOf, variableOf, variablesIn } from './shell.ts';

/** Maximum number of bytes of a body on the command line. */
const MOST_BODY = 2048;
/** Headers that curl adds by itself, or that only identify the run. */
const OWN_HEADERS = new Set([
  'user-agent',
  'x-request-id',
  'content-length',
  'host',
  'connection',
  'transfer-encoding',
]);

/**
 * Returns the command for POSIX shells, on one line, that sends the request again, to the last address if the service
 * redirected it on the same origin. Undefined if the request was not sent over HTTP, or if a CI runner would execute a
 * part of the command.
 * @param files the shell variable per curl option for TLS (`cert`, `key`, `cacert`, …)
 */
export function curlCommand(exchange: Exchange, files: Readonly<Record<string, string>>) {
  const { request } = exchange;
  const last = redirectedTo(exchange);
  const url = (last && last.elsewhere === undefined ? last.address.href : request.url).replace(
    RUNNER_COMMAND,
    encodeURIComponent,
  );
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return undefined;
  const sent = bodyWords(exchange.id, request.method, request.body);
  const implied = sent.words.length > 0 ? 'POST' : 'GET';
  const words = [
    'curl',
    '-sS',
    '-i',
    ...(request.method === implied ? [] : ['-X', shellWord(request.method)]),
    ...Object.entries(files).flatMap(([option, variable]) => [`--${option}`, `"$${variable}"`]),
    ...headerWords(request.headers, sent.words.length > 0).flatMap((header) => ['-H', header]),
    ...sent.words,
    ...(/[[\]{}]/.test(url.replace(/\[redacted:[\w.-]+\]/g, '')) ? ['-g'] : []),
    shellWord(url),
  ];
  const command = words.join(' ');
  // Reports escape text that a CI runner would execute, and the escaped command would send another request.
  if (command.search(RUNNER_COMMAND) !== -1) return undefined;
  const recorded = [url, ...request.headers.map(([, value]) => value), sent.text];
  return {
    command,
    // Shell variables that the command reads.
    variables: [...new Set([...Object.values(files), ...recorded.flatMap(variablesIn)])],
    // The body to save first, if it does not fit on the command line.
    body: sent.note,
  };
}

function headerWords(headers: Headers, hasBody: boolean) {
  const shown = headers.filter(
    ([name, value]) => !OWN_HEADERS.has(name.toLowerCase()) && !(name.toLowerCase() === 'accept' && value === '*/*'),
  );
  const isSent = (name: string) => headers.some(([other]) => other.toLowerCase() === name);
  return [
    // An empty value is written with a semicolon.
    ...shown.map(([name, value]) => shellWord(value === '' ? `${name};` : `${name}: ${value}`)),
    // curl adds both headers unless they are set.
    ...(isSent('accept') ? [] : ["'Accept:'"]),
    ...(hasBody && !isSent('content-type') ? ["'Content-Type:'"] : []),
  ];
}

function bodyWords(id: string, method: string, body: Body | undefined) {
  const data = (value: string, text = '', note?: string) => ({ words: ['--data-binary', value], text, note });
  if (body === undefined || body.size === 0)
    return ['POST', 'PUT', 'PATCH'].includes(method) ? data("''") : { ...data(''), words: [] };
  const text = body.truncated || body.bytes.length > MOST_BODY ? undefined : textOf(body.bytes);
  if (text !== undefined && !text.startsWith('@')) return data(shellWord(text), text);
  const where = body.truncated ? 'not recorded in full' : 'in evidence.har';
  return data(`@${id}.body`, '', `Save the request body of ${id} (${body.size} bytes, ${where}) as ${id}.body first.`);
}

/** Secrets that a request may send. */
export interface OwnSecrets {
  /** Settings of the interface that contain one secret text. */
  readonly settings: ReadonlySet<string>;
  /** Secret settings of the interface whose members are headers. */
  readonly headers: readonly string[];
  /** Secret settings of all interfaces. */
  readonly all: ReadonlySet<string>;
}

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
  if (addresses.some((text) => variablesIn(text).length > 0)) return false;
  const isOwn = (name: string) => own.settings.has(name) || (DERIVED.test(name) && !own.all.has(variableOf(name)));
  const foreign = (text: string, place: RegExp) =>
    variablesIn(text.replace(place, (whole, name: string) => (isOwn(name) ? '' : whole))).length > 0;
  if (request.headers.some(([, value]) => foreign(value, IN_HEADER))) return false;
  return !foreign(bodyOf(exchange), isGrant(exchange) ? IN_FORM : IN_JSON);
}

const bodyOf = ({ request }: Exchange) => Buffer.from(request.body?.bytes ?? '').toString('latin1');

/** Returns the headers that come from a setting, each with a placeholder for its whole value. */
export function withHeaderVariables(exchange: Exchange, { headers: settings }: OwnSecrets) {
  const made: { readonly variable: string; readonly header: string; readonly setting: string }[] = [];
  const headers = exchange.request.headers.map(([header, value]) => {
    const setting = settings.find((name) => value.includes(`[redacted:${name}]`));
    if (setting === undefined) return [header, value] as const;
    const variable = `${setting}_${made.length + 1}`;
    made.push({ variable, header, setting });
    return [header, `[redacted:${variable}]`] as const;
  });
  return { exchange: { ...exchange, request: { ...exchange.request, headers } }, made };
}

/** Whether a request exchanges a secret refresh token (RFC 6749, section 6). */
export function spendsRefreshToken(exchange: Exchange): boolean {
  return isGrant(exchange) && /(?:^|&)refresh_token=\[redacted:/.test(bodyOf(exchange));
}
