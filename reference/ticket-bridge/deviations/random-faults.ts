/**
 * Random contradictions of single statements of the ticket bridge: the listed faults, and identifiers, XML and texts of
 * any kind.
 */
import fc, { type Arbitrary } from 'fast-check';
import { SaxesParser } from 'saxes';
import { oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, listedFault, shown, weighted } from '../../drawn/random.ts';
import { faults } from '../faults.ts';
import { OPERATION_NAMES, type OperationName } from '../operations.ts';
import { attached, type Change, numbered, onPart, refuse, rewrite, saying } from '../operators.ts';
import { spliced } from './message-faults.ts';

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
    return drawnFault<Change>(kills, `${kills}: ${shown(value)}`, { ...change(value), at });
  });

/** Returns texts that XML 1.0 can represent (section 2.2). */
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
/** Makes a text malformed; if it would still be well-formed, its end is cut off instead. */
const spoil = (where: Parameters<typeof spliced>): Change =>
  rewrite((xml) => {
    const text = spliced(...where)(xml);
    return malformed(text) ? text : xml.slice(0, -3);
  });

/** Text that a bridge rejects: from one character on, or with one of some. */
const refused = fc.oneof(
  fc.integer({ min: 0x80, max: 0x10000 }).map((from) => `\\u{${from.toString(16)}}-\\u{10ffff}`),
  fc.subarray(['&', '<', '>', '"', "'"], { minLength: 1 }).map((some) => some.join('')),
);

/** Returns a statement, contradicted at random. */
export const ticketBridgeFaultsDrawn = (): Drawn =>
  weighted(
    [16, listedFault(faults().filter(({ settings }) => settings === undefined))],
    [4, statement('s-gensym3', noInts, (value) => onPart('s-gensym3', { value }))],
    [6, statement('envelope', spoilt, spoil)],
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
  );
