/** What to look for to find one secret: its texts, and in each a stretch that every encoding leaves alone. */
import { type FormMatcher, formMatcher } from './character-forms.ts';

/** A text that gives the secret away: itself, its hexadecimal digits, its base64 in one of three alignments. */
export interface SecretText {
  readonly name: string;
  readonly content: string;
  /** Octets of the text as it stands, unescaped. */
  readonly plain: Buffer;
  /** Base64 takes both alphabets and line breaks; nobody escapes letters and digits of an encoded text. */
  readonly kind: 'literal' | 'hex' | 'base64';
  /** How many characters it has: code points. */
  readonly length: number;
  /** Made when it is needed, which is seldom. */
  matcher(): FormMatcher;
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
const HEX_ANCHOR_LENGTH = 24;
const SHORTEST_ANCHOR = 3;
const SHORTEST_SECOND_ANCHOR = 6;
const SHORTEST_JWT_PART = 16;
const SHORTEST_PEM_LINE = 32;

/** All texts that give a secret away. A token's parts and a key's lines are secrets by themselves. */
export function textsOf(secret: string | Uint8Array, name: string): SecretText[] {
  const content = typeof secret === 'string' ? secret : asText(secret);
  const octets = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret);
  const key = pemBody(content);
  if (key !== undefined) return keyTexts(key, name);
  const jwt = jwtParts(content);
  const texts = [secretText(content, name, 'literal'), ...encodedTexts(octets, name), ...encodedTwice(octets, name), ...separatedTexts(octets, name)];
  // A token that carries the secret is JSON in base64.
  for (const form of new Set(JSON_ESCAPES.map((write) => write(content)))) if (form !== content) texts.push(...encodedTexts(Buffer.from(form), name));
  // A token that ends in the middle, or whose parts stand apart, is still a secret.
  for (const part of jwt?.secretParts ?? []) texts.push(secretText(part, name, 'literal'), ...encodedTexts(Buffer.from(part), name));
  return texts;
}

/** Where to look for a text: in its longest run of letters and digits, and in the same stretch fully escaped. */
export function anchorsOf(text: SecretText): Anchor[] {
  const { content, kind } = text;
  const isAscii = text.plain.length === content.length;
  // Runs are found by UTF-16 unit; anchors count characters.
  const characterAt = (at: number): number => (isAscii ? at : [...content.slice(0, at)].length);
  const anchor = (octets: string, first: number, last: number): Anchor => ({
    octets: Buffer.from(octets, 'utf8'),
    text,
    first: characterAt(first),
    last: characterAt(last),
    plainBefore: isAscii ? first : Buffer.byteLength(content.slice(0, first)),
  });
  if (kind === 'hex') return [anchor(content.slice(0, HEX_ANCHOR_LENGTH), 0, Math.min(content.length, HEX_ANCHOR_LENGTH))];
  const run = longestRun(content, 0, content.length);
  // Without letters and digits, escaping changes everything: the whole text as the common encoders write it.
  if (run.last - run.first < SHORTEST_ANCHOR) {
    const forms = new Set(WHOLE_ESCAPES.map((write) => write(content)));
    return [...forms].map((form) => anchor(form, 0, content.length)).filter(({ octets }) => octets.length >= SHORTEST_ANCHOR);
  }
  const anchors = [anchor(content.slice(run.first, run.last), run.first, run.last)];
  if (kind === 'base64') {
    const second = elsewhere(content, run);
    if (second) anchors.push(anchor(content.slice(second.first, second.last), second.first, second.last));
  }
  if (kind === 'literal') {
    for (const [write, count] of CHARACTER_ESCAPES) {
      const last = Math.min(run.last, run.first + count);
      anchors.push(anchor([...content.slice(run.first, last)].map(write).join(''), run.first, last));
    }
  }
  return anchors;
}

const unit = (character: string, write: (code: number) => string): string =>
  [...Array(character.length).keys()].map((index) => write(character.charCodeAt(index))).join('');
const percent = (character: string, upper: boolean): string =>
  [...Buffer.from(character)].map((octet) => `%${upper ? octet.toString(16).padStart(2, '0').toUpperCase() : octet.toString(16).padStart(2, '0')}`).join('');

/** The same writer, which writes each ASCII character only once: they are most of every secret. */
function tabled(write: (character: string) => string): (character: string) => string {
  const written: string[] = [];
  return (character) => {
    const code = character.charCodeAt(0);
    if (code > 0x7f) return write(character);
    written[code] ??= write(character);
    return written[code];
  };
}

/** Ways of escaping even letters and digits, each with as many characters as make a good anchor. */
const CHARACTER_WRITERS: readonly (readonly [(character: string) => string, number])[] = [
  [(character) => percent(character, false), 4],
  [(character) => percent(character, true), 4],
  [(character) => percent(character, false).replaceAll('%', '%25'), 4],
  [(character) => percent(character, true).replaceAll('%', '%25'), 4],
  [(character) => percent(character, false).replaceAll('%', '\\x'), 4],
  [(character) => percent(character, true).replaceAll('%', '\\x'), 4],
  [(character) => [...Buffer.from(character)].map((octet) => `\\${octet.toString(8).padStart(3, '0')}`).join(''), 4],
  [(character) => unit(character, (code) => `\\u${code.toString(16).padStart(4, '0')}`), 3],
  [(character) => unit(character, (code) => `\\u${code.toString(16).padStart(4, '0').toUpperCase()}`), 3],
  [(character) => `&#${character.codePointAt(0)};`, 3],
  [(character) => `&#x${character.codePointAt(0)?.toString(16)};`, 3],
  [(character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`, 3],
];
const CHARACTER_ESCAPES = CHARACTER_WRITERS.map(([write, count]) => [tabled(write), count] as const);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const asciiOnly = (text: string): string =>
  text.replace(/[^\x20-\x7e]/gu, (character) => unit(character, (code) => `\\u${code.toString(16).padStart(4, '0')}`));
const slashed = (text: string): string => text.replaceAll('/', '\\/');
const inXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&${XML_NAMES[character]};`);
const inUrl = (text: string): string => [...text].map((character) => (/[\w.!~*'()-]/.test(character) ? character : percent(character, true))).join('');
const lowerUrl = (text: string): string => inUrl(text).replace(/%../g, (code) => code.toLowerCase());
const XML_NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** How JSON encoders write a text. */
const JSON_ESCAPES: readonly ((text: string) => string)[] = [
  inJson,
  (text) => asciiOnly(inJson(text)),
  (text) => slashed(inJson(text)),
  (text) => slashed(asciiOnly(inJson(text))),
];

/** How encoders write a text in which nothing is left alone. */
const WHOLE_ESCAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  ...JSON_ESCAPES,
  ...JSON_ESCAPES.map((write) => (text: string) => inJson(write(text))),
  (text) => asciiOnly(inJson(text)).replace(/\\u..../g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  inXml,
  (text) => inXml(inXml(text)),
  (text) => inXml(text).replaceAll('&apos;', "'"),
  (text) => inXml(text).replaceAll('&apos;', "'").replaceAll('&quot;', '"'),
  inUrl,
  lowerUrl,
  (text) => inUrl(inUrl(text)),
  (text) => inUrl(lowerUrl(text)),
  (text) => inUrl(text).replace(/[!'()*~]/g, (character) => percent(character, true)),
  (text) =>
    inUrl(text)
      .replaceAll('%20', '+')
      .replace(/[!'()~]/g, (character) => percent(character, true)),
  ...CHARACTER_ESCAPES.map(
    ([write]) =>
      (text: string) =>
        [...text].map(write).join(''),
  ),
];

interface Run {
  readonly first: number;
  readonly last: number;
}

/** The end of the longest run of letters and digits: beginnings of tokens and keys are often the same for all. */
function longestRun(content: string, from: number, to: number): Run {
  let best = { first: from, last: from };
  let first = from;
  for (let at = from; at <= to; at++) {
    if (at < to && isAlphanumeric(content.charCodeAt(at))) continue;
    if (at - first >= Math.min(ANCHOR_LENGTH, best.last - best.first + 1)) best = { first, last: at };
    first = at + 1;
  }
  return { first: Math.max(best.first, best.last - ANCHOR_LENGTH), last: best.last };
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** A second run: a line break can fall into one of them, but not into both. */
function elsewhere(content: string, { first, last }: Run): Run | undefined {
  const before = longestRun(content, Math.max(0, first - 40), first);
  const after = longestRun(content, last, Math.min(content.length, last + 40));
  const second = before.last - before.first > after.last - after.first ? before : after;
  return second.last - second.first >= SHORTEST_SECOND_ANCHOR ? second : undefined;
}

function secretText(content: string, name: string, kind: SecretText['kind']): SecretText {
  const plain = Buffer.from(content, 'utf8');
  const length = plain.length === content.length ? content.length : [...content].length;
  let matcher: FormMatcher | undefined;
  return { name, content, plain, kind, length, matcher: () => (matcher ??= formMatcher([...content], kind === 'base64')) };
}

function encodedTexts(octets: Buffer, name: string): SecretText[] {
  const hex = octets.toString('hex');
  const texts = [secretText(hex, name, 'hex'), secretText(hex.toUpperCase(), name, 'hex')];
  for (const before of [0, 1, 2]) texts.push(secretText(alignedBase64(octets, before), name, 'base64'));
  return texts.filter(({ length }) => length >= SHORTEST_FREE_SECRET);
}

/** Base64 of base64, the inner one in either alphabet. */
function encodedTwice(octets: Buffer, name: string): SecretText[] {
  const inner = [0, 1, 2].map((before) => alignedBase64(octets, before));
  const both = new Set(inner.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]));
  return [...both]
    .flatMap((text) => [0, 1, 2].map((before) => secretText(alignedBase64(Buffer.from(text), before), name, 'base64')))
    .filter(({ length }) => length >= SHORTEST_FREE_SECRET);
}

/** Hexadecimal digits, octet by octet. */
function separatedTexts(octets: Buffer, name: string): SecretText[] {
  const hex = octets.toString('hex');
  return [':', ' ', '-'].flatMap((separator) =>
    [hex, hex.toUpperCase()].map((digits) => secretText(digits.replace(/..(?=.)/g, `$&${separator}`), name, 'hex')),
  );
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
  const texts = [secretText(joined.replace(/=+$/, ''), name, 'base64'), ...encodedTexts(der, name)];
  for (const line of lines.filter((candidate) => candidate.length >= SHORTEST_PEM_LINE)) {
    texts.push(secretText(line, name, 'base64'));
    for (const before of [0, 1, 2]) texts.push(secretText(alignedBase64(Buffer.from(line), before), name, 'base64'));
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
