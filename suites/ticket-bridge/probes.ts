/**
 * Few requests: first for two tickets, each with one rich request and a plain one; then for both in turn, and at the
 * same moment. Only what is rejected is sent again in parts, to find the smallest combination that is rejected.
 */

import {
  ASIDE,
  AWAITED,
  doublingPauses,
  type Exchange,
  every,
  from,
  type MemorySlot,
  made,
  type Need,
  named,
  optional,
  PASSING,
  type Probe,
  type ProbeContext,
  poll,
  probe,
  statusOf,
  type Value,
} from '../words.ts';
import { accepted, faultOf, identifierOf, NO_NAMESPACE, responseOf, ticketIn } from './answers.ts';
import { asLong, EMPTY_FILE, LARGE_FILE, RICH_FILE, RICH_TEXT, type Row, rowsOf, type Unusual } from './contents.ts';
import { settingsOf } from './known-settings.ts';
import { attach, create, modify, type SendOptions, type Ticket } from './sending.ts';

/** Numbers of tickets of which the bridge accepted a change, or for which Assay has waited long enough. */
const SETTLED: MemorySlot<Set<string>> = { initial: () => new Set() };

/** Whether a request was rejected for its content, and not for its sender or the moment. */
const refuses = (exchange: Exchange) =>
  exchange.outcome.kind === 'answer' &&
  !accepted(exchange) &&
  ![PASSING, ASIDE].some((set) => set.has(statusOf(exchange)));

/**
 * Sends several unusual values at once. If that fails, sends the request without the values that the document leaves
 * open. If that is rejected, sends the plain request, repeats the rejected one, looks for the smallest combination that
 * is rejected, and ends with letters of its length and the plain request.
 * @param plain the plain request if it is sent elsewhere, or a function that sends it
 */
async function narrowed(
  odd: Unusual,
  send: (odd: Unusual) => Promise<Exchange>,
  plain?: Promise<Exchange> | (() => Promise<Exchange>),
): Promise<readonly Exchange[]> {
  const made = [await send(odd)];
  const isRefused = async (some: Unusual) => {
    const exchange = await send(some);
    made.push(exchange);
    return refuses(exchange);
  };
  const promised = odd.filter(({ statement }) => statement !== undefined);
  const isOpen = promised.length === 0;
  if (made.some(accepted) || (isOpen && (odd.length === 0 || !made.every(refuses)))) return made;
  if (!isOpen && promised.length < odd.length) return [...made, ...(await narrowed(promised, send, plain))];
  const twin = await (typeof plain === 'function' ? plain() : (plain ?? send([])));
  // The bridge may know the ticket by now, and a failure may have been transient.
  if (!isOpen && made.every(refuses) && accepted(twin) && (await isRefused(odd))) {
    const length = asLong(await smallest(odd, isRefused));
    if (length.length > 0) await isRefused(length);
    await isRefused([]);
  }
  return plain instanceof Promise ? made : [...made, twin];
}

/** Finds a smallest rejected combination: first tries each half, then leaves out single parts. */
async function smallest(odd: Unusual, isRefused: (some: Unusual) => Promise<boolean>) {
  if (odd.length < 2) return odd;
  const middle = Math.ceil(odd.length / 2);
  for (const half of [odd.slice(0, middle), odd.slice(middle)])
    if (await isRefused(half)) return smallest(half, isRefused);
  let left = odd;
  for (const one of odd) {
    const fewer = left.filter((other) => other !== one);
    if (left.length > 2 && (await isRefused(fewer))) left = fewer;
  }
  return left;
}

/** Returns the exchanges of each, one after the other. */
async function inOrder<T>(each: readonly T[], send: (one: T) => Promise<readonly Exchange[]>) {
  const made: Exchange[] = [];
  for (const one of each) made.push(...(await send(one)));
  return made;
}

/** Three creations, two of them at the same moment, one of these with odd text. */
export const createTickets = probe({
  name: 'createTickets',
  operation: 'TicketCreate',
  creates: ['tickets'],
  async run(_, context) {
    const sending = create(context);
    const send = (odd: Unusual) => create(context, odd);
    const [rich, plain] = await Promise.all([narrowed(RICH_TEXT, send, sending), sending]);
    if (!accepted(plain)) {
      // A fault that is the same in a namespace that the service cannot know is not about the values.
      const known = rich.some(accepted) || faultOf(plain) === undefined;
      const elsewhere = known ? undefined : create(context, [], { namespace: NO_NAMESPACE, purpose: 'other' });
      return { rich, plain, elsewhere: await elsewhere };
    }
    const rows = rowsOf('texts', 'Correspondence', context, 1).slice(0, 2);
    const more = [rich.some(accepted) ? await inOrder(rows, ({ odd }) => narrowed(odd, send)) : await send([])].flat();
    return { rich, plain, more };
  },
});

/** Tickets that this run made, those with a readable identifier first. */
function ticketsOf({ contract }: ProbeContext, creations: readonly Exchange[]) {
  const tickets = creations
    .filter((exchange) => accepted(exchange) && responseOf(exchange) !== undefined)
    .map((exchange) => {
      const tracker = identifierOf(exchange, contract);
      return {
        tracker: tracker === undefined ? undefined : from(exchange, 's-gensym3', String(tracker)),
        external: made(String(ticketIn(exchange))),
      };
    });
  return tickets.toSorted((one, other) => Number(other.tracker !== undefined) - Number(one.tracker !== undefined));
}

type Change = (context: ProbeContext, ticket: Value, odd?: Unusual, options?: SendOptions) => Promise<Exchange>;

/**
 * Requests a change of a ticket, as `narrowed` does. If even the plain request is rejected with a SOAP fault, repeats
 * it for a while: the document does not specify when another operation knows a new ticket, and a fault does not state
 * its subject.
 */
function changed(context: ProbeContext, change: Change, ticket: Value, odd: Unusual, options: SendOptions = {}) {
  const settled = context.memory(SETTLED);
  const send = async (some: Unusual) => {
    const exchange = await change(context, ticket, some, options);
    if (accepted(exchange)) settled.add(ticket.text);
    return exchange;
  };
  const sendPlain = async () => {
    const known = (exchange: Exchange) => settled.has(ticket.text) || faultOf(exchange) === undefined;
    const pauses = doublingPauses(200, Number(settingsOf(context.settings).ticketWaitMs));
    const last = await poll(context, pauses, () => send([]), known);
    if (!known(last)) context.note(last, { [AWAITED]: true });
    settled.add(ticket.text);
    return last;
  };
  return odd.length === 0 ? sendPlain().then((one) => [one]) : narrowed(odd, send, sendPlain);
}

/** Numbers by which an operation knows tickets, each once. */
function numbersOf(tickets: readonly Ticket[], by: keyof Ticket) {
  const numbers = tickets.flatMap((ticket) => ticket[by] ?? []);
  return [...new Map(numbers.toReversed().map((number) => [number.text, number])).values()].toReversed();
}

/** Modifies one ticket with odd text, then another ticket with plain text. */
export const modifyTicket = probe({
  name: 'modifyTicket',
  operation: 'TicketModify',
  needs: [every(createTickets)],
  creates: ['tickets'],
  async run({ createTickets }, context) {
    const [ticket, other] = numbersOf(ticketsOf(context, createTickets), 'tracker');
    if (ticket === undefined) return {};
    const rich = await changed(context, modify, ticket, RICH_TEXT);
    return { rich, other: other && rich.some(accepted) ? await changed(context, modify, other, []) : undefined };
  },
});

/**
 * Attaches every byte value in wrapped base64, a mebibyte under an odd name, and an empty file to one ticket; then
 * plain text to another.
 */
export const attachFiles = probe({
  name: 'attachFiles',
  operation: 'AddTicketAttachment',
  needs: [every(createTickets)],
  creates: ['attachments'],
  async run({ createTickets }, context) {
    const [ticket, other] = numbersOf(ticketsOf(context, createTickets), 'external');
    if (ticket === undefined) return {};
    const [rich, large, empty] = await Promise.all(
      [RICH_FILE, LARGE_FILE, EMPTY_FILE].map((odd) => changed(context, attach, ticket, odd)),
    );
    const taken = [rich, large, empty].flat().some((one) => one && accepted(one));
    return { rich, large, empty, other: other && taken ? await changed(context, attach, other, []) : undefined };
  },
});

/**
 * Returns a probe that requests changes of the tickets in turn, if any of the first `changes` was accepted: two at the
 * same moment, the others over one connection. `before` is sent before them.
 */
const changingAgain = <const Name extends string>(
  name: Name,
  changes: Probe,
  before: Probe,
  change: Change,
  by: keyof Ticket,
  rowsIn: (context: ProbeContext) => readonly Row[],
) =>
  probe({
    name,
    operation: changes.operation,
    needs: [every(createTickets), named('first', every(changes)), optional(before)],
    creates: changes.creates,
    async run({ createTickets, first }, context) {
      const tickets = first.some(accepted) ? numbersOf(ticketsOf(context, createTickets), by) : [];
      const [one, other, ...rows] = rowsIn(context);
      const send = async (row: Row | undefined, options: SendOptions = {}) => {
        const ticket = row && tickets[row.ticket % tickets.length];
        return ticket === undefined ? [] : changed(context, change, ticket, row?.odd ?? [], options);
      };
      const together = await Promise.all([send(one), send(other)]);
      const connection = `${change.name} of ${context.runId}`;
      const others = await inOrder(rows, (row) => send(row, { connection, ends: row === rows.at(-1) }));
      return { again: [...together.flat(), ...others] };
    },
  });

/** Modifies the tickets again, after files were attached. */
const modifyAgain = changingAgain('modifyAgain', modifyTicket, attachFiles, modify, 'tracker', (context) =>
  rowsOf('texts', 'Correspondence', context, 2),
);

/** Attaches to the tickets again, after they were modified. */
const attachAgain = changingAgain('attachAgain', attachFiles, modifyAgain, attach, 'external', (context) =>
  rowsOf('files', 'AttachmentData', context, 1),
);

/** Returns the need of all exchanges of an operation's requests, by the probe that sends them first. */
export const everyRequest = (first: Probe): readonly Need<string, readonly Exchange[]>[] => [
  every(first),
  ...[modifyAgain, attachAgain].flatMap((again) => (again.operation === first.operation ? optional(again) : [])),
];

/**
 * Ends the lane if something failed: shows whether the service works, by an operation other than the failed one, if one
 * was accepted.
 */
export const closing = probe({
  name: 'closing',
  operation: 'closing',
  needs: [createTickets, modifyTicket, attachFiles, modifyAgain, attachAgain].map((one) => optional(one)),
  creates: ['tickets'],
  last: true,
  async run(made, context) {
    const sent = Object.values(made as Readonly<Record<string, readonly Exchange[]>>).flat();
    const taken = sent.filter(accepted);
    // A fault may be about the content, unless no later request was accepted.
    const failed = sent.filter(
      (one) =>
        !accepted(one) && (faultOf(one) === undefined || !taken.some(({ startedAt }) => startedAt > one.startedAt)),
    );
    const works = sent.filter((one) => accepted(one) && !failed.some(({ operation }) => operation === one.operation));
    const again = works.at(-1) ?? sent.findLast(accepted);
    const [ticket] = ticketsOf(
      context,
      sent.filter(({ operation }) => operation === 'TicketCreate'),
    );
    if (again === undefined || failed.length === 0) return {};
    const options = { purpose: 'closing' } as const;
    if (ticket?.tracker !== undefined && again.operation === 'TicketModify')
      return { works: await modify(context, ticket.tracker, [], options) };
    if (ticket !== undefined && again.operation === 'AddTicketAttachment')
      return { works: await attach(context, ticket.external, [], options) };
    return { works: await create(context, [], options) };
  },
});
