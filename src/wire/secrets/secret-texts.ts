/** The texts that reveal a secret: plain, in hexadecimal digits, in base64. */
import { createPrivateKey } from 'node:crypto';
import { isObject } from '../../files/json-value.ts';
import { decodedFully } from './decoded-view.ts';

/** Secrets shorter than this are too likely to be ordinary words: they are found only if they are a whole value. */
export const SHORTEST_FREE_SECRET = 8;
const SHORTEST_JWT_PART = 16;

/**
 * Maps each byte to the one that represents its equivalents: `-` and a space to `+`, `_` to `/`. Base64 has two
 * alphabets (RFC 4648), and a form represents a space as `+`.
 */
export const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [byte, twin] of ['-+', ' +', '_/'].map((pair) => Buffer.from(pair))) FOLDED[byte as number] = twin as number;

/** A text that reveals a secret, as bytes that `FOLDED` has mapped. */
export interface SecretText {
  readonly bytes: Uint8Array;
  /** Index of the first byte of the secret part. */
  readonly from: number;
  /** Index after the last byte of the secret part. Bytes outside this part are public, or the same in other secrets. */
  readonly to: number;
  /** Minimum number of secret bytes in a run that reveals the secret. */
  readonly least: number;
}

/** Maximum number of characters of a secret that an encoding may reveal. */
const MOST_REVEALED = 24;
/** Bytes by which encodings represent one. */
const [LITERAL, BASE64, HEX, SEPARATED_HEX] = [1, 4 / 3, 2, 3];
const BASE64_TWICE = BASE64 ** 2;

/** The secret part of some bytes; default all. */
interface Range {
  readonly from?: number;
  readonly to?: number;
}

/**
 * Maximum number of secrets that are remembered with their texts: those of a run's settings are the same in every run.
 */
const MOST_REMEMBERED = 64;
const remembered = new Map<string, readonly SecretText[]>();

/**
 * Returns all texts that give a secret away. The public part of a private key is not secret, nor is a header of a token
 * with only algorithm and type.
 */
export function textsOf(secret: string | Uint8Array): readonly SecretText[] {
  const bytes = Buffer.from(secret as string);
  const content = bytes.toString('latin1');
  const known = remembered.get(content);
  if (known !== undefined) return known;
  const key = privateKeyOf(content);
  const texts = (key === undefined ? wordTexts(bytes, content) : keyTexts(key)).filter(
    (text) => text.to - text.from >= SHORTEST_FREE_SECRET,
  );
  if (remembered.size < MOST_REMEMBERED) remembered.set(content, texts);
  return texts;
}

function wordTexts(bytes: Buffer, content: string) {
  const parts = jwtParts(content);
  const range = { from: parts?.publicUntil ?? 0 };
  const decoded = decodedFully(bytes);
  const texts = [written(bytes, LITERAL, range), ...encoded(bytes, range), ...encodedTwice(bytes)];
  if (decoded.length !== bytes.length) texts.push(written(decoded, LITERAL));
  // A server may read it as ISO 8859-1.
  const narrow = Buffer.from(bytes.toString('utf8'), 'latin1');
  if (narrow.length !== bytes.length) texts.push(written(narrow, LITERAL));
  // A token that carries the secret is JSON in base64.
  const text = bytes.toString('utf8');
  for (const form of new Set(JSON_WRITERS.map((write) => write(text))))
    if (form !== text) texts.push(...base64Texts(Buffer.from(form), {}));
  for (const part of parts?.secret ?? []) texts.push(written(Buffer.from(part), LITERAL));
  return texts;
}

/** Returns an encoding that takes `ratio` times as many bytes. `range`: the secret part of what it encodes. */
function written(bytes: Uint8Array, ratio: number, range: Range = {}) {
  const { from = 0, to = bytes.length } = scaled(range, ratio);
  const end = Math.min(to, bytes.length);
  const begin = Math.min(from, end);
  return {
    bytes: bytes.map((byte) => FOLDED[byte] as number),
    from: begin,
    to: end,
    least: Math.min(Math.ceil(MOST_REVEALED * ratio), end - begin),
  };
}

function encoded(bytes: Buffer, range: Range) {
  return [...base64Texts(bytes, range), ...hexTexts(bytes, range)];
}

function base64Texts(bytes: Buffer, range: Range) {
  return [0, 1, 2].map((before) => written(Buffer.from(alignedBase64(bytes, before)), BASE64, range));
}

function hexTexts(bytes: Buffer, range: Range) {
  const lower = bytes.toString('hex');
  return [lower, lower.toUpperCase()].flatMap((digits) => [
    written(Buffer.from(digits), HEX, range),
    ...[':', '-'].map((separator) => written(Buffer.from(bytewise(digits, separator)), SEPARATED_HEX, range)),
  ]);
}

/**
 * Returns the secret part of an encoding that takes `ratio` times as many bytes, without the bytes that encode both
 * parts.
 */
function scaled({ from, to }: Range, ratio: number): Range {
  const both = ratio === LITERAL ? 0 : 2;
  return {
    ...(from && { from: Math.ceil(from * ratio) + both }),
    ...(to !== undefined && { to: Math.floor(to * ratio) - both }),
  };
}

/** Base64 of base64, the inner one in either alphabet. */
function encodedTwice(bytes: Buffer) {
  const inner = [0, 1, 2].map((before) => alignedBase64(bytes, before));
  const both = new Set(inner.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]));
  return [...both].flatMap((text) =>
    [0, 1, 2].map((before) => written(Buffer.from(alignedBase64(Buffer.from(text), before)), BASE64_TWICE)),
  );
}

/** Returns hexadecimal digits with a separator between bytes: `0a:1b`. */
const bytewise = (digits: string, separator: string) => (digits.match(/../g) ?? []).join(separator);

/**
 * Returns the characters that are in every base64 text of data that contain `bytes`. `before`: the position of `bytes`
 * in the data, modulo three.
 */
function alignedBase64(bytes: Buffer, before: number) {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const dependsOnWhatFollows = (before + bytes.length) % 3 === 0 ? 0 : 1;
  return whole.slice(before === 0 ? 0 : before + 1, whole.length - dependsOnWhatFollows);
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asciiOnly = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const slashed = (text: string) => text.replaceAll('/', '\\/');

/** Ways in which JSON encoders write a text. */
const JSON_WRITERS: readonly ((text: string) => string)[] = [
  inJson,
  (text) => asciiOnly(inJson(text)),
  (text) => slashed(inJson(text)),
  (text) => slashed(asciiOnly(inJson(text))),
];

/**
 * Returns a private key in PEM (RFC 7468): its base64 line by line, its bytes, and their secret part; undefined for
 * anything else.
 */
function privateKeyOf(content: string) {
  const [pem, , body] = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([\s\S]*?)-----END \1-----/.exec(content) ?? [];
  if (pem === undefined || body === undefined) return undefined;
  // Encrypted keys of the old kind begin with header lines.
  const lines = body
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes(':'));
  const der = Buffer.from(lines.join(''), 'base64');
  return { lines, der, range: secretRange(pem, der) };
}

/**
 * Returns the secret part of a key, without the numbers that the certificate shows as well, and without the names of
 * algorithms before them.
 */
function secretRange(pem: string, der: Buffer) {
  try {
    const { n, x } = createPrivateKey(pem).export({ format: 'jwk' });
    const modulus = n === undefined ? undefined : Buffer.from(n, 'base64url');
    const point = x === undefined ? undefined : Buffer.from(x, 'base64url');
    if (modulus !== undefined) return { from: der.indexOf(modulus) + modulus.length };
    const at = point === undefined ? -1 : der.indexOf(point);
    return at < 0 ? {} : { to: at };
  } catch {
    // The key is encrypted, or this machine cannot read it.
    return {};
  }
}

function keyTexts({ lines, der, range }: NonNullable<ReturnType<typeof privateKeyOf>>) {
  const joined = lines.join('');
  const file = Buffer.from(lines.join('\n'));
  // A line break at least every 64 characters, which is one byte more for each.
  const inFile = scaled(range, BASE64 * (file.length / joined.length));
  return [
    written(Buffer.from(joined.replace(/=+$/, '')), BASE64, range),
    ...encoded(der, range),
    ...base64Texts(file, inFile),
  ];
}

/**
 * Returns the parts of a JSON Web Token that are secret but too short to be found as a run of the token, and the length
 * of the public part at its beginning.
 */
function jwtParts(content: string) {
  if (!/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(content)) return undefined;
  const [header = '', ...others] = content.split('.');
  const isCommon = isCommonHeader(header);
  return {
    secret: [...(isCommon ? [] : [header]), ...others].filter(
      (part) => part.length >= SHORTEST_JWT_PART && part.length < MOST_REVEALED,
    ),
    publicUntil: isCommon ? header.length + 1 : 0,
  };
}

function isCommonHeader(part: string) {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isObject(header) && Object.keys(header).every((member) => ['alg', 'typ', 'cty'].includes(member));
  } catch {
    return false;
  }
}
