/** A read that is sent again has the same values, and is redirected as it was. */
import { setting } from '../../../src/engine/words/origins.ts';
import type { RequestOptions } from '../../../src/engine/words/types.ts';
import type { WireRequest } from '../../../src/wire/types.ts';
import { asker, parameter } from '../asker.ts';
import { exchange } from '../exchanges.ts';

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
