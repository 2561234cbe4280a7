/** What clients of a SOAP interface have to send: read from the WSDL, judged by the SOAP 1.1 reading that answers get too. */

import type { WsdlContract } from '../contract/wsdl-operations.ts';
import { decodeMessage } from '../soap/decode.ts';
import type { Decoded, SoapResponse } from '../soap/message.ts';
import { isSoapEncoding } from '../soap/namespaces.ts';
import { readResponseParts } from '../soap/response-parts.ts';
import type { WsdlOperation } from '../soap/wsdl.ts';
import { type ClientContract, clientContract, type ReceivedRequest, type RuleFinding, type StatedRule } from './contract.ts';

/** Loads what the document asks of the clients. `namespace` is the service's. */
export function loadSoapClientContract(server: WsdlContract, namespace: string): ClientContract {
  const rules = [...server.service.operations.values()].flatMap((operation) => operationRules(operation, namespace));
  return clientContract(server.interface, server, rules, (request) => {
    const wrapper = wrapperOf(request);
    return [...server.service.operations.values()].find((operation) => operation.wireName === wrapper?.local)?.name ?? byAction(request, server);
  });
}

/** A message that cannot be read may still be told by its first words. */
function byAction(request: ReceivedRequest, server: WsdlContract): string | undefined {
  if (request.method !== 'POST' || messageOf(request).ok) return undefined;
  const text = new TextDecoder('latin1').decode(request.body.subarray(0, 4096));
  return [...server.service.operations.values()].find((operation) => new RegExp(`<(?:[\\w.-]+:)?${operation.wireName}[\\s>/]`).test(text))?.name;
}

const decoded = new WeakMap<Uint8Array, Decoded>();

function messageOf(request: ReceivedRequest): Decoded {
  const known = decoded.get(request.body);
  if (known) return known;
  if (request.truncated) return { ok: false, stage: 'size', problem: 'more than what is kept', at: 'the body' };
  const message = decodeMessage(request.body, request.header('content-type'));
  decoded.set(request.body, message);
  return message;
}

/** The element in the Body: in a request, the operation. */
function wrapperOf(request: ReceivedRequest): SoapResponse | undefined {
  const message = messageOf(request);
  return message.ok ? message.response : undefined;
}

function operationRules(operation: WsdlOperation, namespace: string): StatedRule[] {
  const { name, input } = operation;
  const wire = 'Endpoints A, wire format: SOAP 1.1 over HTTP POST, RPC style, use encoded, body namespace of the service, empty soapAction.';
  const rule = (
    statement: string,
    title: string,
    judged: string,
    judge: (request: ReceivedRequest) => RuleFinding,
    more: Partial<StatedRule> = {},
  ): StatedRule => ({
    operation: name,
    statement,
    title: `${name}: ${title}`,
    clause: wire,
    judged,
    judge,
    ...more,
  });
  const reading = (request: ReceivedRequest) => {
    const wrapper = wrapperOf(request);
    return wrapper && { wrapper, parts: readResponseParts(wrapper, input.parts) };
  };
  const finding = (found: ReturnType<typeof readResponseParts>['count'] | undefined): RuleFinding =>
    found?.decided ? { held: found.ok, expected: found.expected, got: found.got, at: found.at } : undefined;
  const list = input.parts.map((part) => part.wireName).join(', ');
  return [
    rule(
      'envelope',
      'the request is a SOAP 1.1 message',
      'The body is well-formed XML, an Envelope of SOAP 1.1 whose Body holds one element, the operation.',
      (request) => {
        if (request.truncated) return undefined;
        const message = messageOf(request);
        return message.ok
          ? { held: message.response !== undefined, expected: 'a SOAP 1.1 request', got: 'a fault' }
          : { held: false, expected: 'a SOAP 1.1 request', got: message.problem, at: message.at };
      },
    ),
    rule(
      'media-type',
      'the request is text/xml',
      'Content-Type of the request is text/xml; any charset is legal.',
      (request) => {
        const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
        return { held: type === 'text/xml', expected: 'Content-Type: text/xml', got: type ?? 'no Content-Type' };
      },
      { basis: 'standard', clause: `${wire} SOAP 1.1, section 6: the media type of SOAP in HTTP is text/xml.` },
    ),
    rule(
      'soap-action',
      'SOAPAction is there and empty',
      'The header SOAPAction is "" or empty (SOAP 1.1, section 6.1.1: a client has to send it).',
      (request) => {
        const action = request.header('soapaction');
        return { held: action !== undefined && /^\s*(?:""|'')?\s*$/.test(action), expected: 'SOAPAction: ""', got: action ?? 'no header SOAPAction' };
      },
    ),
    rule('namespace', 'the operation is in the service namespace', 'The element in the Body is in the namespace of the service.', (request) => {
      const wrapper = wrapperOf(request);
      return (
        wrapper && { held: wrapper.namespace === namespace, expected: `the namespace ${namespace}`, got: wrapper.namespace || 'no namespace', at: wrapper.at }
      );
    }),
    rule(
      'encoding-style',
      'the request states the SOAP encoding style',
      'An encodingStyle of SOAP 1.1 is in scope of the operation, or of each of its parts.',
      (request) => {
        const wrapper = wrapperOf(request);
        if (wrapper === undefined) return undefined;
        const stated = isSoapEncoding(wrapper.encodingStyle) || (wrapper.parts.length > 0 && wrapper.parts.every((part) => isSoapEncoding(part.encodingStyle)));
        return {
          held: stated,
          expected: 'encodingStyle http://schemas.xmlsoap.org/soap/encoding/',
          got: wrapper.encodingStyle ?? 'no encodingStyle',
          at: wrapper.at,
        };
      },
      { basis: 'inferred', clause: `${wire} That a request states the style is the plain reading.` },
    ),
    rule(
      'part-count',
      `the request has its ${input.parts.length} parts, each once`,
      `The parts are ${list}, each once.`,
      (request) => finding(reading(request)?.parts.count),
      { clause: `Resources A, ${input.name}: ${list}.` },
    ),
    rule('part-names', 'the parts have their documented names', `The parts are called ${list}.`, (request) => finding(reading(request)?.parts.names), {
      clause: `Resources A, ${input.name}: ${list}.`,
    }),
    rule('part-order', 'the parts come in parameter order', `The order is ${list}.`, (request) => finding(reading(request)?.parts.order), {
      clause: `Endpoints A, parameter order of ${name}: ${list}.`,
    }),
    ...input.parts.map((part) =>
      rule(
        part.name,
        `${part.name} is a ${part.type}`,
        `${part.name} holds a value of the type ${part.type}; a type that is stated is that or one derived from it.`,
        (request) => finding(reading(request)?.parts.values.get(part.name) as never),
        {
          clause: `Resources A, ${input.name}: ${part.name} is a ${part.type}.`,
        },
      ),
    ),
  ];
}
