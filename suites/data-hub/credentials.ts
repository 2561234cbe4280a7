/**
 * Credentials in responses: they are secret before anything is recorded, and kept only for later probes of the lane.
 */

import { decodedFully } from '../../src/wire/secrets/decoded-view.ts';
import { type Headers, textIn } from '../words.ts';

/** Members of token responses and errors that contain no credential (RFC 6749, sections 5.1 and 5.2). */
const HARMLESS = new Set(['token_type', 'scope', 'expires_in', 'error', 'error_description', 'error_uri']);
/** Names of members that are identifiers, not tokens. */
const IDENTIFIER = /^ids?$|[a-z]I[dD]s?$|_ids?$|ID$|^uuid$|^name$|^(?:href|url|self)$/;
/** Shorter texts are not credentials. */
const SHORTEST = 16;

/** Maximum number of texts of a response that are inspected. */
const MOST_TEXTS = 10_000;

interface Text {
  readonly name: string;
  readonly text: string;
}

type Reviver = (this: unknown, name: string, value: unknown) => unknown;

function parsed(body: Uint8Array, reviver?: Reviver): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), reviver) as unknown };
  } catch {
    return undefined;
  }
}

/** Returns the first texts of a JSON body, the entries of a list with its name; undefined if it is not JSON. */
function textsOf(body: Uint8Array): readonly Text[] | undefined {
  const texts: Text[] = [];
  const json = parsed(body, function (name, value) {
    const all = Array.isArray(this) ? [] : [value].flat(Number.POSITIVE_INFINITY);
    for (const text of all) if (typeof text === 'string') texts.push({ name, text });
    return value;
  });
  return json && texts.slice(0, MOST_TEXTS);
}

/**
 * Returns every text in a response that may be a credential; many are not. A success body is a token response. Headers,
 * redirects and errors also contain ordinary words, which other messages use: there, only texts that look like a
 * credential count.
 */
export function secretsIn(body: Uint8Array, headers: Headers, status: number): string[] {
  // UTF-16 and UTF-32: a credential is ASCII.
  const bytes = body.includes(0) ? body.filter((byte) => byte !== 0) : body;
  const shown = headers.flatMap(([name, text]): Text[] => [
    { name, text },
    { name: '', text: name },
  ]);
  if (status < 300) return [...new Set([...responseSecretsIn(bytes), ...likelySecretsIn(shown)])];
  return [...new Set(likelySecretsIn([...shown, ...unlessIdentifiers(bytes)]))];
}

/** Returns the texts of a JSON body except those called identifiers; of any other body its whole text. */
const unlessIdentifiers = (body: Uint8Array): readonly Text[] =>
  textsOf(body)?.filter(({ name }) => !IDENTIFIER.test(name)) ?? [
    { name: '', text: new TextDecoder().decode(body).trim() },
  ];

/** A value that is called a token: in JSON, a form, a query, a fragment or a header. */
const CALLED_TOKEN = /token["']?\s*[=:]\s*["']?([^\s"'<>()[\]{}&,;#?\\]{4,})/gi;
const PLAIN_WORD = /^[a-z_.-]{1,31}$/i;
/** Words with letters and digits that are not credentials: a host, a product with its version, a time. */
const ORDINARY = /^(?:[a-z\d-]{1,20}(?:\.[a-z\d-]{1,20})+(?::\d+)?|[A-Za-z-]+\/\d[\w.-]{0,15}|\d{4}-\d\d-\d\d\S*)$/;
const JWT = /^eyJ[\w-]+\.[\w-]+/;

/**
 * Likely secrets among texts with ordinary words: values that are called tokens, and words that look like one, escapes
 * undone.
 */
function likelySecretsIn(texts: readonly Text[]): string[] {
  const written = texts.map(({ name, text }) => `${name}= ${text}`).join('\n');
  const decoded = new TextDecoder().decode(decodedFully(Buffer.from(written)));
  return [written, decoded].flatMap((text) => [
    ...[...text.matchAll(CALLED_TOKEN)].map(([, value = '']) => value).filter((value) => !PLAIN_WORD.test(value)),
    ...text.split(/[\s"'<>()[\]{}&,;#?\\]+/).flatMap(looksLikeToken),
  ]);
}

/**
 * Returns the parts of a word that look like a token: long ones with letters and digits that are not ordinary. Names
 * before the word are left out, and an address is split.
 */
function looksLikeToken(word: string): string[] {
  const value = word.replace(/^(?:[\w-]+=(?=[^=]))+/, '');
  const parts = /^\/|:\/\//.test(value) ? value.split(/[/:@=]/) : [value];
  return parts.filter(
    (part) =>
      part.length >= SHORTEST && (JWT.test(part) || (/[a-z]/i.test(part) && /\d/.test(part) && !ORDINARY.test(part))),
  );
}

/**
 * Returns texts that may be secret in a body. In JSON or a form: texts of sixteen characters and more without blanks,
 * and every value that is called a token. In any other body: each such run of characters, escapes undone.
 */
function responseSecretsIn(bytes: Uint8Array): string[] {
  const direct = secretTextsIn(bytes);
  if (direct !== undefined) return direct;
  const decoded = decodedFully(bytes);
  const written = [bytes, decoded].map((one) => new TextDecoder().decode(one));
  const runs = [...written, ...written.map(unfolded).filter((text) => !/\s/.test(text))].flatMap(
    (text) => text.match(/[\w.~+/=:-]{16,}/g) ?? [],
  );
  return [...runs, ...(secretTextsIn(decoded) ?? formSecretsIn(bytes))];
}

/**
 * Returns the texts of a JSON body that may be credentials, as sent and with their escapes undone. A mark of its
 * charset may precede it.
 */
function secretTextsIn(bytes: Uint8Array): string[] | undefined {
  const begin = bytes.findIndex((byte) => byte < 0x80);
  return textsOf(bytes.subarray(begin))
    ?.filter(isSecret)
    .flatMap(({ text }) => [
      text,
      text.trim(),
      unfolded(text),
      Buffer.from(decodedFully(Buffer.from(text))).toString(),
    ]);
}

function formSecretsIn(bytes: Uint8Array): string[] {
  return [...new URLSearchParams(new TextDecoder().decode(bytes).trim())]
    .map(([name, text]): Text => ({ name, text }))
    .filter(isSecret)
    .map(({ text }) => text);
}

function isSecret({ name, text }: Text): boolean {
  return (
    !HARMLESS.has(name) &&
    (/token$/i.test(name) ? text.length >= 4 : text.length >= SHORTEST && !/\s/.test(unfolded(text)))
  );
}

/** Returns a text without line breaks: base64 is in lines (RFC 2045, section 6.8). */
function unfolded(text: string): string {
  return text.replace(/[\r\n]\s*/g, '');
}

/** Contents of a token response. */
export interface TokenResponse {
  /** The object's member access_token, if it is a text. */
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
}

export function tokenResponseIn(body: Uint8Array): TokenResponse {
  const json = parsed(body)?.json;
  return { accessToken: textIn(json, 'access_token'), refreshToken: textIn(json, 'refresh_token') };
}

/** Whether a text can be sent in a header: RFC 6749, appendix A.12, without the space. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/**
 * Returns texts of a response that may be the created token, likeliest first. Members called identifiers are left out,
 * and an error contains no token.
 */
export function namedTokensIn(body: Uint8Array, status: number): string[] {
  if (status >= 300) return [];
  const can = unlessIdentifiers(body).flatMap(({ text }) =>
    text.length >= SHORTEST && isSendable(text) ? [text] : [],
  );
  return [...new Set(can)].sort((a, b) => b.length - a.length);
}
