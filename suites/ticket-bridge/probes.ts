/** Few requests: a conformant bridge gets two tickets, two modifications and four attachments; smaller ones only find a culprit. */

import { statusOf } from '../../src/engine/words/answer.ts';
import { from, made, open, unusual, type Value, vouched } from '../../src/engine/words/origins.ts';
import { doublingPauses, every, optional, poll, probe } from '../../src/engine/words/suite.ts';
import type { MemorySlot, ProbeContext } from '../../src/engine/words/types.ts';
import { type RequestValues, wrapBase64 } from '../../src/soap/encode.ts';
import type { Exchange, Origin } from '../../src/wire/types.ts';
import { accepted, faultOf, identifierOf, NO_NAMESPACE, responseOf, ticketIn } from './answers.ts';
import { settingsOf, type Vocabulary } from './known-settings.ts';
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
  everyByte: attached(EVERY_BYTE, 'a file that contains every byte value'),
  wrapped: attached(wrapBase64(PLAIN_BYTES), 'base64 in lines'),
} as const;

const ODD_NAME = 'Übersicht Störung 1.txt';

type Text = ReturnType<typeof ticketText>;

/** The deployment's vocabulary: of the settings, or made up. */
function vocabulary(context: ProbeContext): Readonly<Record<keyof Vocabulary, Value>> {
  const { values, valuesMadeUp = [] } = settingsOf(context.settings);
  if (values === undefined) throw new Error('the lane holds no values of tickets');
  const named = (part: keyof Vocabulary): Value =>
    valuesMadeUp.includes(part)
      ? open(`${part} of tickets`, values[part], 'TICKET_BRIDGE_VALUES')
      : vouched('TICKET_BRIDGE_VALUES', values[part]);
  return {
    Requestor: named('Requestor'),
    Priority: named('Priority'),
    Status: named('Status'),
    AffectedSite: named('AffectedSite'),
  };
}

function create(context: ProbeContext, index: number, text: Text, options: SendOptions = {}): Promise<Exchange> {
  const { Requestor, Priority, AffectedSite } = vocabulary(context);
  const values = {
    ExternalTicketId: made(String(externalId(context, index))),
    Requestor,
    ...text,
    Priority,
    AffectedSite,
  };
  return send(context, 'TicketCreate', values, { name: text.Subject.text, ...options });
}

function modify(context: ProbeContext, tracker: Value, text: Text, options: SendOptions = {}): Promise<Exchange> {
  const { Requestor, Status, Priority } = vocabulary(context);
  return send(context, 'TicketModify', { TrackerTicketId: tracker, Requestor, ...text, Status, Priority }, options);
}

function attach(
  context: ProbeContext,
  external: Value,
  { body, origins }: Attached,
  name: Value,
  options: SendOptions = {},
): Promise<Exchange> {
  const values = { ExternalTicketId: external, AttachmentData: body, AttachmentName: name };
  return send(context, 'AddTicketAttachment', values, {
    name: marked(context, name.text),
    origins: { 'body/AttachmentData': origins },
    ...options,
  });
}

const fileName = ({ runId }: ProbeContext, what: string): Value => made(`assay-${runId}-${what}.txt`);

/** Each kind of odd text alone, by kind. */
async function alone(
  context: ProbeContext,
  ask: (text: Text, index: number) => Promise<Exchange>,
): Promise<Record<string, Exchange>> {
  const asked = Object.entries(KINDS_OF_TEXT).map(
    async ([kind, text], index) => [kind, await ask(ticketText(context, 'single', text), index)] as const,
  );
  return Object.fromEntries(await Promise.all(asked));
}

/** Two creations, one with odd text. Where only the plain one is accepted, odd text is sent again if it was answered with 500 without a SOAP fault, and then each kind of it alone. */
export const createTickets = probe({
  name: 'createTickets',
  operation: 'TicketCreate',
  creates: ['tickets'],
  async run(_, context) {
    const richly = (index: number) => create(context, index, ticketText(context, 'rich ticket', ODD));
    const plainly = (index: number, options?: SendOptions) =>
      create(context, index, ticketText(context, 'plain ticket'), options);
    const [first, plain] = await Promise.all([richly(1), plainly(2)]);
    if (accepted(first)) return { rich: first, plain };
    // The same fault in a namespace that the service cannot know is not about the values.
    if (!accepted(plain)) {
      const elsewhere =
        faultOf(plain) === undefined ? undefined : await plainly(12, { namespace: NO_NAMESPACE, purpose: 'other' });
      return { rich: first, plain, elsewhere };
    }
    // The failure may have been transient. Another external identifier makes it a new ticket.
    const rich = statusOf(first) === 500 && faultOf(first) === undefined ? await richly(3) : first;
    return {
      rich,
      plain,
      alone: accepted(rich) ? undefined : await alone(context, (text, index) => create(context, 4 + index, text)),
    };
  },
});

/** A ticket that this run made: both numbers by which it is known. */
interface Ticket {
  readonly tracker: Value | undefined;
  readonly external: Value;
}

/** Tickets that this run made, those with a readable identifier first. */
function ticketsOf({ contract }: ProbeContext, creations: readonly Exchange[]): readonly Ticket[] {
  const tickets = creations
    .filter((exchange) => accepted(exchange) && responseOf(exchange) !== undefined)
    .map((exchange): Ticket => {
      const tracker = identifierOf(exchange, contract);
      return {
        tracker: tracker === undefined ? undefined : from(exchange, 's-gensym3', String(tracker)),
        external: made(String(ticketIn(exchange))),
      };
    });
  return [
    ...tickets.filter(({ tracker }) => tracker !== undefined),
    ...tickets.filter(({ tracker }) => tracker === undefined),
  ];
}

/** Pauses in milliseconds before a ticket is asked for again that the bridge does not seem to know yet. */
const PAUSES = doublingPauses(200, 3000);

/** Whether the bridge took something for a ticket in this run, so it knows the ticket. */
const KNOWING: MemorySlot<{ known: boolean }> = { initial: () => ({ known: false }) };

/**
 * Asks for changes of a ticket that was just made until one is taken. The document promises nothing about when another operation
 * knows a new ticket, and a SOAP fault does not say what it is about; once either operation accepted a change, the wait is over.
 */
function untilKnown<T extends readonly (Exchange | undefined)[]>(
  context: ProbeContext,
  once: () => Promise<T>,
): Promise<T> {
  const knowing = context.memory(KNOWING);
  return poll(context, PAUSES, once, (made) => {
    const changes = made.filter((exchange) => exchange !== undefined);
    knowing.known ||= changes.some(accepted);
    return knowing.known || !changes.some((exchange) => faultOf(exchange) !== undefined);
  });
}

/** Modifies one ticket with odd text (if that is refused: without it, with it again, then with each kind alone), then another ticket with plain text. */
export const modifyTicket = probe({
  name: 'modifyTicket',
  operation: 'TicketModify',
  needs: [every(createTickets)],
  creates: ['tickets'],
  async run({ createTickets }, context) {
    const [ticket, other] = ticketsOf(context, createTickets);
    const tracker = ticket?.tracker;
    if (tracker === undefined) return {};
    const richly = () => modify(context, tracker, ticketText(context, 'rich ticket', ODD));
    const plainly = (of: Value) => modify(context, of, ticketText(context, 'plain ticket'));
    const [first, plain] = await untilKnown(context, async () => {
      const rich = await richly();
      return [rich, accepted(rich) ? undefined : await plainly(tracker)] as const;
    });
    if (plain && !accepted(plain)) return { rich: first, plain };
    // The bridge may have come to know the ticket between the two.
    const rich = plain ? await richly() : first;
    return {
      rich,
      plain,
      other: other?.tracker && other.tracker.text !== tracker.text ? await plainly(other.tracker) : undefined,
      alone: accepted(rich) ? undefined : await alone(context, (text) => modify(context, tracker, text)),
    };
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
    if (ticket === undefined) return {};
    const file = (data: Attached, name: Value | string, { external } = ticket) =>
      attach(context, external, data, typeof name === 'string' ? fileName(context, name) : name);
    const odd = unusual('a name with a blank and letters beyond ASCII', `assay-${context.runId} ${ODD_NAME}`);
    const [rich, large, empty] = await untilKnown(context, () =>
      Promise.all([file(FILES.rich, 'rich'), file(FILES.large, odd), file(FILES.empty, 'empty')]),
    );
    const oddName = accepted(large) ? undefined : await file(FILES.plain, odd);
    const [plain, everyByte, wrapped] = accepted(rich)
      ? []
      : await Promise.all([
          file(FILES.plain, 'plain'),
          file(FILES.everyByte, 'every-byte'),
          file(FILES.wrapped, 'wrapped'),
        ]);
    const taken = [rich, large, empty, oddName, plain, everyByte, wrapped].some((one) => one && accepted(one));
    return {
      rich,
      large,
      empty,
      oddName,
      plain,
      everyByte,
      wrapped,
      other: other && taken ? await file(FILES.plain, 'other', other) : undefined,
    };
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
    if (again === undefined || failed.length === 0) return {};
    const options = { purpose: 'closing' } as const;
    const text = ticketText(context, 'plain ticket');
    if (ticket?.tracker !== undefined && modifyTicket.includes(again))
      return { works: await modify(context, ticket.tracker, text, options) };
    if (ticket !== undefined && attachFiles.includes(again))
      return { works: await attach(context, ticket.external, FILES.plain, fileName(context, 'closing'), options) };
    return { works: await create(context, 13, text, options) };
  },
});
