/** A provider that offers CDMI alone, as object stores with a CDMI filter do, and the deviations of such filters. */
import { createDataHubReference } from '../../reference/data-hub/index.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { inProcessTransport } from '../../src/selftest/in-process.ts';
import { SHORT } from '../short.ts';
import { alarms, changing, resultOf } from './running.ts';

const PROVIDER = 'https://provider.example.org';
const OTHERS = [...loadContract('data-hub').operations.keys()].filter((name) => !name.startsWith('cdmi-'));
const VERSION = 'x-cdmi-specification-version';

const refused = (words: string): ReferenceResponse => ({ status: 400, headers: [], body: Buffer.from(words) });
const passing = (handler: Handler) => handler;

/** Returns a handler that responds only to CDMI. */
const alone =
  (handler: Handler): Handler =>
  async (request) =>
    request.target.startsWith('/cdmi/') ? handler(request) : refused('<html><h1>Bad Request</h1></html>');

/** Returns a request with a version, so that requests without one are accepted, which the document leaves open. */
const versioned = (request: ReferenceRequest) =>
  VERSION in request.headers ? request : { ...request, headers: { ...request.headers, [VERSION]: '1.1.1' } };

/** Returns a handler like the installed filter of 2013, which knows only version 1.0.1. */
const onlyVersion101 =
  (handler: Handler): Handler =>
  async (request) =>
    request.headers[VERSION] === '1.1.1'
      ? refused('Requested cdmi version is not supported.')
      : handler(versioned(request));

/**
 * Returns a handler like the filter set to version 1.1.1: it reads the body of an upload as JSON of CDMI, unless the
 * body is empty.
 */
const readsJson =
  (handler: Handler): Handler =>
  async (request) => {
    if (request.method !== 'PUT' || !(VERSION in request.headers) || (!request.stream && request.body.length === 0))
      return handler(versioned(request));
    try {
      const { value = '' } = JSON.parse(Buffer.from(request.body).toString('utf8')) as { value?: string };
      return await handler({ ...request, body: Buffer.from(value) });
    } catch {
      return refused('MIME message or the request body can not be parsed.');
    }
  };

async function run(around: (handler: Handler) => Handler, env: Record<string, string> = {}) {
  const reference = createDataHubReference();
  const { token } = await reference.state.tokens.name();
  const { DATA_HUB_SPACE_PATH } = reference.settings({ auth: PROVIDER, zone: PROVIDER, provider: PROVIDER });
  const settings = {
    ...{ DATA_HUB_PROVIDER_URL: PROVIDER, DATA_HUB_TOKEN: token, DATA_HUB_SPACE_PATH },
    ...{ ...SHORT['data-hub'], ASSAY_NOT_OFFERED: OTHERS.join(','), ...env },
  };
  const transport = inProcessTransport(new Map([[PROVIDER, around(alone(reference.provider))]]));
  const { results } = await hostRun({ env: settings, transport, backoffMs: 1 });
  return { results, reference };
}

/** Returns a wrapper with other names in each listing. */
const listing = (childrenAt: (target: string) => string[]) =>
  changing((answer, { target }) =>
    target.includes('?children') && answer.status === 200
      ? { ...answer, body: Buffer.from(JSON.stringify({ children: childrenAt(target) })) }
      : answer,
  );

const WRITING = { ASSAY_ALLOW_CREATE: 'files' };
test.concurrent('one that keeps to CDMI is held to nothing else', async () => {
  const { results } = await run(passing, WRITING);
  expect(alarms({ results })).toEqual([]);
  expect(resultOf(results, 'cdmi-write/read-back/text')?.verdict).toBe('pass');
  expect(resultOf(results, 'get-space/answers')?.verdict).toBe('not-applicable');
  expect(results).toMatchObject({ exitCode: 0, notices: [] });
});

describe('read-only', () => {
  test.concurrent('a file that the listing names is read, and reading it with invalid tokens is rejected', async () => {
    const { results, reference } = await run(passing);
    expect(alarms({ results })).toEqual([]);
    for (const statement of ['answers', 'refuses/none', 'refuses/garbage-token'])
      expect(resultOf(results, `cdmi-read/${statement}`)?.verdict).toBe('pass');
    expect(new Set(reference.log.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test.concurrent('a folder that lists no file leaves the reading untried, whatever it lists', async () => {
    for (const children of [[], ['below/'], ['\u0000', '..']]) {
      const { results } = await run(listing((target) => (target.includes('below') ? [] : children)));
      expect(alarms({ results })).toEqual([]);
      expect(resultOf(results, 'cdmi-read/answers')).toMatchObject({ verdict: 'skipped' });
      expect(results.exitCode).toBe(0);
    }
  });

  test.concurrent('a name that is listed and not found is not held against the service', async () => {
    const { results } = await run(listing(() => ['a-folder-without-a-slash']));
    expect(alarms({ results })).toEqual([]);
    expect(resultOf(results, 'cdmi-read/answers')?.blame).toBe('document');
  });
});

describe('a filter that knows another version alone', () => {
  test.concurrent('its listing and its upload are findings, and everything else follows from them', async () => {
    const { results } = await run(onlyVersion101, WRITING);
    expect(alarms({ results })).toEqual(['cdmi-list/answers', 'cdmi-write/answers']);
    const got = expect.stringContaining('the same request without X-CDMI-Specification-Version was accepted');
    for (const statement of ['cdmi-list/answers', 'cdmi-write/answers'])
      expect(resultOf(results, statement)).toMatchObject({ got, blame: 'target' });
    expect(JSON.stringify(results.requirements)).not.toContain('check DATA_HUB_SPACE_PATH');
    expect(resultOf(results, 'cdmi-write/path/spaces')).toMatchObject({ verdict: 'inconclusive', blame: 'target' });
    expect(results.residue).toEqual([]);
  });
});

test.concurrent('a filter that takes the body of an upload for its own JSON: refused contents, and JSON that is not kept', async () => {
  const { results } = await run(readsJson, WRITING);
  expect(alarms({ results })).toEqual(['cdmi-write/answers', 'cdmi-write/read-back/boundaries']);
  for (const statement of ['path/spaces', 'path/percent', 'read-back/text', 'read-back/all-bytes', 'read-back/one-mib'])
    expect(resultOf(results, `cdmi-write/${statement}`)).toMatchObject({ verdict: 'inconclusive', blame: 'target' });
});

test.concurrent('where all of the REST interface is absent and not declared, the first run names the value to set', async () => {
  const { results } = await run(passing, { ASSAY_NOT_OFFERED: '' });
  const [notice = ''] = results.notices;
  expect(notice).toContain('no operation below /api/v3/provider was accepted');
  const [, value = ''] = /ASSAY_NOT_OFFERED=(\S+)$/.exec(notice) ?? [];
  expect(value.split(',').sort()).toEqual(OTHERS.toSorted());
  const declared = await run(passing, { ASSAY_NOT_OFFERED: value });
  expect(alarms(declared)).toEqual([]);
  expect(declared.results).toMatchObject({ exitCode: 0, notices: [] });
});
