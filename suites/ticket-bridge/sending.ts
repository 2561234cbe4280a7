/** Requests of the bridge: exactly as documented, recognisable as ours, written to the ledger before they are sent. */

import { createHash } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/en';
import { encodeRequest, REQUEST_HEADERS } from '../../src/soap/encode.ts';
import {
  type Exchange,
  type LedgerEntry,
  type MemorySlot,
  made,
  open,
  type ProbeContext,
  type RequestOptions,
  setting,
  VALUES_OPEN,
  Value,
  vouched,
} from '../words.ts';
import { accepted, blamesClient, faultOf, identifierOf, operationOf, responseOf, valuesHint } from './answers.ts';
import { type Content, originsOf, type Unusual, withOdd } from './contents.ts';
import { settingsOf, type Vocabulary } from './known-settings.ts';

/** `namespace`: in place of the service's. */
export type SendOptions = Partial<RequestOptions> & { readonly namespace?: string };

/** A ticket that this run made: both numbers by which it is known. */
export interface Ticket {
  readonly tracker: Value | undefined;
  readonly external: Value;
}

/** The length is a multiple of three, so that the base64 needs no padding. */
const PLAIN_FILE = new TextEncoder().encode('Attached by a conformance test.\n'.repeat(12));

/** Returns a line by which a person recognises what this run made. */
const marked = ({ runId }: ProbeContext, what: string) => `[assay ${runId}] ${what}`;

/** Counts what a lane made in this run. */
const MADE: MemorySlot<{ tickets: number; files: number }> = { initial: () => ({ tickets: 0, files: 0 }) };

/**
 * Returns a number for a ticket in the external system: numeric, because AddTicketAttachment takes an int; the same run
 * gives the same.
 */
function externalId(context: ProbeContext) {
  const hash = createHash('sha256').update(context.runId).digest().readUInt32BE(0);
  context.memory(MADE).tickets += 1;
  return String(100_000_000 + (hash % 900_000_000) + context.memory(MADE).tickets);
}

/** Returns the deployment's vocabulary: from the settings, or chosen by Assay. */
function vocabulary(context: ProbeContext, ...parts: readonly (keyof Vocabulary)[]) {
  const { values, valuesMadeUp = [] } = settingsOf(context.settings);
  return Object.fromEntries(
    parts.map((part) => [
      part,
      valuesMadeUp.includes(part)
        ? open(`${part} of tickets`, (values as Vocabulary)[part], 'TICKET_BRIDGE_VALUES')
        : vouched('TICKET_BRIDGE_VALUES', (values as Vocabulary)[part]),
    ]),
  );
}

const text = (context: ProbeContext, odd: Unusual) => ({
  Subject: made(marked(context, odd.length > 0 ? 'ticket with odd text' : 'plain ticket')),
  Correspondence: made(marked(context, `conformance test, may be closed. ${complaint(context.seed)}`)),
});

/** Sends TicketCreate; `odd`: unusual values of its texts. */
export function create(context: ProbeContext, odd: Unusual = [], options: SendOptions = {}): Promise<Exchange> {
  const values = {
    ExternalTicketId: made(externalId(context)),
    ...vocabulary(context, 'Requestor', 'Priority', 'AffectedSite'),
    ...text(context, odd),
  };
  return send(context, 'TicketCreate', values, odd, values.Subject.text, options);
}

/** Modifies a ticket. */
export function modify(
  context: ProbeContext,
  tracker: Value,
  odd: Unusual = [],
  options: SendOptions = {},
): Promise<Exchange> {
  const values = { TrackerTicketId: tracker, ...vocabulary(context, 'Requestor', 'Status', 'Priority') };
  return send(context, 'TicketModify', { ...values, ...text(context, odd) }, odd, undefined, options);
}

/** Attaches a file to a ticket. */
export function attach(
  context: ProbeContext,
  external: Value,
  odd: Unusual = [],
  options: SendOptions = {},
): Promise<Exchange> {
  context.memory(MADE).files += 1;
  const name = `assay-${context.runId}-${context.memory(MADE).files}.txt`;
  const values = { ExternalTicketId: external, AttachmentData: PLAIN_FILE, AttachmentName: made(name) };
  const sent = String(withOdd(name, 'AttachmentName', odd));
  return send(context, 'AddTicketAttachment', values, odd, marked(context, sent), options);
}

/**
 * Sends an operation. The document has no way to remove what it creates, so it is residue as soon as it is accepted.
 */
async function send(
  context: ProbeContext,
  operation: string,
  plain: Readonly<Record<string, Value | Content>>,
  odd: Unusual,
  name: string | undefined,
  { namespace = String(settingsOf(context.settings).namespace), ...options }: SendOptions,
) {
  const values: Record<string, Content> = {};
  const origins: Record<string, Value['origins']> = {
    'body/namespace': setting('TICKET_BRIDGE_NAMESPACE', '').origins,
  };
  for (const [part, value] of Object.entries(plain)) {
    const own = odd.filter((one) => one.part === part);
    const [content, from] = value instanceof Value ? [value.text, value.origins] : [value, originsOf(part, [])];
    values[part] = withOdd(content, part, own);
    origins[`body/${part}`] = own.length > 0 ? originsOf(part, own) : from;
  }
  const entry: LedgerEntry | undefined =
    name === undefined ? undefined : { kind: operation === 'AddTicketAttachment' ? 'attachments' : 'tickets', name };
  const numberIn = (answered: Exchange) => identifierOf(answered, context.contract)?.toString();
  const exchange = await context.send(operation, {
    body: new TextEncoder().encode(encodeRequest(operationOf(context.contract, operation), values, { namespace })),
    headers: REQUEST_HEADERS,
    origins,
    ...(entry && { ledger: entry }),
    // The response about an attachment identifies only its ticket.
    ...(entry?.kind === 'tickets' && { identifierIn: numberIn }),
    ...options,
  });
  const fault = faultOf(exchange);
  if (fault !== undefined)
    context.note(exchange, {
      [VALUES_OPEN]: ['it was a SOAP fault', valuesHint(operation, context)].filter(Boolean).join('; '),
    });
  if (entry && accepted(exchange)) {
    const perhaps = responseOf(exchange) === undefined ? 'may exist: the response is not a SOAP message; ' : '';
    const ticket = entry.kind === 'attachments' && numberIn(exchange);
    context.residue(entry, `${ticket ? `attached to ticket ${ticket}; ` : perhaps}the document specifies no removal`);
  }
  // A client fault means that the message was rejected for its content (SOAP 1.1, section 4.4.1).
  if (entry && blamesClient(exchange)) context.cleanup(entry, async () => true);
  return exchange;
}

/** A separate faker, so that no other seed is touched; loading one language takes a tenth of the time of all. */
const Faker = faker.constructor as new (options: { locale: typeof faker.rawDefinitions }) => typeof faker;

/** Returns a sentence about something that does not work, without the characters that other requests try. */
function complaint(seed: number) {
  const own = new Faker({ locale: faker.rawDefinitions });
  own.seed(seed);
  const said = `${own.person.firstName()} reports from ${own.location.city()}: ${own.hacker.phrase()}`;
  return said.replace(/[^\w .,:-]/g, '');
}
