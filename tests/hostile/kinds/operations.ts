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

/** Interfaces of services; the client library is not one. */
export const SERVED = ['ticket-bridge', 'transfer', 'data-hub'];

/**
 * Returns whether an interface's service can respond in this way: the SOAP service uses XML without TLS, the others
 * JSON.
 */
export function canAnswer(of: string, { layer }: HostileKind) {
  return of === 'ticket-bridge' ? layer !== 'json' && layer !== 'tls' : layer !== 'xml';
}

/** Returns the names of an interface's operations; none for an interface without a service. */
export const operationsOf = (of: string) =>
  of === SOAP ? Object.keys(OPERATIONS) : SERVED.includes(of) ? documentedOperations(of).map(({ name }) => name) : [];

/** Returns whether a request is one of an operation. */
export function isOf(of: string, operation: string, { method, target, body }: ReferenceRequest) {
  if (of === SOAP) return OPERATIONS[operation]?.test(Buffer.from(body).toString('latin1')) === true;
  const {
    path,
    likelyPath = '',
    method: expected,
  } = documentedOperations(of).find(({ name }) => name === operation) ?? {};
  // The path of a listing ends with a slash, that of a file does not.
  return (
    expected === method &&
    new RegExp(`^${(path ?? likelyPath).replace(/\{\w+\}/g, '.*[^/]')}$`).test(target.split('?')[0] as string)
  );
}
