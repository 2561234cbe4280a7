/** The embedded ticket bridge: a pure request handler, written from the interface document. */
import { createSeam } from '../change.ts';
import type { Deviations } from '../in-process.ts';
import { remembering } from '../past.ts';
import { changesOf } from '../sometimes.ts';
import type { Handler } from '../types.ts';
import { type Answer, plainPart, refusalAnswer, responseAnswer, writeXml } from './answer.ts';
import { FAULTS, VARIANTS } from './deviations.ts';
import { RESPONSE } from './operations.ts';
import { type BridgeSituation, type Change, type Instead, OPERATORS } from './operators.ts';
import { Refusal, readRequest, type UnderstoodRequest } from './request.ts';
import { type Ticket, Tracker } from './tickets.ts';

/** A request that was understood, as it came. */
interface LoggedRequest extends UnderstoodRequest {
  readonly soapAction: string | undefined;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface TicketBridgeReference {
  readonly handler: Handler;
  /** Tickets by the tracker's identifier. */
  readonly tickets: ReadonlyMap<number, Ticket>;
  readonly log: readonly LoggedRequest[];
}

export interface TicketBridgeReferenceOptions extends Deviations<Change> {
  readonly namespace?: string;
}

export const REFERENCE_NAMESPACE = 'http://bridge.example/TicketBridgeHandler';
const ORIGINATOR = 'reference ticket bridge';

/** Makes a fresh bridge. Throws if a fault or variant is unknown. */
export function createTicketBridgeReference(options: TicketBridgeReferenceOptions = {}): TicketBridgeReference {
  const { fault = [], variants = [], changes = [], namespace = REFERENCE_NAMESPACE } = options;
  const seam = createSeam<typeof OPERATORS, BridgeSituation>(OPERATORS, [
    ...changesOf(VARIANTS, variants),
    ...changesOf(FAULTS, fault),
    ...changes,
  ]);
  const tracker = new Tracker();
  const log: LoggedRequest[] = [];

  const answerOf = (situation: BridgeSituation, ticket: number) => {
    const parts = Object.entries(RESPONSE).flatMap(([record, type], index, { length: elements }) => {
      const part = plainPart(record, `xsd:${type}`, type === 'int' ? String(ticket) : ORIGINATOR);
      return seam.through('part', [part], { ...situation, record, element: index + 1, elements });
    });
    return seam.through('answer', responseAnswer(situation.operation, parts, namespace), situation);
  };
  const respond = (situation: BridgeSituation) => {
    const number = (own: number) => seam.through('ticket', own, situation);
    const done = seam.through<Instead>('request', undefined, situation) ?? tracker.perform(situation, number);
    if (done instanceof Refusal) return seam.through('response', written(refusalAnswer(done)), situation);
    if (typeof done !== 'number') return done;
    const answer = answerOf(situation, done);
    const text = seam.through('text', answer.declaration + writeXml(answer), situation);
    return seam.through('response', written(answer, text), situation);
  };

  const handler = remembering(async (request) => {
    if (request.method !== 'POST') return { status: 405, headers: [['Allow', 'POST']], body: new Uint8Array() };
    const { 'content-type': contentType = '', soapaction: soapAction } = request.headers;
    const understood = readRequest(request.body, contentType, namespace);
    if (understood instanceof Refusal) return written(refusalAnswer(understood));
    log.push({ ...understood, soapAction, contentType, bytes: request.body });
    return respond({ ...understood, namespace, tracker, request, count: log.length - 1 });
  });
  return { handler, tickets: tracker.tickets, log };
}

/** Returns a response as it is sent. */
function written(answer: Answer, text = answer.declaration + writeXml(answer)) {
  const { status, contentType, headers, encode } = answer;
  const typed = contentType === undefined ? headers : [['Content-Type', contentType] as const, ...headers];
  return { status, headers: typed, body: encode(text) };
}
