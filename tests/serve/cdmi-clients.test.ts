import { alarms, resultOf } from '../verdicts.ts';
import { type Answer, asking as askingWith, type Settings, served } from './served.ts';

type Ask = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  more?: {
    type?: string;
    body?: unknown;
    version?: string;
    service?: 'PROVIDER' | 'ZONE';
  },
) => Promise<Answer>;

/**
 * Serves the data hub to a client; paths begin in a directory of a space. Returns the deviations, and the operation
 * assigned to each request.
 */
async function asking(
  client: (ask: Ask, folder: string, settings: Settings) => Promise<void>,
  options: Parameters<typeof served>[2] = {},
) {
  const filed: string[] = [];
  const results = await served(
    ['data-hub'],
    async (settings, further) => {
      const send = askingWith(settings.DATA_HUB_CA);
      const ask: Ask = (method, path, { type, body, version = '1.1.1', service = 'PROVIDER' } = {}) =>
        send(method, `${settings[`DATA_HUB_${service}_URL`]}${path}`, {
          headers: {
            'X-Auth-Token': further.ACCESS_TOKEN ?? '',
            'X-CDMI-Specification-Version': version,
            ...(type && { 'Content-Type': type }),
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
      await client(ask, `/cdmi/${settings.DATA_HUB_SPACE_PATH}`, settings);
    },
    { ...options, arrived: ({ operation }, _, unjudged) => filed.push(`${operation}${unjudged ? ' (observed)' : ''}`) },
  );
  return { differences: alarms(results), filed, results };
}

test('a directory is made, read and removed; CDMI JSON is rejected, and is never the file', async () => {
  const { differences: found, filed } = await asking(async (ask, folder) => {
    expect((await ask('PUT', `${folder}/made/`)).status).toBe(201);
    expect((await ask('PUT', `${folder}/made/`)).status).toBe(204);
    expect((await ask('PUT', `${folder}/made/one.txt`, { body: 'One' })).status).toBe(201);
    expect((await ask('GET', `${folder}/made/`)).json).toEqual({ children: ['one.txt'] });
    const json = { mimetype: 'text/plain', metadata: {}, value: 'This is the Value of this Data Object' };
    const rejected = await ask('PUT', `${folder}/two.txt`, { type: 'application/cdmi-object', body: json });
    expect(rejected).toMatchObject({ status: 415, text: expect.stringContaining('whole content') });
    expect((await ask('GET', `${folder}/two.txt`)).status).toBe(404);
    expect((await ask('DELETE', `${folder}/made/one.txt`)).status).toBe(204);
    expect((await ask('GET', `${folder}/made/one.txt`)).status).toBe(404);
  });
  expect(found).toEqual([]);
  expect(filed.filter((one) => !/^cdmi-(read|write)$/.test(one))).toEqual([
    ...Array(2).fill('cdmi-make-container (observed)'),
    'cdmi-read-container (observed)',
    'cdmi-write-otherwise (observed)',
    'cdmi-delete (observed)',
  ]);
});

test('a listing or an upload with another version is a finding; one with other versions besides is observed', async () => {
  const { differences: found, filed } = await asking(async (ask, folder) => {
    await ask('GET', `${folder}/?children`, { version: '1.0.2' });
    await ask('PUT', `${folder}/one.txt`, { version: 'banana', body: 'One' });
    await ask('PUT', `${folder}/two.txt`, { version: '1.0.2, 1.1.1', body: 'Two' });
    await ask('GET', `${folder}/two.txt`, { version: '1.0.2' });
  });
  expect(found).toEqual(
    ['cdmi-list', 'cdmi-write'].map((of) => `fail data-hub/client/${of}/header-X-CDMI-Specification-Version`),
  );
  expect(filed).toEqual(['cdmi-list', 'cdmi-write', 'cdmi-several-versions-put (observed)', 'cdmi-read']);
});

test('a missing slash at the end of a path is named', async () => {
  const { differences: found, results } = await asking(async (ask, folder) => {
    expect(await ask('GET', `${folder}?children`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('trailing slash'),
    });
  });
  expect(found).toEqual(['warn data-hub/client/known-operation']);
  expect(resultOf(results, 'data-hub/client/known-operation')?.got).toMatch(
    /\?children to the provider service; cdmi-list has a slash at the end of its path$/,
  );
});

test.each([['POST', '/api/v3/provider/shares-id/x/', 'create-share has no slash at the end of its path']] as const)(
  '%s %s: %s',
  async (method, path, meant) => {
    const { results } = await asking(async (ask) => {
      await ask(method, path);
    });
    expect(resultOf(results, 'data-hub/client/known-operation')?.got).toBe(
      `${method} ${path} to the provider service; ${meant}`,
    );
  },
);

test('a handle is registered with any media type or none: the document states none for this request', async () => {
  const { differences: found, filed } = await asking(async (ask, _, settings) => {
    const body = {
      handleServiceId: settings.DATA_HUB_HANDLE_SERVICE_ID,
      resourceType: 'Share',
      resourceId: settings.DATA_HUB_SHARE_ID,
      metadata: '<metadata/>',
    };
    for (const type of ['', 'text/plain', 'application/json'])
      expect(await ask('POST', '/api/v3/zone/user/handles', { service: 'ZONE', type, body })).toMatchObject({
        status: 201,
      });
  });
  expect(found).toEqual([]);
  expect(filed).toEqual(Array(3).fill('create-handle'));
});
