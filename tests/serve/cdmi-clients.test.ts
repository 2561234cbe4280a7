/** CDMI requests like the examples of CDMI 1.1.1, and the responses of the served data hub. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { alarms, resultOf } from '../verdicts.ts';
import { served } from './served.ts';

interface Answer {
  status: number;
  text: string;
  json: Record<string, unknown>;
}
type Ask = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  more?: {
    type?: string;
    accept?: string;
    body?: unknown;
    version?: string;
  },
) => Promise<Answer>;

const OBJECT = 'application/cdmi-object';

/**
 * Serves the data hub to a client; paths begin in a directory of a space. Returns the deviations, and the operation
 * assigned to each request.
 */
async function asking(client: (ask: Ask, folder: string) => Promise<void>) {
  const filed: string[] = [];
  const results = await served(
    ['data-hub'],
    async (settings, further) => {
      const agent = new Agent({ connect: { ca: readFileSync(settings.DATA_HUB_CA ?? '', 'utf8') } });
      const ask: Ask = async (method, path, { type, accept, body, version = '1.1.1' } = {}) => {
        const answer = await request(`${settings.DATA_HUB_PROVIDER_URL}${path}`, {
          method,
          dispatcher: agent,
          headers: {
            'X-Auth-Token': further.ACCESS_TOKEN ?? '',
            'X-CDMI-Specification-Version': version,
            ...(type && { 'Content-Type': type }),
            ...(accept && { Accept: accept }),
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
        const text = await answer.body.text();
        return { status: answer.statusCode, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
      };
      await client(ask, `/cdmi/${settings.DATA_HUB_SPACE_PATH}`);
      await agent.close();
    },
    { arrived: ({ operation }, _, judged) => filed.push(`${operation}${judged ? '' : ' (observed)'}`) },
  );
  return { differences: alarms(results), filed, results };
}

test('a data object is written as JSON, copied, moved and read; the JSON is never the file', async () => {
  const { differences: found, filed } = await asking(async (ask, folder) => {
    const json = { mimetype: 'text/plain', metadata: {}, value: 'This is the Value of this Data Object' };
    const path = `${folder}/MyDataObject.txt`;
    expect(await ask('PUT', path, { type: OBJECT, accept: OBJECT, body: json })).toMatchObject({
      status: 201,
      json: { objectType: OBJECT, objectName: 'MyDataObject.txt', completionStatus: 'Complete' },
    });
    expect((await ask('GET', path)).text).toBe(json.value);
    const binary = { valuetransferencoding: 'base64', value: Buffer.from([0, 255, 7]).toString('base64') };
    expect((await ask('PUT', path, { type: OBJECT, body: binary })).status).toBe(204);
    expect((await ask('GET', path, { accept: OBJECT })).json).toMatchObject(binary);
    const copy = { copy: path.replace('/cdmi', '') };
    expect((await ask('PUT', `${folder}/Copy.txt`, { type: OBJECT, body: copy })).status).toBe(201);
    expect((await ask('PUT', `${folder}/Moved.txt`, { type: OBJECT, body: { move: path } })).status).toBe(201);
    expect((await ask('GET', path)).status).toBe(404);
    expect((await ask('GET', `${folder}/Moved.txt`)).text).toBe((await ask('GET', `${folder}/Copy.txt`)).text);
    expect((await ask('PUT', path, { type: OBJECT, body: { copy: '/nowhere' } })).status).toBe(404);
    expect((await ask('PUT', path, { type: OBJECT, body: 'no JSON' })).status).toBe(400);
    expect((await ask('DELETE', `${folder}/Copy.txt`)).status).toBe(204);
  });
  expect(found).toEqual([]);
  expect(filed.filter((one) => one.startsWith('cdmi-write'))).toEqual(Array(6).fill('cdmi-write-json (observed)'));
  expect(filed).toContain('cdmi-read-json (observed)');
  expect(filed.at(-1)).toBe('cdmi-delete (observed)');
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
    /\?children; cdmi-list has a slash at the end of its path$/,
  );
});
