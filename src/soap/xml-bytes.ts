/**
 * Turns the bytes of an XML document into its text, by the order of RFC 7303, section 3: byte order mark, charset
 * parameter, declaration.
 */
import { declaredEncoding } from './xml-tree.ts';

export type XmlText = ReturnType<typeof decodeXmlBytes>;

const PARAMETER = /;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/**
 * Returns the charset parameter of a Content-Type field (RFC 9110, section 8.3.1), in lower case, or undefined if
 * absent.
 */
export function charsetOf(contentType = ''): string | undefined {
  const [, , quoted, plain] = [...contentType.matchAll(PARAMETER)].find(([, name]) => /^charset$/i.test(name!)) ?? [];
  return (quoted?.replace(/\\(.)/g, '$1') ?? plain)?.toLowerCase();
}

/** Longest first: the mark of UTF-32LE begins with that of UTF-16LE. */
const MARKS: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** `<` followed by a character below U+0100, in the two orders of UTF-16 (XML 1.0, appendix F). */
function guessUtf16(bytes: Uint8Array) {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] !== 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return 'utf-16be';
  return undefined;
}

/** Families of registered charsets (IANA character sets) of which TextDecoder lacks some. */
const REGISTERED =
  /^(?:ibm|cp|ebcdic|utf-?(?:7|16|32)|iso[-_]|iso646|ucs-|scsu|cesu|hz-|hp-|big5|euc-|gb|ks_?c|shift|windows-|mac|tis-|viscii|koi|jis_)/;

/** Bytes 0x80 to 0x9F of windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

type Decode = (bytes: Uint8Array) => string;

/** Returns the decoder of a charset with the name of its encoding, or undefined if it is not supported here. */
function decoderOf(charset: string): { readonly encoding: string; readonly decode: Decode } | undefined {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset === 'iso646-us' ? 'us-ascii' : charset, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
  const { encoding } = decoder;
  if (encoding !== 'windows-1252') return { encoding, decode: (bytes) => decoder.decode(bytes) };
  // TextDecoder takes Latin-1 and ASCII for it too, and some releases of Node decode it as Latin-1.
  return {
    encoding,
    decode: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      if (/1252/.test(charset))
        return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
      if (/ascii|ansi|iso646/.test(charset) && /[\u0080-\u00ff]/.test(text)) throw new RangeError('not ASCII');
      return text;
    },
  };
}

const isUtf16 = (charset: string) => decoderOf(charset)?.encoding.startsWith('utf-16') ?? false;

/** Sources of the charset of a document. */
type Source = 'byte order mark' | 'Content-Type' | 'XML declaration' | 'default';

/**
 * Decodes an XML document. `contentType` is the header field, undefined if absent. The byte order mark is not part of
 * the text. Where sources disagree the stronger one is used; bytes that the charset does not allow and unsupported
 * charsets are problems. `charset`: in lower case; `utf-16le` and `utf-16be` name the order that was found. `unread`:
 * the charset is registered, which XML allows, but not supported here.
 */
export function decodeXmlBytes(bytes: Uint8Array, contentType: string | undefined) {
  const [marked, mark = []] = MARKS.find(([, known]) => known.every((byte, index) => bytes[index] === byte)) ?? [];
  const content = bytes.subarray(mark.length);
  const guessed = guessUtf16(bytes);
  const head = new TextDecoder(guessed ?? 'latin1').decode(content.subarray(0, 512));
  const sources: readonly (readonly [string | undefined, Source])[] = [
    [marked, 'byte order mark'],
    [
      charsetOf(contentType)
        ?.replace(/^'(.*)'$/, '$1')
        .trim(),
      'Content-Type',
    ],
    [declaredEncoding(head), 'XML declaration'],
  ];
  const [named = guessed ?? 'utf-8', from] = sources.find(([charset]) => charset) ?? [undefined, 'default' as const];
  const charset = isUtf16(named) && !/^utf-16[lb]e$/.test(named) ? (guessed ?? 'utf-16be') : named;
  const decoder = decoderOf(charset);
  const shown = JSON.stringify(named.slice(0, 60));
  const wrong = (problem: string, unread = false) => ({ ok: false as const, problem, ...(unread && { unread }) });
  if (decoder === undefined)
    return REGISTERED.test(charset)
      ? wrong(`Assay cannot decode the charset ${shown} (${from})`, true)
      : wrong(`text in the unknown charset ${shown} (${from})`);
  if (from === 'XML declaration' && isUtf16(charset) !== (guessed !== undefined))
    return wrong(`an XML declaration that names ${named}, although its own bytes are ${guessed ?? 'not UTF-16'}`);
  try {
    return { ok: true as const, text: decoder.decode(content), charset, from };
  } catch {
    return wrong(`bytes that are not valid in the charset ${charset} (${from})`);
  }
}
