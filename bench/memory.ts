/** A whole run against a service that lists 100,000 jobs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../reference/serve.ts';
import { startTransferReference } from '../reference/transfer/start.ts';
import { listing } from './listing.ts';
import { inChild } from './measuring/in-child.ts';
import { type Figure, leastOf } from './measuring/measure.ts';

/** Returns the figures of the run: its peak of resident memory, and its time compared with that of JSON.parse. */
export async function memoryFigures(): Promise<Figure[]> {
  const started = await startTransferReference();
  const list = listing('nothing');
  const text = list.toString();
  const parse = leastOf(2, () => void JSON.parse(text));
  const server = await serve(
    async (request) => {
      const response = await started.reference.handler(request);
      return request.method === 'GET' && /^\/jobs(\?|$)/.test(request.target) && response.status === 200
        ? { ...response, body: list }
        : response;
    },
    { tls: { ...started.pki.host, ca: started.pki.ca, requestClientCertificate: true } },
  );
  const out = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    const env = {
      ...started.env,
      TRANSFER_URL: server.url,
      ASSAY_ALLOW_CREATE: 'jobs',
      TRANSFER_CANCEL_WAIT_MS: '300',
    };
    const ended = await inChild({ env, out, ca: started.pki.ca });
    const { bare } = ended;
    if (
      ended.exitCode !== 0 ||
      (ended.conclusion !== 'incomplete' && ended.conclusion !== 'conformant') ||
      bare === undefined
    )
      throw new Error(`the run ended with ${JSON.stringify(ended)}`);
    return [
      {
        name: 'peak memory of a run on 100,000 jobs, two credentials',
        value: ended.peakMib,
        unit: 'MiB',
        most: 450,
        detail: `${ended.conclusion}`,
      },
      {
        name: 'that run, evidence written, ÷ JSON.parse',
        value: ended.ms / parse,
        unit: '×',
        detail: shown(ended, parse),
      },
      {
        name: `its ${bare.requests} requests sent bare and parsed ÷ JSON.parse`,
        value: bare.ms / parse,
        unit: '×',
        detail: shown(bare, parse),
      },
      {
        name: 'the run ÷ its requests sent bare and parsed',
        value: ended.ms / bare.ms,
        unit: '×',
        most: 2,
        detail: `of processor time ${(ended.processorMs / bare.processorMs).toFixed(1)} ×`,
      },
    ];
  } finally {
    await server.close();
    await started.close();
    await rm(out, { recursive: true, force: true });
  }
}

/** Renders the wall time, and the processor time, which other processes do not affect. */
function shown({ ms, processorMs }: { readonly ms: number; readonly processorMs: number }, parse: number): string {
  return `${Math.round(ms)} ms, of processor time ${Math.round(processorMs)} ms or ${(processorMs / parse).toFixed(1)} ×; JSON.parse ${Math.round(parse)} ms`;
}
