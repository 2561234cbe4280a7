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
import { type FaultDefinition, fault, UNSTATED } from './definitions.ts';
import { spliced } from './message-faults.ts';

type WrongTicket = readonly [
  what: string,
  value: (right: number, situation: BridgeSituation) => string | number | undefined,
];
const WRONG_TICKET: readonly WrongTicket[] = [
  ['next', (right) => right + 1],
  ['zero', () => 0],
  ['minus-one', () => -1],
  ['negated', (right) => -right],
  ['constant', () => 1],
  ['count', (_, { count }) => count],
  ['external', (right, { tracker }) => tracker.tickets.get(right)?.externalId],
  ['first', (_, { tracker }) => [...tracker.tickets.keys()].at(0)],
  ['last', (_, { tracker }) => [...tracker.tickets.keys()].at(-1)],
  ['cut-off', (right) => Math.trunc(right / 10)],
];

const wrongTickets = (operation: 'TicketModify' | 'AddTicketAttachment'): FaultDefinition[] =>
  WRONG_TICKET.map(([what, value]) => fault(`${operation}/same-ticket@${what}`, [numbered(value, { at: operation })]));

/** Text that a careless bridge cannot process. */
const TEXTS: readonly (readonly [what: string, has: RegExp, parts?: readonly string[]])[] = [
  ['non-ascii', NOT_ASCII],
  ['beyond-bmp', /[\u{10000}-\u{10ffff}]/u],
  ['beyond-latin-1', /[\u0100-\u{10ffff}]/u],
  ['ampersand', /&/],
  ['less-than', /</],
  ['greater-than', />/],
  ['quote', /"/],
  ['apostrophe', /'/],
  ['line-break', /\n/, ['Correspondence']],
];

function refusedTexts(at: 'TicketCreate' | 'TicketModify'): FaultDefinition[] {
  const kills = `${at}/accepts-any-text`;
  const several = (text: string): boolean => NOT_ASCII.test(text) && /[&<>"']/.test(text);
  return [
    ...TEXTS.flatMap(([what, has, parts = ['Subject', 'Correspondence']]) =>
      parts.map((part) => fault(`${kills}@${what}-in-${part}`, [refuse(saying(part, has, { at }))])),
    ),
    fault(`${kills}@several`, [refuse(saying('Subject', several, { at }))]),
    ...[400, 500].map((status) =>
      fault(`${kills}@status-${status}`, [page(status, saying('Subject', NOT_ASCII, { at }))]),
    ),
  ];
}

const isUtf8 = (data: Buffer): boolean => data.equals(Buffer.from(data.toString('utf8')));
const named = (has: RegExp) => saying('AttachmentName', has, ATTACHMENT);

/** Below `AddTicketAttachment/`. */
const ATTACHMENTS: readonly (readonly [id: string, ...changes: FaultDefinition['changes']])[] = [
  ['accepts-any-bytes@zero', refuse(attached((data) => data.includes(0)))],
  ['accepts-any-bytes@high', refuse(attached((data) => data.some((byte) => byte > 127)))],
  ['accepts-any-bytes@not-utf-8', refuse(attached((data) => !isUtf8(data)))],
  ['accepts-any-bytes@control', refuse(attached((data) => data.some((byte) => byte < 9)))],
  ['accepts-any-bytes@last', refuse(EVERY_BYTE)],
  ['accepts-line-wrapped-base64@line-feed', refuse(attached((_, written) => /\s/.test(written)))],
  ['accepts-line-wrapped-base64@one-line', refuse(attached((_, written) => written.split('\n').length > 2))],
  ['accepts-any-name@non-ascii', refuse(named(NOT_ASCII))],
  ['accepts-any-name@space', refuse(named(/ /))],
  ...[415, 500].map((status) => [`accepts-any-bytes@status-${status}`, page(status, EVERY_BYTE)] as const),
  ['accepts-any-name@status-400', page(400, named(NOT_ASCII))],
  // The deployment chooses the size; the form of its response is documented.
  ['http-status@large-refused-with-200', answer(soapFault('Client', 'too large: 1048576 bytes', 200), LARGE)],
  ['envelope@large-cut-off', rewrite(spliced(0.5), LARGE)],
];

/** Returns every fault of a flow. */
export const flowFaults = (): FaultDefinition[] => [
  ...wrongTickets('TicketModify'),
  ...wrongTickets('AddTicketAttachment'),
  ...refusedTexts('TicketCreate'),
  ...refusedTexts('TicketModify'),
  ...ATTACHMENTS.map(([id, ...changes]) => fault(`AddTicketAttachment/${id}`, changes)),
  // Every ticket gets the identifier of the first, wherever it is mentioned.
  fault('TicketCreate/own-ticket@first', [numbered((_, { tracker }) => [...tracker.tickets.keys()].at(0))]),
  // Only a number of zero or less may mean that values were rejected, and only in an operation that takes values of the
  // deployment.
  fault('TicketModify/same-ticket@next-of-made-up', [numbered((right) => right + 1, MODIFICATION)], {
    settings: UNSTATED,
  }),
  fault('AddTicketAttachment/same-ticket@zero-of-made-up', [numbered(() => 0, ATTACHMENT)], { settings: UNSTATED }),
];
