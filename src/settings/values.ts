/** Reads the value of a setting according to its kind. Problems are described without showing a secret. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { urlPathProblem } from '../contract/url-path.ts';
import { nearest } from './nearest.ts';
import type { Setting, SettingKind } from './types.ts';

/** The parsed value, or the problem: the rest of a sentence that begins with the setting's name. */
export type ReadValue = { readonly value: unknown } | { readonly wrong: string };

type Reader<K extends SettingKind['is']> = (
  text: string,
  kind: Extract<SettingKind, { is: K }>,
  shown: string,
) => ReadValue;

/** RFC 9110, section 5.6.2. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, section 5.5, without obsolete bytes: accepted by every HTTP library. */
const FIELD_VALUE = /^[\x20-\x7e\t]*$/;
const MAX_SHOWN = 60;

const READERS: { readonly [K in SettingKind['is']]: Reader<K> } = {
  url: readUrl,
  'storage-url': (text, _kind, shown) =>
    /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+\/\S*$/i.test(text)
      ? { value: text }
      : { wrong: `must be the URL of a file, scheme://host/path (got ${shown})` },
  file: (text, kind, shown) =>
    withValue(
      text,
      kind.mayBeMade && !exists(text)
        ? pathProblem(dirname(text), 'directory', shown)
        : pathProblem(text, 'file', shown),
    ),
  directory: (text, _kind, shown) => withValue(text, pathProblem(text, 'directory', shown)),
  'file-or-directory': (text, _kind, shown) => withValue(text, pathProblem(text, 'either', shown)),
  text: (text, kind, shown) =>
    kind.pattern === undefined || kind.pattern.test(text)
      ? { value: text }
      : { wrong: `must be ${kind.like ?? 'valid text'} (got ${shown})` },
  token: readToken,
  passphrase: (text) => ({ value: text }),
  'json-strings': readStrings,
  json: (text, _kind, shown) =>
    parseJson(text) === undefined ? { wrong: `must be valid JSON (got ${shown})` } : { value: text },
  integer: (text, kind, shown) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= kind.min && value <= kind.max
      ? { value }
      : { wrong: `must be a whole number of ${kind.unit} from ${kind.min} to ${kind.max} (got ${shown})` };
  },
  list: readList,
  'path-template': readTemplate,
  'relative-path': (text, _kind, shown) => {
    const path = text.replace(/^\/+|\/+$/g, '');
    return path.split('/').every((segment) => !['', '.', '..'].includes(segment))
      ? { value: path }
      : { wrong: `must be a path without empty, "." or ".." segments (got ${shown})` };
  },
};

/**
 * Reads a value according to the kind of its setting. Surrounding blanks are trimmed, except from a passphrase.
 * URLs lose their trailing slash (unless `whole`), lists become arrays, integers numbers, objects objects; everything else stays text.
 */
export function readValue(setting: Setting, raw: string): ReadValue {
  const text = setting.kind.is === 'passphrase' ? raw : raw.trim();
  const shown = setting.secret ? shape(text) : preview(text);
  // The compiler cannot infer that the key of the table equals the discriminant of the kind.
  const reader = READERS[setting.kind.is] as (text: string, kind: SettingKind, shown: string) => ReadValue;
  return reader(text, setting.kind, shown);
}

function readUrl(text: string, kind: { readonly whole?: boolean }, shown: string): ReadValue {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:\/\//i.test(text)) {
    return {
      wrong: `must be a URL that begins with https:// or http:// (got ${text.includes('@') ? shape(text) : shown})`,
    };
  }
  // The rest is not shown: user information or a query may contain a password.
  const address = `${url.protocol}//${url.host}`;
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return { wrong: `contains a user name or password before the host; write ${address}` };
  if (text.includes('?'))
    return { wrong: `contains a query (from "?" on); remove it: ${address}${trimSlash(url.pathname)}` };
  if (text.includes('#'))
    return { wrong: `contains a fragment (from "#" on); remove it: ${address}${trimSlash(url.pathname)}` };
  return { value: kind.whole ? url.href : `${address}${trimSlash(url.pathname)}` };
}

function readToken(text: string): ReadValue {
  if (/^bearer\s/i.test(text)) return { wrong: 'begins with the word Bearer; set only the token' };
  if (/\s/.test(text)) return { wrong: `is not a token: it contains spaces or line breaks (got ${shape(text)})` };
  return /^[!-~]+$/.test(text)
    ? { value: text }
    : { wrong: `is not a token: it contains characters not allowed in a header (got ${shape(text)})` };
}

function readStrings(
  text: string,
  kind: { readonly members?: readonly string[]; readonly headers?: boolean },
  shown: string,
): ReadValue {
  const parsed = parseJson(text)?.value;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { wrong: `must be a JSON object (got ${shown})` };
  const entries = Object.entries(parsed);
  for (const [member, value] of entries) {
    if (kind.members && !kind.members.includes(member))
      return {
        wrong: `has an unknown member, ${preview(member)}; allowed: ${kind.members.join(', ')}${didYouMean(member, kind.members)}`,
      };
    if (typeof value !== 'string') return { wrong: `has a member, ${preview(member)}, whose value is not a string` };
    if (kind.headers && !FIELD_NAME.test(member))
      return { wrong: `has a member, ${preview(member)}, that is not a valid header name` };
    if (kind.headers && !FIELD_VALUE.test(value))
      return { wrong: `has a member, ${preview(member)}, whose value contains characters not allowed in a header` };
  }
  return { value: Object.fromEntries(entries) };
}

function readList(text: string, kind: Extract<SettingKind, { is: 'list' }>): ReadValue {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const allowed = kind.of && [...kind.of, ...(kind.all ? ['all'] : [])];
  const unknown = allowed && words.find((word) => !allowed.includes(word));
  if (unknown !== undefined)
    return {
      wrong: `names an unknown ${kind.what}, ${preview(unknown)}; allowed: ${allowed?.join(', ')}${didYouMean(unknown, allowed ?? [])}`,
    };
  return { value: kind.of && kind.all && words.includes('all') ? [...kind.of] : [...new Set(words)] };
}

function readTemplate(text: string, kind: { readonly placeholders: readonly string[] }, shown: string): ReadValue {
  const missing = kind.placeholders.find((name) => !text.includes(`{${name}}`));
  if (text.startsWith('/') && missing !== undefined) return { wrong: `must contain {${missing}} (got ${shown})` };
  const problem = urlPathProblem(text, kind.placeholders, { query: true });
  return problem === undefined ? { value: text } : { wrong: `is not a path: ${problem} (got ${shown})` };
}

function pathProblem(path: string, wanted: 'file' | 'directory' | 'either', shown: string): string | undefined {
  const noun = { file: 'file', directory: 'folder', either: 'file or folder' }[wanted];
  try {
    const found = statSync(path);
    const readable = found.isFile() || found.isFIFO() || (wanted === 'either' && found.isDirectory());
    if (wanted !== 'directory' && !readable) return `is not a ${noun} (${shown})`;
    if (wanted === 'directory' && !found.isDirectory()) return `is not a folder (${shown})`;
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (code === 'EACCES' || code === 'EPERM') return `names a ${noun} that cannot be read (${shown}, ${code})`;
    return `names a ${noun} that does not exist (${shown}, ${code})${path.startsWith('~') ? '; "~" is not expanded, write the full path' : ''}`;
  }
}

function withValue(text: string, wrong: string | undefined): ReadValue {
  return wrong === undefined ? { value: text } : { wrong };
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function trimSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** A value for display, truncated. */
function preview(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** A description of a secret that does not reveal it. */
function shape(text: string): string {
  return `${text.length} characters, not shown`;
}
