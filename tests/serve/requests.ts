/** Legal requests, one per operation, and changes of them that each contradict one documented statement. */

import { SERVED } from '../../src/clients/client-side.ts';
import { loadContract } from '../../src/contract/contracts.ts';
import type { Interface, Operation } from '../../src/contract/types.ts';
import type { WsdlContract } from '../../src/contract/wsdl-operations.ts';
import { encodeRequest, REQUEST_HEADERS } from '../../src/soap/encode.ts';
import { VALUES } from '../ticket-bridge/sending.ts';

/** A request of a test. */
export interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
  credential: string;
}

export const NAMESPACE = 'http://bridge.example/TicketBridgeHandler';

/** Bodies with every member that a rule is about. */
const BODIES: Record<string, unknown> = {
  'submit-job': {
    files: [
      {
        sources: ['https://source.example.org/file'],
        destinations: ['https://destination.example.org/file'],
        source_tokens: ['one'],
        destination_tokens: ['two'],
        checksum: 'ADLER32:1a2b3c4d',
      },
    ],
    params: { overwrite: true },
  },
  'token-grant':
    'client_id=hub&grant_type=refresh_token&refresh_token=r&scope=openid+email+profile+eduperson_entitlement',
  'create-named-token': {
    name: 'n',
    type: { accessToken: {} },
    caveats: [{ type: 'interface', interface: 'rest' }],
  },
  'create-handle': { handleServiceId: 'hs', resourceType: 'Share', resourceId: 's', metadata: '<metadata/>' },
  'create-share': { name: 'share' },
  'subscribe-changes': '{}',
};

function request({ name, method, path, likelyPath = '', parameters, requestType, lanes, credential }: Operation): Sent {
  const given = (where: string) =>
    parameters.filter((one) => one.in === where && one.required).map((one) => [one.name, one.value ?? 'x'] as const);
  const query = given('query').map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const body = BODIES[name] ?? '';
  return {
    method,
    target: [(path ?? likelyPath).replaceAll(/\{\w+\}/g, 'x'), ...query].join('?'),
    headers: {
      ...Object.fromEntries(given('header')),
      ...(requestType && { 'Content-Type': requestType }),
      ...(credential?.header && { [credential.header]: 'hub-idp:[redacted:client-token]' }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    credential: lanes.at(-1) ?? 'none',
  };
}

function message({ name }: Operation): Sent {
  const { service } = loadContract('ticket-bridge', { namespace: NAMESPACE }) as WsdlContract;
  const operation = service.operations.get(name) as never;
  const body = encodeRequest(operation, VALUES[name as keyof typeof VALUES], { namespace: NAMESPACE });
  return { method: 'POST', target: '/NoAuth/bridge', headers: REQUEST_HEADERS, body, credential: 'none' };
}

/** A legal request of every documented operation. */
export const LAWFUL: Record<Interface, Record<string, Sent>> = Object.fromEntries(
  SERVED.map((of) => {
    const operations = [...loadContract(of).operations.values()];
    const requestOf = of === 'ticket-bridge' ? message : request;
    return [of, Object.fromEntries(operations.map((operation) => [operation.name, requestOf(operation)]))];
  }),
);

/** Returns a request that contradicts a statement; undefined if no way is known. */
export function spoil(of: Interface, statement: string, sent: Sent): Sent | undefined {
  if (statement === 'credential') return { ...sent, credential: 'none' };
  if (statement.startsWith('header-')) return withoutHeader(sent, statement.slice('header-'.length));
  if (statement === 'content-type') return { ...sent, headers: { ...sent.headers, 'Content-Type': 'text/plain' } };
  if (statement.startsWith('query-')) return { ...sent, target: sent.target.split('?')[0] ?? '' };
  if (of === 'ticket-bridge') return spoilMessage(statement, sent);
  if (statement === 'body') return { ...sent, body: '[1]' };
  if (sent.headers['Content-Type'] === 'application/x-www-form-urlencoded') return spoilForm(statement, sent);
  if (sent.body.startsWith('{'))
    return { ...sent, body: JSON.stringify(spoilMember(JSON.parse(sent.body), statement.split('/'))) };
  return undefined;
}

function withoutHeader(sent: Sent, name: string): Sent {
  return { ...sent, headers: Object.fromEntries(Object.entries(sent.headers).filter(([key]) => key !== name)) };
}

function spoilForm(member: string, sent: Sent): Sent {
  const form = new URLSearchParams(sent.body);
  form.delete(member);
  return { ...sent, body: form.toString() };
}

/** Replaces the value at a path with one of a type that is never documented. */
function spoilMember(json: unknown, [first, ...rest]: string[]): unknown {
  if (Array.isArray(json)) return json.map((item) => spoilMember(item, [first as string, ...rest]));
  const object = json as Record<string, unknown>;
  return { ...object, [first as string]: rest.length === 0 ? 17 : spoilMember(object[first as string], rest) };
}

const PART = /<(\w+) xsi:type="xsd:(\w+)">([^<]*)<\/\w+>/;

function spoilMessage(statement: string, sent: Sent): Sent | undefined {
  const edit = (change: (body: string) => string): Sent => ({ ...sent, body: change(sent.body) });
  switch (statement) {
    case 'envelope':
      return edit((body) =>
        body.replace('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
      );
    case 'media-type':
      return { ...sent, headers: { ...sent.headers, 'Content-Type': 'application/soap+xml; charset=utf-8' } };
    case 'soap-action':
      return { ...sent, headers: { ...sent.headers, SOAPAction: '"urn:something"' } };
    case 'namespace':
      return edit((body) => body.replace(NAMESPACE, 'urn:another'));
    case 'encoding-style':
      return edit((body) => body.replace(/ soap:encodingStyle="[^"]*"/, ''));
    case 'part-count':
      return edit((body) => body.replace(PART, '<$1 xsi:type="xsd:$2">$3</$1><$1 xsi:type="xsd:$2">$3</$1>'));
    case 'part-names':
      return edit((body) => body.replace(PART, '<Renamed xsi:type="xsd:$2">$3</Renamed>'));
    case 'part-order':
      return edit((body) =>
        body.replace(/(<(\w+) xsi:type="[^"]*">[^<]*<\/\2>)\s*(<(\w+) xsi:type="[^"]*">[^<]*<\/\4>)/, '$3$1'),
      );
    case 'other-parts':
      return edit((body) => body.replace(/<\/\w+:(?!Body|Envelope)\w+>/, '<More xsi:type="xsd:string">more</More>$&'));
    default:
      return edit((body) =>
        body.replace(
          new RegExp(`<${statement} xsi:type="xsd:\\w+">[^<]*`),
          `<${statement} xsi:type="xsd:dateTime">2026-01-01T00:00:00Z`,
        ),
      );
  }
}
