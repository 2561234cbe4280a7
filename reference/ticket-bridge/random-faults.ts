/** Random contradictions of single statements of the ticket bridge. */
import fc, { type Arbitrary } from 'fast-check';
import { SaxesParser } from 'saxes';
import { type DrawnFault, drawnFault, shown, weighted } from '../random.ts';
import { oddStrings } from '../random-json.ts';
import { urls } from '../random-values.ts';
import { soapFault, style } from './answer.ts';
import { verdictOf } from './definitions.ts';
import { cutOff, envelopeOf, styledWith } from './message-faults.ts';
import { OPERATION_NAMES, type OperationName } from './operations.ts';
import { answer, attached, type Change, numbered, onPart, refuse, rewrite, saying, wrapper } from './operators.ts';
import {
  holds,
  inNamespace,
  isNil,
  REVERSED,
  refersTo,
  times,
  typeOf,
  unboundType,
  WRONG_TYPES,
  type WrongPart,
} from './part-faults.ts';

type Drawn = Arbitrary<DrawnFault<Change>>;
/** What it does, and how. */
type Wrong = readonly [what: string, change: Change];

/** Changes that contradict one statement, of any operation or some. */
const statement = (of: string, wrong: Arbitrary<Wrong>, among: readonly OperationName[] = OPERATION_NAMES): Drawn =>
  fc.tuple(wrong, fc.constantFrom(...among)).map(([[what, change], at]) => {
    const kills = `ticket-bridge/${at}/${of}`;
    return drawnFault<Change>(kills, `${at}, ${of}: ${what}`, { ...change, at }, verdictOf(kills));
  });

/** Text that XML 1.0 can say (section 2.2). */
export const xmlStrings = (): Arbitrary<string> =>
  oddStrings().map((text) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/** XML Schema part 2, section 3.3.17, white space collapsed. */
const isInt = (text: string): boolean =>
  /^[ \t\n\r]*[+-]?\d+[ \t\n\r]*$/.test(text) && Math.abs(Number(text)) < 2 ** 31;

const noInts: Arbitrary<string> = fc
  .oneof(
    xmlStrings(),
    fc.bigInt({ min: 2n ** 31n, max: 2n ** 80n }).map(String),
    fc.bigInt({ min: -(2n ** 80n), max: -(2n ** 31n) - 1n }).map(String),
    fc
      .tuple(fc.integer(), fc.constantFrom('.0', 'e0', ' 1', ',0', 'L', '\u00a0', '%'), fc.boolean())
      .map(([value, put, before]) => (before ? `${put}${value}` : `${value}${put}`)),
  )
  .filter((text) => !isInt(text));

/** Types beside those of the fixed faults. */
const MORE_TYPES = {
  int: ['double', 'unsignedInt', 'anyURI', 'date'],
  string: ['double', 'hexBinary', 'dateTime', 'QName'],
};
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const prefix = fc
  .stringMatching(/^[a-z]{3,8}$/)
  .filter((text) => !['xsd', 'xsi', 'soap', 'soapenc'].includes(text) && !text.startsWith('xml'));

const wrongValues = (type: 'int' | 'string'): Arbitrary<readonly [what: string, members: WrongPart]> =>
  fc.oneof(
    fc
      .constantFrom(...Object.keys(WRONG_TYPES[type]), ...MORE_TYPES[type])
      .map((local) => [`is stated as ${local}`, { type: `xsd:${local}` }] as const),
    urls().map((uri) => [`has a type of ${uri}`, typeOf(uri)] as const),
    prefix.map((unbound) => [`has a type of the unbound prefix ${unbound}`, unboundType(unbound)] as const),
    fc.constantFrom('true', '1').map((nil) => ['is nil', isNil(nil)] as const),
    word.map((name) => [`holds the element ${name}`, holds(`<${name}>1</${name}>`)] as const),
    word.map((id) => [`refers to ${id}, which is not there`, refersTo(`#${id}`)] as const),
  );
const noIntValues = noInts.map((value) => [`is ${shown(value)}`, { value }] as const);
const wrongPart = (name: string, values: Arbitrary<readonly [string, WrongPart]>): Drawn =>
  statement(
    name,
    values.map(([what, members]) => [what, onPart(name, members)]),
  );

const partName = fc.constantFrom('s-gensym3', 's-gensym5');
/** Names without colon; those that begin with xml are reserved (Namespaces in XML, section 3). */
const otherNames = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((name) => !/^xml/i.test(name));
const renamed = fc.oneof(
  fc.tuple(partName, otherNames).map(([part, name]): Wrong => [`${part} is called ${name}`, onPart(part, { name })]),
  fc
    .tuple(partName, urls())
    .map(([part, uri]): Wrong => [`${part} is in the namespace ${uri}`, onPart(part, inNamespace(uri))]),
);
const counted = fc
  .tuple(partName, fc.constantFrom(0, 2, 2, 3))
  .map(([part, count]): Wrong => [`${part} is there ${count} times`, times(part, count)]);

const parts: Drawn = weighted(
  [2, wrongPart('s-gensym3', wrongValues('int'))],
  [4, wrongPart('s-gensym3', noIntValues)],
  [4, wrongPart('s-gensym5', wrongValues('string'))],
  [3, statement('part-names', renamed)],
  [2, statement('part-count', counted)],
  [1, statement('part-order', fc.constant(['reversed', REVERSED]))],
);

/** Whether a text is not XML; then it cannot be a message. */
function malformed(text: string): boolean {
  try {
    new SaxesParser({ xmlns: true }).write(text).close();
    return false;
  } catch {
    return true;
  }
}

const share = fc.double({ min: 0, max: 0.95, noNaN: true });
const FRAGMENTS = ['<', '&', '</x>', '\u0000', '\u0008', '<?', '<![CDATA[', ']]>', '<x>', '&nbsp;', '"'];
/** Changes of a text that leave no XML; where a change leaves some, the text is cut off. */
const spoilt = fc
  .oneof(
    fc
      .tuple(share, fc.nat({ max: 60 }), fc.constantFrom('', ...FRAGMENTS))
      .map(([from, length, put]): [string, (xml: string) => string] => [
        `${shown(put)} in the place of ${length} characters`,
        (xml) => `${cutOff(from)(xml)}${put}${xml.slice(Math.floor(xml.length * from) + length)}`,
      ]),
    share.map((from): [string, (xml: string) => string] => ['cut off', cutOff(from)]),
    oddStrings().map((text): [string, (xml: string) => string] => [`the text ${shown(text)}`, () => text]),
    fc.json().map((text): [string, (xml: string) => string] => ['JSON', () => text]),
  )
  .map(([what, spoil]): Wrong => [what, rewrite((xml) => (malformed(spoil(xml)) ? spoil(xml) : xml.slice(0, -3)))]);

const uris = fc.oneof(urls(), fc.stringMatching(/^urn:[a-z]{2,8}:[a-z0-9:/-]{1,20}$/));
const beside = xmlStrings()
  .map((text) => text.trim().replace(/[&<>]/g, '.'))
  .filter((text) => text !== '')
  .map((text): Wrong => [`${shown(text)} beside the response`, answer({ beforeWrapper: text })]);
const mediaTypes = fc
  .option(fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/), { nil: undefined })
  .filter((type) => type !== 'text/xml')
  .map((contentType): Wrong => [contentType ?? 'none', answer({ contentType })]);
const wrongStatus = fc.oneof(
  fc.integer({ min: 200, max: 203 }),
  fc.integer({ min: 400, max: 499 }),
  fc.integer({ min: 501, max: 599 }),
);
const failed = (code: string, text: string, status?: number): Wrong => [
  `a fault ${code} with status ${status ?? 500}`,
  answer(soapFault(code, text, status)),
];

const messages: Drawn = weighted(
  [6, statement('envelope', spoilt)],
  [
    1,
    statement(
      'envelope',
      uris.map((uri) => [`an envelope of ${uri}`, envelopeOf(uri)]),
    ),
  ],
  [1, statement('envelope', beside)],
  [
    2,
    statement(
      'namespace',
      uris.map((namespace) => [`in ${namespace}`, wrapper({ namespace })]),
    ),
  ],
  [1, statement('media-type', mediaTypes)],
  [1, statement('encoding-style', fc.constant(['none', styledWith('')]))],
  [
    1,
    statement(
      'no-other-encoding',
      uris.map((uri) => [uri, styledWith(style(uri.replaceAll('&', '&amp;')))]),
    ),
  ],
  [
    1,
    statement(
      'http-status',
      fc.tuple(wrongStatus, xmlStrings()).map(([status, text]) => failed('Client', text, status)),
    ),
  ],
  [
    2,
    statement(
      'answers',
      fc.tuple(fc.constantFrom('Client', 'Server'), xmlStrings()).map(([code, text]) => failed(code, text)),
    ),
  ],
);

const wrongTickets = statement(
  'same-ticket',
  fc
    .integer()
    .map(
      (value): Wrong => [
        `the identifier ${value}`,
        numbered((_, { tracker }) => (tracker.tickets.has(value) ? value + 1000 : value)),
      ],
    ),
  ['TicketModify', 'AddTicketAttachment'],
);

/** Text that a bridge refuses: from one character on, or with one of some. */
const refusedTexts = statement(
  'accepts-any-text',
  fc
    .tuple(
      fc.oneof(
        fc
          .integer({ min: 0x80, max: 0x10000 })
          .map((from) => new RegExp(`[\\u{${from.toString(16)}}-\\u{10ffff}]`, 'u')),
        fc.subarray(['&', '<', '>', '"', "'"], { minLength: 1 }).map((some) => new RegExp(`[${some.join('')}]`)),
      ),
      fc.constantFrom('Subject', 'Correspondence'),
    )
    .map(([has, part]): Wrong => [`refuses ${has} in ${part}`, refuse(saying(part, has))]),
  ['TicketCreate', 'TicketModify'],
);
const refusedBytes = statement(
  'accepts-any-bytes',
  fc
    .nat({ max: 255 })
    .filter((octet) => octet !== 10 && (octet < 32 || octet > 126))
    .map((octet): Wrong => [`refuses the octet ${octet}`, refuse(attached((data) => data.includes(octet)))]),
  ['AddTicketAttachment'],
);
const refusedLines = statement(
  'accepts-line-wrapped-base64',
  fc
    .integer({ min: 1, max: 4 })
    .map(
      (most): Wrong => [
        `refuses ${most} line breaks or more`,
        refuse(attached((_, written) => written.split('\n').length > most)),
      ],
    ),
  ['AddTicketAttachment'],
);

/** One statement, contradicted at random. */
export const ticketBridgeFaultsDrawn = (): Drawn =>
  weighted([16, parts], [14, messages], [4, wrongTickets], [3, refusedTexts], [2, refusedBytes], [1, refusedLines]);
