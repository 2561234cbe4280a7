/** Random contradictions of single statements of the ticket bridge. */
import fc, { type Arbitrary } from 'fast-check';
import type { Violation } from '../random.ts';
import { oddStrings } from '../random-json.ts';
import { urls } from '../random-values.ts';
import type { Answer, AnswerPart } from './answer.ts';
import type { AnswerContext, Behaviour } from './behaviour.ts';
import { OPERATION_NAMES, type OperationName } from './operations.ts';
import { spoilt } from './random-broken-xml.ts';
import { refusalsOfValues } from './random-refusals.ts';

type Drawn = Arbitrary<Violation<Behaviour>>;

const operations = fc.constantFrom(...OPERATION_NAMES);
const row = (operation: OperationName, statement: string): string => `ticket-bridge/${operation}/${statement}`;

/** Changes the responses of one operation. */
const onAnswer = (operation: OperationName, change: (answer: Answer, context: AnswerContext) => void): Behaviour => ({
  answer: (answer, context) => {
    if (context.operation === operation && !answer.fault) change(answer, context);
  },
});

const partOf = (answer: Answer, name: string): AnswerPart | undefined => answer.parts.find((part) => part.name === name);

interface Change {
  readonly what: string;
  readonly change: (answer: Answer, context: AnswerContext) => void;
}

/** Changes of one statement, for any operation or some. */
function statement(of: string, changes: Arbitrary<Change>, verdict: 'fail' | 'warn' = 'fail', among: Arbitrary<OperationName> = operations): Drawn {
  return fc.tuple(changes, among).map(([{ what, change }, operation]) => ({
    kills: row(operation, of),
    verdict,
    what: `${operation}, ${of}: ${what}`,
    behaviour: onAnswer(operation, change),
  }));
}

const shown = (text: string): string => JSON.stringify(text).slice(0, 80);
const change = (what: string, to: Change['change']): Change => ({ what, change: to });
const onPart = (name: string, to: (part: AnswerPart, answer: Answer) => void) => (answer: Answer) => {
  const part = partOf(answer, name);
  if (part) to(part, answer);
};

const XML_ONLY = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const xmlText = oddStrings().map((text) => text.replace(XML_ONLY, ''));
/** XML Schema part 2, section 3.3.17, white space collapsed. */
const isInt = (text: string): boolean => /^[+-]?\d+$/.test(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')) && Math.abs(Number(text)) < 2 ** 31;

const noInts: Arbitrary<string> = fc
  .oneof(
    xmlText,
    fc.bigInt({ min: 2n ** 31n, max: 2n ** 80n }).map(String),
    fc.bigInt({ min: -(2n ** 80n), max: -(2n ** 31n) - 1n }).map(String),
    fc
      .tuple(fc.integer(), fc.constantFrom('.0', 'e0', ' 1', ',0', 'L', '\u00a0', '%'), fc.boolean())
      .map(([value, put, before]) => (before ? `${put}${value}` : `${value}${put}`)),
  )
  .filter((text) => !isInt(text));

/** Types of XML Schema that neither are the documented one nor restrict it. */
const OTHER_TYPES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  's-gensym3': ['string', 'long', 'integer', 'decimal', 'double', 'boolean', 'unsignedInt', 'anyURI', 'base64Binary', 'date'],
  's-gensym5': ['int', 'boolean', 'double', 'anyURI', 'base64Binary', 'hexBinary', 'dateTime', 'QName'],
};

function valueChanges(name: 's-gensym3' | 's-gensym5'): Arbitrary<Change> {
  const any = fc.oneof(
    fc.constantFrom(...(OTHER_TYPES[name] ?? ['anyType'])).map((type) =>
      change(
        `is stated as ${type}`,
        onPart(name, (part) => Object.assign(part, { type: `xsd:${type}` })),
      ),
    ),
    urls().map((uri) =>
      change(
        `has a type of ${uri}`,
        onPart(name, (part) => Object.assign(part, { type: 'other:int', attributes: ` xmlns:other="${uri.replaceAll('&', '&amp;')}"` })),
      ),
    ),
    fc
      .stringMatching(/^[a-z]{3,8}$/)
      .filter((prefix) => !['xsd', 'xsi', 'soap', 'soapenc'].includes(prefix) && !prefix.startsWith('xml'))
      .map((prefix) =>
        change(
          `has a type of the unbound prefix ${prefix}`,
          onPart(name, (part) => Object.assign(part, { type: `${prefix}:int` })),
        ),
      ),
    fc.constantFrom('true', '1').map((nil) =>
      change(
        'is nil',
        onPart(name, (part) => Object.assign(part, { attributes: ` xsi:nil="${nil}"`, value: '' })),
      ),
    ),
    fc.stringMatching(/^[a-z]{1,8}$/).map((inner) =>
      change(
        `holds the element ${inner}`,
        onPart(name, (part) => Object.assign(part, { content: `<${inner}>1</${inner}>` })),
      ),
    ),
    fc.stringMatching(/^[a-z]{1,8}$/).map((id) =>
      change(
        `refers to ${id}, which is not there`,
        onPart(name, (part) => Object.assign(part, { attributes: ` href="#${id}"`, type: undefined, content: '' })),
      ),
    ),
  );
  if (name === 's-gensym5') return any;
  return fc.oneof(
    { weight: 1, arbitrary: any },
    {
      weight: 2,
      arbitrary: noInts.map((text) =>
        change(
          `is ${shown(text)}`,
          onPart(name, (part) => Object.assign(part, { value: text })),
        ),
      ),
    },
  );
}

const partName = fc.constantFrom('s-gensym3', 's-gensym5');
const otherNames = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((name) => !/^xml/i.test(name));

const parts: Drawn = fc.oneof(
  { weight: 6, arbitrary: statement('s-gensym3', valueChanges('s-gensym3')) },
  { weight: 4, arbitrary: statement('s-gensym5', valueChanges('s-gensym5')) },
  {
    weight: 3,
    arbitrary: statement(
      'part-names',
      fc.oneof(
        fc.tuple(partName, otherNames).map(([name, other]) =>
          change(
            `${name} is called ${other}`,
            onPart(name, (part) => Object.assign(part, { name: other })),
          ),
        ),
        fc.tuple(partName, urls()).map(([name, uri]) =>
          change(
            `${name} is in the namespace ${uri}`,
            onPart(name, (part) => Object.assign(part, { prefix: 'other', attributes: ` xmlns:other="${uri.replaceAll('&', '&amp;')}"` })),
          ),
        ),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: statement(
      'part-count',
      fc.tuple(partName, fc.integer({ min: 0, max: 3 })).map(([name, times]) =>
        change(
          `${name} is there ${times === 1 ? 2 : times} times`,
          onPart(
            name,
            (part, answer) => void answer.parts.splice(answer.parts.indexOf(part), 1, ...Array.from({ length: times === 1 ? 2 : times }, () => ({ ...part }))),
          ),
        ),
      ),
    ),
  },
  { weight: 1, arbitrary: statement('part-order', fc.constant(change('reversed', (answer) => void answer.parts.reverse()))) },
);

const uris = fc.oneof(urls(), fc.stringMatching(/^urn:[a-z]{2,8}:[a-z0-9:/-]{1,20}$/));

const messages: Drawn = fc.oneof(
  {
    weight: 6,
    arbitrary: statement(
      'envelope',
      spoilt.map(({ what, make }) => change(what, (answer) => void answer.rewrite.push(make))),
    ),
  },
  {
    weight: 1,
    arbitrary: statement(
      'envelope',
      uris.map((namespace) => change(`an envelope of ${namespace}`, (answer) => Object.assign(answer, { soap: { prefix: 'soap', namespace } }))),
    ),
  },
  {
    weight: 1,
    arbitrary: statement(
      'envelope',
      oddStrings()
        .map((text) => text.replace(XML_ONLY, '').trim())
        .filter((text) => text !== '')
        .map((text) => change(`${shown(text)} beside the response`, (answer) => Object.assign(answer, { beforeWrapper: text.replace(/[&<>]/g, '.') }))),
    ),
  },
  {
    weight: 2,
    arbitrary: statement(
      'namespace',
      uris.map((namespace) => change(`in ${namespace}`, (answer) => Object.assign(answer.wrapper, { namespace: namespace }))),
    ),
  },
  {
    weight: 1,
    arbitrary: statement(
      'media-type',
      fc
        .option(fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/), { nil: undefined })
        .filter((type) => type !== 'text/xml')
        .map((type) => change(type ?? 'none', (answer) => Object.assign(answer, { contentType: type }))),
      'warn',
    ),
  },
  {
    weight: 1,
    arbitrary: statement(
      'encoding-style',
      fc
        .option(uris, { nil: undefined })
        .map((style) =>
          change(style ?? 'none', (answer) =>
            Object.assign(answer.wrapper, { attributes: style === undefined ? '' : ` soap:encodingStyle="${style.replaceAll('&', '&amp;')}"` }),
          ),
        ),
      'warn',
    ),
  },
  {
    weight: 1,
    arbitrary: statement(
      'http-status',
      fc
        .tuple(fc.oneof(fc.integer({ min: 200, max: 203 }), fc.integer({ min: 400, max: 499 }), fc.integer({ min: 501, max: 599 })), xmlText)
        .map(([status, text]) =>
          change(`a fault with status ${status}`, (answer) => Object.assign(answer, { status, fault: { code: 'Client', string: text } })),
        ),
      'warn',
    ),
  },
  {
    weight: 2,
    arbitrary: statement(
      'answers',
      fc
        .tuple(fc.constantFrom('Client', 'Server'), xmlText)
        .map(([code, text]) => change(`a fault ${code}`, (answer) => Object.assign(answer, { status: 500, fault: { code, string: text } }))),
    ),
  },
);

const wrongTickets: Drawn = statement(
  'same-ticket',
  fc.integer().map((value) =>
    change(`the identifier ${value}`, (answer, { tracker }) => {
      const part = partOf(answer, 's-gensym3');
      if (part) part.value = String(tracker.tickets.has(value) ? value + 1000 : value);
    }),
  ),
  'fail',
  fc.constantFrom('TicketModify', 'AddTicketAttachment'),
);

/** One statement, contradicted at random. */
export function ticketBridgeViolations(): Drawn {
  return fc.oneof(
    { weight: 16, arbitrary: parts },
    { weight: 14, arbitrary: messages },
    { weight: 4, arbitrary: wrongTickets },
    { weight: 6, arbitrary: refusalsOfValues },
  );
}
