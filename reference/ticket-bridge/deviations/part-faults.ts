/**
 * Faults derived from the operations: everything that can be wrong with one response part, for every part of every
 * operation.
 */
import type { AnswerPart } from '../answer.ts';
import { OPERATION_NAMES, RESPONSE } from '../operations.ts';
import { answer, type Change, fault, onPart, times } from '../operators.ts';

/** Wrong members of a response part, or a function that makes them from the legal part. */
type WrongPart = Partial<AnswerPart> | ((legal: AnswerPart) => Partial<AnswerPart>);
type ResponseType = (typeof RESPONSE)[keyof typeof RESPONSE];
type WrongParts = Readonly<Record<string, WrongPart>>;

/** Declares the prefix `other`. */
const OTHER = ' xmlns:other="urn:other"';
const typedBy =
  (prefix: string, attributes = ''): WrongPart =>
  ({ type }) => ({ type: type?.replace('xsd:', `${prefix}:`), attributes });

const OF_NAMES: WrongParts = {
  renamed: { name: 'return' },
  capitalised: ({ name }) => ({ name: name.toUpperCase() }),
  'foreign-namespace': { prefix: 'other', attributes: OTHER },
};

const OF_ANY: WrongParts = {
  nil: { attributes: ' xsi:nil="true"', value: '' },
  'foreign-type': typedBy('other', OTHER),
  'unbound-type': typedBy('nowhere'),
  dangling: { reference: { href: '#nowhere' } },
  outside: { reference: { href: 'http://127.0.0.1:9/value.xml' } },
  cyclic: { reference: { href: '#loop', element: () => '<multiRef id="loop" href="#loop"/>' } },
  'element-content': ({ value }) => ({ content: `<value>${value}</value>` }),
};

/** Types of XML Schema that neither are the documented one nor restrict it, each with a value if it needs another. */
const WRONG_TYPES: Readonly<Record<ResponseType, Readonly<Record<string, string | undefined>>>> = {
  int: {
    ...{ string: undefined, long: undefined, integer: undefined, unsignedShort: undefined, decimal: undefined },
    boolean: '1',
    base64Binary: 'NDcxMQ==',
  },
  string: { int: '4711', boolean: 'true', base64Binary: 'VHJhY2tlcg==', anyURI: 'urn:tracker' },
};
const typed = (type: string, value?: string) => ({ type: `xsd:${type}`, ...(value && { value }) });

const OF_TYPE: Readonly<Record<ResponseType, WrongParts>> = {
  int: {
    'short-overflow': typed('short', '70000'),
    empty: { value: '' },
    text: { value: 'T-4711' },
    'too-great': { value: '2147483648' },
    'too-small': { value: '-2147483649' },
    fraction: { value: '4711.0' },
    exponent: { value: '4.711e3' },
    hexadecimal: { value: '0x1267' },
    grouped: { value: '4,711' },
    spaced: { value: '4 711' },
    'other-digits': { value: '٤٧١١' },
    'no-break-space': { value: '4711\u00a0' },
  },
  string: {
    'ncname-with-space': typed('NCName', 'two words'),
    'foreign-struct': { content: '<system>tracker</system><host>one</host>' },
  },
};

const wrongTypes = (type: ResponseType) =>
  Object.fromEntries(Object.entries(WRONG_TYPES[type]).map(([local, value]) => [`type-${local}`, typed(local, value)]));

const REVERSED = answer(({ parts }) => ({ parts: [...parts].reverse() }));

/** Returns the faults of the parts of every operation. */
export const partFaults = () =>
  OPERATION_NAMES.flatMap((at) => {
    const derived = (statement: string, what: string, change: Change) =>
      fault(`${at}/${statement}@${what}`, { ...change, at });
    const ofPart = ([part, type]: readonly [string, ResponseType]) => [
      ...Object.entries(OF_NAMES).map(([what, members]) =>
        derived('part-names', `${part}-${what}`, onPart(part, members)),
      ),
      derived('part-count', `${part}-missing`, times(part, 0)),
      derived('part-count', `${part}-doubled`, times(part, 2)),
      ...Object.entries({ ...OF_ANY, ...wrongTypes(type), ...OF_TYPE[type] }).map(([what, members]) =>
        derived(part, what, onPart(part, members)),
      ),
    ];
    return [...Object.entries(RESPONSE).flatMap(ofPart), derived('part-order', 'reversed', REVERSED)];
  });
