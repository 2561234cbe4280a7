/** Requests of the bridge: exactly as documented, recognisable as ours, written to the ledger before they are sent. */
import { createHash } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/en';
import { LEFT_OPEN } from '../../src/engine/words/classify.ts';
import { made, setting, unusual, Value } from '../../src/engine/words/origins.ts';
import type { ProbeContext, RequestOptions } from '../../src/engine/words/types.ts';
import { encodeRequest, REQUEST_HEADERS, type RequestValues } from '../../src/soap/encode.ts';
import type { Exchange, LedgerEntry } from '../../src/wire/types.ts';
import { accepted, blamesClient, faultOf, identifierOf, operationOf, valuesHint } from './answers.ts';
import { settingsOf } from './known-settings.ts';

/** Text that every XML string may hold (non-ASCII, beyond Latin-1, beyond the basic plane, markup, quotes). */
export const ODD_TEXT = 'é Ω 𝄞 & < > " \' ]]>';

/** Kinds of odd text one by one, to find which of them is to blame. */
export const KINDS_OF_TEXT: Readonly<Record<string, { readonly Subject: string; readonly Correspondence: string }>> = {
  'letters beyond ASCII': { Subject: 'é Ω', Correspondence: 'é Ω' },
  'characters beyond the basic plane': { Subject: '𝄞', Correspondence: '𝄞' },
  'markup characters and quotes': { Subject: '& < > " \' ]]>', Correspondence: '& < > " \' ]]>' },
  'line breaks in Correspondence': { Subject: 'plain', Correspondence: 'one\ntwo\n\nthree' },
};

/** A number for a ticket in the external system: numeric, because AddTicketAttachment takes an int; the same run gives the same. */
export function externalId(context: ProbeContext, index: number): number {
  const hash = createHash('sha256').update(context.runId).digest().readUInt32BE(0);
  return 100_000_000 + (hash % 900_000_000) + index;
}

/** A line by which a person recognises what this run made. */
export function marked(context: ProbeContext, what: string): string {
  return `[assay ${context.runId}] ${what}`;
}

/** Values of a ticket's parts, plain or with odd text. */
export function ticketText(
  context: ProbeContext,
  what: string,
  odd?: { readonly Subject: string; readonly Correspondence: string },
): { Subject: Value; Correspondence: Value } {
  const value = (text: string): Value => (odd === undefined ? made(text) : unusual('text beyond plain ASCII', text));
  return {
    Subject: value(marked(context, `${what}${odd ? ` ${odd.Subject}` : ''}`)),
    Correspondence: value(
      marked(
        context,
        `conformance test, may be closed. ${complaint(context.seed)}${odd ? ` ${odd.Correspondence}` : ''}`,
      ),
    ),
  };
}

/** `name`: of what it makes; `namespace`: in place of the service's. */
export type SendOptions = Partial<RequestOptions> & { readonly name?: string; readonly namespace?: string };

/** Sends one operation. What it makes cannot be removed by a documented way, so it is residue as soon as it is accepted. */
export async function send(
  context: ProbeContext,
  operation: string,
  parts: Readonly<Record<string, Value | RequestValues[string]>>,
  options: SendOptions = {},
): Promise<Exchange> {
  const { name, namespace = String(settingsOf(context.settings).namespace), origins: more, ...rest } = options;
  const values = Object.fromEntries(
    Object.entries(parts).map(([part, value]) => [part, value instanceof Value ? value.text : value]),
  );
  const origins = Object.fromEntries(
    Object.entries(parts).flatMap(([part, value]) => (value instanceof Value ? [[`body/${part}`, value.origins]] : [])),
  );
  const entry: LedgerEntry | undefined =
    name === undefined ? undefined : { kind: operation === 'AddTicketAttachment' ? 'attachments' : 'tickets', name };
  const exchange = await context.send(operation, {
    body: new TextEncoder().encode(encodeRequest(operationOf(context.contract, operation), values, { namespace })),
    headers: REQUEST_HEADERS,
    origins: { 'body/namespace': setting('TICKET_BRIDGE_NAMESPACE', '').origins, ...origins, ...more },
    ...(entry && { ledger: entry, identifierIn: (answered) => identifierOf(answered, context.contract)?.toString() }),
    ...rest,
  });
  const fault = faultOf(exchange);
  if (fault !== undefined)
    context.note(exchange, {
      [LEFT_OPEN]: [`it was a ${fault}`, valuesHint(operation, context)].filter(Boolean).join('; '),
    });
  if (entry && accepted(exchange)) context.residue(entry, 'the document gives no way to remove it');
  // A fault of the client says that the message was refused for what it holds (SOAP 1.1, section 4.4.1).
  if (entry && blamesClient(exchange)) context.cleanup(entry, async () => true);
  return exchange;
}

/** A separate faker, so that no other seed is touched; loading one language takes a tenth of the time of all. */
const Faker = faker.constructor as new (options: { locale: typeof faker.rawDefinitions }) => typeof faker;

/** A sentence about something that does not work. */
function complaint(seed: number): string {
  const own = new Faker({ locale: faker.rawDefinitions });
  own.seed(seed);
  return `${own.person.firstName()} reports from ${own.location.city()}: ${own.hacker.phrase()}`;
}
