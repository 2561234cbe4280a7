/** Hand-written faults of what operations do: which ticket they speak of, and which values they take. */
import { soapFault } from '../answer.ts';
import {
  ATTACHMENT,
  answer,
  attached,
  type BridgeSituation,
  both,
  type Change,
  EVERY_BYTE,
  LARGE,
  MODIFICATION,
  NOT_ASCII,
  numbered,
  page,
  refuse,
  rewrite,
  saying,
  type Where,
} from '../operators.ts';
import { type FaultDefinition, fault, UNSTATED } from './definitions.ts';
import { spliced } from './message-faults.ts';

type Identifier = (right: number, situation: BridgeSituation) => string | number | undefined;

const ids = ({ tracker }: BridgeSituation) => [...tracker.tickets.keys()];
const modified = ({ tracker, values }: BridgeSituation) => tracker.tickets.get(Number(values.TrackerTicketId));
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

const TICKETS: readonly FaultDefinition[] = [
  ...(['TicketModify', 'AddTicketAttachment'] as const).flatMap((at) =>
    Object.entries(WRONG_TICKET).map(([what, value]) => fault(`${at}/same-ticket@${what}`, [numbered(value, { at })])),
  ),
  // Every ticket gets the identifier of the first, wherever it is mentioned.
  fault('TicketCreate/own-ticket@first', [numbered((_, now) => ids(now).at(0))]),
  fault('TicketCreate/own-ticket@third', [numbered((right) => right - 1, { at: 'TicketCreate', nth: 3 })]),
  fault('TicketModify/same-ticket@after-another', [
    numbered(
      (right, now) =>
        (modified(now)?.messages.length ?? 0) > 2
          ? latestOf(now)?.id === right
            ? right + 1
            : latestOf(now)?.id
          : right,
      MODIFICATION,
    ),
  ]),
  fault('TicketModify/same-ticket@after-attachment', [
    numbered(
      (right, now) => ((modified(now)?.attachments.length ?? 0) > 0 ? modified(now)?.externalId : right),
      MODIFICATION,
    ),
  ]),
  fault('TicketModify/same-ticket@third', [numbered((right) => right + 1, { ...MODIFICATION, nth: { every: 3 } })]),
  fault('AddTicketAttachment/same-ticket@second-ticket', [
    numbered((right, now) => (ids(now)[1] === right ? ids(now)[0] : right), ATTACHMENT),
  ]),
  fault('AddTicketAttachment/same-ticket@late', [numbered((right) => right + 1, { ...ATTACHMENT, nth: { from: 5 } })]),
  // Only a number of zero or less may mean that values were rejected, and only in an operation that takes values of the
  // deployment.
  fault('TicketModify/same-ticket@next-of-made-up', [numbered((right) => right + 1, MODIFICATION)], {
    settings: UNSTATED,
  }),
  // One modification with these values was accepted, so they suit the deployment.
  fault(
    'TicketModify/same-ticket@zero-from-the-second-on',
    [numbered(() => 0, { ...MODIFICATION, nth: { from: 2 } })],
    {
      settings: UNSTATED,
    },
  ),
  fault('AddTicketAttachment/same-ticket@zero-of-made-up', [numbered(() => 0, ATTACHMENT)], { settings: UNSTATED }),
];

const inBothParts = (what: string, has: RegExp): Readonly<Record<string, Where>> => ({
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
export const refusedTexts = (
  texts: Readonly<Record<string, Where>>,
  refused: (where: Where) => Change = refuse,
): FaultDefinition[] =>
  (['TicketCreate', 'TicketModify'] as const).flatMap((at) =>
    Object.entries(texts).map(([what, where]) => fault(`${at}/accepts-any-text@${what}`, [refused({ ...where, at })])),
  );

const isUtf8 = (data: Buffer): boolean => data.equals(Buffer.from(data.toString('utf8')));
const named = (has: RegExp) => saying('AttachmentName', has, ATTACHMENT);

/** Below `AddTicketAttachment/`. */
const ATTACHMENTS: Readonly<Record<string, Change>> = {
  'accepts-any-bytes@zero': refuse(attached((data) => data.includes(0))),
  'accepts-any-bytes@high': refuse(attached((data) => data.some((byte) => byte > 127))),
  'accepts-any-bytes@not-utf-8': refuse(attached((data) => !isUtf8(data))),
  'accepts-any-bytes@control': refuse(attached((data) => data.some((byte) => byte < 9))),
  'accepts-any-bytes@last': refuse(EVERY_BYTE),
  'accepts-any-bytes@status-415': page(415, EVERY_BYTE),
  'accepts-any-bytes@status-500': page(500, EVERY_BYTE),
  'accepts-any-bytes@byte-order-mark': refuse(attached((data) => data[0] === 0xef)),
  'accepts-any-bytes@byte-order-mark-and-name': refuse(
    both(
      attached((_, written) => written.startsWith('77u')),
      named(/[^ -~]/),
    ),
  ),
  'accepts-line-wrapped-base64@line-feed': refuse(attached((_, written) => /\s/.test(written))),
  'accepts-line-wrapped-base64@one-line': refuse(attached((_, written) => written.split('\n').length > 2)),
  'accepts-any-name@non-ascii': refuse(named(NOT_ASCII)),
  'accepts-any-name@space': refuse(named(/ /)),
  'accepts-any-name@status-400': page(400, named(NOT_ASCII)),
  // The deployment chooses the size; the form of its response is documented.
  'http-status@large-refused-with-200': answer(soapFault('Client', 'too large: 1048576 bytes', 200), LARGE),
  'envelope@large-cut-off': rewrite(spliced(0.5), LARGE),
};

/** Returns faults of AddTicketAttachment. */
export const attachmentFaults = (changes: Readonly<Record<string, Change>>): FaultDefinition[] =>
  Object.entries(changes).map(([id, change]) => fault(`AddTicketAttachment/${id}`, [change]));

/** Returns every fault of a flow. */
export const flowFaults = (): FaultDefinition[] => [
  ...TICKETS,
  ...refusedTexts(TEXTS),
  ...[400, 500].flatMap((status) =>
    refusedTexts({ [`status-${status}`]: saying('Subject', NOT_ASCII) }, (where) => page(status, where)),
  ),
  ...attachmentFaults(ATTACHMENTS),
];
