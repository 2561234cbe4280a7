/** Reads the value of a setting according to its kind. Problems are described without showing a secret. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { urlPathProblem } from '../contract/url-path.ts';
import { isObject } from '../files/json-value.ts';
import { reasonOf } from '../files/read-file.ts';
import { suggestion } from './nearest.ts';
import type { Setting, SettingKind } from './types.ts';

/** The parsed value, or the problem: the rest of a sentence that begins with the setting's name. */
export type ReadValue = { readonly value: unknown } | { readonly wrong: string };

/** The syntax of a kind of value, as a phrase, and its reader. `mustBe`: the form that a wrong value, quoted, lacks. */
interface Kind<K extends SettingKind> {
  form(kind: K): string;
  read(text: string, kind: K, shown: string): ReadValue | { readonly mustBe: string };
}

/** RFC 9110, section 5.6.2. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, section 5.5, without obsolete bytes: accepted by every HTTP library. */
const FIELD_VALUE = /^[\x20-\x7e\t]*$/;
const MAX_SHOWN = 60;

const KINDS: { readonly [K in SettingKind['is']]: Kind<Extract<SettingKind, { is: K }>> } = {
  url: { form: () => 'http or https URL without query', read: readUrl },
  file: {
    form: () => 'file',
    read: (text, kind, shown) =>
      kind.mayBeMade && !existsSync(text)
        ? pathValue(text, 'directory', shown, dirname(text))
        : pathValue(text, 'file', shown),
  },
  directory: { form: () => 'directory', read: (text, _kind, shown) => pathValue(text, 'directory', shown) },
  'file-or-directory': {
    form: () => 'PEM file, or directory with OpenSSL hash names',
    read: (text, _kind, shown) => pathValue(text, 'either', shown),
  },
  text: {
    form: ({ like = 'text' }) => like,
    read: (text, { pattern = /^/, like = 'valid text' }) => (pattern.test(text) ? { value: text } : { mustBe: like }),
  },
  program: { form: () => 'text', read: (text) => ({ value: text }) },
  token: { form: () => 'one line without spaces', read: readToken },
  passphrase: { form: () => 'text', read: (text) => ({ value: text }) },
  'json-strings': {
    form: ({ members }) => `JSON object with string values${members ? `: ${members.join(', ')}` : ''}`,
    read: readStrings,
  },
  json: {
    form: () => 'JSON',
    read: (text) => (parseJson(text) === undefined ? { mustBe: 'valid JSON' } : { value: text }),
  },
  integer: {
    form: ({ unit, min, max }) => `${min} to ${max} ${unit}`,
    read: (text, { unit, min, max }) => {
      const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? { value } : { mustBe: `a whole number of ${unit} from ${min} to ${max}` };
    },
  },
  list: {
    form: ({ of, all }) => `comma-separated list${of ? ` of ${of.join(', ')}` : ''}${all ? ', or all' : ''}`,
    read: readList,
  },
  'path-template': {
    form: ({ placeholders }) => `path with ${placeholders.map((name) => `{${name}}`).join(', ')}`,
    read: readTemplate,
  },
  'relative-path': {
    form: () => 'path',
    read: (text) => {
      const path = text.replace(/^\/+|\/+$/g, '');
      return path.split('/').every((segment) => !['', '.', '..'].includes(segment))
        ? { value: path }
        : { mustBe: 'a path without empty, "." or ".." segments' };
    },
  },
};

/**
 * Returns the entry of a kind. The compiler cannot infer that the key of the table equals the discriminant of the kind.
 */
const kindOf = ({ is }: SettingKind) => KINDS[is] as Kind<SettingKind>;

/** Returns a phrase that describes the syntax of a value. */
export function describeKind({ kind }: Setting): string {
  return kindOf(kind).form(kind);
}

/**
 * Returns the meaning of a setting, then the syntax of its value, as far as the meaning does not tell it, and the
 * default.
 */
export function meaningAndForm(setting: Setting): string {
  const form = [`Value: ${describeKind(setting)}.`, `Default: ${setting.default}.`].filter(
    (part) => !/: (?:text|file|directory|path|JSON|undefined)\.$/.test(part),
  );
  return [setting.meaning, ...form].join(' ');
}

/**
 * Reads a value according to the kind of its setting. Surrounding blanks are trimmed, except from a passphrase. URLs
 * lose their trailing slash (unless `whole`), lists become arrays, integers numbers, objects objects; everything else
 * stays text.
 */
export function readValue(setting: Setting, raw: string): ReadValue {
  const text = setting.kind.is === 'passphrase' ? raw : raw.trim();
  const shown = setting.secret ? shape(text) : preview(text);
  const read = kindOf(setting.kind).read(text, setting.kind, shown);
  return 'mustBe' in read ? { wrong: `must be ${read.mustBe} (got ${shown})` } : read;
}

function readUrl(text: string, kind: { readonly whole?: boolean }, shown: string) {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    return {
      wrong: `must be a URL that begins with https:// or http://, with a valid host and port (got ${text.includes('@') ? shape(text) : shown})${/^[\w.-]+(?::\d+)?(?:\/[^@?#]*)?$/.test(text) ? `; perhaps https://${text}` : ''}`,
    };
  // The rest is not shown: user information or a query may contain a password.
  const address = `${url.protocol}//${url.host}${trimSlash(url.pathname)}`;
  if (/[?#]|^https?:\/\/[^/]*@/i.test(text))
    return { wrong: `must have no user name, password, query or fragment; write ${address}` };
  return { value: kind.whole ? url.href : address };
}

function readToken(text: string) {
  if (/^bearer\s/i.test(text)) return { wrong: 'begins with the word Bearer; leave it out, and set only the token' };
  return /^[!-~]+$/.test(text)
    ? { value: text }
    : { mustBe: 'one token of visible ASCII characters, without spaces or line breaks' };
}

function readStrings(text: string, kind: Extract<SettingKind, { is: 'json-strings' }>) {
  const parsed = parseJson(text)?.value;
  if (!isObject(parsed)) return { mustBe: 'a JSON object, with names and values in double quotes' };
  const entries = Object.entries(parsed);
  for (const [member, value] of entries) {
    if (kind.members && !kind.members.includes(member))
      return {
        wrong: `has an unknown member, ${preview(member)}${suggestion(member, kind.members)} Allowed: ${kind.members.join(', ')}`,
      };
    if (typeof value !== 'string')
      return { wrong: `must have only strings as values: write the value of ${preview(member)} in double quotes` };
    if (kind.headers && !(FIELD_NAME.test(member) && FIELD_VALUE.test(value)))
      return { wrong: `contains the header ${preview(member)}, whose name or value is not valid in HTTP` };
  }
  return { value: Object.fromEntries(entries) };
}

function readList(text: string, kind: Extract<SettingKind, { is: 'list' }>) {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const allowed = kind.of && [...kind.of, ...(kind.all ? ['all'] : [])];
  const unknown = allowed && words.find((word) => !allowed.includes(word));
  if (unknown !== undefined)
    return {
      wrong: `names an unknown ${kind.what}, ${preview(unknown)}${suggestion(unknown, allowed ?? [])} Allowed: ${allowed?.join(', ')}`,
    };
  return { value: kind.of && kind.all && words.includes('all') ? [...kind.of] : [...new Set(words)] };
}

function readTemplate(text: string, kind: { readonly placeholders: readonly string[] }, shown: string) {
  const missing = kind.placeholders.find((name) => !text.includes(`{${name}}`));
  if (text.startsWith('/') && missing !== undefined) return { wrong: `must contain {${missing}} (got ${shown})` };
  const problem = urlPathProblem(text, kind.placeholders, { query: true });
  return problem === undefined ? { value: text } : { wrong: `is not a path: ${problem} (got ${shown})` };
}

/** @param looked the path that is looked at, if it is another */
function pathValue(text: string, wanted: 'file' | 'directory' | 'either', shown: string, looked = text) {
  const noun = { file: 'file', directory: 'directory', either: 'file or directory' }[wanted];
  const cannotRead = `names ${shown}, ${looked === text ? 'which' : 'whose directory'} cannot be read:`;
  try {
    const found = statSync(looked);
    const readable = found.isFile() || found.isFIFO() || (wanted === 'either' && found.isDirectory());
    if (wanted === 'directory' ? !found.isDirectory() : !readable)
      return { wrong: `${cannotRead} it is not a ${noun}` };
    accessSync(looked, constants.R_OK);
    return { value: text };
  } catch (error) {
    const tilde = looked.startsWith('~') ? '; "~" is not expanded, write the full path' : '';
    return { wrong: `${cannotRead} ${reasonOf(error)}${tilde}` };
  }
}

function parseJson(text: string) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function trimSlash(path: string) {
  return path.replace(/\/+$/, '');
}

/** Returns a value for display, truncated. */
function preview(text: string) {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** Returns a description of a secret that does not reveal it. */
function shape(text: string) {
  return `${text.length} characters, not shown`;
}
