/** The embedded transfer service: each operation with both credentials, in-process and over TLS. */
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPki, type Pki } from '../../reference/pki/create-pki.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { type StartedTransferReference, startTransferReference } from '../../reference/transfer/start.ts';
import { badCredentials } from './bad-credentials.ts';
import { schemasWithShade } from './schemas-with-shade.ts';
import { bodyOf, credentialOf, parsed, walk } from './transfer-walk.ts';

let pki: Pki;
beforeAll(async () => {
  pki = await createPki();
});

const getter =
  (reference: ReturnType<typeof createTransferReference>, lane: 'certificate' | 'token') =>
  async (target: string, method = 'GET', body?: unknown) => {
    const credential = credentialOf(pki, lane);
    const headers = { ...credential.headers, 'content-type': 'application/json' };
    const response = await reference.handler({
      method,
      target,
      headers,
      body: body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)),
      peer: credential.peer,
    });
    return { status: response.status, json: parsed(await bodyOf(response)) as never };
  };
const PLAIN = {
  files: [{ sources: ['https://a.example.org/x'], destinations: ['root://b.example.org//y'] }],
  params: {},
};

describe.each(['certificate', 'token'] as const)('with a %s', (lane) => {
  it('answers every step of the walk with 200', async () => {
    const steps = await walk(pki, {}, {}, [lane]);
    expect(steps.map(({ what, status }) => ({ what, status })).filter(({ status }) => status !== 200)).toEqual([]);
    expect(steps).toHaveLength(33);
  });

  it('says who calls', async () => {
    const { json } = await getter(createTransferReference({ pki }), lane)('/whoami');
    const expected =
      lane === 'certificate'
        ? { method: 'certificate', user_dn: pki.user.dn, dn: [pki.user.dn, pki.vomsProxy.dn], voms_cred: pki.fqans }
        : {
            method: 'oauth2',
            oauth2_scope: 'openid storage.read:/ storage.modify:/',
            voms_cred: ['openid', 'storage.read:/', 'storage.modify:/'],
          };
    expect(json).toMatchObject(expected);
    expect('wlcg_profile' in json).toBe(lane === 'token');
  });

  it('moves a job through its states, and cancels', async () => {
    const reference = createTransferReference({ pki });
    const ask = getter(reference, lane);
    const { json } = await ask('/jobs', 'POST', PLAIN);
    const id = (json as { job_id: string }).job_id;
    const state = async () => ((await ask(`/jobs/${id}`)).json as { job_state: string }).job_state;
    expect(await state()).toBe('SUBMITTED');
    reference.advance(3 * 60_000);
    expect(await state()).toBe('ACTIVE');
    const second = ((await ask('/jobs', 'POST', PLAIN)).json as { job_id: string }).job_id;
    expect((await ask(`/jobs/${second}`, 'DELETE')).status).toBe(200);
    expect((await ask(`/jobs/${second}`)).json).toMatchObject({ job_state: 'CANCELED', cancel_job: true });
    reference.advance(20 * 60_000);
    expect((await ask(`/jobs/${id}`)).json).toMatchObject({
      job_state: 'FINISHED',
      source_se: 'https://a.example.org',
      dest_se: 'root://b.example.org',
      http_status: '200 Ok',
    });
    expect((await ask(`/jobs/${second}`)).json).toMatchObject({ job_state: 'CANCELED' });
  });

  it.each([
    ['no body', undefined],
    ['an array', []],
    ['no files', { params: {} }],
    ['files that are strings', { files: ['x'], params: {} }],
    ['sources that are no URLs', { files: [{ ...PLAIN.files[0], sources: ['x'] }] }],
    ['a checksum that is a number', { files: [{ ...PLAIN.files[0], checksum: 1 }] }],
    ['tokens that are no strings', { files: [{ ...PLAIN.files[0], source_tokens: [1] }] }],
    ['overwrite that is a string', { ...PLAIN, params: { overwrite: 'yes' } }],
  ])('refuses a submission with %s', async (_title, body) => {
    expect((await getter(createTransferReference({ pki }), lane)('/jobs', 'POST', body)).status).toBe(400);
  });
});

it('lists jobs of one organisation, and of several', async () => {
  const ask = getter(createTransferReference({ pki, jobs: 12 }), 'certificate');
  const all = (await ask('/jobs')).json as { vo_name: string; job_state: string; reason: string | null }[];
  const own = (await ask('/jobs?vo_name=assay')).json as typeof all;
  expect(all).toHaveLength(12);
  expect(own).toHaveLength(9);
  expect(new Set(own.map((job) => job.vo_name))).toEqual(new Set(['assay']));
  expect(new Set(all.map((job) => job.job_state))).toEqual(new Set(['FINISHED', 'FAILED', 'ACTIVE', 'SUBMITTED']));
  expect(all.every((job) => (job.job_state === 'FAILED') === (job.reason !== null))).toBe(true);
});

it('answers 404 to what is not there and 405 to what is not done', async () => {
  const ask = getter(createTransferReference({ pki }), 'token');
  expect((await ask('/nothing')).status).toBe(404);
  expect((await ask('/jobs/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await ask('/delegation/0000')).status).toBe(404);
  expect((await ask('/jobs', 'DELETE')).status).toBe(405);
});

it('lets no invalid credential in, and tells the kinds apart', async () => {
  const bad = await badCredentials(pki);
  const reference = createTransferReference({ pki });
  for (const [kind, credential] of Object.entries(bad)) {
    for (const [method, target] of [
      ['GET', '/whoami'],
      ['GET', '/jobs'],
      ['POST', '/jobs'],
      ['GET', '/nothing'],
    ] as const) {
      const response = await reference.handler({
        method,
        target,
        body: Buffer.from(JSON.stringify(PLAIN)),
        ...credential,
      });
      expect([401, 403], `${kind} ${method} ${target}`).toContain(response.status);
    }
    const known = kind === 'token-without-a-scheme' ? 'token-under-another-scheme' : kind;
    expect(reference.log.at(-1)?.credential, kind).toBe(known);
  }
  expect(reference.jobs.size).toBe(8);
});

it('takes the names of a deployment instead of the document', async () => {
  const names = {
    paths: { '/jobs': '/v2/transfers', '/whoami': '/v2/me' },
    tokenHeader: { name: 'X-Access', scheme: '' },
  };
  const reference = createTransferReference({ pki, names });
  const ask = async (target: string) =>
    (
      await reference.handler({
        method: 'GET',
        target,
        headers: { 'x-access': pki.token },
        body: new Uint8Array(),
        peer: [],
      })
    ).status;
  const first = [...reference.jobs.keys()][0];
  expect(reference.statusPath).toBe('/v2/transfers/{job_id}');
  expect([await ask('/v2/me'), await ask('/v2/transfers?vo_name=assay'), await ask(`/v2/transfers/${first}`)]).toEqual([
    200, 200, 200,
  ]);
  expect([await ask('/whoami'), await ask('/jobs'), await ask(`/jobs/${first}`)]).toEqual([404, 404, 404]);
  const bearer = await reference.handler({
    method: 'GET',
    target: '/v2/me',
    ...credentialOf(pki, 'token'),
    body: new Uint8Array(),
  });
  expect(bearer.status).toBe(401);
});

it('fills a property that was added to a schema from its examples', async () => {
  await schemasWithShade(async (dir) => {
    const { json } = await getter(createTransferReference({ pki, schemasDir: dir }), 'token')('/jobs');
    expect((json as { shade: string }[]).map((job) => job.shade)).toEqual(Array(8).fill('grey'));
  });
});

describe('over TLS', () => {
  let started: StartedTransferReference;
  beforeAll(async () => {
    started = await startTransferReference();
  });
  afterAll(() => started.close());

  const get = (
    target: string,
    options: { cert?: string; key?: string; token?: string; version?: 'TLSv1.2' | 'TLSv1.3' },
  ) =>
    new Promise<{ status: number; json: unknown }>((resolve, reject) => {
      const { token, version, ...credential } = options;
      const outgoing = request(
        `${started.url}${target}`,
        {
          ...credential,
          ca: pki.ca,
          agent: false,
          ...(version && { minVersion: version, maxVersion: version }),
          headers: token ? { authorization: `Bearer ${token}` } : {},
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, json: parsed(text) }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'sees the whole chain with %s, connection after connection',
    async (version) => {
      for (let i = 0; i < 3; i++) {
        expect(await get('/whoami', { ...pki.vomsProxy, version })).toMatchObject({
          status: 200,
          json: { dn: [pki.user.dn, pki.vomsProxy.dn], voms_cred: pki.fqans },
        });
      }
      expect(await get('/whoami', { ...pki.user, version })).toMatchObject({
        status: 200,
        json: { dn: [pki.user.dn] },
      });
      expect(await get('/whoami', { ...pki.proxy, version })).toMatchObject({
        status: 200,
        json: { dn: [pki.user.dn, pki.proxy.dn] },
      });
    },
  );

  it('takes a token without a certificate, and refuses a request with neither', async () => {
    expect(await get('/whoami', { token: pki.token })).toMatchObject({ status: 200, json: { method: 'oauth2' } });
    expect(await get('/whoami', {})).toMatchObject({ status: 401 });
  });

  it('refuses the chain of a stranger', async () => {
    expect(await get('/whoami', pki.foreign.proxy)).toMatchObject({ status: 403 });
    expect(started.reference.log.at(-1)?.credential).toBe('foreign-certificate');
  });

  it('tells the settings, and its files are for their owner alone', async () => {
    expect(Object.keys(started.env).sort()).toEqual(
      [
        'CA',
        'CERT',
        'CHECKSUM',
        'DESTINATION',
        'DESTINATION_2',
        'DESTINATION_TOKEN',
        'JOB_STATUS_PATH',
        'SOURCE',
        'SOURCE_2',
        'SOURCE_TOKEN',
        'TOKEN',
        'URL',
        'VO',
      ].map((name) => `TRANSFER_${name}`),
    );
    expect((await stat(started.env.TRANSFER_CERT ?? '')).mode & 0o777).toBe(0o600);
    expect(derChain(await readFile(started.env.TRANSFER_CERT ?? '', 'utf8'))).toHaveLength(2);
  });
});
