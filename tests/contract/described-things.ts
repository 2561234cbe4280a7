/** A small interface in files: descriptions, schemas and requirements. */
import { randomUUID } from 'node:crypto';
import { loadContract } from '../../src/contract/contracts.ts';
import type { Contract, Profile } from '../../src/contract/types.ts';
import { written } from './written.ts';

export const thing = {
  $id: 'urn:thing',
  title: 'thing object',
  record: 'transfer/thing',
  clause: 'A thing.',
  properties: {
    id: { type: 'string', clause: 'It has an id.' },
    secret: { type: 'string', only: 'token', clause: 'With tokens.' },
    state: { type: 'string', only: 'status' },
  },
};
const order = {
  ...thing,
  $id: 'urn:order',
  record: 'transfer/order',
  direction: 'request',
  properties: { id: thing.properties.id },
};
const made = {
  $id: 'urn:made',
  title: 'made',
  record: 'transfer/made',
  clause: 'What was made.',
  properties: { number: { type: 'integer', basis: 'inferred' } },
};

const answer = (schema: unknown) => ({ '2XX': { content: { 'application/json': { schema } } } });
const ref = (name: string) => ({ $ref: `../../schemas/transfer/${name}.schema.json` });

export const DESCRIPTION = {
  'x-service': 'workshop',
  'x-refused': {
    clause: 'Every call is authenticated.',
    kinds: { none: 'without credentials', odd: 'with an odd credential' },
  },
  security: [{ certificate: [] }, { token: [] }],
  info: { title: 'Shop' },
  paths: {
    '/things': {
      get: {
        operationId: 'list',
        summary: 'Listing of things',
        'x-clause': 'GET /things lists.',
        parameters: [
          { name: 'kind', in: 'query' },
          { name: 'X-Version', in: 'header', required: true, schema: { const: '1.1' } },
          { name: 'all', in: 'query', required: true, 'x-bare': true, schema: { type: 'string' } },
        ],
        responses: answer({ type: 'array', items: ref('thing') }),
      },
      post: {
        operationId: 'make',
        summary: 'Making of a thing',
        'x-clause': 'POST /things makes.',
        'x-creates': 'jobs',
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: ref('order') }, 'text/plain': {} } },
        responses: answer(ref('made')),
      },
    },
    '/things/{path}/parts': {
      delete: {
        operationId: 'drop',
        summary: 'Dropping',
        'x-clause': 'DELETE drops.',
        security: [],
        parameters: [{ name: 'path', in: 'path', required: true, 'x-segments': true }],
      },
    },
  },
  components: {
    securitySchemes: { token: { 'x-clause': 'A token in Authorization.' } },
    pathItems: {
      hidden: {
        get: {
          operationId: 'read',
          summary: 'Reading',
          'x-clause': 'Its path is left open.',
          responses: answer(ref('thing')),
        },
      },
      plain: {
        get: {
          operationId: 'count',
          summary: 'Counting',
          'x-clause': 'A count.',
          security: [],
          responses: answer({ type: 'object' }),
        },
      },
    },
  },
};

const FILES = {
  'specs/transfer/openapi.yaml': DESCRIPTION,
  'specs/transfer/requirements.yaml': [
    { id: 'transfer/list/sorted', predicate: 'is sorted', clause: 'Sorted.', operation: 'list' },
    { id: 'transfer/list/quick', predicate: 'is quick', clause: 'Quick.', basis: 'standard' },
  ],
  'specs/transfer/gaps.yaml': [{ id: 'transfer/gap/order', predicate: 'order is left open', clause: 'Left open.' }],
  'schemas/transfer/thing.schema.json': thing,
  'schemas/transfer/order.schema.json': order,
  'schemas/transfer/made.schema.json': made,
  'schemas/transfer/README.md': 'No schema.',
};
const contractOf = (files: Record<string, unknown> = {}, profile?: Profile) =>
  loadContract('transfer', { profile, root: written({ ...FILES, ...files }) });
/** Reads the contract again; equal files would be read once. */
export const readAnew = (files: Record<string, unknown> = {}, profile?: Profile) =>
  contractOf({ 'schemas/transfer/README.md': randomUUID(), ...files }, profile);

/** Returns the main members of requirements: id, basis, operation, lane, and the objects created. */
export const brief = (contract: Contract) =>
  [...contract.requirements.values()].map(({ id, basis, operation = '-', lane = '-', creates = '-' }) =>
    [id.replace('transfer/', ''), basis, operation, lane, creates].join(' '),
  );
