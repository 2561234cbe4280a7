/** The embedded ticket bridge: a pure request handler, written from the interface document. */
import type { Handler } from '../types.ts';
import { type Answer, faultAnswer, responseAnswer, writeAnswer } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import { faultBehaviour } from './faults.ts';
import type { Names } from './operations.ts';
import { readRequest, type UnderstoodRequest } from './request.ts';
import { Refusal, type Ticket, Tracker } from './tickets.ts';
import { variantBehaviour } from './variants.ts';

/** One understood request, as it came. */
interface LoggedRequest extends UnderstoodRequest {
  readonly soapAction: string | undefined;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface TicketBridgeReference {
  readonly handler: Handler;
  /** By the tracker's identifier. */
  readonly tickets: ReadonlyMap<number, Ticket>;
  readonly log: readonly LoggedRequest[];
}

export interface TicketBridgeReferenceOptions {
  /** Ids of `ticketBridgeFaults()`. */
  readonly fault?: string | readonly string[];
  /** Ids of `ticketBridgeVariants`, applied in order. */
  readonly variants?: readonly string[];
  /** Further changes, applied after the others, such as were drawn at random. */
  readonly behaviours?: readonly Behaviour[];
  readonly names?: Names;
  readonly namespace?: string;
}

export const REFERENCE_NAMESPACE = 'http://bridge.example/TicketBridgeHandler';

/** Makes a fresh bridge. Throws where a fault or variant is unknown. */
export function createTicketBridgeReference(options: TicketBridgeReferenceOptions = {}): TicketBridgeReference {
  const { fault = [], variants = [], names = {}, namespace = REFERENCE_NAMESPACE } = options;
  const behaviours = [
    ...variants.map(variantBehaviour),
    ...[fault].flat().map(faultBehaviour),
    ...(options.behaviours ?? []),
  ];
  const tracker = new Tracker(behaviours.findLast((behaviour) => behaviour.nextTicket)?.nextTicket);
  const log: LoggedRequest[] = [];
  const originator = 'reference ticket bridge';

  const perform = (understood: UnderstoodRequest): Answer => {
    if (behaviours.some((behaviour) => behaviour.refuses?.(understood)))
      return faultAnswer(new Refusal('Client', 'this bridge does not take such values'));
    try {
      return responseAnswer(
        understood.operation,
        tracker.perform(understood.operation, understood.values),
        originator,
        namespace,
        names,
      );
    } catch (error) {
      if (error instanceof Refusal) return faultAnswer(error);
      throw error;
    }
  };

  const handler: Handler = async (request) => {
    if (request.method !== 'POST') return { status: 405, headers: [['Allow', 'POST']], body: new Uint8Array() };
    let understood: UnderstoodRequest;
    try {
      understood = readRequest(request.body, request.headers['content-type'] ?? '', namespace, names);
    } catch (error) {
      if (error instanceof Refusal) return writeAnswer(faultAnswer(error), names);
      throw error;
    }
    const count = log.length;
    log.push({
      ...understood,
      soapAction: request.headers.soapaction,
      contentType: request.headers['content-type'] ?? '',
      bytes: request.body,
    });
    for (const behaviour of behaviours) {
      const response = behaviour.instead?.(understood);
      if (response) return response;
    }
    const answer = perform(understood);
    for (const behaviour of behaviours) behaviour.answer?.(answer, { ...understood, tracker, request, count });
    return writeAnswer(answer, names);
  };
  return { handler, tickets: tracker.tickets, log };
}
