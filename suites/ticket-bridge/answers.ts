/** Responses of the bridge, decoded once, and their meaning for an operation. */

import type { WsdlContract } from '../../src/contract/wsdl-operations.ts';
import { decodeMessage } from '../../src/soap/decode.ts';
import { type ResponseReading, readResponseParts } from '../../src/soap/response-parts.ts';
import type { WsdlOperation } from '../../src/soap/wsdl.ts';
import type { Decoded, SoapFault, SoapResponse } from '../../src/soap/xml-tree.ts';
import {
  type Classification,
  type Contract,
  classify,
  contradicted,
  type Exchange,
  headerOf,
  type Probe,
  preview,
  type Reporter,
  remembered,
  statusAndWords,
  succeeded,
  theOperation,
  undecided,
} from '../words.ts';
import { settingsOf } from './known-settings.ts';

/** Returns all requests to the operation of a probe, by it or by others, except those in another namespace. */
export function sentTo({ operation }: Probe, { returned }: Reporter): readonly Exchange[] {
  return returned.filter((one) => one.operation === operation && one.purpose !== 'other');
}

/** Returns the SOAP message of a response, or undefined without a complete response. */
export const messageOf = remembered((exchange: Exchange): Decoded | undefined =>
  exchange.outcome.kind === 'answer'
    ? decodeMessage(exchange.outcome.body.bytes, headerOf(exchange, 'content-type'))
    : undefined,
);

/** Returns the response element of a 2xx response, if present. */
export function responseOf(exchange: Exchange): SoapResponse | undefined {
  const message = succeeded(exchange) ? messageOf(exchange) : undefined;
  return message?.ok ? message.response : undefined;
}

/** Returns the documented parts of a response. */
export function partsOf(response: SoapResponse, operation: string, contract: Contract): ResponseReading {
  return readResponseParts(response, operationOf(contract, operation).output.parts);
}

/** Returns an operation of the WSDL; throws for an unknown name. */
export function operationOf(contract: Contract, name: string): WsdlOperation {
  const found = (contract as WsdlContract).service.operations.get(name);
  if (found === undefined) throw new Error(`the WSDL has no operation ${name}`);
  return found;
}

/** Returns the value of a part and its path in the message, if it is as documented. */
export function documentedValue({ values }: ResponseReading, part: string) {
  const finding = values.get(part);
  return finding?.decided && finding.ok ? finding : undefined;
}

/** Returns the identifier that a response contains as its first part, if it is an int, and its place. */
export function identifierIn(
  exchange: Exchange,
  contract: Contract,
): { readonly ticket: number; readonly at: string } | undefined {
  const response = responseOf(exchange);
  const found = response && documentedValue(partsOf(response, exchange.operation, contract), 's-gensym3');
  return found && { ticket: Number(found.value), at: found.at };
}

/** Returns the identifier without its place. */
export function identifierOf(exchange: Exchange, contract: Contract): number | undefined {
  return identifierIn(exchange, contract)?.ticket;
}

/** Returns the identifier of the ticket that a request of ours contains: the first part of every operation. */
export function ticketIn({ request }: Exchange): string | undefined {
  return / xsi:type="[^"]*">([^<]*)</.exec(new TextDecoder().decode(request.body?.bytes.subarray(0, 16_384)))?.[1];
}

/** Returns the identifier of the ticket that a request of ours is to change. */
export const changedBy = (exchange: Exchange): string | undefined =>
  exchange.operation === 'TicketCreate' ? undefined : ticketIn(exchange);

/**
 * Whether a modification got another number than that of its ticket, and one that means none: the document specifies
 * the identifier only for a modification that succeeded.
 */
export function isUnmodified(exchange: Exchange, contract: Contract): boolean {
  const ticket = exchange.operation === 'TicketModify' ? identifierOf(exchange, contract) : undefined;
  return ticket !== undefined && ticket <= 0 && ticketIn(exchange) !== String(ticket);
}

/** Whether a response is a 2xx that contains no SOAP fault. */
export function accepted(exchange: Exchange): boolean {
  const message = messageOf(exchange);
  return succeeded(exchange) && !(message?.ok && message.fault);
}

/** Returns the SOAP fault of a response in a few words. */
export function faultOf(exchange: Exchange): string | undefined {
  const message = messageOf(exchange);
  return message?.ok && message.fault ? `a ${wordsOf(message.fault)}` : undefined;
}

/** Whether a response is a SOAP fault with the code Client, or one below it (SOAP 1.1, section 4.4.1). */
export function blamesClient(exchange: Exchange): boolean {
  const message = messageOf(exchange);
  return message?.ok === true && /^(?:[^:]*:)?Client(?:\.|$)/.test(message.fault?.code ?? '');
}

/** Returns a SOAP fault in a few words. */
export function wordsOf(fault: SoapFault): string {
  return `${codeOf(fault)}${fault.string ? ` (${preview(fault.string)})` : ''}`;
}

/** Returns the code of a SOAP fault. */
export function codeOf({ code }: SoapFault): string {
  return `SOAP fault ${code ?? 'without a code'}`;
}

/** Advice on the values of an operation's request; undefined if the operator says that the deployment accepts them. */
export function valuesHint(
  operation: string,
  { contract, settings }: Pick<Reporter, 'contract' | 'settings'>,
): string | undefined {
  const { valuesGiven, valuesMadeUp = [] } = settingsOf(settings);
  const parts = operationOf(contract, operation).input.parts.flatMap(({ name }) =>
    valuesMadeUp.includes(name) ? [name] : [],
  );
  if (valuesGiven === true && parts.length === 0) return undefined;
  return `set TICKET_BRIDGE_VALUES to values${parts.length > 0 ? ` of ${parts.join(', ')}` : ''} that this deployment accepts`;
}

/** A namespace that no service has; only this request has it, and the purpose `other`. */
export const NO_NAMESPACE = 'urn:assay:no-such-service';

/**
 * Classifies as the table for documented requests does, and SOAP's own rejection: a fault blames the settings, or with
 * TICKET_BRIDGE_VALUES the target, unless the namespace may be wrong.
 */
export function classifyAnswer(exchange: Exchange, report: Reporter): Classification {
  const fault = faultOf(exchange);
  const said = `${theOperation(exchange)} returned `;
  if (fault === undefined) {
    const result = classify(exchange, report.exchanges);
    if (result.kind !== 'undecided' || result.blame !== 'credential' || exchange.request.credential !== 'none')
      return result;
    const why = `${said}${statusAndWords(exchange)}, and no credential is configured; check TICKET_BRIDGE_HEADERS, TICKET_BRIDGE_URL`;
    return { ...result, why };
  }
  const unknown = namespaceIsUnknown(fault, report);
  const hint = valuesHint(exchange.operation, report);
  if (hint === undefined && !unknown)
    return contradicted(
      `${said}${fault}, although the deployment accepts the values in the request (TICKET_BRIDGE_VALUES)`,
    );
  const hints = [unknown && 'check TICKET_BRIDGE_NAMESPACE, unless the fault names another cause', hint];
  return undecided('settings', `${said}${fault}; ${hints.filter(Boolean).join('; ')}`);
}

/** Whether no request was accepted in the namespace of the settings, and another namespace got the same fault. */
function namespaceIsUnknown(fault: string, { exchanges, settings }: Reporter) {
  const elsewhere = exchanges.find(({ purpose }) => purpose === 'other');
  if (elsewhere === undefined || exchanges.some((other) => other.purpose === 'documented' && accepted(other)))
    return false;
  // A fault may quote the namespace.
  return faultOf(elsewhere) === fault.replaceAll(String(settingsOf(settings).namespace), NO_NAMESPACE);
}
