/** An interface whose clients send orders, and requests of such clients. */
import { randomUUID } from 'node:crypto';
import { loadContract } from '../../../src/contract/contracts.ts';
import type { ClientContract, ReceivedRequest, RuleFact } from '../../../src/contract/types.ts';
import { written } from '../written.ts';

const answers = { responses: { '2XX': {} } };
export const operation = (operationId: string, more: Record<string, unknown> = {}) => ({
  operationId,
  summary: operationId,
  'x-clause': `${operationId}.`,
  ...more,
  ...answers,
});
export const inPath = (name: string, more = {}) => ({ name, in: 'path', required: true, ...more });
const json = (schema: unknown) => ({ requestBody: { content: { 'application/json': { schema } } } });

const ORDER = {
  type: 'object',
  required: ['parts', 'note'],
  properties: {
    parts: {
      type: 'array',
      clause: 'Parts.',
      items: {
        type: 'object',
        properties: {
          names: { type: 'array', items: { type: 'string' } },
          made: { type: 'object', properties: { at: { type: 'string' } } },
        },
      },
    },
    note: { type: ['string', 'null'] },
    kind: { const: 'order' },
    size: { type: 'integer' },
  },
};
const FORM = { properties: { grant: { const: 'refresh' }, scope: { const: 'b a' }, token: { type: 'string' } } };

export const DESCRIPTION = {
  'x-client-credential': { clause: 'Every call is authenticated.', shown: 'a certificate or a token' },
  security: [{ certificate: [] }, { token: [] }],
  info: { title: 'Shop' },
  paths: {
    '/things': {
      get: operation('list', { parameters: [{ name: 'kind', in: 'query' }] }),
      post: operation('order', {
        'x-clause': 'POST with Content-Type application/json.',
        'x-states-type': true,
        ...json({ $ref: '../../schemas/transfer/order.schema.json' }),
      }),
    },
    '/things/{id}': {
      get: operation('read', { parameters: [inPath('id')] }),
      put: operation('store', { ...json({ properties: { a: { type: 'string' }, b: {} } }) }),
    },
    '/things/{id}/parts.v1': {
      get: operation('parts', { parameters: [inPath('id'), { name: 'page', in: 'query', required: true }] }),
    },
    '/things/all': { get: operation('all') },
    '/files/{path}': {
      get: operation('file', { parameters: [inPath('path', { 'x-segments': true })] }),
      put: operation('write', {
        security: [],
        parameters: [inPath('path', { 'x-segments': true })],
        requestBody: { content: { 'application/json': {} } },
      }),
    },
    '/files/{path}/': {
      get: operation('folder', {
        parameters: [
          inPath('path', { 'x-segments': true }),
          { name: 'children', in: 'query', required: true, 'x-bare': true, schema: { const: '' } },
          { name: 'X-Version', in: 'header', schema: { const: '1.1' } },
          { name: 'X-Free', in: 'header' },
        ],
      }),
    },
    '/token': {
      post: operation('grant', {
        'x-clause': 'POST form-encoded.',
        'x-states-type': true,
        security: [],
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: FORM } } },
      }),
    },
  },
};
export const FILES = {
  'specs/transfer/openapi.yaml': DESCRIPTION,
  'specs/transfer/notes.yaml': 'x',
  'schemas/transfer/order.schema.json': { ...ORDER, record: 'transfer/order', direction: 'request' },
};

export function contractOf(files: Record<string, unknown> = FILES) {
  // Equal files would be read once.
  const root = written({ 'schemas/transfer/README.md': randomUUID(), ...files });
  return loadContract('transfer', { root }).clients?.() as ClientContract;
}

export interface Asked extends Partial<Omit<ReceivedRequest, 'header' | 'body'>> {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}
export const asked = (
  method: string,
  target: string,
  { headers = {}, body = '', ...more }: Asked = {},
): ReceivedRequest => ({
  method,
  target,
  header: (name) => headers[name.toLowerCase()],
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  truncated: false,
  credential: 'certificate',
  ...more,
});

/** Returns the finding of the rule of one requirement. */
export function said(
  requirement: string,
  request: ReceivedRequest,
  contract = contractOf(),
): RuleFact | 'no such rule' {
  const [name = ''] = requirement.split('/');
  const rule = contract.rules.get(name)?.find((one) => one.requirement === `transfer/client/${requirement}`);
  return rule === undefined ? 'no such rule' : rule.judge(request);
}
