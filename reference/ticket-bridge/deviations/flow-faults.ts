/** Hand-written faults of what operations do: which ticket they speak of, and which values they take. */
import { soapFault } from '../answer.ts';
import {
  ATTACHMENT,
  answer,
  attached,
  type BridgeSituation,
  EVERY_BYTE,
  LARGE,
  MODIFICATION,
  NOT_ASCII,
  numbered,
  page,
  refuse,
  rewrite,
  saying,
} from '../operators.ts';
import { type FaultDefinition, fault } from './definitions.ts';
import { spliced } from './message-faults.ts';

type WrongTicket = readonly [
  what: string,
  title: string,
  value: (right: number, situation: BridgeSituation) => string | number | undefined,
];
const WRONG_TICKET: readonly WrongTicket[] = [
  ['next', 'the identifier of the ticket after it', (right) => right + 1],
  ['zero', 'zero', () => 0],
  ['minus-one', 'minus one', () => -1],
  ['negated', 'the identifier with its sign changed', (right) => -right],
  ['constant', 'always the same number', () => 1],
  ['count', 'how many requests there were', (_, { count }) => count],
  ['external', 'the external identifier', (right, { tracker }) => tracker.tickets.get(right)?.externalId],
  ['first', 'the identifier of the first ticket', (_, { tracker }) => [...tracker.tickets.keys()].at(0)],
  ['last', 'the identifier of the last ticket', (_, { tracker }) => [...tracker.tickets.keys()].at(-1)],
  ['cut-off', 'the identifier without its last digit', (right) => Math.trunc(right / 10)],
];

const wrongTickets = (operation: 'TicketModify' | 'AddTicketAttachment'): FaultDefinition[] =>
  WRONG_TICKET.map(([what, title, value]) =>
    fault(`${operation}/same-ticket@${what}`, `${operation} returns ${title}`, [numbered(value, { at: operation })]),
  );

/** Text that a careless bridge cannot process. */
const TEXTS: readonly (readonly [what: string, title: string, has: RegExp, parts?: readonly string[]])[] = [
  ['non-ascii', 'text that is not ASCII', NOT_ASCII],
  ['beyond-bmp', 'characters beyond the basic plane', /[\u{10000}-\u{10ffff}]/u],
  ['beyond-latin-1', 'text that is not Latin-1', /[\u0100-\u{10ffff}]/u],
  ['ampersand', 'an ampersand', /&/],
  ['less-than', 'a less-than sign', /</],
  ['greater-than', 'a greater-than sign', />/],
  ['quote', 'a double quote', /"/],
  ['apostrophe', 'an apostrophe', /'/],
  ['line-break', 'a line break', /\n/, ['Correspondence']],
];

function refusedTexts(at: 'TicketCreate' | 'TicketModify'): FaultDefinition[] {
  const kills = `${at}/accepts-any-text`;
  const several = (text: string): boolean => NOT_ASCII.test(text) && /[&<>"']/.test(text);
  return [
    ...TEXTS.flatMap(([what, title, has, parts = ['Subject', 'Correspondence']]) =>
      parts.map((part) =>
        fault(`${kills}@${what}-in-${part}`, `${at} refuses ${title} in ${part}`, [refuse(saying(part, has, { at }))]),
      ),
    ),
    fault(`${kills}@several`, `${at} refuses text that contains several kinds of odd characters`, [
      refuse(saying('Subject', several, { at })),
    ]),
    ...[400, 500].map((status) =>
      fault(`${kills}@status-${status}`, `${at} answers with status ${status} where the subject is not ASCII`, [
        page(status, saying('Subject', NOT_ASCII, { at })),
      ]),
    ),
  ];
}

const isUtf8 = (data: Buffer): boolean => data.equals(Buffer.from(data.toString('utf8')));
const named = (has: RegExp) => saying('AttachmentName', has, ATTACHMENT);

/** Below `AddTicketAttachment/`. */
const ATTACHMENTS: readonly (readonly [id: string, title: string, ...changes: FaultDefinition['changes']])[] = [
  [
    'accepts-any-bytes@zero',
    'an attachment that contains a zero byte is refused',
    refuse(attached((data) => data.includes(0))),
  ],
  [
    'accepts-any-bytes@high',
    'an attachment that contains a byte above 127 is refused',
    refuse(attached((data) => data.some((byte) => byte > 127))),
  ],
  [
    'accepts-any-bytes@not-utf-8',
    'an attachment that is not UTF-8 is refused',
    refuse(attached((data) => !isUtf8(data))),
  ],
  [
    'accepts-any-bytes@control',
    'an attachment that contains control characters is refused',
    refuse(attached((data) => data.some((byte) => byte < 9))),
  ],
  ['accepts-any-bytes@last', 'an attachment that contains the byte 255 is refused', refuse(EVERY_BYTE)],
  [
    'accepts-line-wrapped-base64@line-feed',
    'base64 with line breaks is refused',
    refuse(attached((_, written) => /\s/.test(written))),
  ],
  [
    'accepts-line-wrapped-base64@one-line',
    'base64 with more than two lines is refused',
    refuse(attached((_, written) => written.split('\n').length > 2)),
  ],
  ['accepts-any-name@non-ascii', 'a name that is not ASCII is refused', refuse(named(NOT_ASCII))],
  ['accepts-any-name@space', 'a name with a space is refused', refuse(named(/ /))],
  ...[415, 500].map(
    (status) =>
      [
        `accepts-any-bytes@status-${status}`,
        `an attachment that contains every byte value is answered with status ${status}`,
        page(status, EVERY_BYTE),
      ] as const,
  ),
  ['accepts-any-name@status-400', 'a name that is not ASCII is answered with status 400', page(400, named(NOT_ASCII))],
  // Size is the deployment's matter; how it answers is not.
  [
    'http-status@large-refused-with-200',
    'a large attachment is refused with a SOAP fault and status 200',
    answer(soapFault('Client', 'too large: 1048576 bytes', 200), LARGE),
  ],
  ['envelope@large-cut-off', 'the answer to a large attachment ends in the middle', rewrite(spliced(0.5), LARGE)],
];

/** Every fault of a flow. */
export const flowFaults = (): FaultDefinition[] => [
  ...wrongTickets('TicketModify'),
  ...wrongTickets('AddTicketAttachment'),
  ...refusedTexts('TicketCreate'),
  ...refusedTexts('TicketModify'),
  ...ATTACHMENTS.map(([id, title, ...changes]) => fault(`AddTicketAttachment/${id}`, title, changes)),
  // Every ticket answers to the first one's identifier, wherever it is spoken of.
  fault('TicketCreate/own-ticket@first', 'every creation returns the first ticket', [
    numbered((_, { tracker }) => [...tracker.tickets.keys()].at(0)),
  ]),
  // Zero may say that values did not suit, but only of an operation that has such values, and no other number says so.
  fault(
    'TicketModify/same-ticket@next-of-made-up',
    'TicketModify returns the identifier of the next ticket, and no setting names values, so Assay chose them',
    [numbered((right) => right + 1, MODIFICATION)],
    { tags: ['values:none'] },
  ),
  fault(
    'AddTicketAttachment/same-ticket@zero-of-made-up',
    'AddTicketAttachment returns zero, and the values of the ticket are made up',
    [numbered(() => 0, ATTACHMENT)],
    { tags: ['values:none'] },
  ),
];
