/**
 * A run is read-only by default; every object is recorded before it is created, and removed afterwards, even if the run
 * is interrupted.
 */
import { serve } from '../../reference/serve.ts';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import type { ReferenceRequest } from '../../reference/types.ts';
import { runConformance } from '../../src/index.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { withVerdict } from '../verdicts.ts';
import { ledgerLines, SHORT, transferReference, writes } from './deployment.ts';

/** Returns the last ledger line per id. */
const lastWords = async (out: string) => [...new Map((await ledgerLines(out)).map((line) => [line.id, line])).values()];

/** Serves the service at another address, where a test sees each request before it is handled. */
async function watched(
  started: StartedTransferReference,
  onRequest: (request: ReferenceRequest) => void,
): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const server = await serve(started.reference.handler, {
    tls: { ...started.pki.host, ca: started.pki.ca, requestClientCertificate: true },
    onRequest,
  });
  closing(server);
  return { env: { ...started.env, ...SHORT, TRANSFER_URL: server.url }, close: server.close };
}

test('nothing is allowed by default: no POST and no DELETE is sent, and what needs one is skipped and says how to allow it', async () => {
  const started = await transferReference();
  const out = temporaryFolder();
  const results = await runConformance({ env: { ...started.env, ...SHORT }, out });
  expect(started.reference.log.length).toBeGreaterThan(30);
  expect(writes(started)).toEqual([]);
  expect(await ledgerLines(out)).toEqual([]);
  expect(results).toMatchObject({ exitCode: 0, conclusion: 'incomplete', residue: [], target: { allowCreate: [] } });
  const skipped = withVerdict(results, 'skipped').filter(({ basis }) => basis !== 'gap');
  expect(skipped.length).toBeGreaterThan(20);
  for (const result of skipped) expect(result.message).toContain('ASSAY_ALLOW_CREATE=jobs');
});

describe('with jobs allowed', () => {
  test('a plain submission that is answered with 500 once is sent again, and the first is listed', async () => {
    let times = 0;
    const started = await transferReference({
      around: (handler) => (request) =>
        request.method === 'POST' &&
        Buffer.from(request.body).toString().includes('-certificate-plain"') &&
        times++ === 0
          ? Promise.resolve({ status: 500, headers: [], body: Buffer.from('once') })
          : handler(request),
    });
    const results = await runConformance({ env: { ...started.env, ...SHORT, ASSAY_ALLOW_CREATE: 'jobs' } });
    expect(times).toBeGreaterThan(0);
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(results.residue).toMatchObject([
      {
        kind: 'jobs',
        why: 'perhaps created: the request that creates it returned 500; search the service for this name',
      },
    ]);
  });

  test('a service that dies in the middle leaves ledger lines, residue, and no failure', async () => {
    const started = await transferReference();
    const out = temporaryFolder();
    let submissions = 0;
    const server = await watched(started, ({ method }) => {
      submissions += method === 'POST' ? 1 : 0;
      if (submissions === 4) void server.close();
    });
    const results = await runConformance({
      env: { ...server.env, ASSAY_ALLOW_CREATE: 'jobs', ASSAY_REQUEST_TIMEOUT_MS: '2000' },
      out,
    });
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    const left = (await lastWords(out)).filter(({ state }) => state !== 'closed');
    expect(left.length).toBeGreaterThan(0);
    expect(results.residue.map(({ name }) => name).sort()).toEqual(left.map(({ name }) => name).sort());
    expect(left.every(({ state, why }) => state === 'residue' && typeof why === 'string')).toBe(true);
  });
});
