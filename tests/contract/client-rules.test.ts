/** What REST clients are held to, read from a description of the test's own: which operation a request is, and what each rule says of it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ClientContract, clientContract, type ReceivedRequest, type RuleFinding, type StatedRule } from '../../src/clients/contract.ts';
import { loadRestClientContract } from '../../src/clients/rest-rules.ts';
import { loadRestContract } from '../../src/contract/load.ts';
import { written } from './written.ts';

const answers = { responses: { '2XX': {} } };
const operation = (operationId: string, more: Record<string, unknown> = {}) => ({
  operationId,
  summary: operationId,
  'x-clause': `${operationId}.`,
  ...more,
  ...answers,
});
const inPath = (name: string, more = {}) => ({ name, in: 'path', required: true, ...more });
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
        properties: { names: { type: 'array', items: { type: 'string' } }, made: { type: 'object', properties: { at: { type: 'string' } } } },
      },
    },
    note: { type: ['string', 'null'] },
    kind: { const: 'order' },
    size: { type: 'integer' },
  },
};
const FORM = { properties: { grant: { const: 'refresh' }, scope: { const: 'b a' }, token: { type: 'string' } } };

const DESCRIPTION = {
  'x-client-credential': { clause: 'Every call is authenticated.', shown: 'a certificate or a token' },
  security: [{ certificate: [] }, { token: [] }],
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
    '/things/{id}/parts.v1': { get: operation('parts', { parameters: [inPath('id'), { name: 'page', in: 'query', required: true }] }) },
    '/things/all': { get: operation('all') },
    '/files/{path}': {
      get: operation('file', { parameters: [inPath('path', { 'x-segments': true })] }),
      put: operation('write', { security: [], parameters: [inPath('path', { 'x-segments': true })], requestBody: { content: { 'application/json': {} } } }),
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
const FILES = {
  'specs/transfer/openapi.yaml': DESCRIPTION,
  'specs/transfer/notes.yaml': 'x',
  'schemas/transfer/order.schema.json': { ...ORDER, record: 'transfer/order', direction: 'request' },
};

function contractOf(files: Record<string, unknown> = FILES): ClientContract {
  // Equal files are read once.
  const root = written({ 'schemas/transfer/README.md': randomUUID(), ...files });
  return loadRestClientContract('transfer', loadRestContract('transfer', undefined, root), root);
}

interface Asked extends Partial<Omit<ReceivedRequest, 'header' | 'body'>> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}
const asked = (method: string, target: string, { headers = {}, body = '', ...more }: Asked = {}): ReceivedRequest => ({
  method,
  target,
  header: (name) => headers[name.toLowerCase()],
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  truncated: false,
  credential: 'certificate',
  ...more,
});

describe('which operation a request is', () => {
  test.each<[string, string, string | undefined]>([
    ['GET', '/things', 'list'],
    ['GET', '/things?kind=a', 'list'],
    ['GET', '/things/', 'list'],
    ['GET', '//things//', 'list'],
    ['POST', '/things', 'order'],
    ['DELETE', '/things', undefined],
    ['GET', '/things/7', 'read'],
    ['GET', '/things/all', 'all'],
    ['PUT', '/things/all', 'store'],
    ['GET', '/things/7/8', undefined],
    ['GET', '/thing', undefined],
    ['GET', '/v1/things', undefined],
    ['GET', '/things/7/parts.v1', 'parts'],
    ['GET', '/things//7//parts.v1', 'parts'],
    ['GET', '/things/7/parts-v1', undefined],
    ['GET', '/files/a', 'file'],
    ['GET', '/files/a/b/c', 'file'],
    ['GET', '/files/a/b/?children', 'folder'],
    ['GET', '/files/a/b/?children=', 'folder'],
    ['GET', '/files/a?kids', 'file'],
    ['GET', '/files/a/b/', 'file'],
    ['GET', '/files/', undefined],
    ['GET', '', undefined],
    ['GET', '/', undefined],
    ['GET', '/jobs/7', undefined],
  ])('%s %s: %s', (method, target, name) => expect(contractOf().operationOf(asked(method, target))).toBe(name));

  test('is one of the service that it came to, where that is known', () => {
    const contract = contractOf({ ...FILES, 'specs/transfer/openapi.yaml': { ...DESCRIPTION, 'x-service': 'shop' } });
    expect(contract.operationOf(asked('GET', '/things', { service: 'shop' }))).toBe('list');
    expect(contract.operationOf(asked('GET', '/things', { service: 'bank' }))).toBeUndefined();
    expect(contract.operationOf(asked('GET', '/things'))).toBe('list');
  });

  test('the reading of one job has no path: it is recognised by the end of its address', () => {
    const pathItems = { one: { get: operation('job-status', { 'x-likely-path': '/jobs/{job_id}', parameters: [inPath('job_id')] }) } };
    const contract = contractOf({ ...FILES, 'specs/transfer/openapi.yaml': { ...DESCRIPTION, components: { pathItems } } });
    const of = (method: string, target: string) => contract.operationOf(asked(method, target));
    for (const target of ['/jobs/7', '/v2/jobs/7', '//jobs//7/', '/jobs/7?x=/jobs/']) expect(of('GET', target), target).toBe('job-status');
    for (const target of ['/jobs', '/jobs/', '/jobs/7/files', '/myjobs/7', '/x?/jobs/7']) expect(of('GET', target), target).toBeUndefined();
    expect(of('DELETE', '/jobs/7')).toBeUndefined();
    expect(of('GET', '/things/7')).toBe('read');
  });
});

/** What the rule of one row says. */
function said(row: string, request: ReceivedRequest, contract = contractOf()): RuleFinding | 'no such rule' {
  const [name = ''] = row.split('/');
  const rule = contract.rules.get(name)?.find((one) => one.row === `transfer/client/${row}`);
  return rule === undefined ? 'no such rule' : rule.judge(request);
}

describe('a client has to', () => {
  test('present a credential where the operation takes one', () => {
    const expected = 'a certificate or a token';
    expect(said('list/credential', asked('GET', '/things'))).toEqual({ held: true, expected, got: 'a certificate' });
    expect(said('list/credential', asked('GET', '/things', { credential: 'token' }))).toEqual({ held: true, expected, got: 'a token' });
    expect(said('list/credential', asked('GET', '/things', { credential: 'none' }))).toEqual({ held: false, expected, got: 'no credential' });
    expect(said('grant/credential', asked('POST', '/token'))).toBe('no such rule');
    const tokens = contractOf({
      ...FILES,
      'specs/transfer/openapi.yaml': { ...DESCRIPTION, 'x-client-credential': { clause: 'C.', shown: 'the header X-Token' }, security: [{ token: [] }] },
    });
    expect(said('list/credential', asked('GET', '/things'), tokens)).toEqual({
      held: false,
      expected: 'the header X-Token',
      got: 'a certificate',
    });
  });

  test('send a header whose value is documented', () => {
    const of = (headers: Record<string, string>) => said('folder/header-X-Version', asked('GET', '/files/a/?children', { headers }));
    expect(of({ 'x-version': '1.1' })).toEqual({ held: true, expected: 'X-Version: 1.1', got: '1.1' });
    expect(of({ 'x-version': '2' })).toEqual({ held: false, expected: 'X-Version: 1.1', got: '2' });
    expect(of({})).toEqual({ held: false, expected: 'X-Version: 1.1', got: 'no header X-Version' });
    expect(said('folder/header-X-Free', asked('GET', '/'))).toBe('no such rule');
    expect(said('folder/header-children', asked('GET', '/'))).toBe('no such rule');
  });

  test('send the media type where the document names it', () => {
    const of = (type?: string) => said('order/content-type', asked('POST', '/things', { headers: type === undefined ? {} : { 'content-type': type } }));
    for (const type of ['application/json', 'application/json; charset=utf-8', ' APPLICATION/JSON ;x'])
      expect(of(type), type).toMatchObject({ held: true, got: 'application/json' });
    expect(of('text/plain')).toEqual({ held: false, expected: 'Content-Type: application/json', got: 'text/plain' });
    expect(of()).toEqual({ held: false, expected: 'Content-Type: application/json', got: 'no Content-Type' });
    expect(said('grant/content-type', asked('POST', '/token', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }))).toMatchObject({
      held: true,
    });
    expect(said('store/content-type', asked('PUT', '/things/7'))).toBe('no such rule');
    expect(said('list/content-type', asked('GET', '/things'))).toBe('no such rule');
  });

  test('send the query that is required', () => {
    const of = (target: string) => said('parts/query-page', asked('GET', target));
    expect(of('/things/7/parts.v1?page=1')).toEqual({ held: true, expected: '?page=…', got: 'page=1' });
    expect(of('/things/7/parts.v1?page=')).toEqual({ held: false, expected: '?page=…', got: 'page=' });
    expect(of('/things/7/parts.v1')).toEqual({ held: false, expected: '?page=…', got: 'no query' });
    for (const row of ['list/query-kind', 'folder/query-children', 'parts/query-id']) expect(said(row, asked('GET', '/'))).toBe('no such rule');
  });
});

describe('a JSON body', () => {
  const of = (row: string, body: unknown) =>
    said(`order/${row}`, asked('POST', '/things', { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }));

  test('is an object', () => {
    const expected = 'a JSON object';
    expect(of('body', {})).toEqual({ held: true, expected, got: '{}' });
    expect(of('body', [1])).toEqual({ held: false, expected, got: '[1]' });
    expect(of('body', 'null')).toEqual({ held: false, expected, got: 'null' });
    for (const body of ['', '{', new Uint8Array([0x22, 0xff, 0x22])])
      expect(of('body', body)).toEqual({ held: false, expected, got: 'a body that is no JSON' });
    expect(said('order/body', asked('POST', '/things', { body: '{', truncated: true }))).toBeUndefined();
  });

  test('has the members that are required, of their types', () => {
    const expected = 'an array of objects';
    expect(of('parts', { parts: [{}], note: null })).toEqual({ held: true, expected, got: 'as documented', at: undefined });
    expect(of('parts', {})).toEqual({ held: false, expected, got: 'no member parts' });
    expect(of('parts', { parts: ['x'] })).toEqual({ held: false, expected, got: '["x"]', at: '/parts' });
    expect(of('parts', { parts: {} })).toEqual({ held: false, expected, got: '{}', at: '/parts' });
    expect(of('note', { note: 7 })).toEqual({ held: false, expected: 'a string or null', got: '7', at: '/note' });
    for (const body of ['', '[]', 'null', '7']) expect(of('parts', body), body).toBeUndefined();
  });

  test('may leave out the others, and what is in it beside them is free', () => {
    expect(of('size', {})).toBeUndefined();
    expect(of('size', { size: 1, more: true })).toMatchObject({ held: true });
    expect(of('size', { size: 1.5 })).toMatchObject({ held: false, got: '1.5', at: '/size' });
    expect(of('kind', { kind: 'other' })).toEqual({ held: false, expected: '"order"', got: '"other"', at: '/kind' });
    expect(of('size', '{"__proto__":{"size":"x"}}')).toBeUndefined();
  });

  test('is looked at in every element of an array', () => {
    expect(of('parts/names', { parts: [{ names: ['a'] }, {}, { names: [] }] })).toMatchObject({ held: true });
    expect(of('parts/names', { parts: [{ names: ['a'] }, 'x', null, { names: [7] }] })).toMatchObject({ held: false, got: '[7]', at: '/parts/3/names' });
    expect(of('parts/made/at', { parts: [{ made: { at: 1 } }] })).toMatchObject({ held: false, at: '/parts/0/made/at' });
    for (const parts of [[], [{}], 'text', null, [[{ names: 7 }]], { length: 1 }]) expect(of('parts/names', { parts }), JSON.stringify(parts)).toBeUndefined();
  });

  test('may be nested however deep', () => {
    const deep = `{"parts":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(of('parts/names', deep)).toBeUndefined();
    expect(of('parts', deep)).toMatchObject({ held: false, at: '/parts' });
  });

  test('whose description names no required members has all that it names', () => {
    const stored = (body: string) => said('store/a', asked('PUT', '/things/7', { body }));
    expect(stored('{"a":"x"}')).toMatchObject({ held: true });
    expect(stored('{}')).toMatchObject({ held: false, got: 'no member a' });
    expect(said('write/body', asked('PUT', '/files/a'))).toBe('no such rule');
  });
});

describe('a form', () => {
  const of = (member: string, body: string, more: Asked = {}) => said(`grant/${member}`, asked('POST', '/token', { body, ...more }));

  test('has each member, with the value that is documented', () => {
    expect(of('grant', 'grant=refresh')).toEqual({ held: true, expected: 'grant=refresh', got: 'refresh' });
    expect(of('grant', 'grant=password')).toEqual({ held: false, expected: 'grant=refresh', got: 'password' });
    expect(of('grant', 'grant=')).toEqual({ held: false, expected: 'grant=refresh', got: 'no grant' });
    expect(of('grant', '')).toEqual({ held: false, expected: 'grant=refresh', got: 'no grant' });
    expect(of('grant', '', { truncated: true })).toBeUndefined();
  });

  test('may have the words of a value in any order', () => {
    expect(of('scope', 'scope=a+b')).toEqual({ held: true, expected: 'scope=a b', got: 'a b' });
    expect(of('scope', 'scope=b%20a')).toMatchObject({ held: true });
    for (const wrong of ['a', 'a+b+c', 'ab']) expect(of('scope', `scope=${wrong}`), wrong).toMatchObject({ held: false });
  });

  test('may have any value where none is documented; it is not shown', () => {
    expect(of('token', 'token=secret')).toEqual({ held: true, expected: 'token=…', got: 'given' });
    expect(of('token', 'token=')).toMatchObject({ held: false, got: 'no token' });
  });
});

describe('the rows', () => {
  test('are one for each rule, then two of the interface', () => {
    const { requirements, rules, ...contract } = contractOf();
    const ids = [...rules.values()].flatMap((of) => of.map(({ row }) => row));
    expect([...requirements.keys()].sort()).toEqual([...ids, 'transfer/client/known-operation', 'transfer/gap/client-freedoms'].sort());
    expect([...rules.keys()]).toEqual([...contract.operations.keys()]);
    expect(rules.get('order')?.map(({ row, optional }) => [row.replace('transfer/client/order/', ''), optional])).toEqual([
      ['credential', false],
      ['content-type', false],
      ['body', false],
      ['parts', false],
      ['parts/names', true],
      ['parts/made', true],
      ['parts/made/at', true],
      ['note', false],
      ['kind', true],
      ['size', true],
    ]);
    expect(requirements.get('transfer/client/order/parts')).toEqual({
      id: 'transfer/client/order/parts',
      interface: 'transfer',
      operation: 'order',
      title: 'order: parts is an array of objects',
      clause: 'Parts.',
      basis: 'documented',
      judged: 'The body has parts: an array of objects.',
    });
    expect(requirements.get('transfer/client/order/parts/names')).toMatchObject({
      clause: 'POST with Content-Type application/json.',
      judged: 'Where the body has parts.names, it is an array of strings.',
    });
    expect(requirements.get('transfer/client/grant/scope')?.judged).toContain('b a; the order of words is free');
    expect(requirements.get('transfer/client/grant/token')?.judged).toContain('is not empty');
    expect(requirements.get('transfer/client/known-operation')).toMatchObject({ interface: 'transfer', basis: 'inferred' });
    expect(requirements.get('transfer/gap/client-freedoms')).toMatchObject({ interface: 'transfer', basis: 'gap' });
  });

  test('and the service make the digest', () => {
    const same = { ...FILES, 'schemas/transfer/README.md': 'x' };
    expect(contractOf(same).digest).toBe(contractOf(same).digest);
    const others = [{ 'x-service': 'shop' }, { security: [{ token: [] }] }].map((more) =>
      contractOf({ ...same, 'specs/transfer/openapi.yaml': { ...DESCRIPTION, ...more } }),
    );
    const body = contractOf({ ...same, 'schemas/transfer/order.schema.json': { ...ORDER, required: [], record: 'transfer/order', direction: 'request' } });
    expect(new Set([contractOf(same), ...others, body].map(({ digest }) => digest)).size).toBe(4);
  });

  test('of one id are stated once, with a separate basis if they have one', () => {
    const root = written(FILES);
    const server = loadRestContract('transfer', undefined, root);
    const stated: StatedRule = {
      operation: 'list',
      statement: 'x',
      title: 'X',
      clause: 'X.',
      judged: 'x',
      basis: 'standard',
      optional: true,
      judge: () => undefined,
    };
    const contract = clientContract('transfer', server, [stated, { ...stated, operation: 'nowhere' }], () => undefined);
    expect(contract.requirements.get('transfer/client/list/x')).toMatchObject({ basis: 'standard', title: 'X', clause: 'X.', judged: 'x' });
    expect(contract.rules.get('list')).toMatchObject([{ row: 'transfer/client/list/x', optional: true }]);
    expect(contract.rules.get('read')).toEqual([]);
    expect(contract.rules.has('nowhere')).toBe(false);
    expect([contract.records.size, contract.fills.size, contract.renamed]).toEqual([0, 0, server.renamed]);
    expect(() => clientContract('transfer', server, [stated, stated], () => undefined)).toThrow('transfer/client/list/x is stated twice');
  });
});
