/** A documented operation becomes a request, and its response an exchange that states its purpose. */
import type { Operation } from '../../../src/contract/types.ts';
import { made, paramsOf, setting } from '../../../src/engine/words/origins.ts';
import type { RequestOptions } from '../../../src/engine/words/types.ts';
import type { Origin, WireRequest } from '../../../src/wire/types.ts';
import { asker, parameter, requestOf } from '../asker.ts';
import { exchange } from '../exchanges.ts';

describe('the address', () => {
  const [id, path] = [parameter('id', 'path'), parameter('id', 'path', { segments: true })];
  test.each<[string, Partial<Operation>, string, string]>([
    [
      'a parameter in it is encoded',
      { path: '/jobs/{id}/files', parameters: [id] },
      'a/b c?d',
      '/jobs/a%2Fb%20c%3Fd/files',
    ],
    [
      'one that spans segments keeps its slashes',
      { path: '/cdmi/{id}', parameters: [path] },
      'a b/c?d',
      '/cdmi/a%20b/c%3Fd',
    ],
  ])('%s', async (_, operation, value, expected) =>
    expect((await requestOf(operation, { params: { id: made(value) } })).url).toBe(
      `https://t.example.org/api${expected}`,
    ),
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
});

test('a parameter of a recorded request, to send it again, has the same origin', () => {
  const origins = { 'params/id': [{ from: 'setting', name: 'JOB' }] } as const;
  expect(paramsOf(exchange({ params: { id: 'x' }, origins }))).toEqual({ id: setting('JOB', 'x') });
});

test.each([
  ['is followed again within the origin', 'https://t.example.org/new', 'follow'],
  ['to another origin is not', 'https://other.example.org/new', 'stop'],
])('a redirect of a read that is sent again with an invalid credential %s', async (_, final, redirects) => {
  const { request, outcome, startedAt, endedAt } = exchange();
  const sent: Pick<WireRequest, 'url' | 'redirects'>[] = [];
  const { ask: context } = asker({
    operation: READING,
    async send(one) {
      sent.push(one);
      const attempts = [{ url: final, startedAt, endedAt, timings: {}, outcome }];
      return { request: { ...request, url: one.url }, attempts, outcome, startedAt, endedAt };
    },
  });
  const read = await context.send('jobs', { params: { id: setting('JOB', 'my-secret') } });
  await context.again(read, { purpose: 'refusal' });
  expect(sent[1]).toMatchObject({ url: 'https://t.example.org/api/jobs/my-secret', redirects });
});
