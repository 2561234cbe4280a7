/** A short dialogue with the embedded bridge, and which requirements it contradicts by the contract's own reading of messages. */

import { decodeMessage } from '../../src/soap/decode.ts';
import { type RequestValues, wrapBase64 } from '../../src/soap/encode.ts';
import { isOtherEncoding, isSoapEncoding } from '../../src/soap/namespaces.ts';
import { readResponseParts } from '../../src/soap/response-parts.ts';
import { parseMediaType } from '../../src/soap/xml-bytes.ts';
import { type Bridge, NAMESPACE, type OperationName, type ReceivedAnswer, startBridge } from './sending.ts';

/** Adds what one answer contradicts to `red`; gives the identifier, where it is vouched for. */
function judge(bridge: Bridge, operation: OperationName, { status, contentType, bytes }: ReceivedAnswer, red: Set<string>): number | 'refused' | undefined {
  const contradicts = (statement: string): void => void red.add(`ticket-bridge/${operation}/${statement}`);
  const decoded = decodeMessage(bytes, contentType);
  const succeeded = status >= 200 && status < 300;
  if (decoded.ok && (decoded.fault ? status !== 500 : !succeeded)) contradicts('http-status');
  if ((decoded.ok && decoded.fault) || !succeeded) return 'refused';
  if (parseMediaType(contentType)?.type !== 'text/xml') contradicts('media-type');
  if (!decoded.ok) {
    contradicts('envelope');
    return undefined;
  }
  const { response } = decoded;
  if (response.namespace !== NAMESPACE) contradicts('namespace');
  const [first, ...others] = response.parts.map(({ encodingStyle }) => isSoapEncoding(encodingStyle));
  if (!isSoapEncoding(response.encodingStyle) && (first !== true || others.includes(false)))
    contradicts([response, ...response.parts].some(({ encodingStyle }) => isOtherEncoding(encodingStyle)) ? 'no-other-encoding' : 'encoding-style');
  const { count, names, order, values } = readResponseParts(response, bridge.operation(operation).output.parts);
  for (const [statement, finding] of [['part-count', count], ['part-names', names], ['part-order', order], ...values] as const) {
    if (finding.decided && !finding.ok) contradicts(statement);
  }
  const identifier = values.get('s-gensym3');
  return identifier?.decided && identifier.ok ? Number(identifier.value) : undefined;
}

const PLAIN = { Requestor: 'Jo', Subject: 'plain', Correspondence: 'plain', Priority: 'low', AffectedSite: 'A', Status: 'open' };
const RICH_TEXT = { Subject: 'é Ω 𝄞 & < > " \'', Correspondence: 'é Ω 𝄞 & < > " \'\nb' };
const EVERY_BYTE = new Uint8Array(256).map((_, index) => index);

/** Holds the dialogue with a reference that has this fault. Gives the requirements that are contradicted. */
export async function contradictedBy(fault: string | undefined): Promise<{ readonly red: ReadonlySet<string>; readonly refused: readonly string[] }> {
  const bridge = startBridge(fault === undefined ? {} : { fault });
  const red = new Set<string>();
  const refused: string[] = [];
  const ask = async (operation: OperationName, values: RequestValues, accepts: string | null = 'answers'): Promise<number | undefined> => {
    const result = judge(bridge, operation, await bridge.ask(operation, values), red);
    if (result !== 'refused') return result;
    // Sizes are a gap, so any may be refused.
    if (accepts === null) return undefined;
    refused.push(operation);
    red.add(`ticket-bridge/${operation}/${accepts}`);
    return undefined;
  };
  const { Status: _, ...creation } = PLAIN;
  const { AffectedSite: __, ...modification } = PLAIN;
  const first = await ask('TicketCreate', { ...creation, ExternalTicketId: '90210' });
  const second = await ask('TicketCreate', { ...creation, ...RICH_TEXT, ExternalTicketId: '90211' }, 'accepts-any-text');
  if (first !== undefined && first === second) red.add('ticket-bridge/TicketCreate/own-ticket');
  const sameTicket = async (operation: OperationName, values: RequestValues, accepts?: string, ticket = first): Promise<void> => {
    const returned = await ask(operation, values, accepts);
    if (ticket !== undefined && returned !== undefined && returned !== ticket) red.add(`ticket-bridge/${operation}/same-ticket`);
  };
  if (first !== undefined) {
    await sameTicket('TicketModify', { ...modification, TrackerTicketId: String(first) });
    await sameTicket('TicketModify', { ...modification, ...RICH_TEXT, TrackerTicketId: String(first) }, 'accepts-any-text');
    const attachment = { ExternalTicketId: 90210, AttachmentData: new TextEncoder().encode('plain '.repeat(60)), AttachmentName: 'plain.txt' };
    await sameTicket('AddTicketAttachment', attachment);
    await sameTicket('AddTicketAttachment', { ...attachment, AttachmentData: EVERY_BYTE }, 'accepts-any-bytes');
    await sameTicket('AddTicketAttachment', { ...attachment, AttachmentData: wrapBase64(attachment.AttachmentData) }, 'accepts-line-wrapped-base64');
    await sameTicket('AddTicketAttachment', { ...attachment, AttachmentName: 'Übersicht 1.txt' }, 'accepts-any-name');
    if (second !== undefined && second !== first) {
      await sameTicket('TicketModify', { ...modification, TrackerTicketId: String(second) }, 'answers', second);
      await sameTicket('AddTicketAttachment', { ...attachment, ExternalTicketId: 90211 }, 'answers', second);
    }
  }
  await ask('AddTicketAttachment', { ExternalTicketId: 90210, AttachmentData: new Uint8Array(100_000), AttachmentName: 'large.bin' }, null);
  // Whoever refuses the plain request refuses the others for the same reason.
  for (const operation of new Set(refused)) {
    const all = [...red].filter((id) => id.startsWith(`ticket-bridge/${operation}/accepts-`));
    if (red.has(`ticket-bridge/${operation}/answers`)) for (const id of all) red.delete(id);
  }
  return { red, refused };
}
