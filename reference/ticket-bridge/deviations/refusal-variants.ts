/** Legal refusals and silences: what a deployment may refuse, leave unanswered or know only later without contradicting the document. */
import { soapFault } from '../answer.ts';
import {
  ATTACHMENT,
  answer,
  attached,
  type Change,
  CREATION,
  close,
  EMPTY,
  EVERY_BYTE,
  LARGE,
  MODIFICATION,
  NOT_ASCII,
  numbered,
  page,
  refuse,
  saying,
} from '../operators.ts';
import { type VariantDefinition, variant } from './definitions.ts';

const PLAIN_FILE = attached((data) => data.length > 0 && data.length <= 64 * 1024 && !data.includes(255));
const ODD_NAME = saying('AttachmentName', NOT_ASCII, ATTACHMENT);
const ODD_CREATION = saying('Subject', NOT_ASCII, CREATION);
const PLAIN_CREATION = saying('Subject', (text) => !NOT_ASCII.test(text), CREATION);
const ODD_MODIFICATION = saying('Subject', NOT_ASCII, MODIFICATION);

/** The first modification of a ticket is answered as if the tracker did not know it yet. */
const KNOWN_LATE = answer(soapFault('Client', 'ticket not found'), {
  ...MODIFICATION,
  when: ({ values, tracker }) => tracker.tickets.get(Number(values.TrackerTicketId))!.messages.length <= 2,
});

/** Everything that a run says of operations that cannot be asked or are not answered. */
const CREATIONS = ['TicketCreate/**'];
const MODIFICATIONS = ['TicketModify/**'];
const ATTACHMENTS = ['AddTicketAttachment/**'];
/** The same but the status of HTTP, where the operation is refused with a SOAP fault. */
const refusedOf = (operation: string): string[] =>
  [
    ...['answers', 'accepts-*', 'encoding-style', 'no-other-encoding', 'envelope', 'media-type', 'namespace'],
    ...['part-*', 's-gensym*', '*-ticket'],
  ].map((statement) => `${operation}/${statement}`);
const REFUSED_CREATIONS = [...refusedOf('TicketCreate'), ...MODIFICATIONS, ...ATTACHMENTS];

type RefusalRow = readonly [
  id: string,
  title: string,
  changes: Change | readonly Change[],
  loses?: readonly string[],
  ...tags: ('values:none' | 'values:some')[],
];

/** Sizes are a gap: any may be refused, in any way, or taken without a word of the ticket. */
const SIZES: readonly RefusalRow[] = [
  ['large-refused', 'a large attachment is refused with a SOAP fault', refuse(LARGE)],
  ['large-413', 'a large attachment is refused with status 413', page(413, LARGE)],
  ['large-closed', 'the connection is closed when a large attachment comes', close(LARGE)],
  [
    'large-unnumbered',
    'the answer to a large attachment contains zero in the place of a ticket',
    numbered(() => 0, LARGE),
  ],
  ['empty-refused', 'an empty attachment is refused with a SOAP fault', refuse(EMPTY)],
  ['empty-400', 'an empty attachment is refused with status 400', page(400, EMPTY)],
  [
    'empty-unnumbered',
    'the answer to an empty attachment contains minus one in the place of a ticket',
    numbered(() => -1, EMPTY),
  ],
];

const SILENCES: readonly RefusalRow[] = [
  [
    'busy-creations',
    'no ticket can be created just now',
    page(503, CREATION),
    [...CREATIONS, ...MODIFICATIONS, ...ATTACHMENTS],
  ],
  [
    'busy-odd-creation',
    'the bridge is busy when a ticket with text beyond ASCII is created',
    page(503, ODD_CREATION),
    ['TicketCreate/accepts-any-text'],
  ],
  [
    'busy-plain-creation',
    'the bridge is busy when a plain ticket is created',
    page(503, PLAIN_CREATION),
    ['TicketCreate/own-ticket'],
  ],
  [
    'closed-odd-creation',
    'the connection is closed when a ticket with text beyond ASCII is created',
    close(ODD_CREATION),
    ['TicketCreate/accepts-any-text'],
  ],
  ['busy-modifications', 'no ticket can be modified just now', page(503, MODIFICATION), MODIFICATIONS],
  [
    'busy-odd-modification',
    'the bridge is busy when text beyond ASCII comes in a modification',
    page(503, ODD_MODIFICATION),
    ['TicketModify/accepts-any-text'],
  ],
  [
    'forbidden-odd-modification',
    'a firewall forbids modifications with text beyond ASCII',
    page(403, ODD_MODIFICATION),
    ['TicketModify/accepts-any-text'],
  ],
  ['known-late', 'a ticket can be modified only a moment after it was created', KNOWN_LATE],
  ['busy-attachments', 'no file can be attached just now', page(503, ATTACHMENT), ATTACHMENTS],
  ['closed-attachments', 'the connection is closed when an attachment comes', close(ATTACHMENT), ATTACHMENTS],
  [
    'busy-odd-name',
    'the bridge is busy when files with names beyond ASCII come',
    page(503, ODD_NAME),
    ['AddTicketAttachment/accepts-any-name'],
  ],
  ['busy-every-byte', 'the bridge is busy when a file with every byte value comes', page(503, EVERY_BYTE)],
];

/** If the operator named not all values, a refusal may be due to values that Assay made up. */
const UNSUITED: readonly RefusalRow[] = [
  [
    'unsuited-creations',
    'every creation is refused; its values are made up',
    refuse(CREATION),
    REFUSED_CREATIONS,
    'values:none',
  ],
  [
    'unsuited-priority',
    'every creation is refused; Assay chose its priority',
    refuse(CREATION),
    REFUSED_CREATIONS,
    'values:some',
  ],
  [
    'unsuited-modifications',
    'every modification is refused; its values are made up',
    refuse(MODIFICATION),
    refusedOf('TicketModify'),
    'values:none',
  ],
  [
    'unsuited-zero',
    'every modification is answered with zero; its values are made up',
    numbered(() => 0, MODIFICATION),
    ['TicketModify/same-ticket'],
    'values:none',
  ],
  [
    'unsuited-minus-one',
    'every modification is answered with -1; no setting names a priority, so Assay chose one',
    numbered(() => -1, MODIFICATION),
    ['TicketModify/same-ticket'],
    'values:some',
  ],
  [
    'unsuited-not',
    'tickets have negative identifiers; the bridge accepts the values that Assay chose',
    { operator: 'number', argument: (made) => -1 - made },
    [],
    'values:none',
  ],
  [
    'unsuited-binaries',
    'files with every byte value are refused, and other small ones cannot be attached just now',
    [page(503, PLAIN_FILE), refuse(EVERY_BYTE)],
    ['AddTicketAttachment/accepts-any-bytes', 'AddTicketAttachment/accepts-line-wrapped-base64'],
    'values:none',
  ],
];

export const refusalVariants: readonly VariantDefinition[] = [...SIZES, ...SILENCES, ...UNSUITED].map(
  ([name, title, changes, loses, ...tags]) => variant([name, title, ...[changes].flat()], loses, 'refusal', ...tags),
);
