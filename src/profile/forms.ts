/** Forms of the names and values that a profile may give. */
import type { WordForm } from '../contract/types.ts';
import { urlPathProblem } from '../contract/url-path.ts';

/** Reads the value of an entry. Returns why it cannot be used, as the end of a sentence. */
export type Reader = (value: unknown) => string | undefined;

/** Returns a reader of texts of a form. */
const isOf =
  (form: RegExp, what: string): Reader =>
  (value) =>
    form.test(String(value)) ? undefined : `${JSON.stringify(value)} is not ${what}`;

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Reads an authentication scheme. */
export const isScheme: Reader = isOf(TOKEN, 'an authentication scheme');
/** Reads a JSON pointer (RFC 6901, section 3). */
export const isPointer: Reader = isOf(/^(?:\/(?:[^/~]|~[01])*)*$/, 'a JSON pointer such as /result/id');
const FORMS: Readonly<Record<Exclude<WordForm, 'path'>, Reader>> = {
  /** An NCName (Namespaces in XML 1.0, section 3). */
  XML: isOf(/^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u, 'a valid XML name'),
  Python: isOf(/^[\p{L}_][\p{L}\p{N}_]*$/u, 'a valid Python name'),
  text: isOf(/^[^\p{Cc}\p{Cs}]+$/u, 'a text without control characters'),
  header: isHeader,
};

/**
 * Headers that belong to the connection (RFC 9110, sections 7.2, 7.6.1, 8.6, 10.1.1), that Assay itself sends, or that
 * change what a response is.
 */
const TAKEN = new Set(
  [
    'connection host content-length expect keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer',
    'transfer-encoding upgrade accept accept-encoding authentication-info content-encoding cookie date if-match',
    'if-modified-since if-none-match range retry-after set-cookie user-agent www-authenticate x-request-id',
  ].flatMap((line) => line.split(' ')),
);

/** Reads the name of a header. */
export function isHeader(name: unknown): string | undefined {
  if (TAKEN.has(String(name).toLowerCase())) return `${name} has another meaning in HTTP`;
  return isOf(TOKEN, 'the name of a header')(name);
}

/** Reads a path with these placeholders. */
export const isPath =
  (placeholders: readonly string[]): Reader =>
  (path) => {
    const why = urlPathProblem(String(path), placeholders);
    return why && `${JSON.stringify(path)} is not a path: ${why}`;
  };

/** Returns the reader of names for a word of this form. */
export function isWord(word: string, form: WordForm): Reader {
  return form === 'path' ? isPath([...word.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)) : FORMS[form];
}

/** Reads a status code (RFC 9110, section 15), or a list of them. */
export const isStatus: Reader = isOf(
  /^[1-5]\d\d(?:,[1-5]\d\d)*$/,
  'a status code from 100 to 599, or a list of them; example: 200',
);
