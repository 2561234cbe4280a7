/** Encodings that servers use for text. */
import { percentAll } from './knowing.ts';

const escapeAll = (text: string, one: (unit: number) => string) =>
  [...Array(text.length).keys()].map((index) => one(text.charCodeAt(index))).join('');

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const nonAscii = (text: string) =>
  text.replace(/[^\x20-\x7e]/gu, (character) =>
    escapeAll(character, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  );
const xml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[character]};`,
  );
const references = (text: string, hex: boolean) =>
  [...text]
    .map((character) => (hex ? `&#x${character.codePointAt(0)?.toString(16)};` : `&#${character.codePointAt(0)};`))
    .join('');

/** Every encoding in which a server may return a secret. */
export const ENCODINGS: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  'URL-encoded': encodeURIComponent,
  'URL-encoded, lower case': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'URL-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'form-encoded': (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  'every byte percent-encoded': percentAll,
  'in JSON': inJson,
  'in JSON, slashes escaped': (secret) => inJson(secret).replaceAll('/', '\\/'),
  'in JSON, ASCII only': (secret) => nonAscii(inJson(secret)),
  'in JSON, ASCII only, upper case': (secret) =>
    nonAscii(inJson(secret)).replace(/\\u..../g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  'in JSON, every character escaped': (secret) =>
    escapeAll(secret, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  'in JSON in JSON': (secret) => inJson(inJson(secret)),
  'in JSON in JSON, ASCII only': (secret) => inJson(nonAscii(inJson(secret))),
  'in XML': xml,
  'in XML twice': (secret) => xml(xml(secret)),
  'in XML, decimal references': (secret) => references(secret, false),
  'in XML, hexadecimal references': (secret) => references(secret, true),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'hex, upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 after one byte': (secret) => Buffer.from(`:${secret}`).toString('base64'),
  'base64 after two bytes': (secret) => Buffer.from(`a:${secret}`).toString('base64'),
  'base64 amid other text': (secret) => Buffer.from(`user:${secret} and more`).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 in JSON, slashes escaped': (secret) => Buffer.from(secret).toString('base64').replaceAll('/', '\\/'),
  'base64, URL-encoded': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  'base64, folded': (secret) => Buffer.from(secret).toString('base64').replace(/.{64}/g, '$&\r\n'),
  'base64, folded at 76': (secret) =>
    Buffer.from(`${'-'.repeat(30)}${secret}`)
      .toString('base64')
      .replace(/.{76}/g, '$&\n'),
  folded: (secret) => secret.replace(/.{20}(?=.)/gu, '$&\r\n'),
  'folded in JSON': (secret) => inJson(secret.replace(/.{20}(?=.)/gu, '$&\n  ')),
  'with characters that are not shown': (secret) => [...secret].join('\u200b'),
  'with characters that are not shown, in JSON, ASCII only': (secret) => nonAscii(inJson([...secret].join('\u2060'))),
  'with places for line breaks': (secret) => [...secret].map(xml).join('<wbr>'),
  'with soft hyphens': (secret) => [...secret].map(xml).join('&shy;'),
  'with spaces of no width': (secret) => [...secret].map(xml).join('&#8203;'),
  'base64 twice': (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  'base64 of base64url': (secret) => Buffer.from(Buffer.from(`x${secret}`).toString('base64url')).toString('base64'),
  'hex with colons': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  'every byte percent-encoded twice': (secret) => encodeURIComponent(percentAll(secret)),
  'C escapes': (secret) => [...Buffer.from(secret)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  'octal escapes': (secret) =>
    [...Buffer.from(secret)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'part of a token': (secret) =>
    `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ copy: secret })).toString('base64url')}.sig`,
};
