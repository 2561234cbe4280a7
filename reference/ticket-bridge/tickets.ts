/** The tracker behind the bridge: tickets in memory. */

import type { OperationName } from './operations.ts';

export interface Ticket {
  readonly id: number;
  readonly externalId: string;
  readonly affectedSite: string;
  subject: string;
  priority: string;
  status: string;
  /** The requester's name stands before each message. */
  readonly messages: string[];
  readonly attachments: { readonly name: string; readonly data: Uint8Array }[];
}

/** Why a request is refused: a SOAP fault with this code and string. */
export class Refusal extends Error {
  readonly code: 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';
  constructor(code: Refusal['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

export class Tracker {
  /** By the tracker's identifier. */
  readonly tickets = new Map<number, Ticket>();
  private next = 4711;
  private readonly nextId: (made: number) => number | undefined;

  /** `nextId` gives the identifier of the next ticket in the place of the tracker's own. */
  constructor(nextId: (made: number) => number | undefined = () => undefined) {
    this.nextId = nextId;
  }

  /** Performs an operation; gives the identifier of the ticket concerned. Throws `Refusal` if the ticket is unknown. */
  perform(operation: OperationName, values: Readonly<Record<string, string>>): number {
    switch (operation) {
      case 'TicketCreate':
        return this.create(values);
      case 'TicketModify':
        return this.modify(values);
      case 'AddTicketAttachment':
        return this.attach(values);
    }
  }

  private create(values: Readonly<Record<string, string>>): number {
    const ticket: Ticket = {
      id: this.nextId(this.tickets.size) ?? this.next++,
      externalId: values.ExternalTicketId!,
      affectedSite: values.AffectedSite!,
      subject: values.Subject!,
      priority: values.Priority!,
      status: 'new',
      messages: [`${values.Requestor}\n${values.Correspondence}`],
      attachments: [],
    };
    this.tickets.set(ticket.id, ticket);
    return ticket.id;
  }

  private modify(values: Readonly<Record<string, string>>): number {
    const ticket = this.tickets.get(Number(values.TrackerTicketId));
    if (!ticket) throw new Refusal('Client', `no ticket ${values.TrackerTicketId} found`);
    ticket.subject = values.Subject!;
    ticket.status = values.Status!;
    ticket.priority = values.Priority!;
    ticket.messages.push(`${values.Requestor}\n${values.Correspondence}`);
    return ticket.id;
  }

  private attach(values: Readonly<Record<string, string>>): number {
    const external = Number(values.ExternalTicketId);
    const ticket = [...this.tickets.values()].findLast(
      ({ externalId }) => externalId.trim() !== '' && Number(externalId) === external,
    );
    if (!ticket) throw new Refusal('Client', `no ticket found for the external identifier ${values.ExternalTicketId}`);
    ticket.attachments.push({
      name: values.AttachmentName!,
      data: new Uint8Array(Buffer.from(values.AttachmentData!, 'base64')),
    });
    return ticket.id;
  }
}
