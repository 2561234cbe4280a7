/** What to look for to find one secret: its texts, and in each a stretch that every encoding leaves alone. */
import { type FormMatcher, formMatcher } from './character-forms.ts';

/** A text that gives the secret away: itself, its hexadecimal digits, its base64 in one of three alignments. */
export interface SecretText {
  readonly name: string;
  readonly characters: readonly string[];
  /** Octets of the text as it stands, unescaped. */
  readonly plain: Buffer;
  readonly matcher: FormMatcher;
}

/** Octets to search for; they stand for the characters from `first` up to `last` of a text. */
export interface Anchor {
  readonly octets: Buffer;
  readonly text: SecretText;
  readonly first: number;
  readonly last: number;
  /** Where the whole text stands unescaped, it begins so many octets before the anchor. */
  readonly plainBefore: number;
}

/** Secrets shorter than this are too likely to be ordinary words: they are found only where they are a whole value. */
export const SHORTEST_FREE_SECRET = 8;
const ANCHOR_LENGTH = 16;
const SHORTEST_ANCHOR = 3;
const SHORTEST_JWT_PART = 16;
const SHORTEST_PEM_LINE = 32;

/** All texts that give a secret away. A token's parts and a key's lines are secrets by themselves. */
export function textsOf(secret: string | Uint8Array, name: string): SecretText[] {
  const content = typeof secret === 'string' ? secret : asText(secret);
  const octets = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret);
  const key = pemBody(content);
  if (key !== undefined) return keyTexts(key, name);
  const jwt = jwtParts(content);
  const texts = [secretText(content, name, false), ...encodedTexts(octets, name)];
  // A token that ends in the middle, or whose parts stand apart, is still a secret.
  for (const part of jwt?.secretParts ?? []) texts.push(secretText(part, name, false), ...encodedTexts(Buffer.from(part), name));
  return texts;
}

/** Where to look for a text: in its longest run of letters and digits, and in the same stretch fully escaped. */
export function anchorsOf(text: SecretText): Anchor[] {
  const { characters } = text;
  const { first, last } = stretch(characters);
  const anchor = (encode: (character: string) => string, from: number, to: number): Anchor => ({
    octets: Buffer.from(characters.slice(from, to).map(encode).join(''), 'utf8'),
    text,
    first: from,
    last: to,
    plainBefore: Buffer.byteLength(characters.slice(0, from).join('')),
  });
  const escaped = ESCAPES.map(([encode, count]) => anchor(encode, first, Math.min(last, first + count)));
  // Without letters and digits, escaping changes everything, so that the common ways of escaping are all there is.
  const plain = last - first >= SHORTEST_ANCHOR ? anchor((character) => character, first, last) : anchor((character) => character, 0, characters.length);
  return [plain, ...escaped].filter(({ octets }) => octets.length >= SHORTEST_ANCHOR);
}

const unit = (character: string, write: (code: number) => string): string =>
  [...Array(character.length).keys()].map((index) => write(character.charCodeAt(index))).join('');
const percent = (character: string, upper: boolean): string =>
  [...Buffer.from(character)].map((octet) => `%${upper ? octet.toString(16).padStart(2, '0').toUpperCase() : octet.toString(16).padStart(2, '0')}`).join('');

/** Ways of escaping even letters and digits, each with as many characters as make a good anchor. */
const ESCAPES: readonly (readonly [(character: string) => string, number])[] = [
  [(character) => percent(character, false), 4],
  [(character) => percent(character, true), 4],
  [(character) => unit(character, (code) => `\\u${code.toString(16).padStart(4, '0')}`), 3],
  [(character) => unit(character, (code) => `\\u${code.toString(16).padStart(4, '0').toUpperCase()}`), 3],
  [(character) => `&#${character.codePointAt(0)};`, 3],
  [(character) => `&#x${character.codePointAt(0)?.toString(16)};`, 3],
  [(character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`, 3],
];

/** The end of the longest run of letters and digits: beginnings of tokens and keys are often the same for all. */
function stretch(characters: readonly string[]): { readonly first: number; readonly last: number } {
  let best = { first: 0, last: 0 };
  let first = 0;
  for (let at = 0; at <= characters.length; at++) {
    if (at < characters.length && /^[0-9A-Za-z]$/.test(characters[at] as string)) continue;
    if (at - first >= Math.min(ANCHOR_LENGTH, best.last - best.first + 1)) best = { first, last: at };
    first = at + 1;
  }
  return best.last === 0
    ? { first: 0, last: Math.min(characters.length, ANCHOR_LENGTH) }
    : { first: Math.max(best.first, best.last - ANCHOR_LENGTH), last: best.last };
}

function secretText(content: string, name: string, base64: boolean): SecretText {
  const characters = [...content];
  return { name, characters, plain: Buffer.from(content, 'utf8'), matcher: formMatcher(characters, base64) };
}

function encodedTexts(octets: Buffer, name: string): SecretText[] {
  const hex = octets.toString('hex');
  const texts = [secretText(hex, name, false), secretText(hex.toUpperCase(), name, false)];
  for (const before of [0, 1, 2]) texts.push(secretText(alignedBase64(octets, before), name, true));
  return texts.filter(({ characters }) => characters.length >= SHORTEST_FREE_SECRET);
}

/** The characters that a base64 text holds wherever `octets` stand in it, `before` octets after a multiple of three. */
function alignedBase64(octets: Buffer, before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), octets])
    .toString('base64')
    .replace(/=+$/, '');
  const dependsOnWhatFollows = (before + octets.length) % 3 === 0 ? 0 : 1;
  return whole.slice(before === 0 ? 0 : before + 1, whole.length - dependsOnWhatFollows);
}

function asText(octets: Uint8Array): string {
  const buffer = Buffer.from(octets);
  const text = buffer.toString('utf8');
  return text.includes('\ufffd') ? buffer.toString('latin1') : text;
}

/** Base64 of a private key in PEM, line by line; undefined for anything else. */
function pemBody(content: string): readonly string[] | undefined {
  const body = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----([\s\S]*?)-----END \1-----/.exec(content)?.[2];
  // Encrypted keys of the old kind begin with header lines.
  return body
    ?.split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes(':'));
}

function keyTexts(lines: readonly string[], name: string): SecretText[] {
  const joined = lines.join('');
  const der = Buffer.from(joined, 'base64');
  const texts = [secretText(joined.replace(/=+$/, ''), name, true), ...encodedTexts(der, name)];
  for (const line of lines.filter((candidate) => candidate.length >= SHORTEST_PEM_LINE)) {
    texts.push(secretText(line, name, true));
    for (const before of [0, 1, 2]) texts.push(secretText(alignedBase64(Buffer.from(line), before), name, true));
  }
  return texts;
}

/** Parts of a JSON Web Token that are secrets by themselves; a header that says no more than algorithm and type is not. */
function jwtParts(content: string): { readonly secretParts: readonly string[] } | undefined {
  if (!/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(content)) return undefined;
  const [header = '', ...others] = content.split('.');
  return { secretParts: [...(isCommonHeader(header) ? [] : [header]), ...others].filter((part) => part.length >= SHORTEST_JWT_PART) };
}

function isCommonHeader(part: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null && Object.keys(header).every((member) => ['alg', 'typ', 'cty'].includes(member));
  } catch {
    return false;
  }
}
