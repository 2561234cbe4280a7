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

/** Returns the first texts of a JSON value, which may be nested to any depth, in the order of the document. */
function textsOf(json: unknown) {
  const texts: Text[] = [];
  const open: Iterator<readonly [key: string | number, value: unknown]>[] = [[['', json] as const].values()];
  const names = [''];
  while (open.length > 0 && texts.length < MOST_TEXTS) {
    const next = open.at(-1)?.next();
    if (next === undefined || next.done) {
      open.pop();
      names.pop();
      continue;
    }
    const [key, value] = next.value;
    // The entries of a list have its name.
    const name = typeof key === 'string' ? key : (names.at(-1) as string);
    if (typeof value === 'string') texts.push({ name, text: value });
    else if (typeof value === 'object' && value !== null) {
      open.push(Array.isArray(value) ? value.entries() : Object.entries(value).values());
      names.push(name);
    }
  }
  return texts;
}

function parsed(body: Uint8Array) {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown };
  } catch {
    return undefined;
  }
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
  const read = parsed(bytes);
  const texts = read
    ? textsOf(read.json).filter(({ name }) => !IDENTIFIER.test(name))
    : [{ name: '', text: new TextDecoder().decode(bytes) }];
  return [...new Set(likelySecretsIn([...shown, ...texts]))];
}

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
function likelySecretsIn(texts: readonly Text[]) {
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
function looksLikeToken(word: string) {
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
function responseSecretsIn(bytes: Uint8Array) {
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
function secretTextsIn(bytes: Uint8Array) {
  const begin = bytes.findIndex((byte) => byte < 0x80);
  const read = parsed(bytes.subarray(begin));
  return (
    read &&
    textsOf(read.json)
      .filter(isSecret)
      .flatMap(({ text }) => [
        text,
        text.trim(),
        unfolded(text),
        Buffer.from(decodedFully(Buffer.from(text))).toString(),
      ])
  );
}

function formSecretsIn(bytes: Uint8Array) {
  return [...new URLSearchParams(new TextDecoder().decode(bytes).trim())]
    .map(([name, text]): Text => ({ name, text }))
    .filter(isSecret)
    .map(({ text }) => text);
}

function isSecret({ name, text }: Text) {
  return (
    !HARMLESS.has(name) &&
    (/token$/i.test(name) ? text.length >= 4 : text.length >= SHORTEST && !/\s/.test(unfolded(text)))
  );
}

/** Returns a text without line breaks: base64 is in lines (RFC 2045, section 6.8). */
function unfolded(text: string) {
  return text.replace(/[\r\n]\s*/g, '');
}

/** Returns the tokens of a token response, if they are texts. */
export function tokenResponseIn(body: Uint8Array) {
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
  const read = parsed(body);
  const texts =
    read === undefined
      ? [{ name: '', text: new TextDecoder().decode(body).trim() }]
      : textsOf(read.json).filter(({ name }) => !IDENTIFIER.test(name));
  const can = texts.map(({ text }) => text).filter((text) => text.length >= SHORTEST && isSendable(text));
  return [...new Set(can)].sort((a, b) => b.length - a.length);
}
