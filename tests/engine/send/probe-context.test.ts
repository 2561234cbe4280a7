/** A documented operation becomes a request, and its response an exchange that states its purpose. */
import type { Operation } from '../../../src/contract/types.ts';
import { from, made, open, paramsOf, setting, text, type Value } from '../../../src/engine/words/origins.ts';
import type { RequestOptions } from '../../../src/engine/words/types.ts';
import type { Origin, Origins, WireRequest } from '../../../src/wire/types.ts';
import { asker, parameter, requestOf } from '../asker.ts';
import { exchange } from '../exchanges.ts';

describe('the address', () => {
  const [id, file] = [parameter('id', 'path'), parameter('file', 'path', { segments: true })];
  test.each<[string, Partial<Operation>, RequestOptions, string]>([
    [
      'a parameter in it is encoded',
      { path: '/jobs/{id}/files', parameters: [id] },
      { params: { id: made('a/b c?d') } },
      '/jobs/a%2Fb%20c%3Fd/files',
    ],
    [
      'one that spans segments keeps its slashes',
      { path: '/cdmi/{file}', parameters: [file] },
      { params: { file: made('a b/c?d') } },
      '/cdmi/a%20b/c%3Fd',
    ],
  ])('%s', async (_, operation, options, expected) =>
    expect((await requestOf(operation, options)).url).toBe(`https://t.example.org/api${expected}`),
  );

  test.each<[string, Partial<Operation>, RequestOptions, Record<string, string>, RegExp]>([
    [
      'a parameter is missing',
      { path: '/jobs/{id}' },
      {},
      { transfer: 'https://t.example.org' },
      /jobs was requested without id/,
    ],
    ['its service has no address', {}, {}, {}, /no address is configured for the transfer service of jobs/],

    [
      'there is no such credential',
      {},
      { credential: 'none' },
      { transfer: 'https://t.example.org' },
      /the lane certificate has no credential none/,
    ],
  ])('where %s nothing is sent', async (_, operation, options, services, message) => {
    const { ask: context, sent } = asker({ operation, services });
    await expect(context.send('jobs', options)).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });
});

const typed: Partial<Operation> = {
  method: 'PUT',
  requestType: 'application/cdmi-object',
  parameters: [
    parameter('X-Version', 'header', { value: '1.1' }),
    parameter('X-Other', 'header'),
    parameter('format', 'query', { value: 'json' }),
  ],
};
const bytes = new Uint8Array([1]);

test.each<[string, RequestOptions, [string, string][], WireRequest['body']]>([
  [
    'the type of JSON',
    { json: { a: 1 } },
    [
      ['X-Version', '1.1'],
      ['Content-Type', 'application/cdmi-object'],
    ],
    new TextEncoder().encode('{"a":1}'),
  ],
  [
    'those asked for go before documented ones',
    { body: bytes, headers: { 'content-type': 'text/plain', 'X-More': '2' } },
    [
      ['X-Version', '1.1'],
      ['content-type', 'text/plain'],
      ['X-More', '2'],
    ],
    bytes,
  ],
])('headers and body: %s', async (_, options, headers, body) => {
  const request = await requestOf(typed, options);
  expect([request.headers, request.body]).toEqual([headers, body]);
  expect('body' in request).toBe(body !== undefined);
});

const get = { method: 'GET' };
const post = { method: 'POST' };
test.each<[string, Partial<Operation>, RequestOptions, Partial<WireRequest>]>([
  [
    'a GET reads, may be asked twice and follows redirects',
    get,
    {},
    { method: 'GET', effect: 'read', repeatable: true, redirects: 'follow', priority: 3 },
  ],

  [
    'a try with an invalid credential counts, unless the service is down',
    get,
    { purpose: 'refusal' },
    { repeatable: 'when-unavailable', redirects: 'stop' },
  ],

  [
    'one that would create or remove is made once',
    post,
    { purpose: 'refusal' },
    { repeatable: false, redirects: 'stop' },
  ],

  [
    'clean-up is clean-up, and comes last',
    { ...post, creates: 'jobs' },
    { purpose: 'cleanup' },
    { effect: 'cleanup', priority: -1 },
  ],
])('what a request may do: %s', async (_, operation, options, expected) =>
  expect(await requestOf(operation, options)).toMatchObject(expected),
);

const READING = { path: '/jobs/{id}', parameters: [parameter('id', 'path')] };

describe('the exchange', () => {
  test('says what it was for; parameters are redacted', async () => {
    const { ask: context, recorded } = asker({ operation: READING });
    const ledger = { kind: 'jobs', name: 'x' };
    const asked = await context.send('jobs', {
      params: { id: setting('JOB', 'my-secret') },
      purpose: 'closing',
      ledger,
    });
    expect(asked).toMatchObject({
      id: 'e1',
      interface: 'transfer',
      lane: 'certificate',
      probe: 'lists',
      operation: 'jobs',
      service: 'transfer',
      purpose: 'closing',
      params: { id: 'my-*' },
      origins: { 'params/id': [{ from: 'setting', name: 'JOB' }] },
      label: '',
    });
    expect(recorded).toEqual([[asked, ledger]]);
  });

  const SOURCE = setting('SOURCE', 'davs://a.example.org/b');
  const FROM_SOURCE: Origin = { from: 'setting', name: 'SOURCE' };
  test.each<[string, RequestOptions, Origins, string?]>([
    [
      'members of JSON, which is sent with their texts',
      { json: { files: [{ sources: [SOURCE, 'b'], checksum: open('g', 'md5') }] } },
      { 'body/files/0/sources/0': [FROM_SOURCE], 'body/files/0/checksum': [{ from: 'gap', gap: 'g', value: 'md5' }] },
      '{"files":[{"sources":["davs://a.example.org/b","b"],"checksum":"md5"}]}',
    ],

    [
      'a text put together',
      { params: { id: text`${SOURCE}/${made('c')}/d` } },
      { 'params/id': [FROM_SOURCE, { from: 'assay' }] },
    ],
  ])('records where a value came from: %s', async (_, options, origins, body) => {
    const { ask: context, sent } = asker();
    expect((await context.send('jobs', options)).origins).toEqual(origins);
    expect(sent[0]?.body && Buffer.from(sent[0].body as Uint8Array).toString()).toBe(body);
  });

  test.each<[string, boolean, Origin]>([
    ['those of the settings', true, { from: 'setting', name: 'CA' }],
    ['those of the system, where the setting is not set', false, { from: 'gap', gap: 'authorities', setting: 'CA' }],
  ])(
    'records the settings of the connection and the credential, and the trusted authorities: %s',
    async (_, authorities, trust) => {
      const { ask: context } = asker({
        connection: { addresses: { transfer: 'URL', other: 'OTHER_URL' }, ca: 'CA', authorities },
      });
      context.addCredential('own', { name: 'own', settings: ['CERT', 'KEY'] });
      expect((await context.send('jobs', { credential: 'own' })).origins).toEqual({
        address: [{ from: 'setting', name: 'URL' }],
        authorities: [trust],
        credential: [
          { from: 'setting', name: 'CERT' },
          { from: 'setting', name: 'KEY' },
        ],
      });
    },
  );

  test('a value that an answer gave names its exchange and place, and what the answer is about', async () => {
    const { ask: context } = asker({ operation: READING });
    const plain = exchange({ id: 'e7' });
    const lookup = exchange({
      id: 'e8',
      params: { path: 'a' },
      origins: { 'params/path': [{ from: 'setting', name: 'PATH' }], address: [{ from: 'setting', name: 'URL' }] },
    });
    const creation = exchange({ ...lookup, id: 'e9', ledger: 'l1' });
    const onward = exchange({
      id: 'e10',
      params: { id: 'a' },
      origins: { 'params/id': [{ from: 'answer', exchange: 'e8', at: '/id', about: ['PATH'] }] },
    });
    const originOf = async (value: Value) =>
      (await context.send('jobs', { params: { id: value } })).origins?.['params/id'];
    expect(await originOf(from(plain, '/id', 'x'))).toEqual([{ from: 'answer', exchange: 'e7', at: '/id' }]);
    expect(await originOf(from(plain, 'the first text', 'x', true))).toEqual([
      { from: 'answer', exchange: 'e7', at: 'the first text', unsure: true },
    ]);
    expect(await originOf(from(lookup, '/id', 'x'))).toEqual([
      { from: 'answer', exchange: 'e8', at: '/id', about: ['PATH'] },
    ]);
    expect(await originOf(from(creation, '/id', 'x'))).toEqual([{ from: 'answer', exchange: 'e9', at: '/id' }]);
    expect(await originOf(from(onward, '/id', 'x'))).toEqual([
      { from: 'answer', exchange: 'e10', at: '/id', about: ['PATH'] },
    ]);
    const again = paramsOf(lookup).path as Value;
    expect([again.text, await originOf(again)]).toEqual(['a', [{ from: 'setting', name: 'PATH' }]]);
  });
});

/** It has the same values, and is redirected as it was. */
describe('a read that is sent again', () => {
  const ADDRESS = 'https://t.example.org/api';

  /** Returns the second request, if the response to the first one came from `final`. */
  async function again(final: string, options: RequestOptions = {}) {
    const { request, outcome, startedAt, endedAt } = exchange();
    const sent: Pick<WireRequest, 'url' | 'redirects'>[] = [];
    const { ask: context } = asker({
      operation: {
        path: '/jobs/{id}',
        parameters: [parameter('id', 'path'), parameter('vo', 'query', { required: false, wireName: 'v o' })],
      },
      async send({ url, redirects }) {
        sent.push({ url, redirects });
        return {
          request: { ...request, url },
          attempts: [{ url: final || url, startedAt, endedAt, timings: {}, outcome }],
          outcome,
          startedAt,
          endedAt,
        };
      },
    });
    const read = await context.send('jobs', { params: { id: setting('JOB', 'my-secret') } });
    const { params } = await context.again(read, options);
    return { ...sent[1], params };
  }

  test('it may have a further parameter', async () => {
    const { url } = await again('', { params: { vo: setting('VO', 'a b') } });
    expect(url).toBe(`${ADDRESS}/jobs/my-secret?v%20o=a%20b`);
  });

  test.each([
    ['is followed again within the origin', 'https://t.example.org/new', 'follow'],
    ['to another origin is not', 'https://other.example.org/new', 'stop'],
  ])('a redirect of the read %s, with an invalid credential', async (_, final, redirects) => {
    expect(await again(final, { purpose: 'refusal' })).toMatchObject({ url: `${ADDRESS}/jobs/my-secret`, redirects });
  });

  test('it is recorded with the same parameters, redacted', async () => {
    expect((await again('https://t.example.org/new', { params: { vo: setting('VO', 'secret') } })).params).toEqual({
      id: 'my-*',
      vo: '*',
    });
  });
});
