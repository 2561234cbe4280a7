/** Lawful charsets and ways to name them (XML 1.0, section 4.3.3 and appendix F; RFC 7303, section 3). */
import type { Answer } from './answer.ts';
import { type VariantDefinition, variant } from './variant-definition.ts';

type Encode = Answer['encode'];

const utf8: Encode = (xml) => new TextEncoder().encode(xml);
const latin1: Encode = (xml) => new Uint8Array(Buffer.from(xml, 'latin1'));
const utf16le: Encode = (xml) => new Uint8Array(Buffer.from(xml, 'utf16le'));
const utf16be: Encode = (xml) => new Uint8Array(Buffer.from(xml, 'utf16le').swap16());
const utf32le: Encode = (xml) =>
  new Uint8Array(Uint32Array.from([...xml], (character) => character.codePointAt(0) ?? 0).buffer);
const marked =
  (encode: Encode): Encode =>
  (xml) =>
    encode(`\ufeff${xml}`);
/** Windows-1252 for the characters that these answers hold. */
const windows1252: Encode = (xml) => latin1(xml.replaceAll('€', '\u0080').replaceAll('–', '\u0096'));
/** ISO 8859-5 for Cyrillic letters. */
const cyrillic: Encode = (xml) =>
  latin1(xml.replace(/[\u0410-\u044f]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x0410 + 0xb0)));
/** Everything beyond ASCII as character references. */
const ascii: Encode = (xml) =>
  latin1(
    [...xml]
      .map((character) =>
        character.codePointAt(0)! > 127 ? `&#x${character.codePointAt(0)!.toString(16)};` : character,
      )
      .join(''),
  );

function charset(
  id: string,
  title: string,
  form: {
    readonly declared?: string;
    readonly contentType?: string;
    readonly encode: Encode;
    readonly originator?: string;
  },
): VariantDefinition {
  return variant(
    id,
    title,
    (answer) => {
      answer.contentType = form.contentType ?? 'text/xml';
      answer.declaration =
        form.declared === undefined
          ? ''
          : `<?xml version="1.0"${form.declared === '' ? '' : ` encoding="${form.declared}"`}?>\n`;
      answer.encode = form.encode;
      const part = answer.parts.find(({ name }) => name === 's-gensym5');
      if (part) part.value = form.originator ?? 'Bürgerbüro';
    },
    'charset',
  );
}

export const charsetVariants: readonly VariantDefinition[] = [
  charset('no-declaration', 'the XML declaration is absent', { encode: utf8, originator: 'Büro Ω 𝄞' }),
  charset('declaration-without-encoding', 'the XML declaration names no encoding', {
    declared: '',
    encode: utf8,
    originator: 'Büro Ω 𝄞',
  }),
  charset('charset-quoted', 'the charset parameter is quoted', {
    contentType: 'text/xml; charset="utf-8"',
    declared: 'utf-8',
    encode: utf8,
  }),
  charset('charset-upper-case', 'media type and charset are in capitals', {
    contentType: 'TEXT/XML;CHARSET=UTF-8',
    declared: 'UTF-8',
    encode: utf8,
  }),
  charset('charset-among-parameters', 'the media type has further parameters', {
    contentType: 'text/xml ; action=""; charset=utf-8',
    encode: utf8,
  }),
  charset('charset-only-declared', 'only the declaration names the charset', { declared: 'UTF-8', encode: utf8 }),
  charset('utf-8-marked', 'UTF-8 with a byte order mark', {
    contentType: 'text/xml; charset=utf-8',
    declared: 'UTF-8',
    encode: marked(utf8),
  }),
  charset('utf-8-marked-alone', 'UTF-8 named by a byte order mark only', { encode: marked(utf8) }),
  charset('latin-1-declared', 'Latin-1, named by the declaration', { declared: 'ISO-8859-1', encode: latin1 }),
  charset('latin-1-parameter', 'Latin-1, named by the media type', {
    contentType: 'text/xml; charset=iso-8859-1',
    encode: latin1,
  }),
  charset('latin-1-both', 'Latin-1, named by both', {
    contentType: 'text/xml; charset=ISO-8859-1',
    declared: 'ISO-8859-1',
    encode: latin1,
  }),
  charset('parameter-over-declaration', 'the media type names another charset than the declaration, and is right', {
    contentType: 'text/xml; charset=utf-8',
    declared: 'ISO-8859-1',
    encode: utf8,
  }),
  charset('latin-9', 'ISO 8859-15', { declared: 'ISO-8859-15', encode: latin1, originator: 'Büro' }),
  charset('windows-1252', 'windows-1252', {
    contentType: 'text/xml; charset=windows-1252',
    declared: 'windows-1252',
    encode: windows1252,
    originator: 'Büro – 5 €',
  }),
  charset('iso-8859-5', 'ISO 8859-5', { declared: 'ISO-8859-5', encode: cyrillic, originator: 'Заявка' }),
  charset('us-ascii', 'US-ASCII with character references', {
    contentType: 'text/xml; charset=us-ascii',
    declared: 'US-ASCII',
    encode: ascii,
    originator: 'Büro Ω 𝄞',
  }),
  charset('utf-16le-marked', 'UTF-16, low byte first, with a byte order mark', {
    declared: 'UTF-16',
    encode: marked(utf16le),
    originator: 'Büro Ω 𝄞',
  }),
  charset('utf-16be-marked', 'UTF-16, high byte first, with a byte order mark', {
    contentType: 'text/xml; charset=utf-16',
    declared: 'UTF-16',
    encode: marked(utf16be),
    originator: 'Büro Ω 𝄞',
  }),
  charset('utf-16le-parameter', 'UTF-16LE, named by the media type, without a mark', {
    contentType: 'text/xml; charset=utf-16le',
    encode: utf16le,
  }),
  charset('utf-16be-declared', 'UTF-16BE, named by the declaration, without a mark', {
    declared: 'UTF-16BE',
    encode: utf16be,
  }),
  {
    ...charset('utf-32le-marked', 'UTF-32, low byte first, with a byte order mark', {
      encode: marked(utf32le),
      originator: 'Büro Ω 𝄞',
    }),
    loses: [
      ...[
        'envelope',
        'http-status',
        'namespace',
        'encoding-style',
        'no-other-encoding',
        'part-*',
        's-gensym*',
        'own-ticket',
      ].map((row) => `ticket-bridge/TicketCreate/${row}`),
      ...['TicketModify', 'AddTicketAttachment'].map((operation) => `ticket-bridge/${operation}/**`),
    ],
    tags: ['charset', 'unread'],
  },
];
