import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataHubFaults } from '../../reference/data-hub/faults.ts';
import { createDataHubReference } from '../../reference/data-hub/index.ts';
import { dataHubHostile, dataHubVariants } from '../../reference/data-hub/variants.ts';
import { loadRestContract } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { headerOf, listen, send } from './client.ts';
import { clock, grant, namedToken, sent, sentAgain, urls } from './traffic.ts';
import { segments } from './trail.ts';
import { walk } from './walk.ts';

/** Kinds of content that cost little. */
const SMALL = ['empty', 'text', 'all-bytes', 'bom-crlf'];
const contract = loadRestContract('data-hub');
const SPECS = join(packageRoot(), 'specs', 'data-hub');
/** Globs over ids as `loses` is written: `*` stays within a segment, `**` does not. */
const globs = (patterns: readonly string[]): RegExp[] =>
  patterns.map((pattern) => {
    const parts = pattern
      .split(/(\*+)/)
      .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
    return new RegExp(`^${parts.join('')}$`);
  });

describe('the reference data hub', () => {
  test('answers every operation and contradicts nothing', async () => {
    const seen = await walk(createDataHubReference({ clock }));
    expect(seen.contradictions).toEqual([]);
    expect([...seen.answered].filter((operation) => contract.operations.has(operation)).sort()).toEqual(
      [...contract.operations.keys()].sort(),
    );
    const described = readdirSync(SPECS).map(
      (file) => readFileSync(join(SPECS, file), 'utf8').match(/^ +operationId: /gm)?.length ?? 0,
    );
    expect(contract.operations.size).toBe(described.reduce((sum, each) => sum + each));
  });

  test('gives the same answers to the same walk', async () => {
    const first = await walk(createDataHubReference({ clock }));
    const second = await walk(createDataHubReference({ clock }));
    expect(second.lines).toEqual(first.lines);
  });

  test('logs service, method and target of each request', async () => {
    const reference = createDataHubReference({ clock });
    await send(reference, 'zone', 'GET', '/api/v3/zone/user/handles?a=b');
    expect(reference.log).toEqual([{ service: 'zone', method: 'GET', path: '/api/v3/zone/user/handles?a=b' }]);
  });

  test('an access token of the identity provider expires', async () => {
    let now = clock();
    const reference = createDataHubReference({ clock: () => now });
    const settings = reference.settings(urls);
    const granted = await grant(reference, settings.DATA_HUB_AUTH_REFRESH_TOKEN);
    const headers = {
      'x-auth-token': `${settings.DATA_HUB_IDP_PREFIX}:${(granted.json as { access_token: string }).access_token}`,
    };
    const spaces = () => send(reference, 'zone', 'GET', '/api/v3/zone/user/effective_spaces/', { headers });
    expect((await spaces()).status).toBe(200);
    now += 301_000;
    expect((await spaces()).status).toBe(401);
  });

  test('a rotated refresh token is dead, the new one lives', async () => {
    const reference = createDataHubReference({ clock, variants: ['refresh-rotation'] });
    const old = reference.settings(urls).DATA_HUB_AUTH_REFRESH_TOKEN ?? '';
    const next = ((await grant(reference, old)).json as { refresh_token: string }).refresh_token;
    expect((await grant(reference, old)).json).toEqual({ error: 'invalid_grant' });
    expect((await grant(reference, next)).status).toBe(200);
  });

  test('speaks other path prefixes and another header when configured, and no longer the documented ones', async () => {
    const reference = createDataHubReference({
      clock,
      names: {
        header: 'X-Hub-Token',
        pathPrefixes: { '/api/v3/zone': '/api/v3/hubzone', '/api/v3/provider': '/api/v3/hubprovider' },
      },
    });
    const settings = reference.settings(urls);
    const granted = await grant(reference, settings.DATA_HUB_AUTH_REFRESH_TOKEN);
    const token = `${settings.DATA_HUB_IDP_PREFIX}:${(granted.json as { access_token: string }).access_token}`;
    const get = (path: string, header: string) =>
      send(reference, 'zone', 'GET', path, { headers: { [header]: token } });
    expect((await get('/api/v3/hubzone/user/effective_spaces/', 'x-hub-token')).status).toBe(200);
    expect((await get('/api/v3/hubzone/user/effective_spaces/', 'x-auth-token')).status).toBe(401);
    expect((await get('/api/v3/zone/user/effective_spaces/', 'x-hub-token')).status).toBe(404);
    const folder = segments(settings.DATA_HUB_SPACE_PATH ?? '');
    const lookup = await send(reference, 'provider', 'POST', `/api/v3/hubprovider/lookup-file-id/${folder}`, {
      headers: { 'x-hub-token': token },
    });
    expect(lookup.status).toBe(200);
  });

  test('keeps a large upload on disk, gives it back as it was, and removes it when it closes', async () => {
    const reference = createDataHubReference({ clock });
    const headers = await namedToken(reference);
    const block = Buffer.alloc(1024 * 1024, 'assay');
    const digest = createHash('sha256');
    async function* body() {
      for (let i = 0; i < 12; i += 1) {
        digest.update(block);
        yield block;
      }
    }
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('assay-data-hub-'));
    const before = folders();
    const path = `/cdmi/${segments(reference.settings(urls).DATA_HUB_SPACE_PATH ?? '')}/large`;
    const put = await send(reference, 'provider', 'PUT', path, {
      headers: { ...headers, 'x-cdmi-specification-version': '1.1.1' },
      stream: body(),
    });
    expect(put.status).toBe(201);
    const made = folders().filter((name) => !before.includes(name));
    expect(made.length).toBeGreaterThan(0);
    const response = await reference.provider({
      method: 'GET',
      target: path,
      headers,
      body: new Uint8Array(),
      peer: [],
    });
    expect(headerOf(response, 'content-length')).toBe(String(12 * 1024 * 1024));
    const back = createHash('sha256');
    if (response.body instanceof Uint8Array) throw new Error('a large file is held in memory');
    for await (const chunk of response.body(new AbortController().signal)) back.update(chunk);
    expect(back.digest('hex')).toBe(digest.digest('hex'));
    await reference.close();
    expect(folders().filter((name) => made.includes(name)).length).toBeLessThan(made.length);
  });

  test('a flood is 100 MB, and ends where its reader closes it', async () => {
    const reference = createDataHubReference({ clock, variants: ['stream-flood'] });
    const headers = await namedToken(reference);
    const target = `/api/v3/provider/changes/metadata/${reference.settings(urls).DATA_HUB_SPACE_ID}`;
    const response = await reference.provider({ method: 'POST', target, headers, body: Buffer.from('{}'), peer: [] });
    if (response.body instanceof Uint8Array) throw new Error('the stream is a complete body');
    const closing = new AbortController();
    let bytes = 0;
    for await (const chunk of response.body(closing.signal)) {
      bytes += chunk.length;
      if (bytes > 1_000_000) closing.abort();
    }
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(1_200_000);
    expect(reference.openStreams()).toBe(0);
  });

  test.each(dataHubHostile())('hard to bear: $title', async ({ id }) => {
    const clean = createDataHubReference({ clock });
    const hostile = createDataHubReference({ clock, variants: [id] });
    const target = id.startsWith('lists-') ? '/api/v3/zone/user/effective_spaces/' : undefined;
    if (target === undefined) {
      const stream = await listen(
        hostile,
        `/api/v3/provider/changes/metadata/${hostile.settings(urls).DATA_HUB_SPACE_ID}`,
        await namedToken(hostile),
      );
      expect(stream.status).toBe(200);
      await stream.close();
      expect(hostile.openStreams()).toBe(0);
      return;
    }
    const usual = await send(clean, 'zone', 'GET', target, { headers: await namedToken(clean) });
    const hard = await send(hostile, 'zone', 'GET', target, { headers: await namedToken(hostile) });
    expect(hard.status).toBe(200);
    expect(hard.bytes.length).toBeGreaterThan(usual.bytes.length);
  });

  test('a stream that its reader closes is forgotten', async () => {
    const reference = createDataHubReference({ clock, variants: ['stream-heartbeat-json'] });
    const stream = await listen(
      reference,
      `/api/v3/provider/changes/metadata/${reference.settings(urls).DATA_HUB_SPACE_ID}`,
      await namedToken(reference),
    );
    expect(reference.openStreams()).toBe(1);
    await stream.close();
    expect(reference.openStreams()).toBe(0);
  });

  test('CDMI removes what was written', async () => {
    const reference = createDataHubReference({ clock });
    const headers = { ...(await namedToken(reference)), 'x-cdmi-specification-version': '1.1.1' };
    const path = `/cdmi/${segments(reference.settings(urls).DATA_HUB_SPACE_PATH ?? '')}/mine`;
    await send(reference, 'provider', 'PUT', path, { headers, body: 'mine' });
    expect((await send(reference, 'provider', 'DELETE', path, { headers })).status).toBe(204);
    expect((await send(reference, 'provider', 'GET', path, { headers })).status).toBe(404);
  });

  test.each(['%zz', '%ff', '%'])('a path that cannot be decoded is refused: %s', async (path) => {
    const reference = createDataHubReference({ clock });
    expect(
      (await send(reference, 'provider', 'GET', `/cdmi/assay-space/${path}`, { headers: await namedToken(reference) }))
        .status,
    ).toBe(400);
  });
});

describe('faults of the reference data hub', () => {
  const faults = dataHubFaults();
  const judged = [...contract.requirements.values()].filter(
    ({ basis, excluded }) => basis !== 'gap' && excluded === undefined,
  );

  test('there are at least 230, each different', () => {
    expect(faults.length).toBeGreaterThanOrEqual(230);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  test('each names requirements of the contract, and the verdict that their basis gives', () => {
    const known = new Set(judged.map(({ id }) => id));
    const unknown = faults.flatMap(({ id, kills, also = [] }) =>
      [kills, ...also].filter((row) => !known.has(row)).map((row) => `${id}: ${row}`),
    );
    expect(unknown).toEqual([]);
    const wrong = faults.filter(
      ({ kills, verdict = 'fail' }) =>
        (contract.requirements.get(kills)?.basis === 'documented' ? 'fail' : 'warn') !== verdict,
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('each requirement that can be contradicted has one', () => {
    const killed = new Set(faults.map(({ kills }) => kills));
    expect(judged.map(({ id }) => id).filter((id) => !killed.has(id))).toEqual([]);
  });
});

describe('variants of the reference data hub', () => {
  const variants = dataHubVariants();

  test('there are at least 60, each different', () => {
    expect(variants.length).toBeGreaterThanOrEqual(60);
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  });

  test('each changes what is sent', async () => {
    const clean = { true: await sent({}, true), false: await sent({}, false) };
    const unseen: string[] = [];
    for (const { id } of variants) {
      const listening = id.startsWith('stream-');
      if ((await sent({ variants: [id] }, listening)) === clean[`${listening}`]) unseen.push(id);
    }
    // Some show only once a walk has left something behind, or with a name that it does not give.
    const plain = await sentAgain({});
    const alike = await Promise.all(unseen.map(async (id) => (await sentAgain({ variants: [id] })) === plain));
    expect(unseen.filter((_, at) => alike[at])).toEqual([]);
  });

  test('what they lose are requirements of the contract', () => {
    const ids = [...contract.requirements.keys()];
    const empty = variants.flatMap(({ id, loses = [] }) =>
      loses.filter((glob) => !ids.some((row) => globs([glob])[0]?.test(row))).map((glob) => `${id}: ${glob}`),
    );
    expect(empty).toEqual([]);
  });

  test.each(variants)('$id: $title', async ({ id, loses = [] }) => {
    const seen = await walk(createDataHubReference({ clock, variants: [id] }), SMALL);
    expect(seen.contradictions).toEqual([]);
    const lost = globs(loses);
    const missing = [...contract.operations.keys()].filter(
      (operation) => !seen.answered.has(operation) && !lost.some((glob) => glob.test(`data-hub/${operation}/answers`)),
    );
    expect(missing).toEqual([]);
  });
});
