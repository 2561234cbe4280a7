/** A read that is sent again has the same values, and goes to the address from which its response came. */
import { setting } from '../../../src/engine/words/origins.ts';
import type { RequestOptions } from '../../../src/engine/words/types.ts';
import { asker, parameter } from '../asker.ts';
import { exchange } from '../exchanges.ts';

const ADDRESS = 'https://t.example.org/api';

/** Returns the second request, if the response to the first one came from `final`. */
async function again(
  final: string,
  options: RequestOptions = {},
): Promise<{ url: string | undefined; params: unknown }> {
  const { request, outcome, startedAt, endedAt } = exchange();
  const urls: string[] = [];
  const { ask: context } = asker({
    operation: {
      path: '/jobs/{id}',
      parameters: [parameter('id', 'path'), parameter('vo', 'query', { required: false, wireName: 'v o' })],
    },
    async send({ url }) {
      urls.push(url);
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
  return { url: urls[1], params };
}

test.each<[string, string, RequestOptions, string]>([
  ['with values that are redacted in the evidence', '', {}, `${ADDRESS}/jobs/my-secret`],
  ['with a further parameter', '', { params: { vo: setting('VO', 'a b') } }, `${ADDRESS}/jobs/my-secret?v%20o=a%20b`],
  [
    'to another address of the service, as it is',
    'https://t.example.org/new?next={abc}',
    {},
    'https://t.example.org/new?next={abc}',
  ],
  [
    'there with a further parameter',
    'https://t.example.org/new?all',
    { params: { vo: setting('VO', 'dteam') } },
    'https://t.example.org/new?all=&v+o=dteam',
  ],
  ['not to another origin', 'https://other.example.org/new', {}, `${ADDRESS}/jobs/my-secret`],
])('%s', async (_, final, options, url) => expect((await again(final, options)).url).toBe(url));

test('it is recorded with the same parameters, redacted', async () => {
  expect((await again('https://t.example.org/new', { params: { vo: setting('VO', 'secret') } })).params).toEqual({
    id: 'my-*',
    vo: '*',
  });
});
