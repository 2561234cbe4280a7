/**
 * Invalid grants to which the identity provider does not respond, or responds with a page: a valid grant afterwards
 * shows whether it works. Uploads to which the service responds with a page.
 */
import type { ReferenceResponse } from '../../../reference/types.ts';
import { closing } from '../../afterwards.ts';
import { Deployment, type Layer } from '../../states/deployment.ts';
import { RESET } from '../../states/outages.ts';
import { resultOf, verdictOf } from '../../verdicts.ts';

const page = (status: number, body = '<!DOCTYPE html><p>Not for you</p>'): ReferenceResponse => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(body),
});

const deployment = closing(await Deployment.of('data-hub'));

const WRONG = 'data-hub/token-grant/refuses-wrong-refresh-token';

test.concurrent.each([
  ['resets each invalid grant', RESET, 'valid', 'pass', 0],
  ['resets everything from the invalid grants on', RESET, 'first', 'inconclusive', 3],
  ['answers each invalid grant with a page', page(400), 'valid', 'pass', 0],
  ['answers with a page from the invalid grants on', page(403), 'first', 'inconclusive', 0],
  ['answers with a page and 200 from the invalid grants on', page(200), 'first', 'inconclusive', 0],
])('an identity provider that %s', async (_, instead, answers, verdict, exitCode) => {
  let answered = 0;
  const layer: Layer = async ({ operation }, next) => {
    const response = await next();
    const isKept = response.status < 300 && (answers === 'valid' || answered === 0);
    if (operation === 'token-grant' && isKept) answered += 1;
    return operation !== 'token-grant' || isKept ? response : instead;
  };
  const { results } = await deployment.run({ ASSAY_ALLOW_CREATE: '' }, layer);
  expect(verdictOf(results, WRONG)).toBe(verdict);
  expect(results).toMatchObject({ exitCode });
  expect(results.counts).toMatchObject({ fail: 0, warn: 0 });
});

test.concurrent.each([400, 401, 403])(
  'a valid grant that is answered with %i and a page does not count against the credential',
  async (status) => {
    const { results } = await deployment.run(
      {},
      async ({ operation }, next) => (operation === 'token-grant' ? page(status) : next()),
      ['data-hub/token-grant'],
    );
    const answers = resultOf(results, 'data-hub/token-grant/answers');
    expect(answers).toMatchObject({ verdict: 'inconclusive', blame: 'settings' });
    expect(answers?.message).toContain('an HTML page, which no token endpoint sends; check DATA_HUB_AUTH_URL');
  },
);

test.concurrent.each([
  ['a page', page(200), 200, 'HTML page', 3],
  ['JSON', page(200, '{"name":"portal"}'), 200, 'response (text/html)', 3],
  ['JSON, with 400 to each invalid grant', page(200, '{"name":"portal"}'), 400, '', 1],
])(
  'an address of the identity provider that answers each grant with %s',
  async (_, instead, toInvalid, what, exitCode) => {
    const { results } = await deployment.run({ ASSAY_ALLOW_CREATE: '' }, async ({ operation }, next) => {
      const { status } = await next();
      return operation === 'token-grant' ? { ...instead, status: status < 300 ? 200 : toInvalid } : next();
    });
    expect(results).toMatchObject({ exitCode });
    const why = `every request, even an invalid one, returns the same ${what}; check DATA_HUB_AUTH_URL (host, port and path); if these are right, describe the other paths in a profile (assay explain profiles)`;
    expect(results.otherServices?.map((one) => one.why)).toEqual(what === '' ? [] : [why]);
  },
);

// A service returns one page for every CDMI path: no upload can be read back, so no rejected upload took effect.
test.concurrent.each([
  ['a page is not the rejected upload', undefined, 'pass'],
  ['an empty file was created', '', 'fail'],
])('%s', async (_, body, verdict) => {
  const { results } = await deployment.run(
    {},
    async ({ operation }, next) => {
      const response = await next();
      return operation === 'cdmi-read' ? page(200, body) : response;
    },
    ['data-hub/upload-file'],
  );
  expect(verdictOf(results, 'data-hub/upload-file/refuses/none')).toBe(verdict);
});
