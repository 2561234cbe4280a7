/** From the bytes of an XML document to its text, by the order of RFC 7303, section 3: byte order mark, charset parameter, declaration. */
import { declaredEncoding } from './xml-tree.ts';

export type XmlText =
  | {
      readonly ok: true;
      readonly text: string;
      /** Lower case; `utf-16le` and `utf-16be` name the order that was found. */
      readonly charset: string;
      readonly from: 'byte-order-mark' | 'content-type' | 'declaration' | 'default';
    }
  /** `unread`: the charset is registered, which XML allows, but not supported here. */
  | { readonly ok: false; readonly problem: string; readonly unread?: true };

/** A media type with its parameters; names and type in lower case, quoted values without quotes. */
export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/** Reads a Content-Type field (RFC 9110, section 8.3.1); undefined if absent. */
export function parseMediaType(field: string | undefined): MediaType | undefined {
  if (field === undefined) return undefined;
  const end = field.indexOf(';');
  const parameters = new Map<string, string>();
  for (const [, name, quoted, plain] of (end < 0 ? '' : field.slice(end)).matchAll(PARAMETER)) {
    const key = name!.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return { type: (end < 0 ? field : field.slice(0, end)).trim().toLowerCase(), parameters };
}

/** Longest first: the mark of UTF-32LE begins with that of UTF-16LE. */
const MARKS: readonly { readonly charset: string; readonly bytes: readonly number[] }[] = [
  { charset: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { charset: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** `<` followed by a character below U+0100, in the two orders of UTF-16 (XML 1.0, appendix F). */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] !== 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return 'utf-16be';
  return undefined;
}

/** The encoding that the XML declaration names. */
function declaredCharset(bytes: Uint8Array, family: string): string | undefined {
  const head = new TextDecoder(family.startsWith('utf-16') ? family : 'latin1').decode(bytes.subarray(0, 512));
  return declaredEncoding(head.replace(/^\ufeff|^ï»¿/, ''));
}

/** Families of registered charsets (IANA character sets) of which TextDecoder lacks some. */
const REGISTERED =
  /^(?:ibm|cp|ebcdic|utf-?(?:7|16|32)|iso[-_]|iso646|ucs-|scsu|cesu|hz-|hp-|big5|euc-|gb|ks_?c|shift|windows-|mac|tis-|viscii|koi|jis_)/;

/** Latin-1 and ASCII as their standards have them: TextDecoder takes both for windows-1252. */
const EXACT: ReadonlyMap<string, number> = new Map([
  ...['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'l1', 'iso-ir-100'].map((label): [string, number] => [
    label,
    0xff,
  ]),
  ...['us-ascii', 'ascii', 'ansi_x3.4-1968', 'iso646-us'].map((label): [string, number] => [label, 0x7f]),
]);

/** Bytes 0x80 to 0x9F of windows-1252. Some releases of Node decode them as Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeAs(bytes: Uint8Array, charset: string): string | undefined {
  const highest = EXACT.get(charset);
  if (highest !== undefined) {
    if (bytes.some((byte) => byte > highest)) return undefined;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  if (decoder.encoding === 'windows-1252') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function isKnown(charset: string): boolean {
  if (EXACT.has(charset)) return true;
  try {
    new TextDecoder(charset);
    return true;
  } catch {
    return false;
  }
}

const isUtf16 = (charset: string): boolean =>
  /^(utf-16|utf-16le|utf-16be|ucs-2|iso-10646-ucs-2|unicode|csunicode)$/.test(charset);

/** Sources of the charset of a document, in words. */
const SAID_BY = {
  'byte-order-mark': 'which the byte order mark shows',
  'content-type': 'which the Content-Type header names',
  declaration: 'which the XML declaration names',
  default: 'which is the default',
} as const;

/**
 * Decodes an XML document. `contentType` is the header field, undefined if absent. The byte order mark is not part of
 * the text. Where sources disagree the stronger one is used; bytes that the charset does not allow and unsupported charsets are problems.
 */
export function decodeXmlBytes(bytes: Uint8Array, contentType: string | undefined): XmlText {
  const mark = MARKS.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  const parameter = parseMediaType(contentType)
    ?.parameters.get('charset')
    ?.trim()
    .replace(/^'(.*)'$/, '$1')
    .toLowerCase();
  const guessed = guessUtf16(bytes);
  const declared = declaredCharset(bytes, mark?.charset ?? guessed ?? 'utf-8');
  const [named, from] = mark
    ? ([mark.charset, 'byte-order-mark'] as const)
    : parameter
      ? ([parameter, 'content-type'] as const)
      : declared
        ? ([declared, 'declaration'] as const)
        : ([guessed ?? 'utf-8', 'default'] as const);
  const charset = isUtf16(named) && named !== 'utf-16le' && named !== 'utf-16be' ? (guessed ?? 'utf-16be') : named;
  if (!isKnown(charset))
    return {
      ok: false,
      problem: `the charset ${JSON.stringify(named.slice(0, 60))}, ${SAID_BY[from]}, is unknown`,
      ...(REGISTERED.test(charset) && { unread: true }),
    };
  if (from === 'declaration' && isUtf16(charset) !== (guessed !== undefined)) {
    return {
      ok: false,
      problem: `the XML declaration names ${named}, but its own bytes are ${guessed ?? 'not UTF-16'}`,
    };
  }
  const text = decodeAs(mark ? bytes.subarray(mark.bytes.length) : bytes, charset);
  if (text === undefined)
    return { ok: false, problem: `the bytes are not valid in the charset ${charset}, ${SAID_BY[from]}` };
  return { ok: true, text, charset, from };
}
