/** Faults derived from the operations: everything that can be wrong with one response part, for every part of every operation. */
import type { AnswerPart } from '../answer.ts';
import type { OperationForm, PartType } from '../operations.ts';
import { answer, type Change, onPart, times } from '../operators.ts';
import { type FaultDefinition, fault } from './definitions.ts';

/** Members of a part that contradict what is said of it. */
export type WrongPart = Partial<AnswerPart> | ((legal: AnswerPart) => Partial<AnswerPart>);
type Wrong = readonly [what: string, title: string, members: WrongPart];

/** Declares the prefix `other`. */
const other = (uri: string): string => ` xmlns:other="${uri.replaceAll('&', '&amp;')}"`;
export const inNamespace = (uri: string): WrongPart => ({ prefix: 'other', attributes: other(uri) });
export const isNil = (nil = 'true'): WrongPart => ({ attributes: ` xsi:nil="${nil}"`, value: '' });
export const refersTo = (href: string): WrongPart => ({ reference: { href } });
export const holds = (content: string): WrongPart => ({ content });
const typedBy =
  (prefix: string, attributes = ''): WrongPart =>
  ({ type }) => ({ type: type?.replace('xsd:', `${prefix}:`), attributes });
export const typeOf = (uri: string): WrongPart => typedBy('other', other(uri));
export const unboundType = (prefix: string): WrongPart => typedBy(prefix);

const OF_NAMES: readonly Wrong[] = [
  ['renamed', 'is renamed', { name: 'return' }],
  ['capitalised', 'has its name in capitals', ({ name }) => ({ name: name.toUpperCase() })],
  ['foreign-namespace', 'is in a foreign namespace', inNamespace('urn:other')],
];

const OF_ANY: readonly Wrong[] = [
  ['nil', 'is nil', isNil()],
  ['foreign-type', 'has a type of a foreign namespace', typeOf('urn:other')],
  ['unbound-type', 'has a type with an undeclared prefix', unboundType('nowhere')],
  ['dangling', 'refers to a missing element', refersTo('#nowhere')],
  ['outside', 'refers to a resource outside the message', refersTo('http://127.0.0.1:9/value.xml')],
  [
    'cyclic',
    'refers to an element that refers to itself',
    { reference: { href: '#loop', element: () => '<multiRef id="loop" href="#loop"/>' } },
  ],
  ['element-content', 'contains an element', ({ value }) => ({ content: `<value>${value}</value>` })],
];

/** Types of XML Schema that neither are the documented one nor restrict it, each with a value where it needs another. */
export const WRONG_TYPES: Readonly<Record<PartType, Readonly<Record<string, string | undefined>>>> = {
  int: {
    ...{ string: undefined, long: undefined, integer: undefined, unsignedShort: undefined, decimal: undefined },
    boolean: '1',
    base64Binary: 'NDcxMQ==',
  },
  string: { int: '4711', boolean: 'true', base64Binary: 'VHJhY2tlcg==', anyURI: 'urn:tracker' },
  base64Binary: { string: undefined },
};
const typed = (type: string, value?: string): WrongPart => ({ type: `xsd:${type}`, ...(value && { value }) });

const OF_TYPE: Readonly<Record<PartType, readonly Wrong[]>> = {
  int: [
    ['short-overflow', 'has the type xsd:short, but a value beyond its range', typed('short', '70000')],
    ['empty', 'is empty', { value: '' }],
    ['text', 'is text', { value: 'T-4711' }],
    ['too-great', 'is above the range of int', { value: '2147483648' }],
    ['too-small', 'is below the range of int', { value: '-2147483649' }],
    ['fraction', 'has a fraction', { value: '4711.0' }],
    ['exponent', 'has an exponent', { value: '4.711e3' }],
    ['hexadecimal', 'is hexadecimal', { value: '0x1267' }],
    ['grouped', 'has a thousands separator', { value: '4,711' }],
    ['spaced', 'has a space among its digits', { value: '4 711' }],
    ['other-digits', 'has digits that are not ASCII', { value: '٤٧١١' }],
    ['no-break-space', 'ends with a no-break space', { value: '4711\u00a0' }],
  ],
  string: [
    ['ncname-with-space', 'has the type xsd:NCName, but a value that is not one', typed('NCName', 'two words')],
    ['foreign-struct', 'contains a struct', holds('<system>tracker</system><host>one</host>')],
  ],
  base64Binary: [['not-base64', 'is not base64', { value: '***' }]],
};

const wrongTypes = (type: PartType): Wrong[] =>
  Object.entries(WRONG_TYPES[type]).map(([local, value]) => [
    `type-${local}`,
    `has the type xsd:${local}`,
    typed(local, value),
  ]);

export const REVERSED = answer(({ parts }) => ({ parts: [...parts].reverse() }));

/** The faults of the parts of these operations. */
export function partFaults(operations: Readonly<Record<string, OperationForm>>): FaultDefinition[] {
  return Object.entries(operations).flatMap(([operation, { response }]) => {
    const derived = (statement: string, what: string, title: string, change: Change): FaultDefinition =>
      fault(`${operation}/${statement}@${what}`, `${operation}: ${title}`, [{ ...change, at: operation }], {
        origin: 'derived',
      });
    const ofPart = ([part, type]: [string, PartType]): FaultDefinition[] => [
      ...OF_NAMES.map(([what, title, members]) =>
        derived('part-names', `${part}-${what}`, `${part} ${title}`, onPart(part, members)),
      ),
      derived('part-count', `${part}-missing`, `${part} is missing`, times(part, 0)),
      derived('part-count', `${part}-doubled`, `${part} appears twice`, times(part, 2)),
      ...[...OF_ANY, ...wrongTypes(type), ...OF_TYPE[type]].map(([what, title, members]) =>
        derived(part, what, `${part} ${title}`, onPart(part, members)),
      ),
    ];
    const parts = Object.entries(response);
    const order = derived('part-order', 'reversed', 'the parts are in reverse order', REVERSED);
    return [...parts.flatMap(ofPart), ...(parts.length > 1 ? [order] : [])];
  });
}
