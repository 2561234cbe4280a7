/** Runs about a client are certified like runs about a deployment. */
import { readFileSync } from 'node:fs';
import { planId } from '../../src/certify/documents.ts';
import { filesOfRun } from '../../src/run/claims/certify.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { createUndiciTransport } from '../../src/wire/connect/undici-transport.ts';
import type { Transport } from '../../src/wire/types.ts';
import { temporaryFolder } from '../afterwards.ts';
import { served } from '../serve/served.ts';
import { SHORT } from '../short.ts';
import { allRefusals, HonestRun } from './honest-run.ts';

/**
 * Returns a transport for Assay as the client. Its requests have another user agent, because those of Assay itself are
 * not judged.
 */
function underAnotherName({ TRANSFER_CA: file }: Record<string, string>): Transport {
  const ca = file === undefined ? undefined : [readFileSync(file, 'utf8')];
  const transport = createUndiciTransport({ caFor: () => ca, proxy: {}, connectTimeoutMs: 5000 });
  return {
    ...transport,
    send: (request) =>
      transport.send({
        ...request,
        headers: request.headers.map(([name, value]) =>
          name === 'User-Agent' ? [name, 'a-client/1.0'] : [name, value],
        ),
      }),
  };
}

const honest = await HonestRun.shared();

/** Serves while Assay sends requests, and packs the recorded run. */
async function packedClient(name: 'ticket-bridge' | 'transfer') {
  const out = temporaryFolder();
  await served(
    [name],
    (settings) =>
      hostRun({
        transport: underAnotherName(settings),
        env: { ...settings, ASSAY_ALLOW_CREATE: 'all', ...SHORT[name] },
      }),
    { out },
  );
  return honest.pack(`${name}-client`, {}, filesOfRun(out));
}

test('a client that sends what the document shows', async () => {
  const packed = await packedClient('ticket-bridge');
  expect(packed.ok ? [] : packed.problems).toEqual([]);
  if (!packed.ok) return;
  const verification = await honest.verify(packed.bundle);
  expect({
    verified: verification.verified,
    refused: allRefusals(verification),
    plan: verification.claim && planId(verification.claim.plan),
  }).toEqual({
    verified: true,
    refused: [],
    plan: 'ticket-bridge-client-1',
  });
});

test('what a client sent is not evidence about a deployment', async () => {
  const packed = await honest.pack('transfer-client');
  expect(packed.ok ? '' : packed.problems.map(({ why }) => why).join(' ')).toContain(
    'The results lack transfer/client/',
  );
});
