/** The tracker of the bridge: tickets in memory. */
import { Refusal, type UnderstoodRequest } from './request.ts';

export interface Ticket {
  readonly id: number;
  readonly externalId: string;
  readonly affectedSite: string;
  subject: string;
  priority: string;
  status: string;
  /** The requester's name is before each message. */
  readonly messages: string[];
  readonly attachments: { readonly name: string; readonly data: Uint8Array }[];
}

type Values = UnderstoodRequest['values'];

export class Tracker {
  /** Tickets by the tracker's identifier. */
  readonly tickets = new Map<number, Ticket>();
  private next = 4711;

  /**
   * Performs an operation. Returns the identifier of the ticket concerned, or a rejection. `numbered` may replace the
   * identifier of a new ticket.
   */
  perform({ operation, values }: UnderstoodRequest, numbered: (own: number) => number): number | Refusal {
    if (operation === 'TicketCreate') return this.create(values, numbered(this.next++));
    return operation === 'TicketModify' ? this.modify(values) : this.attach(values);
  }

  private create(values: Values, id: number): number {
    this.tickets.set(id, {
      id,
      externalId: values.ExternalTicketId!,
      affectedSite: values.AffectedSite!,
      subject: values.Subject!,
      priority: values.Priority!,
      status: 'new',
      messages: [`${values.Requestor}\n${values.Correspondence}`],
      attachments: [],
    });
    return id;
  }

  private modify(values: Values): number | Refusal {
    const ticket = this.tickets.get(Number(values.TrackerTicketId));
    if (!ticket) return new Refusal('Client', `no ticket ${values.TrackerTicketId} found`);
    ticket.subject = values.Subject!;
    ticket.status = values.Status!;
    ticket.priority = values.Priority!;
    ticket.messages.push(`${values.Requestor}\n${values.Correspondence}`);
    return ticket.id;
  }

  private attach(values: Values): number | Refusal {
    const external = Number(values.ExternalTicketId);
    const ticket = [...this.tickets.values()].findLast(
      ({ externalId }) => externalId.trim() !== '' && Number(externalId) === external,
    );
    if (!ticket) return new Refusal('Client', `no ticket found for the external identifier ${values.ExternalTicketId}`);
    const data = new Uint8Array(Buffer.from(values.AttachmentData!, 'base64'));
    ticket.attachments.push({ name: values.AttachmentName!, data });
    return ticket.id;
  }
}
