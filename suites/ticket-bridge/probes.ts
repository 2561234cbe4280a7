/** Few requests: a conformant bridge gets two tickets, two modifications and four attachments; smaller ones only find a culprit. */

import { statusOf } from '../../src/engine/answer.ts';
import { every, probe } from '../../src/engine/suite.ts';
import type { ProbeContext, SuiteSettings } from '../../src/engine/types.ts';
import { type RequestValues, wrapBase64 } from '../../src/soap/encode.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { accepted, faultOf, identifierOf, responseOf } from './answers.ts';
import { given, type Vocabulary } from './given.ts';
import { externalId, KINDS_OF_TEXT, marked, ODD_TEXT, send, ticketText } from './sending.ts';

const ODD = { Subject: ODD_TEXT, Correspondence: `${ODD_TEXT}\nsecond line\n\nfourth line` };
const EVERY_BYTE = new Uint8Array(256).map((_, index) => index);
const PLAIN_BYTES = new TextEncoder().encode('Attached by a conformance test.\n'.repeat(12));
const MEBIBYTE = 1024 * 1024;
const ODD_NAME = 'Übersicht Störung 1.txt';

function vocabulary(context: ProbeContext): Vocabulary {
  const { values } = given(context.settings);
  if (values === undefined) throw new Error('the lane holds no values of tickets');
  return values;
}

function create(context: ProbeContext, index: number, label: string, text: { Subject: string; Correspondence: string }): Promise<Exchange> {
  const { Requestor, Priority, AffectedSite } = vocabulary(context);
  const values = { ExternalTicketId: String(externalId(context, index)), Requestor, ...text, Priority, AffectedSite };
  return send(context, 'TicketCreate', values, label, { name: text.Subject, notes: { externalId: externalId(context, index) } });
}

/** Two creations, one with odd text. Where only the plain one is accepted, odd text is sent again if it was answered with 500 without a SOAP fault, and then each kind of it alone. */
export const createTickets = probe({
  name: 'createTickets',
  operation: 'TicketCreate',
  creates: ['tickets'],
  async run(_, context) {
    const [rich, plain] = await Promise.all([
      create(context, 1, 'rich', ticketText(context, 'rich ticket', ODD)),
      create(context, 2, 'plain', ticketText(context, 'plain ticket')),
    ]);
    if (accepted(rich) || !accepted(plain)) return [rich, plain];
    // The failure may have been transient. Another external identifier makes it a new ticket.
    const again = statusOf(rich) === 500 && faultOf(rich) === undefined ? await create(context, 3, 'rich', ticketText(context, 'rich ticket', ODD)) : rich;
    if (accepted(again)) return [again, plain];
    const singles = Object.entries(KINDS_OF_TEXT).map(([kind, text], index) => create(context, 4 + index, kind, ticketText(context, 'single', text)));
    return [again, plain, ...(await Promise.all(singles))];
  },
});

/** A ticket that this run made: both numbers by which it is known. */
interface Ticket {
  readonly tracker: number | undefined;
  readonly external: number;
}

/** Tickets that this run made, those with a readable identifier first. */
function ticketsOf(context: ProbeContext, creations: readonly Exchange[]): readonly Ticket[] {
  const made = creations
    .filter((exchange) => accepted(exchange) && responseOf(exchange) !== undefined)
    .map((exchange) => ({ tracker: identifierOf(exchange, context.contract), external: Number(exchange.notes?.['externalId']) }));
  return [...made.filter(({ tracker }) => tracker !== undefined), ...made.filter(({ tracker }) => tracker === undefined)];
}

/** Milliseconds between one asking and the next for a ticket that the bridge does not seem to know yet. */
const PAUSES = [200, 400, 800, 1600];

/** Runs in which the bridge took something for a ticket, so it knows the ticket. */
const knowing = new WeakMap<SuiteSettings, string>();

/**
 * Asks for changes of a ticket that was just made until one is taken. The document promises nothing about when another operation
 * knows a new ticket, and a SOAP fault does not say what it is about; once either operation accepted a change, the wait is over.
 */
async function untilKnown<T extends readonly (Exchange | undefined)[]>(context: ProbeContext, once: () => Promise<T>): Promise<T> {
  let made = await once();
  for (const pause of PAUSES) {
    if (made.some((exchange) => exchange && accepted(exchange))) knowing.set(context.settings, context.runId);
    if (knowing.get(context.settings) === context.runId || !made.some((exchange) => exchange && faultOf(exchange) !== undefined)) return made;
    await context.wait(pause);
    if (knowing.get(context.settings) === context.runId) return once();
    made = await once();
  }
  return made;
}

/** Modifies one ticket with odd text (if that is refused: without it, with it again, then with each kind alone), then another ticket with plain text. */
export const modifyTicket = probe({
  name: 'modifyTicket',
  operation: 'TicketModify',
  needs: [every(createTickets)],
  creates: ['tickets'],
  async run({ createTickets }, context) {
    const [ticket, other] = ticketsOf(context, createTickets);
    if (ticket?.tracker === undefined) return [];
    const modify = (label: string, text: { Subject: string; Correspondence: string }, { tracker, external } = ticket) => {
      const { Requestor, Status, Priority } = vocabulary(context);
      return send(context, 'TicketModify', { TrackerTicketId: String(tracker), Requestor, ...text, Status, Priority }, label, {
        identifiers: 'service',
        notes: { externalId: external },
      });
    };
    const modifyOther = async (): Promise<readonly Exchange[]> =>
      other?.tracker === undefined || other.tracker === ticket.tracker ? [] : [await modify('other', ticketText(context, 'plain ticket'), other)];
    const modifyRichly = () => modify('rich', ticketText(context, 'rich ticket', ODD));
    const twice = async () => {
      const rich = await modifyRichly();
      return accepted(rich) ? ([rich] as const) : ([rich, await modify('plain', ticketText(context, 'plain ticket'))] as const);
    };
    const [rich, plain] = await untilKnown(context, twice);
    if (plain === undefined) return [rich, ...(await modifyOther())];
    if (!accepted(plain)) return [rich, plain];
    // The bridge may have come to know the ticket between the two.
    const again = await modifyRichly();
    if (accepted(again)) return [again, plain, ...(await modifyOther())];
    return [
      again,
      plain,
      ...(await modifyOther()),
      ...(await Promise.all(Object.entries(KINDS_OF_TEXT).map(([kind, text]) => modify(kind, ticketText(context, 'single', text))))),
    ];
  },
});

/**
 * Attaches every byte value in wrapped base64, a mebibyte under an odd name, and nothing; smaller ones where one of the first two is refused.
 * Then attaches plain text to another ticket.
 */
export const attachFiles = probe({
  name: 'attachFiles',
  operation: 'AddTicketAttachment',
  needs: [every(createTickets)],
  creates: ['attachments'],
  async run({ createTickets }, context) {
    const [ticket, other] = ticketsOf(context, createTickets);
    if (ticket === undefined) return [];
    const attach = (label: string, data: RequestValues[string], name = `assay-${context.runId}-${label}.txt`, { external } = ticket) => {
      const values = { ExternalTicketId: external, AttachmentData: data, AttachmentName: name };
      return send(context, 'AddTicketAttachment', values, label, { identifiers: 'service', name: marked(context, name), notes: { externalId: external } });
    };
    const odd = `assay-${context.runId} ${ODD_NAME}`;
    const three = () =>
      Promise.all([attach('rich', wrapBase64(EVERY_BYTE)), attach('large', new Uint8Array(MEBIBYTE).fill(0x61), odd), attach('empty', new Uint8Array())]);
    const [rich, large, empty] = await untilKnown(context, three);
    const smaller: Exchange[] = [];
    if (!accepted(large)) smaller.push(await attach('odd-name', PLAIN_BYTES, odd));
    if (!accepted(rich))
      smaller.push(...(await Promise.all([attach('plain', PLAIN_BYTES), attach('every-byte', EVERY_BYTE), attach('wrapped', wrapBase64(PLAIN_BYTES))])));
    if (other !== undefined && [rich, large, empty, ...smaller].some(accepted))
      smaller.push(await attach('other', PLAIN_BYTES, `assay-${context.runId}-other.txt`, other));
    return [rich, large, empty, ...smaller];
  },
});
