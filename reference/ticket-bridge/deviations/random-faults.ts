/** Random contradictions of single statements of the ticket bridge. */
import fc, { type Arbitrary } from 'fast-check';
import { SaxesParser } from 'saxes';
import { oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, shown, weighted } from '../../drawn/random.ts';
import { urls } from '../../drawn/values.ts';
import { escapeXml, soapFault, style } from '../answer.ts';
import { OPERATION_NAMES, type OperationName } from '../operations.ts';
import {
  answer,
  attached,
  type Change,
  numbered,
  onPart,
  refuse,
  rewrite,
  saying,
  times,
  wrapper,
} from '../operators.ts';
import { verdictOf } from './definitions.ts';
import { envelopeOf, spliced, styledWith } from './message-faults.ts';
import {
  holds,
  inNamespace,
  isNil,
  REVERSED,
  refersTo,
  typeOf,
  unboundType,
  WRONG_TYPES,
  type WrongPart,
} from './part-faults.ts';

type Drawn = Arbitrary<DrawnFault<Change>>;

/** Drawn values that contradict one statement, of any operation or some. */
const statement = <T>(
  of: string,
  values: Arbitrary<T>,
  change: (value: T) => Change,
  among: readonly OperationName[] = OPERATION_NAMES,
): Drawn =>
  fc.tuple(values, fc.constantFrom(...among)).map(([value, at]) => {
    const kills = `ticket-bridge/${at}/${of}`;
    return drawnFault<Change>(kills, `${kills}: ${shown(value)}`, { ...change(value), at }, verdictOf(kills));
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
    fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
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
const unbound = fc
  .stringMatching(/^[a-z]{3,8}$/)
  .filter((text) => !['xsd', 'xsi', 'soap', 'soapenc'].includes(text) && !text.startsWith('xml'));

const wrongValues = (part: string, type: 'int' | 'string'): Drawn => {
  const wrong = <T>(values: Arbitrary<T>, members: (value: T) => WrongPart): Drawn =>
    statement(part, values, (value) => onPart(part, members(value)));
  const types = fc.constantFrom(...Object.keys(WRONG_TYPES[type]), ...MORE_TYPES[type]);
  return fc.oneof(
    wrong(types, (local) => ({ type: `xsd:${local}` })),
    wrong(urls(), typeOf),
    wrong(unbound, unboundType),
    wrong(fc.constantFrom('true', '1'), isNil),
    wrong(word, (name) => holds(`<${name}>1</${name}>`)),
    wrong(word, (id) => refersTo(`#${id}`)),
  );
};

const partName = fc.constantFrom('s-gensym3', 's-gensym5');
/** Names without colon; those that begin with xml are reserved (Namespaces in XML, section 3). */
export const xmlNames = (): Arbitrary<string> =>
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,12}$/).filter((name) => !/^xml/i.test(name));

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
/** Place of the damage, number of characters, and the text in their place. */
const spoilt = fc.oneof(
  fc.tuple(share, fc.nat({ max: 60 }), fc.constantFrom('', ...FRAGMENTS)),
  fc.tuple(share, fc.constant(Infinity), fc.constant('')),
  fc.tuple(fc.constant(0), fc.constant(Infinity), fc.oneof(oddStrings(), fc.json())),
);
/** Leaves no XML; where the change leaves some, the text is cut off. */
const spoil = (where: Parameters<typeof spliced>): Change =>
  rewrite((xml) => {
    const text = spliced(...where)(xml);
    return malformed(text) ? text : xml.slice(0, -3);
  });

const uris = fc.oneof(urls(), fc.stringMatching(/^urn:[a-z]{2,8}:[a-z0-9:/-]{1,20}$/));
const beside = xmlStrings()
  .map((text) => text.trim().replace(/[&<>]/g, '.'))
  .filter((text) => text !== '');
const mediaTypes = fc
  .option(fc.stringMatching(/^[a-z]{2,11}\/[a-z][a-z0-9.+-]{1,12}$/), { nil: undefined })
  .filter((type) => type !== 'text/xml');
/** Other than that of a SOAP fault. */
const wrongStatus = fc
  .integer({ min: 200, max: 599 })
  .filter((status) => status !== 500 && !(status > 203 && status < 400));
const codes = fc.constantFrom('Client', 'Server');

/** Text that a bridge refuses: from one character on, or with one of some. */
const refused = fc.oneof(
  fc.integer({ min: 0x80, max: 0x10000 }).map((from) => `\\u{${from.toString(16)}}-\\u{10ffff}`),
  fc.subarray(['&', '<', '>', '"', "'"], { minLength: 1 }).map((some) => some.join('')),
);

/** One statement, contradicted at random. */
export const ticketBridgeFaultsDrawn = (): Drawn =>
  weighted(
    [2, wrongValues('s-gensym3', 'int')],
    [4, statement('s-gensym3', noInts, (value) => onPart('s-gensym3', { value }))],
    [4, wrongValues('s-gensym5', 'string')],
    [2, statement('part-names', fc.tuple(partName, xmlNames()), ([part, name]) => onPart(part, { name }))],
    [1, statement('part-names', fc.tuple(partName, urls()), ([part, uri]) => onPart(part, inNamespace(uri)))],
    [2, statement('part-count', fc.tuple(partName, fc.constantFrom(0, 2, 2, 3)), (drawn) => times(...drawn))],
    [1, statement('part-order', fc.constant('reversed'), () => REVERSED)],

    [6, statement('envelope', spoilt, spoil)],
    [1, statement('envelope', uris, envelopeOf)],
    [1, statement('envelope', beside, (beforeWrapper) => answer({ beforeWrapper }))],
    [2, statement('namespace', uris, (namespace) => wrapper({ namespace }))],
    [1, statement('media-type', mediaTypes, (contentType) => answer({ contentType }))],
    [1, statement('encoding-style', fc.constant(''), styledWith)],
    [1, statement('no-other-encoding', uris, (uri) => styledWith(style(escapeXml(uri))))],
    [
      1,
      statement('http-status', fc.tuple(xmlStrings(), wrongStatus), (drawn) => answer(soapFault('Client', ...drawn))),
    ],
    [2, statement('answers', fc.tuple(codes, xmlStrings()), (drawn) => answer(soapFault(...drawn)))],

    [
      4,
      statement(
        'same-ticket',
        fc.integer(),
        (value) => numbered((_, { tracker }) => (tracker.tickets.has(value) ? value + 1000 : value)),
        ['TicketModify', 'AddTicketAttachment'],
      ),
    ],
    [
      3,
      statement(
        'accepts-any-text',
        fc.tuple(fc.constantFrom('Subject', 'Correspondence'), refused),
        ([part, some]) => refuse(saying(part, new RegExp(`[${some}]`, 'u'))),
        ['TicketCreate', 'TicketModify'],
      ),
    ],
    [
      2,
      statement(
        'accepts-any-bytes',
        fc.nat({ max: 255 }).filter((byte) => byte !== 10 && (byte < 32 || byte > 126)),
        (byte) => refuse(attached((data) => data.includes(byte))),
        ['AddTicketAttachment'],
      ),
    ],
    [
      1,
      statement(
        'accepts-line-wrapped-base64',
        fc.integer({ min: 1, max: 4 }),
        (most) => refuse(attached((_, written) => written.split('\n').length > most)),
        ['AddTicketAttachment'],
      ),
    ],
  );
