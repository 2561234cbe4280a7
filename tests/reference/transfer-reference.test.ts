/** The credentials of the embedded transfer service, as it hands them to a client. */
import { readFile, stat } from 'node:fs/promises';
import { derChain } from '../../reference/pki/write-pki.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { closing } from '../afterwards.ts';

test('are in files that their owner alone reads', async () => {
  const { env } = closing(await startTransferReference());
  expect((await stat(env.TRANSFER_CERT ?? '')).mode & 0o777).toBe(0o600);
  expect(derChain(await readFile(env.TRANSFER_CERT ?? '', 'utf8'))).toHaveLength(2);
});
