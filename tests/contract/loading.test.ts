/** What a description, a schema and rows give: operations, requirements with what they are held against, in the words of a profile. */
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadRestContract } from '../../src/contract/load.ts';
import type { Profile } from '../../src/contract/profile.ts';
import type { Contract } from '../../src/contract/types.ts';
import { written } from './written.ts';

const thing = {
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
const order = { ...thing, $id: 'urn:order', record: 'transfer/order', direction: 'request', properties: { id: thing.properties.id } };
const made = {
  $id: 'urn:made',
  title: 'made',
  record: 'transfer/made',
  clause: 'What was made.',
  properties: { number: { type: 'integer', basis: 'inferred' } },
};

const answer = (schema: unknown) => ({ '2XX': { content: { 'application/json': { schema } } } });
const ref = (name: string) => ({ $ref: `../../schemas/transfer/${name}.schema.json` });

const DESCRIPTION = {
  'x-service': 'workshop',
  'x-refused': { clause: 'Every call is authenticated.', kinds: { none: 'without credentials', odd: 'with an odd credential' } },
  security: [{ certificate: [] }, { token: [] }],
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
      hidden: { get: { operationId: 'read', summary: 'Reading', 'x-clause': 'Its path is not shown.', responses: answer(ref('thing')) } },
      plain: { get: { operationId: 'count', summary: 'Counting', 'x-clause': 'A count.', security: [], responses: answer({ type: 'object' }) } },
    },
  },
};

const FILES = {
  'specs/transfer/openapi.yaml': DESCRIPTION,
  'specs/transfer/requirements.yaml': [
    { id: 'transfer/list/sorted', title: 'sorted', clause: 'Sorted.', operation: 'list' },
    { id: 'transfer/list/quick', title: 'quick', clause: 'Quick.', basis: 'standard' },
  ],
  'specs/transfer/gaps.yaml': [{ id: 'transfer/gap/order', title: 'order', clause: 'Not shown.' }],
  'schemas/transfer/thing.schema.json': thing,
  'schemas/transfer/order.schema.json': order,
  'schemas/transfer/made.schema.json': made,
  'schemas/transfer/README.md': 'No schema.',
};
const contractOf = (files: Readonly<Record<string, unknown>> = {}, profile?: Profile): Contract =>
  loadRestContract('transfer', profile, written({ ...FILES, ...files }));
/** As it is read anew: equal files are read once. */
const readAnew = (files: Readonly<Record<string, unknown>> = {}, profile?: Profile): Contract =>
  contractOf({ 'schemas/transfer/README.md': randomUUID(), ...files }, profile);

/** Rows in brief: id, basis, operation, lane, what it creates. */
const brief = (contract: Contract): string[] =>
  [...contract.requirements.values()].map(({ id, basis, operation = '-', lane = '-', creates = '-' }) =>
    [id.replace('transfer/', ''), basis, operation, lane, creates].join(' '),
  );

describe('a description', () => {
  test('gives operations with all that it says of them', () => {
    const common = { interface: 'transfer', service: 'workshop', parameters: [] };
    expect([...readAnew().operations.values()]).toStrictEqual([
      {
        ...common,
        name: 'list',
        title: 'Listing of things',
        clause: 'GET /things lists.',
        method: 'GET',
        path: '/things',
        lanes: ['certificate', 'token'],
        parameters: [
          { name: 'kind', in: 'query', required: false },
          { name: 'X-Version', in: 'header', required: true, value: '1.1' },
          { name: 'all', in: 'query', required: true, bare: true },
        ],
      },
      {
        ...common,
        name: 'make',
        title: 'Making of a thing',
        clause: 'POST /things makes.',
        method: 'POST',
        path: '/things',
        lanes: ['token'],
        requestType: 'application/json',
        creates: 'jobs',
      },
      {
        ...common,
        name: 'drop',
        title: 'Dropping',
        clause: 'DELETE drops.',
        method: 'DELETE',
        path: '/things/{path}/parts',
        lanes: [],
        parameters: [{ name: 'path', in: 'path', required: true, segments: true }],
      },
      { ...common, name: 'read', title: 'Reading', clause: 'Its path is not shown.', method: 'GET', lanes: ['certificate', 'token'] },
      { ...common, name: 'count', title: 'Counting', clause: 'A count.', method: 'GET', lanes: [] },
    ]);
  });

  test('gives a row for each statement, and a gap for each status code', () => {
    expect(brief(readAnew())).toEqual([
      'list/answers-certificate documented list certificate -',
      'list/answers-token documented list token -',
      'list/returns-json-array documented list - -',
      'list/refuses/none documented list - -',
      'list/refuses/odd documented list - -',
      'gap/list-status gap list - -',
      'make/answers documented make - jobs',
      'make/returns-json-object documented make - jobs',
      'make/refuses/none documented make - jobs',
      'make/refuses/odd documented make - jobs',
      'gap/make-status gap make - -',
      'drop/answers documented drop - -',
      'gap/drop-status gap drop - -',
      'read/answers-certificate documented read certificate -',
      'read/answers-token documented read token -',
      'read/returns-json-object documented read - -',
      'read/refuses/none documented read - -',
      'read/refuses/odd documented read - -',
      'gap/read-status gap read - -',
      'count/answers documented count - -',
      'count/returns-json-object documented count - -',
      'gap/count-status gap count - -',
      // Of schemas in the order of their names; a record is reported under the first operation that answers with it.
      'made/number inferred make - jobs',
      'thing/id documented list - -',
      'thing/secret documented list token -',
      'thing/secret/only-with-token documented list certificate -',
      'thing/state documented list - -',
      'thing/state/only-with-status documented list - -',
      'list/sorted documented list - -',
      'list/quick standard - - -',
      'gap/order gap - - -',
    ]);
  });

  test('rows have titles, clauses and judgements', () => {
    const { requirements } = readAnew();
    const words = (id: string) => {
      const { title, clause, judged = '' } = requirements.get(`transfer/${id}`) ?? {};
      return [title, clause, judged];
    };
    const answers = expect.stringContaining('succeeds (2xx)');
    expect(words('list/answers-certificate')).toEqual(['Listing of things succeeds with a certificate', 'GET /things lists.', answers]);
    expect(words('list/answers-token')).toEqual(['Listing of things succeeds with a token', 'GET /things lists. A token in Authorization.', answers]);
    expect(words('make/answers')).toEqual(['Making of a thing succeeds', 'POST /things makes.', answers]);
    expect(words('list/returns-json-array')).toEqual([
      'Listing of things returns a JSON array of objects',
      'GET /things lists.',
      'The body is JSON: an array of objects.',
    ]);
    expect(words('make/returns-json-object')).toEqual(['Making of a thing returns a JSON object', 'POST /things makes.', 'The body is JSON: an object.']);
    expect(words('list/refuses/odd')).toEqual([
      'Listing of things refuses a request with an odd credential',
      'Every call is authenticated.',
      expect.stringContaining('is sent with an odd credential;'),
    ]);
    expect(words('gap/list-status')).toEqual(['status code of listing of things', 'Errors: HTTP status codes are not shown.', '']);
    expect(words('thing/id')).toEqual(['id is a string', 'It has an id.', 'In the record of every response: a string.']);
    expect(words('thing/secret/only-with-token')).toEqual([
      'secret is there only with token',
      'With tokens.',
      'The member is absent from the record in every response.',
    ]);
  });

  test('that says little gives little', () => {
    const list = { content: { 'application/json': { schema: { type: 'array' } } } };
    const two = {
      security: [{ one: [] }, { two: [] }],
      paths: { '/a': { get: { operationId: 'a', summary: 'A', 'x-clause': 'A.', responses: { '2XX': list } } } },
    };
    for (const components of [{}, { components: {} }, { components: { securitySchemes: {} } }, { components: { securitySchemes: { two: {} } } }]) {
      const { requirements } = loadRestContract(
        'transfer',
        undefined,
        written({ 'specs/transfer/openapi.yaml': { ...two, ...components }, 'schemas/transfer/x': '' }),
      );
      expect([...requirements.keys()]).toEqual(
        ['answers-one', 'answers-two', 'returns-json-array'].map((what) => `transfer/a/${what}`).concat('transfer/gap/a-status'),
      );
      expect(requirements.get('transfer/a/answers-two')?.clause).toBe('A.');
    }
    const bare = { paths: { '/a': { get: { operationId: 'a', summary: 'A', 'x-clause': 'A.' } } } };
    const plain = loadRestContract('transfer', undefined, written({ 'specs/transfer/openapi.yaml': bare, 'schemas/transfer/x': '' }));
    expect(plain.operations.get('a')).toMatchObject({ service: 'transfer', lanes: [], parameters: [] });
    expect(brief(plain)).toEqual(['a/answers documented a - -', 'gap/a-status gap a - -']);
    const empty = loadRestContract(
      'transfer',
      undefined,
      written({ 'specs/transfer/openapi.yaml': {}, 'specs/transfer/gaps.yaml': '', 'schemas/transfer/x': '' }),
    );
    expect([empty.operations.size, empty.requirements.size]).toEqual([0, 0]);
  });

  test('may be several files; a lane is one of any of them', () => {
    const second = { security: [{ badge: [] }], paths: { '/b': { get: { operationId: 'b', summary: 'B', 'x-clause': 'B.' } } } };
    const both = readAnew({ 'specs/transfer/b.openapi.yaml': second, 'specs/transfer/notes.yaml': { paths: { '/c': {} } } });
    expect([...both.operations.keys()]).toEqual(['b', 'list', 'make', 'drop', 'read', 'count']);
    expect(both.operations.get('b')).toMatchObject({ service: 'transfer', lanes: ['badge'] });
  });
});

test('where there is one lane only, what is forbidden elsewhere belongs to none', () => {
  const { requirements } = readAnew({ 'specs/transfer/openapi.yaml': { ...DESCRIPTION, security: [{ token: [] }] } });
  expect(requirements.get('transfer/thing/secret')).toMatchObject({ lane: 'token' });
  expect(requirements.get('transfer/thing/secret/only-with-token')).not.toHaveProperty('lane');
});

test.each([
  ['in a list of rows', { 'specs/transfer/gaps.yaml': [{ id: 'transfer/list/sorted', title: 'x', clause: 'x' }] }],
  ['by a schema and a row', { 'specs/transfer/gaps.yaml': [{ id: 'transfer/thing/id', title: 'x', clause: 'x' }] }],
  ['by two schemas', { 'schemas/transfer/again.schema.json': thing }],
  ['by two descriptions', { 'specs/transfer/again.openapi.yaml': DESCRIPTION }],
])('a requirement that is stated twice %s stops the loading', (_, files) => {
  expect(() => readAnew(files)).toThrow(/^specs\/transfer: the requirement transfer\/\S+ is stated twice\.$/);
});

describe('the same text', () => {
  test('is the same contract, wherever it lies', () => {
    const [one, other] = [written(FILES), written({})];
    cpSync(one, other, { recursive: true });
    const contract = loadRestContract('transfer', undefined, one);
    expect(loadRestContract('transfer', undefined, other)).toBe(contract);
    expect(contract.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['a description', { 'specs/transfer/openapi.yaml': { ...DESCRIPTION, 'x-service': 'other' } }],
    ['a row', { 'specs/transfer/requirements.yaml': [] }],
    ['a gap', { 'specs/transfer/gaps.yaml': [] }],
    ['a schema', { 'schemas/transfer/made.schema.json': { ...made, title: 'other' } }],
    ['a file more', { 'schemas/transfer/more.schema.json': { ...order, record: 'transfer/more' } }],
  ])('with %s changed is another', (_, files) => {
    expect(contractOf(files).digest).not.toBe(contractOf().digest);
  });

  test('with another profile is another', () => {
    const [none, one, other] = [undefined, 'one', 'other'].map((digest) => digest && { name: 'p', digest, names: new Map(), fills: new Map() });
    const digests = [none, one, other].map((profile) => contractOf({}, profile as Profile).digest);
    expect(new Set(digests).size).toBe(3);
    expect(contractOf({}, one as Profile)).toBe(contractOf({}, one as Profile));
    expect(contractOf({}, one as Profile).profile).toEqual({ name: 'p', digest: 'one' });
    expect(contractOf()).not.toHaveProperty('profile');
  });
});

describe('a profile', () => {
  const paths = (names: Readonly<Record<string, string>>): (string | undefined)[] => {
    const profile = { name: 'p', digest: JSON.stringify(names), names: new Map(Object.entries(names)), fills: new Map() };
    return [...readAnew({}, profile).operations.values()].map(({ path }) => path).slice(1, 4);
  };
  test.each<[string, Readonly<Record<string, string>>, readonly [string, string]]>([
    ['the whole path, or what it begins with', { '/things': '/v2/t' }, ['/v2/t', '/v2/t/{path}/parts']],
    ['only whole segments', { '/thing': '/x', '/thin': '/y' }, ['/things', '/things/{path}/parts']],
    ['with the longest that fits', { '/things': '/v2', '/things/{path}': '/v3/{path}', '/': '/z/' }, ['/v2', '/v3/{path}/parts']],
    ['whichever stands first', { '/things/{path}': '/v3/{path}', '/things': '/v2' }, ['/v2', '/v3/{path}/parts']],
    ['everything below a folder', { '/': '/gate/' }, ['/gate/things', '/gate/things/{path}/parts']],
    ['a folder of it', { '/things/': '/t/' }, ['/things', '/t/{path}/parts']],
    ['nothing in the middle', { '/parts': '/x', things: 'x' }, ['/things', '/things/{path}/parts']],
  ])('renames %s', (_, names, renamed) => {
    expect(paths(names)).toEqual([...renamed, undefined]);
  });

  test('fills the gaps of the interface; its names are reported', () => {
    const profile = {
      name: 'p',
      digest: 'fills',
      names: new Map([['X-Version', 'X-V']]),
      fills: new Map([
        ['transfer/gap/order', 1],
        ['data-hub/gap/x', 2],
      ]),
    };
    const contract = readAnew({}, profile);
    expect(contract.fills).toEqual(new Map([['transfer/gap/order', 1]]));
    expect(contract.renamed).toEqual(new Map([['X-Version', 'X-V']]));
    expect(readAnew().renamed).toEqual(new Map());
    expect(() => readAnew({}, { ...profile, digest: 'wrong', fills: new Map([['transfer/gap/list', 1]]) })).toThrow('fills transfer/gap/list, which is no gap');
  });
});
