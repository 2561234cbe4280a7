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

type Row = readonly [id: string, title: string, ...changes: readonly Change[]];

const modified = ({ tracker, values }: BridgeSituation) => tracker.tickets.get(Number(values.TrackerTicketId));
const latestOf = ({ tracker }: BridgeSituation) =>
  [...tracker.tickets.values()].findLast(({ messages }) => messages.length > 1);
const ids = ({ tracker }: BridgeSituation) => [...tracker.tickets.keys()];
const both = (part: string, other: string, has: RegExp) => ({
  when: ({ values }: BridgeSituation) => has.test(values[part] ?? '') && has.test(values[other] ?? ''),
});

const TICKETS: readonly Row[] = [
  [
    'TicketCreate/own-ticket@third',
    'the third creation returns the second ticket',
    numbered((right) => right - 1, { at: 'TicketCreate', nth: 3 }),
  ],
  [
    'TicketModify/same-ticket@after-another',
    'a ticket that is modified again is taken for the latest one that was modified',
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
    'once a file is attached, TicketModify returns the external identifier',
    numbered(
      (right, now) => ((modified(now)?.attachments.length ?? 0) > 0 ? modified(now)?.externalId : right),
      MODIFICATION,
    ),
  ],
  [
    'TicketModify/same-ticket@third',
    'each third modification returns the next ticket',
    numbered((right) => right + 1, { ...MODIFICATION, nth: { every: 3 } }),
  ],
  [
    'AddTicketAttachment/same-ticket@second-ticket',
    'AddTicketAttachment returns the identifier of the first ticket for the files of all others',
    numbered((_, now) => ids(now)[0], ATTACHMENT),
  ],
  [
    'AddTicketAttachment/same-ticket@late',
    'from the fifth attachment on, the next ticket is returned',
    numbered((right) => right + 1, { ...ATTACHMENT, nth: { from: 5 } }),
  ],
];

const SAID: Readonly<Record<string, readonly [title: string, has: RegExp, part: string]>> = {
  'combining-marks': ['a combining mark', /\u0301/, 'Subject'],
  'right-to-left': ['text from right to left', /[\u0590-\u06ff]/, 'Correspondence'],
  'trailing-blanks': ['blanks at the end', / {2}$/, 'Subject'],
  tab: ['a tab', /\t/, 'Correspondence'],
  'carriage-return': ['a carriage return', /\r/, 'Correspondence'],
  reference: ['what looks like a reference', /&amp;/, 'Correspondence'],
};

const CONTENTS: readonly Row[] = [
  ...(['TicketCreate', 'TicketModify'] as const).flatMap((at): Row[] => [
    ...Object.entries(SAID).map(
      ([what, [title, has, part]]): Row => [
        `${at}/accepts-any-text@${what}`,
        `${at} refuses ${title} in ${part}`,
        refuse(saying(part, has, { at })),
      ],
    ),
    [
      `${at}/accepts-any-text@both`,
      `${at} refuses an ampersand in Subject and in Correspondence`,
      refuse({ at, ...both('Subject', 'Correspondence', /&/) }),
    ],
  ]),
  [
    'AddTicketAttachment/accepts-any-bytes@byte-order-mark',
    'a file with a byte order mark is refused',
    refuse(attached((data) => data[0] === 0xef)),
  ],
  [
    'AddTicketAttachment/accepts-any-bytes@byte-order-mark-and-name',
    'a file that begins with a byte order mark is refused under a name beyond ASCII',
    refuse({
      ...ATTACHMENT,
      when: ({ values }) => /^77u/.test(values.AttachmentData ?? '') && /[^ -~]/.test(values.AttachmentName ?? ''),
    }),
  ],
];

/** Every such fault. */
export const contentFaults = (): FaultDefinition[] =>
  [...TICKETS, ...CONTENTS].map(([id, title, ...changes]) => fault(id, title, changes));
