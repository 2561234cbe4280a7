/** Intermittent faults: in one combination, or after something else. */
import { adding } from '../../http-operators.ts';
import type { WayTable } from '../../sometimes.ts';
import { OPERATION_NAMES } from '../operations.ts';
import {
  ATTACHMENT,
  answer,
  attached,
  type BridgeSituation,
  both,
  EVERY_BYTE,
  fault,
  faultsBy,
  isModifiedAgain,
  MODIFICATION,
  NOT_ASCII,
  numbered,
  refuse,
  response,
  saying,
  type Where,
} from '../operators.ts';
import type { Tracker } from '../tickets.ts';
import { refusedTexts } from './flow-faults.ts';

/** Returns the identifier in the response to the previous request. */
function ofTheRequestBefore(): (right: number, situation: BridgeSituation) => number {
  const answered = new WeakMap<Tracker, number>();
  return (right, { tracker }) => {
    const before = answered.get(tracker) ?? right;
    answered.set(tracker, right);
    return before;
  };
}

const lastOf = ({ tickets }: Tracker) => [...tickets.keys()].at(-1);

/** Texts that a bridge cannot take, in one part or in two at once. */
const TEXTS: Readonly<Record<string, Where>> = {
  decomposed: saying('Subject', (text) => text.normalize('NFC') !== text),
  'end-of-cdata': saying('Correspondence', /\]\]>/),
  'right-to-left-in-Subject': saying('Subject', /[\u0590-\u08ff]/),
  'blank-at-the-start': saying('Subject', /^\s/),
  'percent-and-plus': both(saying('Subject', /%/), saying('Subject', /\+/)),
  'non-ascii-in-both': both(saying('Subject', NOT_ASCII), saying('Correspondence', NOT_ASCII)),
  'non-ascii-beside-line-breaks': both(saying('Subject', NOT_ASCII), saying('Correspondence', /\n/)),
};

/** The values of both parts change places. */
const exchanged = answer(({ parts: [one, other, ...rest] }) =>
  one && other ? { parts: [{ ...one, value: other.value }, { ...other, value: one.value }, ...rest] } : {},
);
const twoMediaTypes = response(adding(['Content-Type', 'text/html']));

/** Intermittent faults that cannot be made from a permanent one. */
export const secondGeneration = () => [
  ...refusedTexts(TEXTS),
  ...OPERATION_NAMES.flatMap((at) => [
    fault(`${at}/s-gensym3@exchanged-each-third-time`, { ...exchanged, at, requests: { every: 3 } }),
    fault(`${at}/envelope@two-media-types-each-second-time`, { ...twoMediaTypes, at, requests: { every: 2 } }),
  ]),
  ...faultsBy({
    'TicketModify/same-ticket': {
      'of-the-request-before': numbered(ofTheRequestBefore(), MODIFICATION),
      'at-one-size': numbered(() => 0, saying('Correspondence', /^x{4000,5000}$/)),
    },
    'TicketModify/answers': {
      'of-three-messages': refuse({ ...MODIFICATION, when: isModifiedAgain }),
      'of-one-ticket-alone': refuse({
        ...MODIFICATION,
        when: ({ tracker, values }) => values.TrackerTicketId !== String(lastOf(tracker)),
      }),
    },
    'AddTicketAttachment/same-ticket': { 'of-the-request-before': numbered(ofTheRequestBefore(), ATTACHMENT) },
    'AddTicketAttachment/answers': {
      'of-two-attachments': refuse({
        ...ATTACHMENT,
        when: ({ tracker, values }) =>
          [...tracker.tickets.values()].some(
            ({ externalId, attachments }) => externalId === values.ExternalTicketId && attachments.length > 1,
          ),
      }),
    },
    'AddTicketAttachment/accepts-any-bytes': {
      'two-padding-signs': refuse(attached((_, written) => written.trim().endsWith('=='))),
      gzip: refuse(attached((data) => data[0] === 0x1f && data[1] === 0x8b)),
      'first-octet-zero': refuse(attached((data) => data[0] === 0)),
      'one-octet': refuse(attached((data) => data.length === 1)),
      'beside-an-odd-name': refuse(both(EVERY_BYTE, saying('AttachmentName', NOT_ASCII))),
    },
    'AddTicketAttachment/accepts-line-wrapped-base64': {
      'lines-of-64': refuse(attached((_, written) => /^\S{64}\r?\n/.test(written))),
    },
    'AddTicketAttachment/accepts-any-name': { apostrophe: refuse(saying('AttachmentName', /'/, ATTACHMENT)) },
  }),
];

/**
 * Permanent faults, and the ways in which they are made intermittent. The second request alone is the first one for a
 * new ticket: a bridge that rejects it may not know the ticket yet, which the document allows.
 */
export const SOMETIMES: WayTable = {
  'every-second': `
    TicketModify/same-ticket@last AddTicketAttachment/same-ticket@next TicketModify/http-status@fault-with-200
    TicketCreate/s-gensym5@nil AddTicketAttachment/encoding-style@none TicketModify/s-gensym5@dangling
    TicketCreate/own-ticket@first TicketCreate/answers@fault-with-200`,
  'every-third': `
    TicketModify/same-ticket@first AddTicketAttachment/same-ticket@zero TicketModify/answers@500
    AddTicketAttachment/answers@server-fault TicketCreate/s-gensym3@type-string TicketModify/envelope@cut-off
    AddTicketAttachment/part-order@reversed TicketModify/s-gensym3@cyclic TicketCreate/namespace@other
    AddTicketAttachment/media-type@json TicketCreate/answers@server-fault TicketModify/part-count@s-gensym5-missing
    TicketModify/answers@fault-with-200`,
  'the-second-alone': `
    TicketCreate/s-gensym3@text TicketModify/envelope@bare-ampersand AddTicketAttachment/namespace@none
    TicketCreate/envelope@empty AddTicketAttachment/s-gensym3@outside
    TicketModify/accepts-any-text@line-break-in-Correspondence`,
  'from-the-second-on': `
    TicketCreate/part-names@s-gensym3-renamed TicketModify/no-other-encoding@other AddTicketAttachment/envelope@html
    TicketCreate/media-type@plain TicketModify/answers@client-fault`,
  'from-the-fourth-on': `
    TicketModify/s-gensym3@too-great AddTicketAttachment/answers@404 TicketCreate/answers@client-fault
    AddTicketAttachment/accepts-any-bytes@zero TicketModify/same-ticket@constant`,
  'on-a-used-connection': 'TicketModify/envelope@trailing-text AddTicketAttachment/part-count@s-gensym3-doubled',
  'on-a-long-connection': `
    TicketCreate/envelope@cut-off TicketModify/s-gensym5@element-content AddTicketAttachment/answers@501`,
  'after-three-changes': `
    TicketModify/part-names@s-gensym5-capitalised AddTicketAttachment/same-ticket@last TicketModify/same-ticket@next`,
  'beside-another': `
    TicketModify/same-ticket@last AddTicketAttachment/envelope@two-responses TicketCreate/envelope@two-roots`,
};

/** Permanent variants, applied only to some responses. */
export const VARIANTS_SOMETIMES: WayTable = {
  'every-second': `
    untyped type-short int-spaced int-plus int-cdata reference-multiref reference-before axis
    wrapper-default-namespace soap-lite php indented chunked gzip status-202 utf-16le-marked latin-1-declared
    header-optional further-part originator-empty style-on-envelope`,
  'every-third': 'type-token int-zeros reference-chain comments windows-1252 carriage-returns',
  'on-a-used-connection': 'gzip indented',
};
