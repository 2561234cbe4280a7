/** The charset of an XML document, by the order of RFC 7303, section 3. */
import { charsetOf, decodeXmlBytes, type XmlText } from '../../src/soap/xml-bytes.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a/>`;
/** Returns `charset from`, or the problem. */
const named = (read: XmlText) => (read.ok ? `${read.charset} ${read.from}` : read.problem);

test.each<[string, Uint8Array, string | undefined, string]>([
  ['nothing', utf8('<a/>'), undefined, 'utf-8 default'],
  ['nothing, and UTF-16', utf16le('<a/>'), 'text/xml', 'utf-16le default'],
  ['nothing, and UTF-16 with the high byte first', utf16be('<a/>'), 'text/xml', 'utf-16be default'],
  ['a mark of UTF-8', utf8('\ufeff<a/>'), undefined, 'utf-8 byte order mark'],
  ['a mark of UTF-16', utf16le('\ufeff<a/>'), undefined, 'utf-16le byte order mark'],
  ['the parameter', utf8('<a/>'), 'text/xml;charset=UTF-8', 'utf-8 Content-Type'],
  ['the XML declaration', latin1(declared('ISO-8859-1')), 'text/xml', 'iso-8859-1 XML declaration'],
  [
    'the declaration in apostrophes',
    latin1("<?xml version='1.0' encoding = 'latin1' ?><a/>"),
    'text/xml',
    'latin1 XML declaration',
  ],
  ['the declaration behind a mark', utf8(`\ufeff${declared('utf-8')}`), undefined, 'utf-8 byte order mark'],
  ['a declaration that does not come first', utf8(`\n${declared('latin1')}`), undefined, 'utf-8 default'],
  ['a declaration in UTF-16', utf16be(declared('UTF-16BE')), undefined, 'utf-16be XML declaration'],
  ['UTF-16 of no order, the low byte first', utf16le(declared('UTF-16')), undefined, 'utf-16le XML declaration'],
  [
    'UTF-16 of no order, and nothing to see it by',
    utf16be('\n<a/>'),
    'text/xml; charset=utf-16',
    'utf-16be Content-Type',
  ],
  ['a mark before the parameter', utf8('\ufeff<a/>'), 'text/xml; charset=latin1', 'utf-8 byte order mark'],
  ['the parameter before the declaration', utf8(declared('x-none')), 'text/xml; charset=utf-8', 'utf-8 Content-Type'],
  [
    'UTF-16 that the bytes are not',
    utf8(declared('utf-16le')),
    undefined,
    'an XML declaration that names utf-16le, although its own bytes are not UTF-16',
  ],
  [
    'UTF-8 that the bytes are not',
    utf16le(declared('utf-8')),
    undefined,
    'an XML declaration that names utf-8, although its own bytes are utf-16le',
  ],
  [
    'a mark of UTF-32',
    new Uint8Array([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]),
    undefined,
    'Assay cannot decode the charset "utf-32le" (byte order mark)',
  ],
  [
    'Latin-1 that says UTF-8',
    latin1('<a>é</a>'),
    'text/xml; charset=utf-8',
    'bytes that are not valid in the charset utf-8 (Content-Type)',
  ],
])('what names the charset: %s', (_, bytes, contentType, expected) =>
  expect(named(decodeXmlBytes(bytes, contentType))).toBe(expected),
);

test.each<[string, Uint8Array, string, string | undefined]>([
  ['the last of ASCII', latin1('<a>\u007f</a>'), 'us-ascii', '<a>\u007f</a>'],
  ['one beyond ASCII', latin1('<a>\u0080</a>'), 'us-ascii', undefined],
  ['the last of Latin-1', latin1('<a>\u00ff</a>'), 'latin1', '<a>ÿ</a>'],
  [
    'all that windows-1252 has otherwise',
    latin1('\u0080\u0085\u0091\u009f\u00a0\u00ff'),
    'windows-1252',
    '€…‘Ÿ\u00a0ÿ',
  ],
  ['half a surrogate pair', new Uint8Array([0x3c, 0, 0, 0xd8, 0x3e, 0]), 'utf-16le', undefined],
  ['half a character of UTF-8', new Uint8Array([0x3c, 0xc3]), 'utf-8', undefined],
  ['a second mark', utf8('\ufeff\ufeff<a/>'), 'utf-8', '\ufeff<a/>'],
  ['a view into a larger buffer', new Uint8Array([1, 2, 0x3c, 0xe9, 0x3e, 3]).subarray(2, 5), 'latin1', '<é>'],
])('bytes that a charset has, and those that it has not: %s', (_, bytes, charset, expected) => {
  const read = decodeXmlBytes(bytes, `text/xml; charset=${charset}`);
  expect(read.ok ? read.text : undefined).toBe(expected);
});

test.each([
  ['text/xml', undefined],
  ['text/xml;charset=a;CHARSET=b', 'a'],
  ['text/xml; action="a\\"b; charset=x"; Charset= "Y\\"z"', 'y"z'],
  ['text/xml; charset=', ''],
  ['', undefined],
])('the charset of the media type %j', (field, charset) => expect(charsetOf(field)).toBe(charset));
