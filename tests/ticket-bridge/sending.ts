/** Sends documented requests to the embedded ticket bridge in this process. */
import {
  createTicketBridgeReference,
  type TicketBridgeReferenceOptions,
} from '../../reference/ticket-bridge/reference.ts';
import type { ReferenceResponse } from '../../reference/types.ts';
import { loadContract } from '../../src/contract/contracts.ts';
import type { WsdlContract } from '../../src/contract/wsdl-operations.ts';
import { encodeRequest, REQUEST_HEADERS, type RequestValues } from '../../src/soap/encode.ts';

export const NAMESPACE = 'http://bridge.test/Handler?a=1&b="2"';

export const VALUES = {
  TicketCreate: {
    ExternalTicketId: '90210',
    Requestor: 'Jo <jo@example.org>',
    Subject: 'Ω "x" & <y> 𝄞',
    Correspondence: 'one\n two\r\nthree',
    Priority: 'urgent',
    AffectedSite: 'SITE-A',
  },
  TicketModify: {
    TrackerTicketId: '4711',
    Requestor: 'Jo',
    Subject: "It's odd",
    Correspondence: 'more]]>',
    Status: 'in progress',
    Priority: 'low',
  },
  AddTicketAttachment: {
    ExternalTicketId: 90210,
    AttachmentData: new Uint8Array(256).map((_, index) => index),
    AttachmentName: 'Übersicht 1.bin',
  },
} satisfies Record<string, RequestValues>;

export type OperationName = keyof typeof VALUES;

/** Returns a fresh reference, and functions for requests to it. */
export function startBridge(options: TicketBridgeReferenceOptions = {}) {
  const reference = createTicketBridgeReference({ namespace: NAMESPACE, ...options });
  const { service } = loadContract('ticket-bridge', { namespace: NAMESPACE }) as WsdlContract;
  const operation = (name: OperationName) => service.operations.get(name)!;
  const headers = Object.fromEntries(Object.entries(REQUEST_HEADERS).map(([key, value]) => [key.toLowerCase(), value]));
  return {
    reference,
    operation,
    async ask(name: OperationName, values: RequestValues = VALUES[name]) {
      const body = new TextEncoder().encode(encodeRequest(operation(name), values, { namespace: NAMESPACE }));
      const answer = await reference.handler({ method: 'POST', target: '/NoAuth/bridge', headers, body, peer: [] });
      return { status: answer.status, headers: answer.headers, bytes: await bytesOf(answer) };
    },
  };
}

async function bytesOf({ body }: ReferenceResponse) {
  if (body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body(new AbortController().signal)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
