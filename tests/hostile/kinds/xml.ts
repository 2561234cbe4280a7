/** Hostile XML. */
import { type AnswerKind, kindsOf, type Spoil } from './types.ts';
import { half, whole } from './whole-texts.ts';

const MIB = 1024 * 1024;

/** Inserts a text directly after the start tag of the envelope. */
const inside = (added: () => string): Spoil =>
  whole((text) => text.replace(/(<[\w:-]*Envelope[^>]*>)/, (tag) => tag + added()));

/** Inserts a text directly before the first end tag after a value. */
const value = (added: () => string): Spoil =>
  whole((text) => text.replace(/>([^<>]+)<\//, (_, old: string) => `>${old}${added()}</`));

const kind = kindsOf('xml');

export const XML_KINDS: readonly AnswerKind[] = [
  kind(
    'comments-million',
    'legal',
    'a million comments',
    inside(() => '<!--c-->'.repeat(1e6)),
  ),
  kind(
    'elements-million',
    'either',
    'a million elements',
    inside(() => '<a/>'.repeat(1e6)),
  ),
  kind(
    'elements-deep',
    'either',
    'elements nested 100,000 deep',
    inside(() => '<a>'.repeat(1e5) + '</a>'.repeat(1e5)),
  ),
  kind(
    'attributes-100000',
    'either',
    'an element with 100,000 attributes',
    inside(() => `<a ${Array.from({ length: 1e5 }, (_, at) => `a${at}="v"`).join(' ')}/>`),
  ),
  kind(
    'namespaces-50000',
    'either',
    '50,000 namespace declarations',
    inside(() => `<a ${Array.from({ length: 5e4 }, (_, at) => `xmlns:n${at}="urn:n${at}"`).join(' ')}/>`),
  ),
  kind(
    'entities',
    'either',
    'entities that expand to a gigabyte',
    whole(
      (text) =>
        `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>${text.replace(/^<\?xml.*?\?>/s, '')}`,
    ),
  ),
  kind(
    'entity-external',
    'either',
    'an external entity',
    whole((text) => `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${text.replace(/^<\?xml.*?\?>/s, '')}`),
  ),
  kind(
    'references-million',
    'either',
    'a million character references',
    value(() => '&#65;'.repeat(1e6)),
  ),
  kind(
    'value-10-mb',
    'either',
    'a value of 10 MB',
    value(() => '1'.repeat(10e6)),
  ),
  kind(
    'references-circular',
    'either',
    'href that leads to itself',
    whole((text) => text.replace(/>([^<>]+)<\//, ' href="#a" id="a"></')),
  ),
  kind('cut', 'wrong', 'half of the text', half),
  kind(
    'two-roots',
    'wrong',
    'the envelope twice',
    whole((text) => text + text.replace(/^<\?xml.*?\?>/s, '')),
  ),
  kind(
    'control',
    'wrong',
    'a control character',
    value(() => '\u0001'),
  ),
  kind(
    'charset-unknown',
    'either',
    'an unknown charset',
    whole((text) => text.replace(/^(<\?xml.*?\?>)?/s, '<?xml version="1.0" encoding="x-none"?>')),
  ),
  kind(
    'huge-16-mb',
    'either',
    '16 MiB of elements with text',
    inside(() => '<a>text</a>'.repeat((16 * MIB) / 11)),
  ),
];
