/** Requirements on requests of SOAP clients: read from the WSDL, judged with the same SOAP 1.1 reader as responses. */

import { preview, shortened, someOf } from '../records/preview.ts';
import { decodeMessage } from '../soap/decode.ts';
import { isSoapEncoding, SOAP_ENCODING } from '../soap/namespaces.ts';
import { type PartFact, type ResponseReading, readResponseParts } from '../soap/response-parts.ts';
import type { WsdlOperation, WsdlService } from '../soap/wsdl.ts';
import type { Decoded, SoapResponse } from '../soap/xml-tree.ts';
import { clientContract, fact, hasMediaType, readOnce, type StatedRule } from './client-contract.ts';
import type { ClientContract, Contract, Operation, ReceivedRequest, RuleFact } from './types.ts';

/** Returns requirements on the clients of a SOAP service. */
export function soapClients(server: Omit<Contract, 'digest'>, service: WsdlService): ClientContract {
  const operations = [...service.operations.values()];
  const rulesOf = ({ name }: Operation): StatedRule[] =>
    [...ENVELOPE_RULES, ...wrapperRules(service.namespace), ...partRules(service.operations.get(name)!)].map(
      (rule) => ({
        clause: WIRE,
        ...rule,
      }),
    );
  return clientContract(server, [rulesOf], (request) => {
    const wrapper = wrapperOf(request);
    return operations.find((operation) => operation.wireName === wrapper?.local)?.name ?? byAction(request, operations);
  });
}

/** Returns the operation that the beginning of a malformed message names, if any. */
function byAction(request: ReceivedRequest, operations: readonly WsdlOperation[]) {
  if (request.method !== 'POST' || messageOf(request).ok) return undefined;
  const text = new TextDecoder('latin1').decode(request.body.subarray(0, 4096));
  return operations.find((operation) => new RegExp(`<(?:[\\w.-]+:)?${operation.wireName}[\\s>/]`).test(text))?.name;
}

const messageOf = readOnce(
  (request): Decoded =>
    request.truncated
      ? { ok: false, stage: 'size', problem: 'more than what is kept', at: 'the body' }
      : decodeMessage(request.body, request.header('content-type')),
);

/** Returns the element in the Body: in a request, the operation. */
function wrapperOf(request: ReceivedRequest): SoapResponse | undefined {
  const message = messageOf(request);
  return message.ok ? message.response : undefined;
}

const WIRE =
  'Endpoints A, wire format: a message is SOAP 1.1 over HTTP POST, in RPC style with use encoded; its body has the namespace of the service, and soapAction is empty.';

const ENVELOPE_RULES: readonly StatedRule[] = [
  {
    statement: 'envelope',
    predicate: 'request is a SOAP 1.1 message',
    judged: 'The body is well-formed XML, an Envelope of SOAP 1.1 whose Body contains one element, the operation.',
    judge: (request) => {
      if (request.truncated) return undefined;
      const message = messageOf(request);
      const expected = 'a SOAP 1.1 request';
      return message.ok
        ? fact(message.response !== undefined, expected, 'a fault')
        : fact(false, expected, message.problem, message.at);
    },
  },
  {
    statement: 'media-type',
    predicate: 'request has Content-Type text/xml',
    judge: hasMediaType('text/xml'),
    basis: 'standard',
    clause: `${WIRE} SOAP 1.1, section 6: the media type of SOAP in HTTP is text/xml.`,
  },
  {
    statement: 'soap-action',
    predicate: 'request has an empty SOAPAction',
    judged: 'The header SOAPAction is "" or empty (SOAP 1.1, section 6.1.1: a client has to send it).',
    judge: (request) => {
      const action = request.header('soapaction');
      return action === undefined
        ? fact(false, 'SOAPAction: ""', 'no header SOAPAction')
        : fact(/^\s*(?:""|'')?\s*$/.test(action), 'SOAPAction: ""', preview(action));
    },
  },
];

/** Judges the element in the Body; undecided without one. */
const ofWrapper =
  (judge: (wrapper: SoapResponse) => RuleFact): StatedRule['judge'] =>
  (request) => {
    const wrapper = wrapperOf(request);
    return wrapper && judge(wrapper);
  };

const wrapperRules = (namespace: string): readonly StatedRule[] => [
  {
    statement: 'namespace',
    predicate: 'request element is in the service namespace',
    judge: ofWrapper(({ namespace: own, at }) =>
      fact(own === namespace, `the namespace ${preview(namespace)}`, own ? preview(own) : 'no namespace', at),
    ),
  },
  {
    statement: 'encoding-style',
    predicate: 'request has the encodingStyle of SOAP encoding',
    judged: 'An encodingStyle of SOAP 1.1 is in scope of the operation or each of its parts.',
    judge: ofWrapper(({ encodingStyle, parts, at }) =>
      fact(
        isSoapEncoding(encodingStyle) ||
          (parts.length > 0 && parts.every((part) => isSoapEncoding(part.encodingStyle))),
        `soap:encodingStyle="${SOAP_ENCODING}" on the request element or every part`,
        encodingStyle === undefined ? 'no soap:encodingStyle' : preview(encodingStyle),
        at,
      ),
    ),
    basis: 'inferred',
    clause: `${WIRE} Inferred: a request states the style.`,
  },
];

function partRules({ name, input }: WsdlOperation): StatedRule[] {
  const list = input.parts.map((part) => part.wireName).join(', ');
  const clause = `Resources A, ${input.name}: the parts are ${list}.`;
  const judging = (of: (parts: ResponseReading) => PartFact<unknown> | undefined): StatedRule['judge'] =>
    ofWrapper((wrapper) => {
      const found = of(readResponseParts(wrapper, input.parts));
      return found?.decided ? found : undefined;
    });
  return [
    {
      statement: 'part-count',
      predicate: `request contains at least ${input.parts.length} parts, and no documented part twice`,
      judge: judging(({ count }) => count),
      clause,
    },
    {
      statement: 'part-names',
      predicate: 'request contains every part under its documented name',
      judge: judging(({ names }) => names),
      clause,
    },
    {
      statement: 'part-order',
      predicate: 'request parts are in parameter order',
      judge: judging(({ order }) => order),
      clause: `Endpoints A, parameter order of ${name}: the parts are ${list}, in this order.`,
    },
    {
      statement: 'other-parts',
      predicate: 'request contains no other parts',
      judge: ofWrapper((wrapper) => {
        const { count, further } = readResponseParts(wrapper, input.parts);
        if (!count.decided || !count.ok) return undefined;
        const got =
          further.length === 0
            ? 'these'
            : `also ${someOf(
                further.map((one) => shortened(one, 120)),
                10,
              )}`;
        return fact(further.length === 0, `only the parts ${list}`, got, wrapper.at);
      }),
      basis: 'inferred',
      clause: 'Resources A: the table lists the parts of each message. Inferred: a request has no other parts.',
    },
    ...input.parts.map((part) => ({
      statement: part.name,
      predicate: `request part ${part.name} is ${part.type === 'int' ? 'an' : 'a'} ${part.type}`,
      judged: `${part.name} contains a value of the type ${part.type}; a type that is stated is that or one derived from it.`,
      judge: judging(({ values }) => values.get(part.name)),
      clause: `Resources A, ${input.name}: ${part.name} has the type ${part.type}.`,
    })),
  ];
}
