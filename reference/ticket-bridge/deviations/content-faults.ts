import {
  ATTACHMENT,
  attached,
  type BridgeSituation,
  type Change,
  MODIFICATION,
  numbered,
  refuse,
  saying,
} from '../operators.ts';
import { type FaultDefinition, fault } from './definitions.ts';

type Row = readonly [id: string, ...changes: readonly Change[]];

const modified = ({ tracker, values }: BridgeSituation) => tracker.tickets.get(Number(values.TrackerTicketId));
const latestOf = ({ tracker }: BridgeSituation) =>
  [...tracker.tickets.values()].findLast(({ messages }) => messages.length > 1);
const ids = ({ tracker }: BridgeSituation) => [...tracker.tickets.keys()];
const both = (part: string, other: string, has: RegExp) => ({
  when: ({ values }: BridgeSituation) => has.test(values[part] ?? '') && has.test(values[other] ?? ''),
});

const TICKETS: readonly Row[] = [
  ['TicketCreate/own-ticket@third', numbered((right) => right - 1, { at: 'TicketCreate', nth: 3 })],
  [
    'TicketModify/same-ticket@after-another',
    numbered(
      (right, now) =>
        (modified(now)?.messages.length ?? 0) > 2
          ? latestOf(now)?.id === right
            ? right + 1
            : latestOf(now)?.id
          : right,
      MODIFICATION,
    ),
  ],
  [
    'TicketModify/same-ticket@after-attachment',
    numbered(
      (right, now) => ((modified(now)?.attachments.length ?? 0) > 0 ? modified(now)?.externalId : right),
      MODIFICATION,
    ),
  ],
  ['TicketModify/same-ticket@third', numbered((right) => right + 1, { ...MODIFICATION, nth: { every: 3 } })],
  [
    'AddTicketAttachment/same-ticket@second-ticket',
    numbered((right, now) => (ids(now)[1] === right ? ids(now)[0] : right), ATTACHMENT),
  ],
  ['AddTicketAttachment/same-ticket@late', numbered((right) => right + 1, { ...ATTACHMENT, nth: { from: 5 } })],
];

const SAID: Readonly<Record<string, readonly [has: RegExp, part: string]>> = {
  'combining-marks': [/\u0301/, 'Subject'],
  'right-to-left': [/[\u0590-\u06ff]/, 'Correspondence'],
  'trailing-blanks': [/ {2}$/, 'Subject'],
  tab: [/\t/, 'Correspondence'],
  'carriage-return': [/\r/, 'Correspondence'],
  reference: [/&amp;/, 'Correspondence'],
};

const CONTENTS: readonly Row[] = [
  ...(['TicketCreate', 'TicketModify'] as const).flatMap((at): Row[] => [
    ...Object.entries(SAID).map(
      ([what, [has, part]]): Row => [`${at}/accepts-any-text@${what}`, refuse(saying(part, has, { at }))],
    ),
    [`${at}/accepts-any-text@both`, refuse({ at, ...both('Subject', 'Correspondence', /&/) })],
  ]),
  ['AddTicketAttachment/accepts-any-bytes@byte-order-mark', refuse(attached((data) => data[0] === 0xef))],
  [
    'AddTicketAttachment/accepts-any-bytes@byte-order-mark-and-name',
    refuse({
      ...ATTACHMENT,
      when: ({ values }) => /^77u/.test(values.AttachmentData ?? '') && /[^ -~]/.test(values.AttachmentName ?? ''),
    }),
  ],
];

/** Returns every such fault. */
export const contentFaults = (): FaultDefinition[] =>
  [...TICKETS, ...CONTENTS].map(([id, ...changes]) => fault(id, changes));
