/** Lawful refusals and silences: what a deployment may refuse, leave unanswered or know only later without contradicting the document. */
import type { ReferenceResponse } from '../types.ts';
import type { Behaviour } from './behaviour.ts';
import { attachment, empty, everyByte, large, NOT_ASCII, type Which } from './request.ts';
import type { VariantDefinition } from './variant-definition.ts';

const creation: Which = ({ operation }) => operation === 'TicketCreate';
const modification: Which = ({ operation }) => operation === 'TicketModify';
const plainFile: Which = (request) => attachment(request) && !large(request) && !empty(request) && !everyByte(request);
const oddName: Which = (request) => attachment(request) && NOT_ASCII.test(request.values.AttachmentName ?? '');
const oddText: Which = ({ values }) => NOT_ASCII.test(values.Subject ?? '');
const both =
  (one: Which, other: Which): Which =>
  (request) =>
    one(request) && other(request);
const except =
  (one: Which, other: Which): Which =>
  (request) =>
    one(request) && !other(request);

const page = (status: number): ReferenceResponse => ({
  status,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: new TextEncoder().encode(`<!DOCTYPE html><html><head><title>${status}</title></head></html>`),
});
const CLOSED: ReferenceResponse = { status: 500, headers: [], body: new Uint8Array(), connection: 'reset' };

const answers = (which: Which, response: ReferenceResponse): Behaviour => ({
  instead: (request) => (which(request) ? response : undefined),
});
const busy = (which: Which): Behaviour => answers(which, page(503));
const refuses = (which: Which): Behaviour => ({ refuses: which });
/** Gives another identifier, as a bridge may that could not do what was asked, and says so by it. */
const numbers = (which: Which, identifier: number): Behaviour => ({
  answer(answer, context) {
    const part = answer.parts.find(({ name }) => name === 's-gensym3');
    if (part && which(context)) part.value = String(identifier);
  },
});

/** The answer to the first modification of a ticket that the tracker does not know yet. */
const KNOWN_LATE: Behaviour = {
  answer(answer, { operation, values, tracker }) {
    const said = tracker.tickets.get(Number(values.TrackerTicketId))?.messages.length ?? 0;
    if (operation !== 'TicketModify' || said > 2) return;
    answer.status = 500;
    answer.fault = { code: 'Client', string: `ticket not found: ${values.TrackerTicketId}` };
  },
};

/** Everything that a run says of operations that cannot be asked or are not answered. */
const allOf = (...operations: readonly string[]): string[] => operations.map((operation) => `${operation}/**`);
/** The same but the status of HTTP, where the operation is refused with a SOAP fault. */
const refusedOf = (operation: string): string[] =>
  [
    'answers',
    'accepts-*',
    'encoding-style',
    'no-other-encoding',
    'envelope',
    'media-type',
    'namespace',
    'part-*',
    's-gensym*',
    '*-ticket',
  ].map((row) => `${operation}/${row}`);
const CHANGES = ['TicketModify', 'AddTicketAttachment'] as const;

function refusal(
  id: string,
  title: string,
  behaviour: Behaviour,
  loses: readonly string[] = [],
  ...tags: readonly string[]
): VariantDefinition {
  return {
    id: `ticket-bridge-variant/${id}`,
    title,
    ...(loses.length > 0 && { loses: loses.map((glob) => `ticket-bridge/${glob}`) }),
    tags: ['refusal', ...tags],
    behaviour,
  };
}

/** Sizes are a gap: any may be refused, in any way, or taken without a word of the ticket. */
const sizes: readonly VariantDefinition[] = [
  refusal('large-refused', 'a large attachment is refused with a SOAP fault', refuses(large)),
  refusal('large-413', 'a large attachment is refused with status 413', answers(large, page(413))),
  refusal('large-closed', 'the connection is closed when a large attachment comes', answers(large, CLOSED)),
  refusal(
    'large-unnumbered',
    'the answer to a large attachment holds zero in the place of a ticket',
    numbers(large, 0),
  ),
  refusal('empty-refused', 'an empty attachment is refused with a SOAP fault', refuses(empty)),
  refusal('empty-400', 'an empty attachment is refused with status 400', answers(empty, page(400))),
  refusal(
    'empty-unnumbered',
    'the answer to an empty attachment holds minus one in the place of a ticket',
    numbers(empty, -1),
  ),
];

const silences: readonly VariantDefinition[] = [
  refusal('busy-creations', 'no ticket can be created just now', busy(creation), allOf('TicketCreate', ...CHANGES)),
  refusal(
    'busy-odd-creation',
    'the bridge is busy when a ticket with text beyond ASCII is created',
    busy(both(creation, oddText)),
    ['TicketCreate/accepts-any-text'],
  ),
  refusal('busy-plain-creation', 'the bridge is busy when a plain ticket is created', busy(except(creation, oddText)), [
    'TicketCreate/own-ticket',
  ]),
  refusal(
    'closed-odd-creation',
    'the connection is closed when a ticket with text beyond ASCII is created',
    answers(both(creation, oddText), CLOSED),
    ['TicketCreate/accepts-any-text'],
  ),
  refusal('busy-modifications', 'no ticket can be modified just now', busy(modification), allOf('TicketModify')),
  refusal(
    'busy-odd-modification',
    'the bridge is busy when text beyond ASCII comes in a modification',
    busy(both(modification, oddText)),
    ['TicketModify/accepts-any-text'],
  ),
  refusal(
    'forbidden-odd-modification',
    'a firewall forbids modifications with text beyond ASCII',
    answers(both(modification, oddText), page(403)),
    ['TicketModify/accepts-any-text'],
  ),
  refusal('known-late', 'a ticket can be modified only a moment after it was created', KNOWN_LATE),
  refusal('busy-attachments', 'no file can be attached just now', busy(attachment), allOf('AddTicketAttachment')),
  refusal(
    'closed-attachments',
    'the connection is closed when an attachment comes',
    answers(attachment, CLOSED),
    allOf('AddTicketAttachment'),
  ),
  refusal('busy-odd-name', 'the bridge is busy when files with names beyond ASCII come', busy(oddName), [
    'AddTicketAttachment/accepts-any-name',
  ]),
  refusal('busy-every-byte', 'the bridge is busy when a file with every byte value comes', busy(everyByte), [
    'AddTicketAttachment/accepts-any-bytes',
  ]),
];

/** If the operator named not all values, a refusal may be due to values that Assay made up. */
const unsuited: readonly VariantDefinition[] = [
  refusal(
    'unsuited-creations',
    'every creation is refused; its values are made up',
    refuses(creation),
    [...refusedOf('TicketCreate'), ...allOf(...CHANGES)],
    'values:none',
  ),
  refusal(
    'unsuited-priority',
    'every creation is refused; its priority is made up',
    refuses(creation),
    [...refusedOf('TicketCreate'), ...allOf(...CHANGES)],
    'values:some',
  ),
  refusal(
    'unsuited-modifications',
    'every modification is refused; its values are made up',
    refuses(modification),
    refusedOf('TicketModify'),
    'values:none',
  ),
  refusal(
    'unsuited-zero',
    'every modification is answered with zero; its values are made up',
    numbers(modification, 0),
    ['TicketModify/same-ticket'],
    'values:none',
  ),
  refusal(
    'unsuited-minus-one',
    'every modification is answered with minus one; its priority is made up',
    numbers(modification, -1),
    ['TicketModify/same-ticket'],
    'values:some',
  ),
  refusal(
    'unsuited-not',
    'tickets have negative identifiers; the values are made up, and they suit',
    { nextTicket: (made) => -1 - made },
    [],
    'values:none',
  ),
  refusal(
    'unsuited-binaries',
    'files with every byte value are refused, and other small ones cannot be attached just now',
    { ...busy(plainFile), ...refuses(everyByte) },
    ['AddTicketAttachment/accepts-any-bytes', 'AddTicketAttachment/accepts-line-wrapped-base64'],
    'values:none',
  ),
];

export const refusalVariants: readonly VariantDefinition[] = [...sizes, ...silences, ...unsuited];
