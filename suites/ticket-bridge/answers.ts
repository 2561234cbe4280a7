/** Answers of the bridge, decoded once, and what they mean for an operation. */

import type { Contract } from '../../src/contract/types.ts';
import type { WsdlContract } from '../../src/contract/wsdl-operations.ts';
import { headerOf, succeeded } from '../../src/engine/answer.ts';
import { classify } from '../../src/engine/classify.ts';
import type { Probe } from '../../src/engine/suite.ts';
import type { Classification, SuiteSettings } from '../../src/engine/types.ts';
import { decodeMessage } from '../../src/soap/decode.ts';
import type { Decoded, SoapFault, SoapResponse } from '../../src/soap/message.ts';
import { type ResponseReading, readResponseParts } from '../../src/soap/response-parts.ts';
import type { Body, Exchange, WireRecord } from '../../src/wire/types.ts';
import { given } from './given.ts';

const decodedOf = new WeakMap<WireRecord, Decoded>();

/** Every documented exchange of a probe that a check needs. */
export function exchangesOf(of: Probe, evidence: Readonly<Record<string, readonly Exchange[]>>): readonly Exchange[] {
  return (evidence[of.name] ?? []).filter(({ purpose }) => purpose === 'documented');
}

/** The SOAP message of an answer; undefined without a complete answer. */
function messageOf(exchange: WireRecord): Decoded | undefined {
  return exchange.outcome.kind === 'answer' ? messageIn(exchange, exchange.outcome.body) : undefined;
}

/** The SOAP message in the body of an exchange's answer. */
export function messageIn(exchange: WireRecord, { bytes }: Body): Decoded {
  const known = decodedOf.get(exchange);
  if (known) return known;
  const decoded = decodeMessage(bytes, headerOf(exchange, 'content-type'));
  decodedOf.set(exchange, decoded);
  return decoded;
}

/** The response element of a 2xx answer, where there is one. */
export function responseOf(exchange: Exchange): SoapResponse | undefined {
  const message = succeeded(exchange) ? messageOf(exchange) : undefined;
  return message?.ok ? message.response : undefined;
}

/** The documented parts of a response. */
export function partsOf(response: SoapResponse, operation: string, contract: Contract): ResponseReading {
  const documented = (contract as WsdlContract).service.operations.get(operation);
  if (documented === undefined) throw new Error(`the WSDL has no operation ${operation}`);
  return readResponseParts(response, documented.output.parts);
}

interface DocumentedValue {
  readonly value: number | string | Uint8Array;
  /** Its path in the message. */
  readonly at: string;
}

/** The value of a part, where it is as documented. */
export function documentedValue({ values }: ResponseReading, part: string): DocumentedValue | undefined {
  const finding = values.get(part);
  return finding?.decided && finding.ok ? finding : undefined;
}

/** The identifier that an answer holds as its first part, where it is an int, and where it stands. */
export function identifierIn(exchange: Exchange, contract: Contract): { readonly ticket: number; readonly at: string } | undefined {
  const response = responseOf(exchange);
  const found = response && documentedValue(partsOf(response, exchange.operation, contract), 's-gensym3');
  return found && { ticket: Number(found.value), at: found.at };
}

/** The identifier alone. */
export function identifierOf(exchange: Exchange, contract: Contract): number | undefined {
  return identifierIn(exchange, contract)?.ticket;
}

/** A 2xx that holds no SOAP fault. */
export function accepted(exchange: Exchange): boolean {
  const message = messageOf(exchange);
  return succeeded(exchange) && !(message?.ok && message.fault);
}

/** The SOAP fault of an answer in a few words. */
export function faultOf(exchange: WireRecord): string | undefined {
  const message = messageOf(exchange);
  return message?.ok && message.fault ? wordsOf(message.fault) : undefined;
}

/** Whether an answer is a SOAP fault with the code Client, or one below it (SOAP 1.1, section 4.4.1). */
export function blamesClient(exchange: WireRecord): boolean {
  const message = messageOf(exchange);
  return message?.ok === true && /^(?:[^:]*:)?Client(?:\.|$)/.test(message.fault?.code ?? '');
}

/** A SOAP fault in a few words. */
export function wordsOf(fault: SoapFault): string {
  return `${codeOf(fault)}: ${(fault.string ?? '').slice(0, 200)}`;
}

/** The code of a SOAP fault. */
export function codeOf({ code }: SoapFault): string {
  return `SOAP fault ${code ?? 'without a code'}`;
}

/** Parts of a request whose values Assay made up although they are the deployment's vocabulary. */
export function madeUpParts(exchange: Exchange): readonly string[] {
  return (exchange.notes?.['madeUp'] as readonly string[] | undefined) ?? [];
}

/** Whether the operator says that the values of a request are ones that the deployment accepts. */
export function valuesSuit(exchange: Exchange, settings: SuiteSettings): boolean {
  return given(settings).valuesGiven === true && madeUpParts(exchange).length === 0;
}

/** A namespace that no service has, and the label of a creation in it. */
export const NO_NAMESPACE = 'urn:assay:no-such-service';
export const OTHER_NAMESPACE = 'other-namespace';

/**
 * The table for documented requests, with SOAP's own refusal: a fault blames the settings, or with TICKET_BRIDGE_VALUES the target, unless
 * nothing shows that the namespace is right.
 */
export function classifyAnswer(exchange: Exchange, all: readonly Exchange[], settings: SuiteSettings): Classification {
  const fault = faultOf(exchange);
  if (fault === undefined) return classify(exchange, all);
  const said = `${exchange.operation} was answered with a ${fault}`;
  const unknown = namespaceIsUnknown(exchange, all, settings);
  if (valuesSuit(exchange, settings) && !unknown)
    return { kind: 'contradicted', blame: 'target', why: `${said}, although TICKET_BRIDGE_VALUES names values that the deployment accepts` };
  const hints = [...(unknown ? ['check TICKET_BRIDGE_NAMESPACE'] : []), ...(valuesSuit(exchange, settings) ? [] : [valuesHint(madeUpParts(exchange))])];
  return { kind: 'undecided', blame: 'settings', why: `${said}; ${hints.join('; ')}` };
}

/** Nothing was accepted in the namespace of the settings, and a request in another one got the same fault. */
function namespaceIsUnknown(exchange: Exchange, all: readonly Exchange[], settings: SuiteSettings): boolean {
  if (all.some((other) => other.purpose === 'documented' && accepted(other))) return false;
  const other = all.find(({ label }) => label === OTHER_NAMESPACE);
  // A fault may quote the namespace.
  const own = faultOf(exchange)?.replaceAll(String(given(settings).namespace), NO_NAMESPACE);
  return other !== undefined && faultOf(other) === own;
}

/** Advice to the operator if values may be unsuitable. */
export function valuesHint(parts: readonly string[]): string {
  return `TICKET_BRIDGE_VALUES can name values${parts.length > 0 ? ` of ${parts.join(', ')}` : ''} that this deployment accepts`;
}
