/** Hand-written faults of what operations do: which ticket they speak of, and which values they take. */
import { each } from '../../change.ts';
import { soapFault } from '../answer.ts';
import {
  ATTACHMENT,
  answer,
  attached,
  type BridgeSituation,
  both,
  type Change,
  EVERY_BYTE,
  fault,
  faultsBy,
  isModifiedAgain,
  LARGE,
  MODIFICATION,
  modified,
  NOT_ASCII,
  numbered,
  page,
  refuse,
  rewrite,
  saying,
  UNSTATED,
  type Where,
} from '../operators.ts';
import { spliced } from './message-faults.ts';

type Identifier = (right: number, situation: BridgeSituation) => string | number | undefined;

const ids = ({ tracker }: BridgeSituation) => [...tracker.tickets.keys()];
const latestOf = ({ tracker }: BridgeSituation) =>
  [...tracker.tickets.values()].findLast(({ messages }) => messages.length > 1);

/** Wrong identifiers in responses to TicketModify and AddTicketAttachment. */
const WRONG_TICKET: Readonly<Record<string, Identifier>> = {
  next: (right) => right + 1,
  zero: () => 0,
  'minus-one': () => -1,
  negated: (right) => -right,
  constant: () => 1,
  count: (_, { count }) => count,
  external: (right, { tracker }) => tracker.tickets.get(right)?.externalId,
  first: (_, now) => ids(now).at(0),
  last: (_, now) => ids(now).at(-1),
  'cut-off': (right) => Math.trunc(right / 10),
};

const wrongTicket = (at: 'TicketModify' | 'AddTicketAttachment') =>
  each(WRONG_TICKET, (value) => numbered(value, { at }));

const TICKETS = faultsBy({
  'TicketCreate/own-ticket': {
    // Every ticket gets the identifier of the first, wherever it is mentioned.
    first: numbered((_, now) => ids(now).at(0)),
    third: numbered((right) => right - 1, { at: 'TicketCreate', nth: 3 }),
  },
  'TicketModify/same-ticket': {
    ...wrongTicket('TicketModify'),
    'after-another': numbered((right, now) => {
      const other = latestOf(now)?.id;
      return isModifiedAgain(now) ? (other === right ? right + 1 : other) : right;
    }, MODIFICATION),
    'after-attachment': numbered(
      (right, now) => ((modified(now)?.attachments.length ?? 0) > 0 ? modified(now)?.externalId : right),
      MODIFICATION,
    ),
    third: numbered((right) => right + 1, { ...MODIFICATION, nth: { every: 3 } }),
    // Only a number of zero or less may mean that values were rejected, and only in an operation that takes values of
    // the deployment.
    'next-of-made-up': [numbered((right) => right + 1, MODIFICATION), [], UNSTATED],
    // One modification with these values was accepted, so they suit the deployment.
    'zero-from-the-second-on': [numbered(() => 0, { ...MODIFICATION, nth: { from: 2 } }), [], UNSTATED],
  },
  'AddTicketAttachment/same-ticket': {
    ...wrongTicket('AddTicketAttachment'),
    'second-ticket': numbered((right, now) => (ids(now)[1] === right ? ids(now)[0] : right), ATTACHMENT),
    late: numbered((right) => right + 1, { ...ATTACHMENT, nth: { from: 5 } }),
    'zero-of-made-up': [numbered(() => 0, ATTACHMENT), [], UNSTATED],
  },
});

const inBothParts = (what: string, has: RegExp) => ({
  [`${what}-in-Subject`]: saying('Subject', has),
  [`${what}-in-Correspondence`]: saying('Correspondence', has),
});

/** Text that a careless bridge cannot process. */
const TEXTS: Readonly<Record<string, Where>> = {
  ...inBothParts('non-ascii', NOT_ASCII),
  ...inBothParts('beyond-bmp', /[\u{10000}-\u{10ffff}]/u),
  ...inBothParts('beyond-latin-1', /[\u0100-\u{10ffff}]/u),
  ...inBothParts('ampersand', /&/),
  ...inBothParts('less-than', /</),
  ...inBothParts('greater-than', />/),
  ...inBothParts('quote', /"/),
  ...inBothParts('apostrophe', /'/),
  'line-break-in-Correspondence': saying('Correspondence', /\n/),
  several: both(saying('Subject', NOT_ASCII), saying('Subject', /[&<>"']/)),
  'combining-marks': saying('Subject', /\u0301/),
  'right-to-left': saying('Correspondence', /[\u0590-\u06ff]/),
  'trailing-blanks': saying('Subject', / {2}$/),
  tab: saying('Correspondence', /\t/),
  'carriage-return': saying('Correspondence', /\r/),
  reference: saying('Correspondence', /&amp;/),
  both: both(saying('Subject', /&/), saying('Correspondence', /&/)),
};

/** Returns the faults by which operations reject texts. */
export const refusedTexts = (texts: Readonly<Record<string, Where>>, refused: (where: Where) => Change = refuse) =>
  (['TicketCreate', 'TicketModify'] as const).flatMap((at) =>
    Object.entries(texts).map(([what, where]) => fault(`${at}/accepts-any-text@${what}`, [refused({ ...where, at })])),
  );

const isUtf8 = (data: Buffer) => data.equals(Buffer.from(data.toString('utf8')));
const named = (has: RegExp) => saying('AttachmentName', has, ATTACHMENT);

const ATTACHMENTS = faultsBy({
  'AddTicketAttachment/accepts-any-bytes': {
    zero: refuse(attached((data) => data.includes(0))),
    high: refuse(attached((data) => data.some((byte) => byte > 127))),
    'not-utf-8': refuse(attached((data) => !isUtf8(data))),
    control: refuse(attached((data) => data.some((byte) => byte < 9))),
    last: refuse(EVERY_BYTE),
    'status-415': page(415, EVERY_BYTE),
    'status-500': page(500, EVERY_BYTE),
    'byte-order-mark': refuse(attached((data) => data[0] === 0xef)),
    'byte-order-mark-and-name': refuse(
      both(
        attached((_, written) => written.startsWith('77u')),
        named(/[^ -~]/),
      ),
    ),
  },
  'AddTicketAttachment/accepts-line-wrapped-base64': {
    'line-feed': refuse(attached((_, written) => /\s/.test(written))),
    'one-line': refuse(attached((_, written) => written.split('\n').length > 2)),
  },
  'AddTicketAttachment/accepts-any-name': {
    'non-ascii': refuse(named(NOT_ASCII)),
    space: refuse(named(/ /)),
    'status-400': page(400, named(NOT_ASCII)),
  },
  // The deployment chooses the size; the form of its response is documented.
  'AddTicketAttachment/http-status': {
    'large-refused-with-200': answer(soapFault('Client', 'too large: 1048576 bytes', 200), LARGE),
  },
  'AddTicketAttachment/envelope': { 'large-cut-off': rewrite(spliced(0.5), LARGE) },
});

/** Returns every fault of a flow. */
export const flowFaults = () => [
  ...TICKETS,
  ...refusedTexts(TEXTS),
  ...[400, 500].flatMap((status) =>
    refusedTexts({ [`status-${status}`]: saying('Subject', NOT_ASCII) }, (where) => page(status, where)),
  ),
  ...ATTACHMENTS,
];
