/** Values that contradict what a schema says of a member, one statement at a time; bodies of another form. */
import { each } from './change.ts';
import { withHeader } from './http-operators.ts';
import { exampleOf, type PropertySchema, typesOf } from './record-values.ts';
import type { ReferenceResponse } from './types.ts';

/**
 * Ways to be wrong by words for ids: `number`, `with-z`, `null-element`. Each returns undefined if a legal value cannot
 * be made wrong (null has no format).
 */
export type WrongValues = Readonly<Record<string, (legal: unknown) => unknown>>;

const ofText = (make: (text: string) => string) => (legal: unknown) =>
  typeof legal === 'string' ? make(legal) : undefined;

const BY_TYPE: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 7,
  boolean: true,
  object: {},
  array: [],
  null: null,
};

/** Forbidden values per format. */
const BY_FORMAT: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  timestamp: {
    'with-z': (text) => `${text}Z`,
    'with-zone': (text) => `${text}+01:00`,
    'with-fraction': (text) => `${text}.000`,
    'with-space': (text) => text.replace('T', ' '),
    'date-only': (text) => text.slice(0, 10),
    'without-seconds': (text) => text.slice(0, 16),
    'no-such-day': () => '2026-02-30T05:06:07',
    'no-leap-day': () => '2025-02-29T05:06:07',
    'month-13': () => '2026-13-04T05:06:07',
    'hour-25': () => '2026-03-04T25:06:07',
    'minute-60': () => '2026-03-04T05:60:07',
    'basic-form': (text) => text.replace(/[-:]/g, ''),
    'epoch-text': (text) => String(Date.parse(`${text}Z`) / 1000),
    'http-date': (text) => new Date(`${text}Z`).toUTCString(),
    'line-break': (text) => `${text}\n`,
    empty: () => '',
  },
  uuid: {
    'no-dashes': (text) => text.replaceAll('-', ''),
    'too-short': (text) => text.slice(0, -1),
    'too-long': (text) => `${text}0`,
    'letter-outside': (text) => `${text.slice(0, -1)}g`,
    braces: (text) => `{${text}}`,
    urn: (text) => `urn:uuid:${text}`,
    'dashes-elsewhere': (text) => text.replace(/^(.{8})-(.{4})/, '$1$2-'),
    empty: () => '',
  },
  hexadecimal: {
    'letter-outside': (text) => `${text.slice(0, -1)}g`,
    'with-prefix': (text) => `0x${text}`,
    'with-colons': (text) => (text.match(/../g) ?? []).join(':'),
    'with-space': (text) => `${text} `,
  },
  'storage-endpoint': {
    'without-scheme': (text) => text.replace(/^[^:]+:\/\//, ''),
    'without-host': (text) => text.replace(/:\/\/.*/, '://'),
    'scheme-relative': (text) => text.replace(/^[^:]+:/, ''),
    'one-slash': (text) => text.replace('://', ':/'),
    empty: () => '',
  },
  'distinguished-name': {
    'common-name-alone': () => 'Ada Example',
    'e-mail': () => 'ada@example.org',
    uuid: () => '01874efb-4735-4595-bc9c-591aef8240c9',
    empty: () => '',
  },
};

/** Forbidden values per aspect. */
const BY_ASPECT: Readonly<Record<string, Readonly<Record<string, (text: string) => string>>>> = {
  'no-path': {
    'with-path': (text) => `${text.replace(/\/$/, '')}/data/file`,
    'with-query': (text) => `${text}?protocol=any`,
  },
};

const ofTexts = (table: Readonly<Record<string, (text: string) => string>> = {}): WrongValues => each(table, ofText);
const ofFormat = ({ format = '' }: PropertySchema) => ofTexts(BY_FORMAT[format]);

/** Wrong values of a member by its type, format, constant, limits, elements and values. */
export const wrongValues = (property: PropertySchema): WrongValues => ({
  ...ofType(property),
  ...ofFormat(property),
  ...(typeof property.const === 'string' && OF_CONSTANTS),
  ...ofLimits(property),
  ...ofElements(property),
  ...ofMapValues(property),
});

/** Wrong values of one aspect, by its name. */
export const wrongAspects = (aspect: string): WrongValues => ofTexts(BY_ASPECT[aspect]);

function ofType(property: PropertySchema): WrongValues {
  const types = typesOf(property);
  const isInteger = types.includes('integer');
  const others = Object.entries(BY_TYPE).filter(
    ([type]) => types.length > 0 && !types.includes(type) && !(isInteger && type === 'number'),
  );
  const wrong = each(Object.fromEntries(others), (value) => () => value);
  if (!isInteger) return wrong;
  return {
    ...wrong,
    string: (legal) => String(legal ?? 1),
    fraction: (legal) => (typeof legal === 'number' ? legal : 1) + 0.5,
  };
}

const OF_CONSTANTS: WrongValues = {
  other: () => 'other',
  'upper-case': ofText((text) => text.toUpperCase()),
  empty: () => '',
};

const ofLimits = ({ minimum, maximum, enum: values }: PropertySchema): WrongValues => ({
  ...(minimum !== undefined && { 'below-minimum': () => minimum - 1 }),
  ...(maximum !== undefined && { 'above-maximum': () => maximum + 1 }),
  ...(values && { unlisted: ofText((text) => `${text}-unlisted`) }),
});

/** Returns a wrong element at the end of an array that is otherwise unchanged. */
const ofElements = ({ items }: PropertySchema): WrongValues =>
  items
    ? each(
        { ...ofType(items), ...ofFormat(items) },
        (make) => (legal) => {
          const wrong = make(exampleOf(items, 0));
          return Array.isArray(legal) && wrong !== undefined ? [...legal, wrong] : undefined;
        },
        (what) => `${what}-element`,
      )
    : {};

/** Returns a wrong value in a map that is otherwise unchanged. */
const ofMapValues = ({ additionalProperties }: PropertySchema): WrongValues =>
  typeof additionalProperties === 'object'
    ? each(
        ofType(additionalProperties),
        (make) => (legal) => ({ ...(typeof legal === 'object' && legal), member: make('text') }),
        (what) => `${what}-value`,
      )
    : {};

type WrongBodies = Readonly<Record<string, string | ((text: string) => string)>>;

/** Bodies that are neither the documented object nor the documented array. */
const WRONG_BODIES: WrongBodies = {
  empty: '',
  text: 'OK',
  html: '<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>',
  xml: '<?xml version="1.0"?><answer/>',
  truncated: (text) => text.slice(0, -1),
  'trailing-comma': (text) => text.replace(/([}\]])$/, ',$1'),
  'single-quotes': (text) => text.replaceAll('"', "'"),
  'not-a-number': (text) => text.replace(/([}\]])$/, (end) => (end === '}' ? ',"more":NaN}' : ',NaN]')),
  'two-documents': (text) => `${text}\n${text}`,
  'in-a-string': (text) => JSON.stringify(text),
  null: 'null',
  number: '7',
};
const TYPES: Readonly<Record<string, string>> = { text: 'text/plain', html: 'text/html', xml: 'application/xml' };

const withElement = (element: string) => (text: string) => text.replace(/\]$/, `,${element}]`).replace(/^\[,/, '[');
const WRONG: Readonly<Record<'object' | 'array', WrongBodies>> = {
  object: { ...WRONG_BODIES, array: (text) => `[${text}]`, 'empty-array': '[]' },
  array: {
    ...WRONG_BODIES,
    object: (text) => `{"items":${text}}`,
    'first-alone': (text) => JSON.stringify((JSON.parse(text) as unknown[])[0] ?? {}),
    'number-element': withElement('7'),
    'null-element': withElement('null'),
    'array-element': withElement('[]'),
    'string-element': withElement('"text"'),
  },
};

/** Returns what makes a response contradict a documented object or array, by words for ids. */
export const wrongBodies = (returns: 'object' | 'array') =>
  Object.fromEntries(
    Object.entries(WRONG[returns]).map(([what, wrong]) => [
      what,
      ({ headers, body }: ReferenceResponse) => ({
        headers: withHeader(headers, 'Content-Type', TYPES[what] ?? 'application/json'),
        body: Buffer.from(typeof wrong === 'string' ? wrong : wrong(Buffer.from(body as Uint8Array).toString('utf8'))),
      }),
    ]),
  );
