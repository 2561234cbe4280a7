/** How much longer a run takes than its requests alone, sent bare by undici, as many at once. */
import pMap from 'p-map';
import { Agent, type Dispatcher, request } from 'undici';
import { startTransferReference } from '../reference/transfer/start.ts';
import { hostRun } from '../src/run/run-conformance.ts';
import type { Transport, TransportRequest } from '../src/wire/types.ts';
import { createUndiciTransport } from '../src/wire/undici-transport.ts';
import type { Figure } from './measure.ts';

const AT_ONCE = 4;
const TURNS = 5;
/** Milliseconds that a service takes for an answer, with the most that a run may take ÷ its requests alone. A nearer one is told for information. */
const DELAYS = [{ delayMs: 50, most: 1.3 }, { delayMs: 20 }];

/** A run with everything that reads and creates, settings read and answers judged, ÷ the same requests bare; turn about, the fastest of five each. */
export async function overheadFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { delayMs, most } of DELAYS) figures.push({ ...(await figureWith(delayMs)), ...(most !== undefined && { most }) });
  return figures;
}

async function figureWith(delayMs: number): Promise<Figure> {
  const service = await startTransferReference({ delayMs });
  const authority = service.pki.ca;
  const env = {
    ...service.env,
    ASSAY_ALLOW_CREATE: 'all',
    ASSAY_CONCURRENCY: String(AT_ONCE),
    // What is waited for is no overhead of ours.
    TRANSFER_CANCEL_WAIT_MS: '1',
  };
  const engine: number[] = [];
  const bare: number[] = [];
  let requests = 0;
  try {
    // The first turn compiles, and is not counted.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const sent: TransportRequest[] = [];
      const transport = recording(createUndiciTransport({ caFor: () => [authority], proxy: {}, connectTimeoutMs: 10_000 }), sent);
      const began = performance.now();
      const { results } = await hostRun({ env, transport });
      const ran = performance.now() - began;
      if (results.counts.error > 0 || results.conclusion !== 'conformant') throw new Error(`the run is ${results.conclusion}: ${results.gate.join(' ')}`);
      const alone = await sendBare(sent, authority);
      requests = sent.length;
      if (turn === 0) continue;
      engine.push(ran);
      bare.push(alone);
    }
  } finally {
    await service.close();
  }
  const [ran, alone] = [Math.min(...engine), Math.min(...bare)];
  return {
    name: `a run ÷ its requests sent bare, answers after ${delayMs} ms`,
    value: ran / alone,
    unit: '×',
    detail: `${Math.round(ran)} ms and ${Math.round(alone)} ms for ${requests} requests`,
  };
}

function recording(transport: Transport, sent: TransportRequest[]): Transport {
  return {
    send(one) {
      sent.push(one);
      return transport.send(one);
    },
    close: () => transport.close(),
  };
}

/** Sends requests in their order, so many at once, with nothing recorded or judged. @returns milliseconds */
async function sendBare(sent: readonly TransportRequest[], ca: string): Promise<number> {
  const agents = new Map<string, Agent>();
  const agentFor = ({ credential }: TransportRequest): Agent => {
    const key = credential.tls?.cert ?? '';
    const known = agents.get(key);
    if (known) return known;
    const agent = new Agent({ connections: AT_ONCE, connect: { ca, ...(credential.tls && { cert: credential.tls.cert, key: credential.tls.key }) } });
    agents.set(key, agent);
    return agent;
  };
  const began = performance.now();
  await pMap(
    sent,
    async (one) => {
      const answer = await request(one.url, {
        dispatcher: agentFor(one),
        method: one.method as Dispatcher.HttpMethod,
        headers: one.headers.flat(),
        ...(one.body instanceof Uint8Array && { body: one.body }),
      }).catch(() => undefined);
      await answer?.body.dump();
    },
    { concurrency: AT_ONCE },
  );
  const took = performance.now() - began;
  await Promise.all([...agents.values()].map((agent) => agent.close()));
  return took;
}
