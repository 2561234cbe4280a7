/** Few requests: a conformant bridge gets two tickets, two modifications and four attachments; smaller ones only find a culprit. */

import { statusOf } from '../../src/engine/answer.ts';
import { from, made, open, unusual, type Value, vouched } from '../../src/engine/origins.ts';
import { every, optional, probe } from '../../src/engine/suite.ts';
import type { MemorySlot, ProbeContext } from '../../src/engine/types.ts';
import { type RequestValues, wrapBase64 } from '../../src/soap/encode.ts';
import type { Exchange, Origin } from '../../src/wire/types.ts';
import { accepted, faultOf, identifierOf, NO_NAMESPACE, OTHER_NAMESPACE, responseOf } from './answers.ts';
import { given, type Vocabulary } from './given.ts';
import { externalId, KINDS_OF_TEXT, marked, ODD_TEXT, type SendOptions, send, ticketText } from './sending.ts';

const ODD = { Subject: ODD_TEXT, Correspondence: `${ODD_TEXT}\nsecond line\n\nfourth line` };
const EVERY_BYTE = new Uint8Array(256).map((_, index) => index);
const PLAIN_BYTES = new TextEncoder().encode('Attached by a conformance test.\n'.repeat(12));
const MEBIBYTE = 1024 * 1024;
/** A file to attach, and what is unusual about it. */
interface Attached {
  readonly body: RequestValues[string];
  readonly origins: readonly Origin[];
}

const attached = (body: RequestValues[string], what?: string, leftOpen = false): Attached => ({
  body,
  origins: [{ from: 'assay', ...(what !== undefined && { unusual: what }), ...(leftOpen && { leftOpen }) }],
});

const FILES = {
  rich: attached(wrapBase64(EVERY_BYTE), 'a file that contains every byte value, in wrapped base64'),
  large: attached(new Uint8Array(MEBIBYTE).fill(0x61), 'a file of 1 MiB', true),
  empty: attached(new Uint8Array(), 'an empty file', true),
  plain: attached(PLAIN_BYTES),
  'every-byte': attached(EVERY_BYTE, 'a file that contains every byte value'),
  wrapped: attached(wrapBase64(PLAIN_BYTES), 'base64 in lines'),
} as const;

const ODD_NAME = 'Übersicht Störung 1.txt';

/** The deployment's vocabulary: of the settings, or made up. */
function vocabulary(context: ProbeContext): Readonly<Record<keyof Vocabulary, Value>> {
  const { values, valuesMadeUp = [] } = given(context.settings);
  if (values === undefined) throw new Error('the lane holds no values of tickets');
  const named = (part: keyof Vocabulary): Value =>
    valuesMadeUp.includes(part) ? open(`${part} of tickets`, values[part], 'TICKET_BRIDGE_VALUES') : vouched('TICKET_BRIDGE_VALUES', values[part]);
  return { Requestor: named('Requestor'), Priority: named('Priority'), Status: named('Status'), AffectedSite: named('AffectedSite') };
}

function create(
  context: ProbeContext,
  index: number,
  label: string,
  text: { Subject: Value; Correspondence: Value },
  options: SendOptions = {},
): Promise<Exchange> {
  const { Requestor, Priority, AffectedSite } = vocabulary(context);
  const values = { ExternalTicketId: made(String(externalId(context, index))), Requestor, ...text, Priority, AffectedSite };
  return send(context, 'TicketCreate', values, label, { name: text.Subject.text, notes: { externalId: externalId(context, index) }, ...options });
}

/** The plain creation in a namespace that the service cannot know: the same fault then is not about the values. */
function elsewhere(context: ProbeContext): Promise<Exchange> {
  return create(context, 12, OTHER_NAMESPACE, ticketText(context, 'plain ticket'), { namespace: NO_NAMESPACE, purpose: 'other' });
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
    if (accepted(rich)) return [rich, plain];
    if (!accepted(plain)) return faultOf(plain) === undefined ? [rich, plain] : [rich, plain, await elsewhere(context)];
    // The failure may have been transient. Another external identifier makes it a new ticket.
    const again = statusOf(rich) === 500 && faultOf(rich) === undefined ? await create(context, 3, 'rich', ticketText(context, 'rich ticket', ODD)) : rich;
    if (accepted(again)) return [again, plain];
    const singles = Object.entries(KINDS_OF_TEXT).map(([kind, text], index) => create(context, 4 + index, kind, ticketText(context, 'single', text)));
    return [again, plain, ...(await Promise.all(singles))];
  },
});

/** A ticket that this run made: both numbers by which it is known. */
interface Ticket {
  readonly tracker: Value | undefined;
  readonly external: Value;
}

/** Tickets that this run made, those with a readable identifier first. */
function ticketsOf(context: ProbeContext, creations: readonly Exchange[]): readonly Ticket[] {
  const tickets = creations
    .filter((exchange) => accepted(exchange) && responseOf(exchange) !== undefined)
    .map((exchange): Ticket => {
      const tracker = identifierOf(exchange, context.contract);
      return {
        tracker: tracker === undefined ? undefined : from(exchange, 's-gensym3', String(tracker)),
        external: made(String(exchange.notes?.['externalId'])),
      };
    });
  return [...tickets.filter(({ tracker }) => tracker !== undefined), ...tickets.filter(({ tracker }) => tracker === undefined)];
}

/** Milliseconds between one asking and the next for a ticket that the bridge does not seem to know yet. */
const PAUSES = [200, 400, 800, 1600];

/** Whether the bridge took something for a ticket in this run, so it knows the ticket. */
const KNOWING: MemorySlot<{ known: boolean }> = { initial: () => ({ known: false }) };

/**
 * Asks for changes of a ticket that was just made until one is taken. The document promises nothing about when another operation
 * knows a new ticket, and a SOAP fault does not say what it is about; once either operation accepted a change, the wait is over.
 */
async function untilKnown<T extends readonly (Exchange | undefined)[]>(context: ProbeContext, once: () => Promise<T>): Promise<T> {
  const knowing = context.memory(KNOWING);
  let made = await once();
  for (const pause of PAUSES) {
    if (made.some((exchange) => exchange && accepted(exchange))) knowing.known = true;
    if (knowing.known || !made.some((exchange) => exchange && faultOf(exchange) !== undefined)) return made;
    await context.wait(pause);
    if (knowing.known) return once();
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
    const modify = (label: string, text: { Subject: Value; Correspondence: Value }, { tracker = made(''), external } = ticket) => {
      const { Requestor, Status, Priority } = vocabulary(context);
      return send(context, 'TicketModify', { TrackerTicketId: tracker, Requestor, ...text, Status, Priority }, label, {
        notes: { externalId: Number(external.text) },
      });
    };
    const modifyOther = async (): Promise<readonly Exchange[]> =>
      other?.tracker === undefined || other.tracker.text === ticket.tracker?.text ? [] : [await modify('other', ticketText(context, 'plain ticket'), other)];
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
    const attach = (label: string, data: Attached, name = made(`assay-${context.runId}-${label}.txt`), { external } = ticket) =>
      send(context, 'AddTicketAttachment', { ExternalTicketId: external, AttachmentData: data.body, AttachmentName: name }, label, {
        name: marked(context, name.text),
        notes: { externalId: Number(external.text) },
        origins: { 'body/AttachmentData': data.origins },
      });
    const odd = unusual('a name with a blank and letters beyond ASCII', `assay-${context.runId} ${ODD_NAME}`);
    const three = () => Promise.all([attach('rich', FILES.rich), attach('large', FILES.large, odd), attach('empty', FILES.empty)]);
    const [rich, large, empty] = await untilKnown(context, three);
    const smaller: Exchange[] = [];
    if (!accepted(large)) smaller.push(await attach('odd-name', FILES.plain, odd));
    if (!accepted(rich))
      smaller.push(...(await Promise.all([attach('plain', FILES.plain), attach('every-byte', FILES['every-byte']), attach('wrapped', FILES.wrapped)])));
    if (other !== undefined && [rich, large, empty, ...smaller].some(accepted))
      smaller.push(await attach('other', FILES.plain, made(`assay-${context.runId}-other.txt`), other));
    return [rich, large, empty, ...smaller];
  },
});

/** Ends the lane where something failed: shows whether the service works, by another operation than the one that failed, where one was accepted. */
export const closing = probe({
  name: 'closing',
  operation: 'closing',
  needs: [optional(createTickets), optional(modifyTicket), optional(attachFiles)],
  creates: ['tickets'],
  last: true,
  async run({ createTickets, modifyTicket, attachFiles }, context) {
    const asked = [...createTickets, ...modifyTicket, ...attachFiles];
    const failed = asked.filter((one) => !accepted(one) && faultOf(one) === undefined);
    const works = asked.filter((one) => accepted(one) && !failed.some(({ operation }) => operation === one.operation));
    const again = works.at(-1) ?? asked.findLast(accepted);
    const [ticket] = ticketsOf(context, createTickets);
    if (again === undefined || failed.length === 0) return [];
    const options = { purpose: 'closing' } as const;
    if (ticket?.tracker !== undefined && modifyTicket.includes(again)) {
      const { Requestor, Status, Priority } = vocabulary(context);
      const values = { TrackerTicketId: ticket.tracker, Requestor, ...ticketText(context, 'plain ticket'), Status, Priority };
      return [await send(context, 'TicketModify', values, 'closing', options)];
    }
    if (ticket !== undefined && attachFiles.includes(again)) {
      const name = `assay-${context.runId}-closing.txt`;
      const values = { ExternalTicketId: ticket.external, AttachmentData: PLAIN_BYTES, AttachmentName: made(name) };
      return [await send(context, 'AddTicketAttachment', values, 'closing', { ...options, name: marked(context, name) })];
    }
    return [await create(context, 13, 'closing', ticketText(context, 'plain ticket'), options)];
  },
});
