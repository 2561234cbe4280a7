/** Hostile XML. */
import { kindsOf, type Spoil } from './types.ts';
import { half, whole } from './whole-texts.ts';

const MIB = 1024 * 1024;

/** Inserts a text directly after the start tag of the envelope. */
const inside = (added: () => string): Spoil =>
  whole((text) => text.replace(/(<[\w:-]*Envelope[^>]*>)/, (tag) => tag + added()));

/** Inserts a text directly before the first end tag after a value. */
const value = (added: () => string): Spoil =>
  whole((text) => text.replace(/>([^<>]+)<\//, (_, old: string) => `>${old}${added()}</`));

const kind = kindsOf('xml');

export const XML_KINDS = [
  kind(
    'comments-million',
    'legal',

    inside(() => '<!--c-->'.repeat(1e6)),
  ),
  kind(
    'attributes-100000',
    'either',

    inside(() => `<a ${Array.from({ length: 1e5 }, (_, at) => `a${at}="v"`).join(' ')}/>`),
  ),
  kind(
    'namespaces-50000',
    'either',

    inside(() => `<a ${Array.from({ length: 5e4 }, (_, at) => `xmlns:n${at}="urn:n${at}"`).join(' ')}/>`),
  ),
  kind(
    'entities',
    'either',

    whole(
      (text) =>
        `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>${text.replace(/^<\?xml.*?\?>/s, '')}`,
    ),
  ),
  kind(
    'references-million',
    'either',

    value(() => '&#65;'.repeat(1e6)),
  ),
  kind(
    'value-10-mb',
    'either',

    value(() => '1'.repeat(10e6)),
  ),
  kind('cut', 'wrong', half),
  kind(
    'charset-unknown',
    'either',

    whole((text) => text.replace(/^(<\?xml.*?\?>)?/s, '<?xml version="1.0" encoding="x-none"?>')),
  ),
  kind(
    'huge-16-mb',
    'either',

    inside(() => '<a>text</a>'.repeat((16 * MIB) / 11)),
  ),
];
