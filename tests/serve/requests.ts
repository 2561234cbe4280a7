/** Legal requests, one per operation, and changes of them that each contradict one documented statement. */

import { loadContract } from '../../src/contract/contracts.ts';
import type { Interface } from '../../src/contract/types.ts';
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

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TOKEN = { 'X-Auth-Token': 'token-of-a-client' };
const CDMI = { 'X-CDMI-Specification-Version': '1.1.1' };
const SUBMISSION = {
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
};

function request(method: string, target: string, more: Partial<Sent> = {}): Sent {
  return { method, target, headers: {}, body: '', credential: 'certificate', ...more };
}

function hub(method: string, target: string, headers: Record<string, string> = {}, body: unknown = ''): Sent {
  return request(method, target, {
    headers: { ...TOKEN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    credential: 'token',
  });
}

/** Returns the reads of the data hub that need no values, from the contract. */
function plainReads(): Record<string, Sent> {
  const plain = [...loadContract('data-hub').operations.values()].filter(
    ({ method, parameters }) => method === 'GET' && parameters.length === 0,
  );
  return Object.fromEntries(plain.map(({ name, path = '' }) => [name, hub('GET', path)]));
}

function bridge(operation: keyof typeof VALUES): Sent {
  const { service } = loadContract('ticket-bridge', { namespace: NAMESPACE }) as WsdlContract;
  const body = encodeRequest(service.operations.get(operation) as never, VALUES[operation], { namespace: NAMESPACE });
  return request('POST', '/NoAuth/bridge', { headers: REQUEST_HEADERS, body, credential: 'none' });
}

/** A legal request of every documented operation. */
export const LAWFUL: Record<Interface, Record<string, Sent>> = {
  'ticket-bridge': {
    TicketCreate: bridge('TicketCreate'),
    TicketModify: bridge('TicketModify'),
    AddTicketAttachment: bridge('AddTicketAttachment'),
  },
  transfer: {
    identity: request('GET', '/whoami'),
    'list-jobs': request('GET', '/jobs?vo_name=assay', { credential: 'token' }),
    'submit-job': request('POST', '/jobs', { headers: JSON_TYPE, body: JSON.stringify(SUBMISSION) }),
    'cancel-job': request('DELETE', '/jobs/c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b'),
    delegation: request('GET', '/delegation/1a2b3c'),
    'job-status': request('GET', '//jobs/c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b'),
  },
  'data-hub': {
    ...plainReads(),
    'token-grant': request('POST', '/auth/realms/hub/protocol/openid-connect/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'client_id=hub&grant_type=refresh_token&refresh_token=r&scope=openid+email+profile+eduperson_entitlement',
      credential: 'none',
    }),
    'create-named-token': hub('POST', '/api/v3/zone/user/tokens/named', JSON_TYPE, {
      name: 'n',
      type: { accessToken: {} },
      caveats: [{ type: 'interface', interface: 'rest' }],
    }),
    'list-handle-services': hub('GET', '/api/v3/zone/user/handle_services'),
    'get-handle-service': hub('GET', '/api/v3/zone/user/handle_services/hs'),
    'list-spaces': hub('GET', '/api/v3/zone/user/effective_spaces/'),
    'get-space': hub('GET', '/api/v3/zone/spaces/s'),
    'get-share': hub('GET', '/api/v3/zone/shares/s'),
    'create-handle': hub('POST', '/api/v3/zone/user/handles', JSON_TYPE, {
      handleServiceId: 'hs',
      resourceType: 'Share',
      resourceId: 's',
      metadata: '<metadata/>',
    }),
    'list-handles': hub('GET', '/api/v3/zone/user/handles'),
    'get-handle': hub('GET', '/api/v3/zone/user/handles/h'),
    'cdmi-list': hub('GET', '/cdmi/space/folder/?children', CDMI),
    'cdmi-read': hub('GET', '/cdmi/space/file.txt'),
    'cdmi-write': hub('PUT', '/cdmi/space/file.txt', CDMI, 'content'),
    'lookup-file-id': hub('POST', '/api/v3/provider/lookup-file-id/space/folder'),
    'list-children': hub('GET', '/api/v3/provider/data/d/children'),
    'read-content': hub('GET', '/api/v3/provider/data/f/content'),
    'upload-file': hub(
      'POST',
      '/api/v3/provider/data/d/children?name=file.txt',
      { 'Content-Type': 'application/octet-stream' },
      'content',
    ),
    'list-files': hub('GET', '/api/v3/provider/files/space%2Ffolder/'),
    'create-share': hub('POST', '/api/v3/provider/shares-id/d', JSON_TYPE, { name: 'share' }),
    'subscribe-changes': hub('POST', '/api/v3/provider/changes/metadata/s', JSON_TYPE, '{}'),
  },
};

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
    default:
      return edit((body) =>
        body.replace(
          new RegExp(`<${statement} xsi:type="xsd:\\w+">[^<]*`),
          `<${statement} xsi:type="xsd:dateTime">2026-01-01T00:00:00Z`,
        ),
      );
  }
}
