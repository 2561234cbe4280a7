/** A data hub that encodes its responses with gzip and closes each connection, as behind some gateways. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { hostRun } from '../../src/run/run-conformance.ts';
import { withVerdict } from '../verdicts.ts';

/**
 * Serves in a separate thread: in the thread of its client, a service could not end a connection while the client is
 * busy.
 */
const SERVING = `
  const { startDataHubReference } = await import(process.env.START);
  const { parentPort } = await import('node:worker_threads');
  const { env } = await startDataHubReference({ variants: ['gzip-and-close'] });
  parentPort.postMessage(env);
`;

let env: Record<string, string>;
const START = new URL('../../dist/reference/data-hub/start.js', import.meta.url).href;
const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SERVING)}`), {
  env: { ...process.env, START },
});
[env] = (await once(worker, 'message')) as [Record<string, string>];
afterAll(() => worker.terminate());

// Bodies somewhat larger than the read-ahead: the connection ends while the reader is still busy.
test.each([260, 280, 338])('is conformant over real connections, with files of %d KiB', async (kib) => {
  const { results } = await hostRun({
    env: { ...env, ASSAY_ALLOW_CREATE: 'all', DATA_HUB_UPLOAD_BYTES: String(kib * 1024) },
  });
  expect(results.notices.filter((notice) => notice.startsWith('A library threw'))).toEqual([]);
  expect(withVerdict(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
  expect(results.exitCode, results.gate.join('\n')).toBe(0);
});
