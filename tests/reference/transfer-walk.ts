/** A scripted walk through the transfer reference, in-process, that knows nothing of how answers are judged. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Pki } from '../../reference/pki/create-pki.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import { createTransferReference, type TransferReferenceOptions } from '../../reference/transfer/reference.ts';
import type { ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';

export interface Step {
  readonly what: string;
  readonly status: number;
  readonly headers: ReferenceResponse['headers'];
  readonly text: string;
  readonly connection: string;
  readonly delayMs: number;
  /** How many requests it took, redirects and repetitions included. */
  readonly requests: number;
  readonly streamed: boolean;
}

export type Lane = 'certificate' | 'token';

const chains = new Map<string, Uint8Array[]>();

/** How a good credential of a lane is presented. */
export function credentialOf(pki: Pki, lane: Lane): Pick<ReferenceRequest, 'peer' | 'headers'> {
  if (lane === 'token') return { peer: [], headers: { authorization: `Bearer ${pki.token}` } };
  const peer = chains.get(pki.vomsProxy.cert) ?? derChain(pki.vomsProxy.cert);
  chains.set(pki.vomsProxy.cert, peer);
  return { peer, headers: {} };
}

/** Body of an answer as a client reads it: stream collected, content-coding removed. */
export async function bodyOf(response: ReferenceResponse, limit = 4 * 1024 * 1024): Promise<string> {
  const chunks: Uint8Array[] = [];
  if (response.raw) chunks.push(response.raw);
  else if (response.body instanceof Uint8Array) chunks.push(response.body);
  else {
    let size = 0;
    for await (const chunk of response.body(new AbortController().signal)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) break;
    }
  }
  const bytes = Buffer.concat(chunks);
  const coding = response.headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[coding ?? ''];
  return (decode ? decode(bytes) : bytes).toString('utf8');
}

const SOURCE = 'https://source.example.org/data/a';
const DESTINATION = 'davs://destination.example.org/data/b';
const file = (more: Record<string, unknown> = {}) => ({ sources: [SOURCE], destinations: [DESTINATION], ...more });
/** Every documented form of a submission. */
const SUBMISSIONS: Readonly<Record<string, unknown>> = {
  plain: { files: [file()], params: {} },
  'several-files': { files: [file(), file()], params: {} },
  'several-sources': { files: [{ ...file(), sources: [SOURCE, `${SOURCE}2`] }], params: {} },
  'several-storages': {
    files: [
      {
        sources: [SOURCE, 'https://second-source.example.org/a'],
        destinations: [DESTINATION, 'davs://second-destination.example.org/b'],
      },
    ],
    params: {},
  },
  'file-tokens': { files: [file({ source_tokens: ['s'], destination_tokens: ['d'] })], params: {} },
  'checksum-name': { files: [file({ checksum: 'ADLER32' })], params: {} },
  'checksum-value': { files: [file({ checksum: 'ADLER32:1a2b3c4d' })], params: {} },
  overwrite: { files: [file()], params: { overwrite: true } },
  'no-overwrite': { files: [file()], params: { overwrite: false } },
  'three-files': {
    files: [file(), file(), file({ source_tokens: ['s'], checksum: 'ADLER32:1a2b3c4d' })],
    params: { overwrite: true },
  },
};

/** Whether a walk shows another step than these, or lacks one; walks no further than the first. */
export async function walksOtherwise(
  pki: Pki,
  options: Omit<TransferReferenceOptions, 'pki'>,
  bad: Readonly<Record<string, Pick<ReferenceRequest, 'peer' | 'headers'>>>,
  usual: ReadonlyMap<string, string>,
): Promise<boolean> {
  let seen = 0;
  const other = new Error('another step');
  try {
    await walk(pki, options, bad, undefined, (step) => {
      seen += 1;
      if (usual.get(step.what) !== JSON.stringify(step)) throw other;
    });
  } catch (error) {
    if (error === other) return true;
    throw error;
  }
  return seen !== usual.size;
}

/**
 * Asks a fresh reference everything once in each lane, and everything with the invalid credentials in `bad`. The clock stands still.
 * Identifiers and times are the same in each walk of the same options.
 */
export async function walk(
  pki: Pki,
  options: Omit<TransferReferenceOptions, 'pki'>,
  bad: Readonly<Record<string, Pick<ReferenceRequest, 'peer' | 'headers'>>> = {},
  lanes: readonly Lane[] = ['certificate', 'token'],
  watch?: (step: Step) => void,
): Promise<Step[]> {
  const reference = createTransferReference({ ...options, pki, clock: options.clock ?? (() => pki.now.getTime()) });
  const steps: Step[] = [];
  const ask = async (
    what: string,
    credential: Pick<ReferenceRequest, 'peer' | 'headers'>,
    method: string,
    target: string,
    body?: unknown,
  ): Promise<string> => {
    const headers = { ...credential.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
    let requests = 0;
    const send = (to: string) => {
      requests++;
      return reference.handler({ method, target: to, headers, body: bytes, peer: credential.peer });
    };
    let response = await send(target);
    for (
      let hops = 0;
      response.status >= 300 && response.status < 400 && method === 'GET' && !what.startsWith('bad') && hops < 5;
      hops++
    ) {
      response = await send(response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '');
    }
    if (response.status === 503 || response.status === 429) response = await send(target);
    const text = await bodyOf(response);
    const { status, headers: answered, connection = '', delayMs = 0 } = response;
    const step: Step = {
      what,
      status,
      headers: answered,
      text,
      connection,
      delayMs,
      requests,
      streamed: typeof response.body === 'function',
    };
    steps.push(step);
    watch?.(step);
    return text;
  };
  for (const lane of lanes) {
    const good = credentialOf(pki, lane);
    const get = (what: string, target: string) => ask(`${lane} ${what}`, good, 'GET', target);
    const identity = parsed(await get('identity', '/whoami'));
    const listed = parsed(await get('list', '/jobs'));
    await get('list vo', `/jobs?vo_name=${pki.vo}`);
    const delegation = textOf(identity, 'delegation_id') ?? 'unknown';
    await get('delegation', `/delegation/${encodeURIComponent(delegation)}`);
    const firstListed = Array.isArray(listed) ? textOf(listed[0], 'job_id') : undefined;
    if (firstListed) await get('status of a listed job', `/jobs/${firstListed}`);
    const ids: string[] = [];
    for (const [form, body] of Object.entries(SUBMISSIONS)) {
      const named = JSON.parse(JSON.stringify(body).replaceAll(DESTINATION, `${DESTINATION}-${form}`)) as unknown;
      const result = parsed(await ask(`${lane} submit ${form}`, good, 'POST', '/jobs', named));
      const id = textOf(result, 'job_id');
      if (id) ids.push(id);
      if (id) await get(`status of a job with ${form}`, `/jobs/${id}`);
    }
    const [submitted = 'unknown', other = submitted, third = other] = ids;
    await get('status of a submitted job', `/jobs/${submitted}`);
    for (const [kind, credential] of Object.entries(bad)) {
      const refused = (what: string, method: string, target: string, body?: unknown) =>
        ask(`bad ${lane} ${kind} ${what}`, credential, method, target, body);
      await refused('identity', 'GET', '/whoami');
      await refused('list-jobs', 'GET', '/jobs');
      await refused('list-jobs by vo', 'GET', `/jobs?vo_name=${pki.vo}`);
      await refused('delegation', 'GET', `/delegation/${encodeURIComponent(delegation)}`);
      await refused('job-status', 'GET', `/jobs/${submitted}`);
      await refused('submit-job', 'POST', '/jobs', SUBMISSIONS.plain);
      await refused('cancel-job', 'DELETE', `/jobs/${other}`);
      await get(`status after ${kind}`, `/jobs/${other}`);
    }
    await ask(`${lane} cancel`, good, 'DELETE', `/jobs/${submitted}`);
    await get('status of a cancelled job', `/jobs/${submitted}`);
    await ask(`${lane} cancel another`, good, 'DELETE', `/jobs/${third}`);
    await get('status of another cancelled job', `/jobs/${third}`);
    await get('list again', '/jobs');
    await get('identity again', '/whoami');
    await get('delegation again', `/delegation/${encodeURIComponent(delegation)}`);
  }
  return steps;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, member: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return typeof found === 'string' ? found : undefined;
}
