/** Reads traffic of other programs from a HAR file: decides which data are reliable, and why others are not. */

import { parseBoundedJson } from '../files/bounded-json.ts';
import { memberOf } from '../files/json-value.ts';
import { readGivenFile } from '../files/read-file.ts';
import { charsetOf } from '../soap/xml-bytes.ts';
import { declaredEncoding } from '../soap/xml-tree.ts';
import { recordBody, wholeBody } from '../wire/evidence/recording.ts';
import { headerIn } from '../wire/http.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import type { Headers, Origin } from '../wire/types.ts';
import { type Credentials, presentedCredential, recordedMessages, secretsOf } from './received-exchange.ts';

/**
 * Reads the entries of a file that a browser or a proxy wrote. Returns undefined if the file cannot be read, is Assay's
 * own evidence, or is not a HAR file.
 */
export function foreignEntries(path: string): readonly unknown[] | undefined {
  try {
    const log = memberOf(parseBoundedJson(readGivenFile(path, 'evidence'), { lossy: true }), 'log');
    const entries = memberOf(log, '_format') === undefined ? memberOf(log, 'entries') : undefined;
    return Array.isArray(entries) ? entries : undefined;
  } catch {
    return undefined;
  }
}

export type Understood = ReturnType<typeof understand>;

/**
 * Returns the request and the response, redacted, if the file contains them completely; otherwise why it is not used.
 * `began`: the beginning of the traffic, in milliseconds since 1970.
 */
export function understand(entry: unknown, index: number, redactor: Redactor, began = 0) {
  const [request, response] = [memberOf(entry, 'request'), memberOf(entry, 'response')];
  const [method, address] = [memberOf(request, 'method'), memberOf(request, 'url')];
  const startedAt = Date.parse(String(memberOf(entry, 'startedDateTime'))) - began;
  const time = memberOf(entry, 'time');
  const endedAt = startedAt + (typeof time === 'number' && time >= 0 ? time : 0);
  if (typeof method !== 'string' || typeof address !== 'string' || !URL.canParse(address) || Number.isNaN(startedAt))
    return { why: 'they do not contain the request' };
  const status = memberOf(response, 'status');
  if (typeof status !== 'number' || status < 100) return { why: 'they had no response' };
  const [received, answered] = [headersOf(memberOf(request, 'headers')), headersOf(memberOf(response, 'headers'))];
  if (received === undefined || answered === undefined) return { why: 'their headers cannot be read' };
  const body = answerBytes(memberOf(response, 'content'), answered);
  if (typeof body === 'string') return { why: body };
  const sent = requestBytes(memberOf(request, 'postData'));
  if (typeof sent === 'string') return { why: sent };
  secretsOf(redactor, { bytes: Infinity, secrets: Infinity })(
    [...received, ...answered],
    body,
    sent ?? new Uint8Array(),
  );
  const whole = (bytes: Uint8Array) => recordBody(redactor, wholeBody(bytes));
  return {
    // The credential that the request shows. Such files never show TLS certificates, and some tools omit headers.
    credential: (among: Credentials) => presentedCredential(among, received) ?? UNSEEN,
    exchange: {
      id: `h${index + 1}`,
      // Another program chose the request, so an unsuccessful response is not evidence about the deployment.
      origins: { path: CLIENTS, body: CLIENTS },
      ...recordedMessages(
        redactor,
        {
          method: method.toUpperCase(),
          url: address,
          headers: received,
          credential: UNSEEN,
          body: sent && whole(sent),
        },
        { status, headers: answered, body: whole(body) },
        { startedAt, endedAt },
      ),
    },
  };
}

/** Why a body is uncertain: it was cut, changed or decoded when it was recorded, or cannot be read. */
const INEXACT = 'their bodies were not recorded byte for byte';

/** The lane of exchanges whose credential is not known. */
export const UNSEEN = 'unseen';

const CLIENTS: readonly Origin[] = [{ from: 'gap', gap: 'the request of the client' }];

function headersOf(value: unknown) {
  if (!Array.isArray(value)) return undefined;
  const pairs = value.map((one: { name?: unknown; value?: unknown } | null) => [one?.name, one?.value] as const);
  // HTTP/2 puts the parts of the request line among the headers.
  const isText = (pair: readonly [unknown, unknown]): pair is Headers[number] =>
    pair.every((one) => typeof one === 'string');
  return pairs.every(isText) ? pairs.filter(([name]) => !name.startsWith(':')) : undefined;
}

/**
 * Returns the response's bytes, or why they are uncertain. The writer of the file decoded them, so they must have the
 * stated size.
 */
function answerBytes(content: unknown, headers: Headers) {
  const [size, compression, text, encoding] = ['size', 'compression', 'text', 'encoding'].map((name) =>
    memberOf(content, name),
  );
  if (text === undefined || text === '')
    return typeof size === 'number' && size > 0 ? 'their bodies were not recorded' : new Uint8Array();
  if (typeof text !== 'string') return INEXACT;
  const isBase64 = encoding === 'base64';
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  const isText = !encoding && !text.includes('\ufffd');
  const ascii = !/[^\0-\x7f]/.test(text);
  const type = headerIn(headers, 'content-type') ?? '';
  const charset = charsetOf(type) ?? declaredEncoding(text.trimStart()) ?? 'utf-8';
  const isSame = /^(utf-?8|us-ascii)$/i.test(charset) || (ascii && /^(iso-8859|windows-125)/i.test(charset));
  // Some tools state the compressed size and the difference.
  const sizes = [size, typeof compression === 'number' ? Number(size) + compression : size];
  const fits = typeof size !== 'number' || size <= 0 || sizes.includes(bytes.length);
  return fits && (isBase64 || (isText && isSame)) ? bytes : INEXACT;
}

function requestBytes(data: unknown) {
  const text = memberOf(data, 'text');
  if (text === undefined) return undefined;
  if (typeof text !== 'string') return INEXACT;
  return Buffer.from(
    text,
    (memberOf(data, 'encoding') ?? memberOf(data, '_encoding')) === 'base64' ? 'base64' : 'utf8',
  );
}
