/** Random contradictions of single statements of the ticket bridge. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, drawnFault, shown, weighted } from '../random.ts';
import { oddStrings } from '../random-json.ts';
import { urls } from '../random-values.ts';
import type { Answer, AnswerPart } from './answer.ts';
import type { AnswerContext, Behaviour } from './behaviour.ts';
import { OPERATION_NAMES, type OperationName } from './operations.ts';
import { spoilt } from './random-broken-xml.ts';
import { refusalsOfValues } from './random-refusals.ts';

type Drawn = Arbitrary<DrawnFault<Behaviour>>;
const violation = drawnFault<Behaviour>;

const operations = fc.constantFrom(...OPERATION_NAMES);
const row = (operation: OperationName, statement: string): string => `ticket-bridge/${operation}/${statement}`;

/** Changes the responses of one operation. */
const onAnswer = (operation: OperationName, change: Change['change']): Behaviour => ({
  answer: (answer, context) => {
    if (context.operation === operation && !answer.fault) change(answer, context);
  },
});

const partOf = (answer: Answer, name: string): AnswerPart | undefined =>
  answer.parts.find((part) => part.name === name);

interface Change {
  readonly what: string;
  readonly change: (answer: Answer, context: AnswerContext) => unknown;
}
const change = (what: string, to: Change['change']): Change => ({ what, change: to });
/** Other values of the members of a part. */
const onPart = (name: string, what: string, members: Partial<AnswerPart>): Change =>
  change(what, (answer) => Object.assign(partOf(answer, name) ?? {}, members));

/** Changes of one statement, for any operation or some. */
const statement = (
  of: string,
  changes: Arbitrary<Change>,
  verdict: 'fail' | 'warn' = 'fail',
  among: Arbitrary<OperationName> = operations,
): Drawn =>
  fc
    .tuple(changes, among)
    .map(([{ what, change }, operation]) =>
      violation(row(operation, of), `${operation}, ${of}: ${what}`, onAnswer(operation, change), verdict),
    );

const XML_ONLY = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const xmlText = oddStrings().map((text) => text.replace(XML_ONLY, ''));
/** XML Schema part 2, section 3.3.17, white space collapsed. */
const isInt = (text: string): boolean =>
  /^[+-]?\d+$/.test(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')) && Math.abs(Number(text)) < 2 ** 31;

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
  's-gensym3': [
    'string',
    'long',
    'integer',
    'decimal',
    'double',
    'boolean',
    'unsignedInt',
    'anyURI',
    'base64Binary',
    'date',
  ],
  's-gensym5': ['int', 'boolean', 'double', 'anyURI', 'base64Binary', 'hexBinary', 'dateTime', 'QName'],
};

const FORMS_OF_PREFIX = ['xsd', 'xsi', 'soap', 'soapenc'];
const foreign = (uri: string): string => ` xmlns:other="${uri.replaceAll('&', '&amp;')}"`;
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const prefix = fc
  .stringMatching(/^[a-z]{3,8}$/)
  .filter((text) => !FORMS_OF_PREFIX.includes(text) && !text.startsWith('xml'));

const valueChanges = (name: 's-gensym3' | 's-gensym5'): Arbitrary<Change> =>
  fc.oneof(
    fc
      .constantFrom(...(OTHER_TYPES[name] ?? ['anyType']))
      .map((type) => onPart(name, `is stated as ${type}`, { type: `xsd:${type}` })),
    urls().map((uri) => onPart(name, `has a type of ${uri}`, { type: 'other:int', attributes: foreign(uri) })),
    prefix.map((unbound) => onPart(name, `has a type of the unbound prefix ${unbound}`, { type: `${unbound}:int` })),
    fc.constantFrom('true', '1').map((nil) => onPart(name, 'is nil', { attributes: ` xsi:nil="${nil}"`, value: '' })),
    word.map((inner) => onPart(name, `holds the element ${inner}`, { content: `<${inner}>1</${inner}>` })),
    word.map((id) =>
      onPart(name, `refers to ${id}, which is not there`, {
        attributes: ` href="#${id}"`,
        type: undefined,
        content: '',
      }),
    ),
  );
const noIntChanges = noInts.map((value) => onPart('s-gensym3', `is ${shown(value)}`, { value }));

const partName = fc.constantFrom('s-gensym3', 's-gensym5');
const otherNames = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((name) => !/^xml/i.test(name));
const renamed = fc.oneof(
  fc.tuple(partName, otherNames).map(([name, other]) => onPart(name, `${name} is called ${other}`, { name: other })),
  fc
    .tuple(partName, urls())
    .map(([name, uri]) =>
      onPart(name, `${name} is in the namespace ${uri}`, { prefix: 'other', attributes: foreign(uri) }),
    ),
);
const counted = fc.tuple(partName, fc.constantFrom(0, 2, 2, 3)).map(([name, times]) =>
  change(`${name} is there ${times} times`, ({ parts }) => {
    const part = parts.find((each) => each.name === name);
    if (part) parts.splice(parts.indexOf(part), 1, ...Array.from({ length: times }, () => ({ ...part })));
  }),
);

const parts: Drawn = weighted(
  [2, statement('s-gensym3', valueChanges('s-gensym3'))],
  [4, statement('s-gensym3', noIntChanges)],
  [4, statement('s-gensym5', valueChanges('s-gensym5'))],
  [3, statement('part-names', renamed)],
  [2, statement('part-count', counted)],
  [1, statement('part-order', fc.constant(change('reversed', (answer) => answer.parts.reverse())))],
);

const uris = fc.oneof(urls(), fc.stringMatching(/^urn:[a-z]{2,8}:[a-z0-9:/-]{1,20}$/));
/** Other values of the members of an answer. */
const answered = (what: string, members: Partial<Answer>): Change =>
  change(what, (answer) => Object.assign(answer, members));
const wrapped = (what: string, members: Partial<Answer['wrapper']>): Change =>
  change(what, (answer) => Object.assign(answer.wrapper, members));

const beside = oddStrings()
  .map((text) => text.replace(XML_ONLY, '').trim())
  .filter((text) => text !== '')
  .map((text) => answered(`${shown(text)} beside the response`, { beforeWrapper: text.replace(/[&<>]/g, '.') }));
const mediaTypes = fc
  .option(fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/), { nil: undefined })
  .filter((type) => type !== 'text/xml')
  .map((contentType) => answered(contentType ?? 'none', { contentType }));
const otherStyles = uris.map((style) =>
  wrapped(style, { attributes: ` soap:encodingStyle="${style.replaceAll('&', '&amp;')}"` }),
);
const wrongStatus = fc.oneof(
  fc.integer({ min: 200, max: 203 }),
  fc.integer({ min: 400, max: 499 }),
  fc.integer({ min: 501, max: 599 }),
);
const fault = (status: number, code: string, string: string) => ({ status, fault: { code, string } });

const messages: Drawn = weighted(
  [
    6,
    statement(
      'envelope',
      spoilt.map(({ what, make }) => change(what, (answer) => answer.rewrite.push(make))),
    ),
  ],
  [
    1,
    statement(
      'envelope',
      uris.map((namespace) => answered(`an envelope of ${namespace}`, { soap: { prefix: 'soap', namespace } })),
    ),
  ],
  [1, statement('envelope', beside)],
  [
    2,
    statement(
      'namespace',
      uris.map((namespace) => wrapped(`in ${namespace}`, { namespace })),
    ),
  ],
  [1, statement('media-type', mediaTypes, 'warn')],
  [1, statement('encoding-style', fc.constant(wrapped('none', { attributes: '' })), 'warn')],
  [1, statement('no-other-encoding', otherStyles)],
  [
    1,
    statement(
      'http-status',
      fc
        .tuple(wrongStatus, xmlText)
        .map(([status, text]) => answered(`a fault with status ${status}`, fault(status, 'Client', text))),
      'warn',
    ),
  ],
  [
    2,
    statement(
      'answers',
      fc
        .tuple(fc.constantFrom('Client', 'Server'), xmlText)
        .map(([code, text]) => answered(`a fault ${code}`, fault(500, code, text))),
    ),
  ],
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
export const ticketBridgeViolations = (): Drawn =>
  weighted([16, parts], [14, messages], [4, wrongTickets], [6, refusalsOfValues]);
