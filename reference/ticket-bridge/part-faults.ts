/** Faults derived from a WSDL: everything that can be wrong with one response part, for every part of every operation. */
import { SaxesParser } from 'saxes';
import type { Fault } from '../types.ts';
import type { Answer, AnswerPart } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import { OPERATION_NAMES, OPERATIONS, type PartType } from './operations.ts';

export type FaultDefinition = Fault & { readonly behaviour: Behaviour };

interface ResponsePart {
  readonly operation: string;
  readonly name: string;
  readonly type: PartType;
}

/** Response parts by operation; without a WSDL, those that this reference has. */
function responseParts(wsdl?: string): readonly (readonly ResponsePart[])[] {
  if (wsdl === undefined)
    return OPERATION_NAMES.map((operation) =>
      OPERATIONS[operation].response.map(([name, type]) => ({ operation, name, type })),
    );
  const messages = new Map<string, { name: string; type: string }[]>();
  const outputs = new Map<string, string>();
  const parser = new SaxesParser({ xmlns: true });
  let [message, operation] = ['', ''];
  parser.on('opentag', ({ local, attributes }) => {
    const value = (name: string): string => attributes[name]?.value ?? '';
    if (local === 'message') {
      message = value('name');
      messages.set(message, []);
    } else if (local === 'part')
      messages.get(message)?.push({ name: value('name'), type: value('type').replace(/^.*:/, '') });
    else if (local === 'operation' && value('name') !== '') operation = value('name');
    else if (local === 'output' && value('message') !== '')
      outputs.set(operation, value('message').replace(/^.*:/, ''));
  });
  parser.write(wsdl).close();
  return [...outputs].map(([name, output]) =>
    (messages.get(output) ?? []).map((part) => ({ operation: name, name: part.name, type: part.type as PartType })),
  );
}

/** A change of one part; `parts` is the whole list, to be changed in place. */
interface PartChange {
  readonly what: string;
  readonly title: string;
  /** The requirement below the operation that it turns red; default the part's own. */
  readonly kills?: string;
  readonly change: (part: AnswerPart, parts: AnswerPart[], answer: Answer) => void;
}

const states = (type: string, value?: string) => (part: AnswerPart) => {
  part.type = type;
  if (value !== undefined) part.value = value;
};
const becomes = (value: string) => (part: AnswerPart) => {
  part.value = value;
};
const wrongType = (local: string, value?: string): PartChange => ({
  what: `type-${local}`,
  title: `has the type xsd:${local}`,
  change: states(`xsd:${local}`, value),
});
const int = (what: string, value: string, title: string): PartChange => ({ what, title, change: becomes(value) });
const refers =
  (href: string, after = '') =>
  (part: AnswerPart, _: AnswerPart[], answer: Answer) => {
    part.attributes = ` href="${href}"`;
    part.type = undefined;
    part.content = '';
    answer.afterWrapper += after;
  };

const ANY_PART: readonly PartChange[] = [
  {
    what: 'renamed',
    kills: 'part-names',
    title: 'is renamed',
    change: (part) => Object.assign(part, { name: 'return' }),
  },
  {
    what: 'capitalised',
    kills: 'part-names',
    title: 'has its name in capitals',
    change: (part) => Object.assign(part, { name: part.name.toUpperCase() }),
  },
  {
    what: 'foreign-namespace',
    kills: 'part-names',
    title: 'is in a foreign namespace',
    change: (part) => Object.assign(part, { prefix: 'other', attributes: ' xmlns:other="urn:other"' }),
  },
  {
    what: 'missing',
    kills: 'part-count',
    title: 'is missing',
    change: (part, parts) => void parts.splice(parts.indexOf(part), 1),
  },
  {
    what: 'doubled',
    kills: 'part-count',
    title: 'appears twice',
    change: (part, parts) => void parts.splice(parts.indexOf(part), 0, { ...part }),
  },
  { what: 'nil', title: 'is nil', change: (part) => Object.assign(part, { attributes: ' xsi:nil="true"', value: '' }) },
  {
    what: 'foreign-type',
    title: 'has a type of a foreign namespace',
    change: (part) =>
      Object.assign(part, { type: part.type?.replace('xsd:', 'other:'), attributes: ' xmlns:other="urn:other"' }),
  },
  {
    what: 'unbound-type',
    title: 'has a type with an undeclared prefix',
    change: (part) => Object.assign(part, { type: part.type?.replace('xsd:', 'nowhere:') }),
  },
  { what: 'dangling', title: 'refers to a missing element', change: refers('#nowhere') },
  {
    what: 'outside',
    title: 'refers to a resource outside the message',
    change: refers('http://127.0.0.1:9/value.xml'),
  },
  {
    what: 'cyclic',
    title: 'refers to an element that refers to itself',
    change: refers('#loop', '<multiRef id="loop" href="#loop"/>'),
  },
  {
    what: 'element-content',
    title: 'holds an element',
    change: (part) => Object.assign(part, { content: `<value>${part.value}</value>` }),
  },
];

const OF_TYPE: Readonly<Record<PartType, readonly PartChange[]>> = {
  int: [
    ...['string', 'long', 'integer', 'unsignedShort', 'decimal'].map((type) => wrongType(type)),
    wrongType('boolean', '1'),
    wrongType('base64Binary', 'NDcxMQ=='),
    {
      what: 'short-overflow',
      title: 'has the type xsd:short, but a value beyond its range',
      change: states('xsd:short', '70000'),
    },
    int('empty', '', 'is empty'),
    int('text', 'T-4711', 'is text'),
    int('too-great', '2147483648', 'is above the range of int'),
    int('too-small', '-2147483649', 'is below the range of int'),
    int('fraction', '4711.0', 'has a fraction'),
    int('exponent', '4.711e3', 'has an exponent'),
    int('hexadecimal', '0x1267', 'is hexadecimal'),
    int('grouped', '4,711', 'has a thousands separator'),
    int('spaced', '4 711', 'has a space among its digits'),
    int('other-digits', '٤٧١١', 'has digits that are not ASCII'),
    int('no-break-space', '4711\u00a0', 'ends with a no-break space'),
  ],
  string: [
    wrongType('int', '4711'),
    wrongType('boolean', 'true'),
    wrongType('base64Binary', 'VHJhY2tlcg=='),
    wrongType('anyURI', 'urn:tracker'),
    {
      what: 'ncname-with-space',
      title: 'has the type xsd:NCName, but a value that is not one',
      change: states('xsd:NCName', 'two words'),
    },
    {
      what: 'foreign-struct',
      title: 'holds a struct',
      change: (part) => Object.assign(part, { content: '<system>tracker</system><host>one</host>' }),
    },
  ],
  base64Binary: [wrongType('string'), int('not-base64', '***', 'is not base64')],
};

/** Every derived fault. */
export function partFaults(wsdl?: string): FaultDefinition[] {
  return responseParts(wsdl).flatMap((parts) => [
    ...parts.flatMap(faultsOf),
    ...(parts.length > 1 ? [outOfOrder(parts)] : []),
  ]);
}

function faultsOf({ operation, name, type }: ResponsePart): FaultDefinition[] {
  return [...ANY_PART, ...OF_TYPE[type]].map(({ what, title, kills, change }) => {
    const requirement = `ticket-bridge/${operation}/${kills ?? name}`;
    return {
      id: `${requirement}@${kills === undefined ? what : `${name}-${what}`}`,
      kills: requirement,
      verdict: 'fail',
      title: `${operation}: ${name} ${title}`,
      origin: 'derived',
      behaviour: {
        answer(answer, { operation: asked }) {
          const part = answer.parts.find((candidate) => candidate.name === name);
          if (asked === operation && part) change(part, answer.parts, answer);
        },
      },
    };
  });
}

function outOfOrder(parts: readonly ResponsePart[]): FaultDefinition {
  const { operation } = parts[0]!;
  const kills = `ticket-bridge/${operation}/part-order`;
  return {
    id: `${kills}@reversed`,
    kills,
    verdict: 'fail',
    title: `${operation}: the parts are in reverse order`,
    origin: 'derived',
    behaviour: {
      answer(answer, { operation: asked }) {
        if (asked === operation) answer.parts.reverse();
      },
    },
  };
}
