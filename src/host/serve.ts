/** The references as servers for developers of clients: every request that arrives is judged. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handler } from '../../reference/types.ts';
import type { ClientContract } from '../contract/client-contract.ts';
import { packageRoot } from '../contract/root.ts';
import { INTERFACES } from '../contract/types.ts';
import { deployWsdl } from '../contract/wsdl.ts';
import { filedUnder, receivedOf, receivedRecording } from '../engine/received.ts';
import { buildResults, type Judgeable, type RunContext } from '../engine/results.ts';
import type { Result, Results } from '../engine/types.ts';
import { createRedactor } from '../wire/redaction.ts';
import type { Exchange } from '../wire/types.ts';
import { clientSuite, loadClientContract, type Served } from './client-side.ts';
import { type Arrived, exchangeOf, reporting } from './received-exchange.ts';
import { writeRun } from './run-directory.ts';
import { packageVersion } from './version.ts';

export interface ServeOptions {
  readonly interfaces: readonly Served[];
  /** A fault of one of the references, to see how a client copes. */
  readonly fault?: string;
  readonly variants?: readonly string[];
  /** Operations to wait for; when all were seen, serving ends. */
  readonly once?: readonly string[];
  readonly out?: string;
  /** Ends serving. */
  readonly signal: AbortSignal;
  /** Settings for a client, and further things that it may use: credentials, the WSDL. */
  readonly started: (settings: Readonly<Record<string, string>>, further: Readonly<Record<string, string>>) => void;
  /** Each request, with what is wrong with it. */
  readonly arrived: (exchange: Exchange, findings: readonly Result[]) => void;
}

/** Wrong use of serve; the message is for the user. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}

interface Started {
  readonly env: Readonly<Record<string, string>>;
  readonly credentials?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

type Around = (handler: Handler) => Handler;

/** Starters by interface; faults and variants go to the interface whose name they begin with. */
const STARTERS: Readonly<Record<Served, (around: Around, behaving: { fault?: string; variants?: readonly string[] }) => Promise<Started>>> = {
  'ticket-bridge': async (around, behaving) => (await import('../../reference/ticket-bridge/start.ts')).startTicketBridgeReference({ around, ...behaving }),
  transfer: async (around, behaving) => (await import('../../reference/transfer/start.ts')).startTransferReference({ around, ...behaving }),
  'data-hub': async (around, behaving) => (await import('../../reference/data-hub/start.ts')).startDataHubReference({ around, ...behaving }),
};

const RED = new Set(['fail', 'warn', 'error']);

/** Serves until the signal, or until every operation of `once` was seen. Resolves with results about the client. */
export async function serveReferences(options: ServeOptions): Promise<Results> {
  const began = new Date();
  const clock = performance.now();
  const now = () => performance.now() - clock;
  const redactor = createRedactor();
  const runId = randomBytes(4).toString('hex');
  const exchanges = new Map<Served, Exchange[]>();
  const contracts = new Map<Served, ClientContract>();
  const started: Started[] = [];
  const waitedFor = checkedOnce(options);
  const wanted = options.once && options.once.length > 0 ? new Set(options.once) : undefined;
  const missing = new Set(wanted);
  let count = 0;
  let done: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    done = resolve;
    if (options.signal.aborted) resolve();
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const judgeables = (only?: Exchange): Judgeable[] =>
    [...contracts].map(([of, contract]) => {
      const all = exchanges.get(of) ?? [];
      return {
        suite: clientSuite(contract),
        contract,
        recording: receivedRecording(contract, only ? all.filter((one) => one === only) : all, givenOf(of)),
      };
    });
  const givenOf = (of: Served) => ({
    ...(of === 'ticket-bridge' && { namespace: String(settings['TICKET_BRIDGE_NAMESPACE'] ?? '') }),
    ...(wanted && { once: [...wanted] }),
  });
  const settings: Record<string, string> = {};
  const folder = options.out ?? mkdtempSync(join(tmpdir(), 'assay-serve-'));
  const context = (endedAt = new Date()): RunContext => ({
    run: { id: runId, startedAt: began.toISOString(), endedAt: endedAt.toISOString(), seed: 0, only: [], interrupted: false, requests: count },
    suite: { name: 'assay', version: packageVersion(), contracts: Object.fromEntries([...contracts].map(([of, contract]) => [of, contract.digest])) },
    target: {
      reference: false,
      interfaces: Object.fromEntries([...contracts.keys()].map((of) => [of, { side: 'client', ...givenOf(of) }])),
      allowCreate: [],
      notOffered: [],
    },
    residue: [],
    notices: ['These are results about a client: the requests that it sent were judged.'],
    notConfigured: INTERFACES.filter((name) => !contracts.has(name as Served)),
    requireComplete: wanted !== undefined,
  });
  const report = (of: Served, arrived: Arrived): void => {
    const contract = contracts.get(of);
    if (contract === undefined) return;
    count += 1;
    const base = String(settings[BASES[of]] ?? 'http://localhost').replace(/^(https?:\/\/[^/]+).*$/, '$1');
    const first = exchangeOf(arrived, { id: `e${count}`, interface: of, operation: '', service: of, base }, redactor);
    const operation = filedUnder(contract, receivedOf(first));
    const exchange = { ...first, operation, probe: operation };
    exchanges.get(of)?.push(exchange);
    const found = buildResults(judgeables(exchange), context()).requirements.filter((result) => RED.has(result.verdict));
    options.arrived(exchange, found);
    missing.delete(operation);
    if (wanted && missing.size === 0) done();
  };
  try {
    for (const of of options.interfaces) {
      exchanges.set(of, []);
      const behaving = {
        ...(options.fault?.startsWith(`${of}/`) && { fault: options.fault }),
        ...(options.variants && { variants: options.variants.filter((variant) => variant.startsWith(`${of}/`)) }),
      };
      const one = await STARTERS[of]((handler) => reporting(handler, now, (arrived) => report(of, arrived)), behaving);
      started.push(one);
      Object.assign(settings, one.env);
      contracts.set(of, loadClientContract(of, givenOf(of)));
    }
    waitedFor(contracts);
    const wsdl = options.interfaces.includes('ticket-bridge') ? { WSDL: writeWsdl(folder, settings) } : {};
    options.started(settings, Object.assign({}, wsdl, ...started.map((one) => one.credentials ?? {})));
    await ended;
  } catch (error) {
    if (error instanceof RangeError || /no (?:fault|variant)|unknown (?:fault|variant)/i.test((error as Error).message))
      throw new ServeError((error as Error).message);
    throw error;
  } finally {
    await Promise.all(started.map((one) => one.close()));
    if (options.out === undefined) rmSync(folder, { recursive: true, force: true });
  }
  const final = judgeables();
  const results = buildResults(final, context());
  if (options.out !== undefined) await writeRun(options.out, results, { results, judgeables: final, context: context(), redactor });
  return results;
}

/** The bridge's WSDL with the served namespace and address; returns its path. */
function writeWsdl(folder: string, settings: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(packageRoot(), 'specs', 'ticket-bridge', 'ticket-bridge.wsdl'), 'utf8');
  const path = join(folder, 'ticket-bridge.wsdl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, deployWsdl(text, settings['TICKET_BRIDGE_NAMESPACE'] ?? '', settings['TICKET_BRIDGE_URL'] ?? ''));
  return path;
}

/** The setting that holds each interface's address. */
const BASES: Readonly<Record<Served, string>> = { 'ticket-bridge': 'TICKET_BRIDGE_URL', transfer: 'TRANSFER_URL', 'data-hub': 'DATA_HUB_PROVIDER_URL' };

/** Checks the names of `--once` when the contracts are there. */
function checkedOnce(options: ServeOptions): (contracts: ReadonlyMap<Served, ClientContract>) => void {
  return (contracts) => {
    const known = [...contracts.values()].flatMap((contract) => [...contract.operations.keys()]);
    for (const name of options.once ?? [])
      if (!known.includes(name)) throw new ServeError(`--once ${name} is no operation of what is served; there are ${known.join(', ')}.`);
  };
}
