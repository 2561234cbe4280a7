/** A fault of ours costs the rows that it is about, and neither the rest of the run nor what has to be removed at its end. */
import { expect, test } from 'vitest';
import { type StartedTransferReference, startTransferReference } from '../../reference/transfer/start.ts';
import { conduct } from '../../src/engine/send/run.ts';
import { makeReady } from '../../src/run/ready.ts';
import { createUndiciTransport } from '../../src/wire/connect/undici-transport.ts';
import { closing } from '../afterwards.ts';

let started: StartedTransferReference | undefined;

async function conducted(options: { readonly notPlanned?: () => never; readonly on?: () => never }) {
  started = closing(await startTransferReference());
  const made = await makeReady({
    ...started.env,
    TRANSFER_CANCEL_WAIT_MS: '300',
    ASSAY_ALLOW_CREATE: 'jobs',
    ASSAY_NOT_OFFERED: 'delegation',
  });
  if (!made.ok) throw new Error(made.problems.join(' '));
  const ready = made.ready.map((one) =>
    options.notPlanned ? { ...one, suite: { ...one.suite, notPlanned: options.notPlanned } } : one,
  );
  return conduct({
    ready,
    target: made.target,
    reference: false,
    only: ['transfer/submit-job/returns-own-id'],
    version: '0',
    transport: (caFor) => createUndiciTransport({ caFor, proxy: {}, connectTimeoutMs: 5000 }),
    ...(options.on && { on: options.on }),
  });
}

const sent = (method: string): number =>
  (started?.reference.log ?? []).filter((entry) => entry.method === method).length;
const fail = (): never => {
  throw new Error('out of paper');
};

test('a fault after jobs were submitted: they are cancelled, and the fault is reported', async () => {
  await expect(conducted({ notPlanned: fail })).rejects.toThrow('out of paper');
  expect(sent('POST')).toBeGreaterThan(0);
  expect(sent('DELETE')).toBe(sent('POST'));
});

test('a listener that throws keeps nothing from happening, and is reported once', async () => {
  const { results } = await conducted({ on: fail });
  expect(results.requirements.find(({ id }) => id === 'transfer/submit-job/returns-own-id')?.verdict).toBe('pass');
  expect(results.notices.filter((notice) => notice.includes('out of paper'))).toHaveLength(1);
  expect(sent('DELETE')).toBe(sent('POST'));
});
