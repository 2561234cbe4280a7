/**
 * Results of a run with few settings: the listing replaces the status path, and a rejected value that Assay chose is
 * not a failure of the deployment.
 */
import { serve } from '../../reference/serve.ts';
import type { ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import { runConformance } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { SHORT, transferReference, verdictOf, withVerdict } from './deployment.ts';

const response = (status: number): ReferenceResponse => ({ status, headers: [], body: Buffer.from('no') });

/** Runs against the reference, with other responses to some requests. */
async function run(
  instead: (request: ReferenceRequest) => ReferenceResponse | undefined,
  without: string[],
  variants: string[] = [],
) {
  const started = await transferReference({ variants });
  const tls = { ...started.pki.host, ca: started.pki.ca, requestClientCertificate: true };
  const server = closing(
    await serve(async (request) => instead(request) ?? started.reference.handler(request), { tls }),
  );
  const env = { ...started.env, ...SHORT, ASSAY_ALLOW_CREATE: 'jobs', TRANSFER_URL: server.url };
  return runConformance({ env: Object.fromEntries(Object.entries(env).filter(([name]) => !without.includes(name))) });
}

const CANCEL = ['transfer/cancel-job/answers-certificate', 'transfer/cancel-job/answers-token'];

describe('without a status path', () => {
  test.each([404, 409])(
    'a cancellation that is answered with %i while the job is listed as under way fails',
    async (status) => {
      const results = await run(
        ({ method }) => (method === 'DELETE' ? response(status) : undefined),
        ['TRANSFER_JOB_STATUS_PATH'],
      );
      expect(withVerdict(results, 'fail').map(({ id }) => id)).toEqual(CANCEL);
    },
  );

  test('a cancellation that is refused while nothing tells how the job is raises no alarm', async () => {
    const results = await run(
      ({ method }) => (method === 'DELETE' ? response(409) : undefined),
      ['TRANSFER_JOB_STATUS_PATH'],
      ['transfer/variant/list-empty'],
    );
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(CANCEL.map((id) => verdictOf(results, id))).toEqual(['inconclusive', 'inconclusive']);
  });
});

const CHECKSUM = ['transfer/submit-job/accepts-checksum-name', 'transfer/submit-job/accepts-checksum-value'];
const checksumOf = ({ body }: ReferenceRequest) => /"checksum":"([^":]*)/.exec(Buffer.from(body).toString('utf8'))?.[1];

test('a service that takes no checksum may know another algorithm: the setting that names one is named', async () => {
  const results = await run(
    (request) => (checksumOf(request) === undefined ? undefined : response(400)),
    ['TRANSFER_CHECKSUM'],
  );
  expect(withVerdict(results, 'fail')).toEqual([]);
  expect(CHECKSUM.map((id) => verdictOf(results, id))).toEqual(['inconclusive', 'inconclusive']);
  for (const id of CHECKSUM)
    expect(results.requirements.find((one) => one.id === id)?.message).toContain('TRANSFER_CHECKSUM');
});
