/** Legal charsets and ways to name them (XML 1.0, section 4.3.3 and appendix F; RFC 7303, section 3). */

import { each } from '../../change.ts';
import { answer, type Change, originator } from '../operators.ts';

type Encode = (xml: string) => Uint8Array;
const latin1: Encode = (xml) => Buffer.from(xml, 'latin1');

/** Encoders by charset; all but UTF may need `referred` text. */
const ENCODERS = {
  'utf-8': (xml) => Buffer.from(xml),
  'utf-16le': (xml) => Buffer.from(xml, 'utf16le'),
  'utf-16be': (xml) => Buffer.from(xml, 'utf16le').swap16(),
  'utf-32le': (xml) => new Uint8Array(Uint32Array.from([...xml], (character) => character.codePointAt(0)!).buffer),
  'latin-1': latin1,
  /** Encodes the characters of these responses. */
  'windows-1252': (xml) => latin1(xml.replaceAll('€', '\u0080').replaceAll('–', '\u0096')),
  /** Encodes Cyrillic letters. */
  'iso-8859-5': (xml) =>
    latin1(xml.replace(/[\u0410-\u044f]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x0410 + 0xb0))),
  ascii: (xml) => latin1(referred(xml)),
} as const satisfies Readonly<Record<string, Encode>>;

/** Replaces all characters beyond ASCII by character references. */
export const referred = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (character) => `&#x${character.codePointAt(0)!.toString(16)};`);

export interface Charset {
  readonly encode: keyof typeof ENCODERS;
  /** A byte order mark precedes. */
  readonly marked?: true;
  /** The encoding that the declaration names; empty: a declaration without encoding; undefined: none. */
  readonly declared?: string;
  readonly parameter?: string;
  /** Default: text/xml with the parameter, if any. */
  readonly contentType?: string;
}

/** Writes responses in a charset. */
export const inCharset = ({ encode, marked, declared, parameter, contentType }: Charset): Change => {
  const usual = parameter === undefined ? 'text/xml' : `text/xml; charset=${parameter}`;
  const encoding = declared === '' ? '' : ` encoding="${declared}"`;
  const declaration = declared === undefined ? '' : `<?xml version="1.0"${encoding}?>\n`;
  const encoded = (xml: string) => ENCODERS[encode](marked ? `\ufeff${xml}` : xml);
  return answer({ contentType: contentType ?? usual, declaration, encode: encoded });
};

const ODD = 'Büro Ω 𝄞';
/** Charsets, each with a text that it can encode (default: a Latin-1 text). */
export const CHARSETS: Readonly<Record<string, readonly [charset: Charset, originator?: string]>> = {
  'no-declaration': [{ encode: 'utf-8' }, ODD],
  'declaration-without-encoding': [{ encode: 'utf-8', declared: '' }, ODD],
  'charset-quoted': [{ encode: 'utf-8', parameter: '"utf-8"', declared: 'utf-8' }],
  'charset-upper-case': [{ encode: 'utf-8', contentType: 'TEXT/XML;CHARSET=UTF-8', declared: 'UTF-8' }],
  'charset-among-parameters': [{ encode: 'utf-8', contentType: 'text/xml ; action=""; charset=utf-8' }],
  'charset-only-declared': [{ encode: 'utf-8', declared: 'UTF-8' }],
  'utf-8-marked': [{ encode: 'utf-8', marked: true, parameter: 'utf-8', declared: 'UTF-8' }],
  'utf-8-marked-alone': [{ encode: 'utf-8', marked: true }],
  'latin-1-declared': [{ encode: 'latin-1', declared: 'ISO-8859-1' }],
  'latin-1-parameter': [{ encode: 'latin-1', parameter: 'iso-8859-1' }],
  'latin-1-both': [{ encode: 'latin-1', parameter: 'ISO-8859-1', declared: 'ISO-8859-1' }],
  'parameter-over-declaration': [{ encode: 'utf-8', parameter: 'utf-8', declared: 'ISO-8859-1' }],
  'latin-9': [{ encode: 'latin-1', declared: 'ISO-8859-15' }, 'Büro'],
  'windows-1252': [{ encode: 'windows-1252', parameter: 'windows-1252', declared: 'windows-1252' }, 'Büro – 5 €'],
  'iso-8859-5': [{ encode: 'iso-8859-5', declared: 'ISO-8859-5' }, 'Заявка'],
  'us-ascii': [{ encode: 'ascii', parameter: 'us-ascii', declared: 'US-ASCII' }, ODD],
  'utf-16le-marked': [{ encode: 'utf-16le', marked: true, declared: 'UTF-16' }, ODD],
  'utf-16be-marked': [{ encode: 'utf-16be', marked: true, parameter: 'utf-16', declared: 'UTF-16' }, ODD],
  'utf-16le-parameter': [{ encode: 'utf-16le', parameter: 'utf-16le' }],
  'utf-16be-declared': [{ encode: 'utf-16be', declared: 'UTF-16BE' }],
  'utf-32le-marked': [{ encode: 'utf-32le', marked: true }, ODD],
};

/** Passes that an optional charset costs. */
const UNREAD = [
  ...['envelope', 'http-status', 'namespace', 'encoding-style', 'no-other-encoding'],
  ...['part-*', 's-gensym*', 'own-ticket'],
].map((statement) => `TicketCreate/${statement}`);

export const charsetVariants = each(
  CHARSETS,
  ([charset, value = 'Bürgerbüro']) =>
    [
      [inCharset(charset), originator({ value })],
      charset.encode === 'utf-32le' ? [...UNREAD, 'TicketModify/**', 'AddTicketAttachment/**'] : [],
    ] as const,
);
