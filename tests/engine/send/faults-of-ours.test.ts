/**
 * An error in Assay affects only the requirements that it is about, and neither the rest of the run nor the removal of
 * objects.
 */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { conduct } from '../../../src/engine/send/run.ts';
import { makeReady } from '../../../src/run/ready.ts';
import { createUndiciTransport } from '../../../src/wire/connect/undici-transport.ts';
import { closing } from '../../afterwards.ts';

test('a fault after jobs were submitted: they are cancelled, and the fault is reported', async () => {
  const started = closing(await startTransferReference());
  const made = await makeReady({
    ...started.env,
    TRANSFER_CANCEL_WAIT_MS: '300',
    ASSAY_ALLOW_CREATE: 'jobs',
    ASSAY_NOT_OFFERED: 'delegation',
  });
  if (!made.ok) throw new Error(made.problems.join(' '));
  const notPlanned = () => {
    throw new Error('out of paper');
  };
  const conducted = conduct({
    ready: made.ready.map((one) => ({ ...one, suite: { ...one.suite, notPlanned } })),
    target: made.target,
    reference: false,
    only: ['transfer/submit-job/returns-own-id'],
    version: '0',
    transport: (caFor) => createUndiciTransport({ caFor, proxy: {}, connectTimeoutMs: 5000 }),
  });
  await expect(conducted).rejects.toThrow('out of paper');
  const sent = (method: string) => started.reference.log.filter((entry) => entry.method === method).length;
  expect(sent('POST')).toBeGreaterThan(0);
  expect(sent('DELETE')).toBe(sent('POST'));
});
