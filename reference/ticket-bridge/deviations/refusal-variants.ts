/**
 * Legal rejections and silences: what a deployment may reject, leave unanswered or know only later without
 * contradicting the document.
 */

import { soapFault } from '../answer.ts';
import {
  ATTACHMENT,
  answer,
  attached,
  CREATION,
  close,
  EMPTY,
  EVERY_BYTE,
  isModifiedAgain,
  LARGE,
  MODIFICATION,
  NO_PRIORITY,
  NOT_ASCII,
  numbered,
  page,
  refuse,
  saying,
  UNSTATED,
  type VariantTable,
} from '../operators.ts';

const PLAIN_FILE = attached((data) => data.length > 0 && data.length <= 64 * 1024 && !data.includes(255));
const ODD_NAME = saying('AttachmentName', NOT_ASCII, ATTACHMENT);
const ODD_CREATION = saying('Subject', NOT_ASCII, CREATION);
const PLAIN_CREATION = saying('Subject', (text) => !NOT_ASCII.test(text), CREATION);
const ODD_MODIFICATION = saying('Subject', NOT_ASCII, MODIFICATION);

/** The first modification of a ticket is answered as if the tracker did not know it yet. */
const KNOWN_LATE = answer(soapFault('Client', 'ticket not found'), {
  ...MODIFICATION,
  when: (situation) => !isModifiedAgain(situation),
});

/** All requirements of an operation: they stay undecided if it cannot be called or gets no response. */
const CREATIONS = ['TicketCreate/**'];
const MODIFICATIONS = ['TicketModify/**'];
const ATTACHMENTS = ['AddTicketAttachment/**'];
/** Everything except the HTTP status, if the operation is rejected with a SOAP fault. */
const refusedOf = (operation: string) =>
  [
    ...['answers', 'accepts-*', 'encoding-style', 'no-other-encoding', 'envelope', 'media-type', 'namespace'],
    ...['part-*', 's-gensym*', '*-ticket'],
  ].map((statement) => `${operation}/${statement}`);
const REFUSED_CREATIONS = [...refusedOf('TicketCreate'), ...MODIFICATIONS, ...ATTACHMENTS];

/** Sizes are a gap: any may be rejected, in any way, or accepted without mention in the ticket. */
const SIZES: VariantTable = {
  'large-refused': refuse(LARGE),
  'large-413': page(413, LARGE),
  'large-closed': close(LARGE),
  'large-unnumbered': numbered(() => 0, LARGE),
  'empty-refused': refuse(EMPTY),
  'empty-400': page(400, EMPTY),
  'empty-unnumbered': numbered(() => -1, EMPTY),
};

const SILENCES: VariantTable = {
  'busy-creations': [page(503, CREATION), [...CREATIONS, ...MODIFICATIONS, ...ATTACHMENTS]],
  'busy-odd-creation': [page(503, ODD_CREATION), ['TicketCreate/accepts-any-text']],
  'busy-plain-creation': [page(503, PLAIN_CREATION), ['TicketCreate/own-ticket']],
  'closed-odd-creation': [close(ODD_CREATION), ['TicketCreate/accepts-any-text']],
  'busy-modifications': [page(503, MODIFICATION), MODIFICATIONS],
  'busy-odd-modification': [page(503, ODD_MODIFICATION), ['TicketModify/accepts-any-text']],
  'forbidden-odd-modification': [page(403, ODD_MODIFICATION), ['TicketModify/accepts-any-text']],
  'known-late': KNOWN_LATE,
  'busy-attachments': [page(503, ATTACHMENT), ATTACHMENTS],
  'closed-attachments': [close(ATTACHMENT), ATTACHMENTS],
  'busy-odd-name': [page(503, ODD_NAME), ['AddTicketAttachment/accepts-any-name']],
  'busy-every-byte': page(503, EVERY_BYTE),
};

/** If the operator did not name all values, a rejection may be due to values that Assay chose. */
const UNSUITED: VariantTable = {
  'unsuited-creations': [refuse(CREATION), REFUSED_CREATIONS, UNSTATED],
  'unsuited-priority': [refuse(CREATION), REFUSED_CREATIONS, NO_PRIORITY],
  'unsuited-modifications': [refuse(MODIFICATION), refusedOf('TicketModify'), UNSTATED],
  'unsuited-zero': [numbered(() => 0, MODIFICATION), ['TicketModify/same-ticket'], UNSTATED],
  'unsuited-zero-again': [numbered((right, now) => (isModifiedAgain(now) ? 0 : right), MODIFICATION), [], UNSTATED],
  'unsuited-minus-one': [numbered(() => -1, MODIFICATION), ['TicketModify/same-ticket'], NO_PRIORITY],
  'unsuited-not': [{ operator: 'number', argument: (made) => -1 - made }, [], UNSTATED],
  'unsuited-binaries': [
    [page(503, PLAIN_FILE), refuse(EVERY_BYTE)],
    [
      'AddTicketAttachment/answers',
      'AddTicketAttachment/accepts-any-bytes',
      'AddTicketAttachment/accepts-line-wrapped-base64',
    ],
    UNSTATED,
  ],
};

export const refusalVariants: VariantTable = { ...SIZES, ...SILENCES, ...UNSUITED };
