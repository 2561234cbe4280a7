/** The documented operations, recognised by their requests. */
import { documentedOperations } from '../../../reference/documented-operations.ts';
import type { ReferenceRequest } from '../../../reference/types.ts';
import type { HostileKind } from './types.ts';

/** Operations of one address, recognised by their requests. */
const OPERATIONS: Record<string, RegExp> = {
  TicketCreate: /TicketCreate\b/,
  TicketModify: /TicketModify\b/,
  AddTicketAttachment: /AddTicketAttachment\b/,
};
const SOAP = 'ticket-bridge';

/** Interfaces whose other side is a server. */
export const SERVED = ['ticket-bridge', 'transfer', 'data-hub'];

/** Whether an interface's service can respond so: the SOAP service uses XML without TLS, the others JSON. */
export function canAnswer(of: string, { layer }: HostileKind) {
  return of === 'ticket-bridge' ? layer !== 'json' && layer !== 'tls' : layer !== 'xml';
}

/** Names of an interface's operations; none of an interface whose other side is not a server. */
export const operationsOf = (of: string) =>
  of === SOAP ? Object.keys(OPERATIONS) : SERVED.includes(of) ? documentedOperations(of).map(({ name }) => name) : [];

/** Whether a request is one of an operation. */
export function isOf(of: string, operation: string, { method, target, body }: ReferenceRequest) {
  if (of === SOAP) return OPERATIONS[operation]?.test(Buffer.from(body).toString('latin1')) === true;
  const {
    path,
    likelyPath = '',
    method: expected,
  } = documentedOperations(of).find(({ name }) => name === operation) ?? {};
  // A listing ends in a slash, a file does not.
  return (
    expected === method &&
    new RegExp(`^${(path ?? likelyPath).replace(/\{\w+\}/g, '.*[^/]')}$`).test(target.split('?')[0] as string)
  );
}
