/** The requests of a run, sent again by undici alone: the lower bound of the time that the run can take. */
import pMap from 'p-map';
import { Agent, type Dispatcher, request } from 'undici';
import type { Transport, TransportRequest } from '../../src/wire/types.ts';

/** Bodies of at least this many bytes are received whole and parsed, equal ones once. */
const LARGE_BYTES = 1024 * 1024;

/** Returns a transport that also appends every request to `sent`. */
export function recording(transport: Transport, sent: TransportRequest[]): Transport {
  return {
    send(one) {
      sent.push(one);
      return transport.send(one);
    },
    close: () => transport.close(),
  };
}

/**
 * Sends requests in order, `atOnce` at a time, without recording or judging. Large bodies are parsed as JSON, equal
 * ones once.
 * @param ca PEM certificate to trust
 * @returns milliseconds
 */
export async function sendBare(sent: readonly TransportRequest[], ca: string, atOnce: number): Promise<number> {
  const agents = new Map<string, Agent>();
  const agentFor = ({ credential }: TransportRequest): Agent => {
    const key = credential.tls?.cert ?? '';
    const known = agents.get(key);
    if (known) return known;
    const agent = new Agent({
      connections: atOnce,
      connect: { ca, ...(credential.tls && { cert: credential.tls.cert, key: credential.tls.key }) },
    });
    agents.set(key, agent);
    return agent;
  };
  const parsed: Buffer[] = [];
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
      // The run ended the request, or the body stays open: it is enough that the response began.
      if (one.signal.aborted) answer?.body.on('error', () => undefined).destroy();
      else if (Number(answer?.headers['content-length'] ?? 0) < LARGE_BYTES) await answer?.body.dump();
      else if (answer) parseOnce(Buffer.from(await answer.body.arrayBuffer()), parsed);
    },
    { concurrency: atOnce },
  );
  const took = performance.now() - began;
  await Promise.all([...agents.values()].map((agent) => agent.destroy()));
  return took;
}

function parseOnce(body: Buffer, parsed: Buffer[]): void {
  if (parsed.some((other) => other.equals(body))) return;
  parsed.push(body);
  JSON.parse(body.toString());
}
