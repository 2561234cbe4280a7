/**
 * Deployments in which new objects appear after a moment, and incomplete settings: no false finding, and the right
 * blame.
 */
import type { ReferenceResponse } from '../../../reference/types.ts';
import { ALL, alarms, changing, expectPassed, instead, json, runInProcess as runReadOnly } from '../running.ts';

/** Runs with all creation allowed, unless a test says otherwise. */
const runInProcess: typeof runReadOnly = (options, env, around, only) =>
  runReadOnly(options, { ...ALL, ...env }, around, only);

const notFound = (status = 404) => json(status, '{"error":"notFound"}');

/** Returns a change that replaces the first successful response to each request that matches. */
function lateOnce(matches: RegExp, status?: number) {
  const asked = new Set<string>();
  return changing((response, { method, target }) => {
    const line = `${method} ${target}`;
    if (response.status !== 200 || !matches.test(line) || asked.has(line)) return response;
    asked.add(line);
    return notFound(status);
  });
}

describe('what was just made and is not there at once', () => {
  test.each<[string, RegExp, number?]>([
    ['content and lookups, with 400', /^GET \/cdmi\/.*[^/]$|\/content$|\/lookup-file-id\/.*assay-[0-9a-f]{8}/, 400],
    ['a share and a handle', /^GET .*\/(?:zone\/shares|user\/handles)\/./],
  ])('%s: is asked for again', async (_what, matches, status) => {
    const ran = await runInProcess({}, {}, lateOnce(matches, status));
    expectPassed(
      ran,
      'cdmi-write/read-back-rest/text',
      'create-share/identifies-share',
      'create-handle/location-leads-to-handle',
    );
  });

  test('content that is stale for a moment after it was written over is read again', async () => {
    const old = new Map<string, ReferenceResponse>();
    const around = changing((response, { method, target }) => {
      if (method !== 'GET' || !/\/content$|^\/cdmi\/.*[^/]$/.test(target) || response.status !== 200) return response;
      const earlier = old.get(target);
      old.set(target, response);
      const changed = earlier && Buffer.compare(earlier.body as Uint8Array, response.body as Uint8Array) !== 0;
      return changed ? earlier : response;
    });
    const ran = await runInProcess({}, {}, around);
    expectPassed(ran, 'cdmi-write/overwrite');
  });

  const once500 = (matches: RegExp) => {
    let times = 0;
    return instead(({ method, target }) =>
      matches.test(`${method} ${target}`) && times++ === 0
        ? { status: 500, headers: [], body: Buffer.from('once') }
        : undefined,
    );
  };

  test.each([
    ['a subscription', /^POST .*\/changes\/metadata\//, 'subscribe-changes/stays-open', 0],
    ['the upload of a content', /^POST .*\/children\?name=[^&]*-r-bom-crlf$/, 'upload-file/read-back-cdmi/bom-crlf', 1],
    ['the upload under a name', /^POST .*\/children\?name=[^&]*-r-[^&]*%2B/, 'upload-file/name/plus', 1],
  ])('%s that is answered with 500 once is asked for again', async (_what, matches, statement, unseen) => {
    const ran = await runInProcess({}, {}, once500(matches));
    expectPassed(ran, statement);
    expect(ran.results.residue.filter(({ kind }) => kind === 'files').map(({ why }) => why)).toEqual(
      Array(unseen).fill('perhaps created: its removal returned 404, and it was never seen'),
    );
  });

  test('a named token that is refused for a moment, with whatever status, is tried again', async () => {
    let refused = 0;
    const around = instead(({ headers: { 'x-auth-token': token = '' } }) =>
      token !== '' && !token.includes(':') && refused < 4 && ++refused ? notFound() : undefined,
    );
    const ran = await runInProcess({ variants: ['refusal-404'] }, {}, around);
    expect(refused).toBe(4);
    expectPassed(ran, 'create-named-token/usable-token', 'token/valid-everywhere');
  });
});

test.each<[string, Partial<ReferenceResponse>]>([
  ['status 206', { status: 206 }],
  ['a larger total in a header', { headers: [['X-Total-Count', '1000']] }],
  ['a range', { headers: [['Content-Range', 'items 0-2/1000']] }],
])('lists that leave out what was made: %s says that there is more', async (_what, { headers = [], ...more }) => {
  const around = changing((response, { method, target }) => {
    if (method !== 'GET' || !target.includes('/children') || response.status !== 200) return response;
    const { children } = JSON.parse(Buffer.from(response.body as Uint8Array).toString()) as { children: unknown[] };
    const body = Buffer.from(JSON.stringify({ children: children.slice(0, 3) }));
    return { ...response, body, headers: [...response.headers, ...headers], ...more };
  });
  const ran = await runInProcess({}, {}, around);
  expect(ran.verdict('list-children/holds-created')).toBe('inconclusive');
  expect(alarms(ran)).toEqual([]);
});

describe('settings that leave things open', () => {
  test('where no details name the space, whether the subscription speaks is not known', async () => {
    const ran = await runInProcess(
      { variants: ['details-plain-id', 'lists-array-of-strings'] },
      { DATA_HUB_SPACE_ID: '' },
    );
    expect(alarms(ran)).toEqual([]);
    expect(ran.result('subscribe-changes/speaks-after-cdmi-write')).toMatchObject({
      verdict: 'inconclusive',
      blame: 'settings',
    });
  });

  test('where shares may not be created, nothing is said of the target for the handle that is not registered', async () => {
    const ran = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'handles' });
    expect(ran.result('create-handle/answers')).toMatchObject({ verdict: 'skipped', blame: 'settings' });
  });

  test('one request at a time does not wait for the subscription', async () => {
    const ran = await runInProcess({}, { ASSAY_CONCURRENCY: '1' });
    expectPassed(ran, 'subscribe-changes/speaks-after-upload');
  });
});

test('an identifier of a handle with a slash is found in a Location that does not encode it', async () => {
  const around = changing((response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [
      name,
      name.toLowerCase() === 'location' ? value.replaceAll('%2F', '/') : value,
    ]),
  }));
  const ran = await runInProcess({ variants: ['handle-id-odd'] }, {}, around);
  expectPassed(ran, 'create-handle/location-leads-to-handle');
});
