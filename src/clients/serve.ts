/** The references as servers for developers of clients: every request that arrives is judged. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceOf, type StartedReference, type StartOptions } from '../../reference/index.ts';
import type { KeyKind } from '../../reference/pki/issue.ts';
import type { Interface } from '../contract/types.ts';
import { wsdlFile } from '../contract/wsdl-operations.ts';
import { buildResults, type Judgeable, type RunContext } from '../engine/results.ts';
import type { Result, Results, Suite, SuiteSettings } from '../engine/types.ts';
import type { GateReady } from '../run/gate-options.ts';
import { writeRun } from '../run/run-directory.ts';
import { SETTINGS_TABLE } from '../run/settings-table.ts';
import { SUITED } from '../run/suites.ts';
import { packageVersion } from '../run/version.ts';
import { nearest } from '../settings/nearest.ts';
import { deployWsdl } from '../soap/wsdl.ts';
import { createRedactor } from '../wire/redaction.ts';
import type { Exchange } from '../wire/types.ts';
import { BrokenRequests, brokenWords } from './broken-requests.ts';
import { clientSuite, loadClientContract, servedDescriptor } from './client-side.ts';
import type { ClientContract } from './contract.ts';
import { KeptExchanges } from './kept-exchanges.ts';
import { filedUnder, receivedOf, receivedRecording } from './received.ts';
import { type Arrived, exchangeOf, reporting, secretsOf } from './received-exchange.ts';
import { behavingOf, ServeError } from './served-references.ts';

export interface ServeOptions {
  readonly interfaces: readonly Interface[];
  /** A fault of one of the references, to see how a client copes. */
  readonly fault?: string;
  readonly variants?: readonly string[];
  /** Operations to wait for; when all were seen, serving ends. */
  readonly once?: readonly string[];
  /** Kind of the keys of certificates; default RSA, which all software reads. */
  readonly keys?: KeyKind;
  /** Port of the first service; each further one has the next. Absent or 0: free ones. */
  readonly port?: number;
  /** Directory for results and evidence; while it serves, also for the settings as a file. */
  readonly out?: string;
  /** What turns the gate red, and what the findings are held against; default as in a run. */
  readonly gate?: Pick<GateReady, 'failOn' | 'heldAgainst'>;
  /** Ends serving. */
  readonly signal: AbortSignal;
  /** Settings for a client, and further things that it may use: credentials, the WSDL. */
  readonly started: (settings: Readonly<Record<string, string>>, further: Readonly<Record<string, string>>) => void;
  /** Each request, with what is wrong with it; `judged` is false if it is an extension, which is only observed. */
  readonly arrived: (exchange: Exchange, findings: readonly Result[], judged: boolean) => void;
  /** A sentence about something that arrived and is no request. */
  readonly broken?: (sentence: string) => void;
}

/** One served interface: what is asked of its clients, and what they sent. */
interface Side {
  readonly contract: ClientContract;
  readonly suite: Suite<never>;
  readonly settings: SuiteSettings;
  readonly kept: KeptExchanges;
}

/** Verdicts that a single request can show. */
const SHOWN = new Set(['pass', 'fail', 'warn', 'error']);
const RED = new Set(['fail', 'warn', 'error']);
/** Settings for a client as a file, in the directory of `out` while it serves: it holds throw-away credentials. */
const SETTINGS_FILE = 'client.env';

/**
 * Serves until the signal, or until every operation of `once` was seen. Resolves with results about the client.
 * @throws ServeError for a fault, variant, operation, port or directory that cannot be
 */
export async function serveReferences(options: ServeOptions): Promise<Results> {
  const { interfaces, once = [], out, signal } = options;
  const began = new Date();
  const clock = performance.now();
  const now = () => performance.now() - clock;
  const redactor = createRedactor();
  const learn = secretsOf(redactor);
  const runId = randomBytes(4).toString('hex');
  const sides = new Map<Interface, Side>();
  const settings: Record<string, string> = {};
  const broken = new BrokenRequests();
  const missing = new Set(once);
  const ending = new AbortController();
  let count = 0;
  const judgeable = ({ contract, suite, settings: given, kept }: Side, exchanges: readonly Exchange[] = kept.all): Judgeable => ({
    suite,
    contract,
    recording: receivedRecording(contract, exchanges, given),
  });
  const context = (): RunContext => ({
    run: { id: runId, startedAt: began.toISOString(), endedAt: new Date().toISOString(), seed: 0, only: [], interrupted: false, requests: count },
    suite: { name: 'assay', version: packageVersion(), contracts: Object.fromEntries([...sides].map(([of, { contract }]) => [of, contract.digest])) },
    target: {
      reference: false,
      interfaces: Object.fromEntries([...sides].map(([of, { settings: given }]) => [of, { side: 'client', ...given }])),
      allowCreate: [],
      notOffered: [],
    },
    residue: [],
    notices: ['These are results about a client: the requests that it sent were judged.', ...broken.told, ...leftOut([...sides.values()])],
    notConfigured: SUITED.filter((name) => !sides.has(name)),
    requireComplete: once.length > 0,
    ...options.gate,
  });
  const report = (of: Interface, service: string, arrived: Arrived): void => {
    const side = sides.get(of);
    if (side === undefined) return;
    count += 1;
    learn(arrived);
    const base = new URL(settings[servedDescriptor(of).services.find(({ name }) => name === service)?.address ?? ''] ?? 'http://localhost').origin;
    const unfiled = exchangeOf(arrived, { id: `e${count}`, interface: of, operation: '', service, base }, redactor);
    const operation = filedUnder(side.contract, receivedOf(unfiled));
    const exchange = { ...unfiled, operation, probe: operation };
    const shown = buildResults([judgeable(side, [exchange])], context()).requirements.filter(({ verdict }) => SHOWN.has(verdict));
    side.kept.add(exchange, shown.length > 0 ? shown.map(({ id, verdict }) => `${id} ${verdict}`) : [operation]);
    options.arrived(
      exchange,
      shown.filter(({ verdict }) => RED.has(verdict)),
      shown.length > 0,
    );
    missing.delete(operation);
    if (once.length > 0 && missing.size === 0) ending.abort();
  };
  const contracts = interfaces.map((of) => loadClientContract(of));
  refuseUnknownOperations(once, contracts);
  const behaving = await behavingOf(interfaces, options.fault, options.variants);
  if (out !== undefined) prepareDirectory(out);
  const folder = out ?? mkdtempSync(join(tmpdir(), 'assay-serve-'));
  const started: StartedReference[] = [];
  try {
    let port = options.port;
    for (const of of interfaces) {
      const { services, served } = servedDescriptor(of);
      const { namespace } = served;
      const one = await startOn(of, port, {
        ...behaving.get(of),
        keys: options.keys ?? 'rsa',
        around: (handler, service) => reporting(handler, now, (arrived) => report(of, service, arrived)),
        onBroken: (what) => {
          const sentence = brokenWords(what);
          broken.add(sentence);
          options.broken?.(sentence);
        },
      });
      started.push(one);
      if (port !== undefined && port > 0) port += services.length;
      Object.assign(settings, one.env);
      for (const [name, value] of Object.entries(one.env)) if (SETTINGS_TABLE.named(name)?.secret) redactor.add(value, name);
      const given: SuiteSettings = {
        ...(namespace !== undefined && { namespace: one.env[namespace] ?? '' }),
        ...(once.length > 0 && { once: [...once] }),
      };
      const contract = loadClientContract(of, given);
      sides.set(of, { contract, suite: clientSuite(contract), settings: given, kept: new KeptExchanges() });
    }
    const wsdl = Object.assign({}, ...interfaces.map((of) => writeWsdl(of, folder, settings))) as Readonly<Record<string, string>>;
    if (out !== undefined) writeSettings(out, settings);
    options.started(settings, Object.assign({}, wsdl, ...started.map((one) => one.credentials ?? {})));
    await aborted(AbortSignal.any([signal, ending.signal]));
  } finally {
    await Promise.all(started.map((one) => one.close()));
    rmSync(out === undefined ? folder : join(out, SETTINGS_FILE), { recursive: true, force: true });
  }
  const judgeables = [...sides.values()].map((side) => judgeable(side));
  const told = context();
  const results = buildResults(judgeables, told);
  if (out !== undefined) await writeRun(out, results, { results, judgeables, context: told, redactor });
  return results;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function startOn(of: Interface, port: number | undefined, options: StartOptions): Promise<StartedReference> {
  try {
    return await referenceOf(of).start({ ...options, ...(port !== undefined && { port }) });
  } catch (error) {
    const { code, port: taken } = error as NodeJS.ErrnoException & { readonly port?: number };
    if (taken === undefined) throw error;
    throw new ServeError(`Nothing can listen on port ${taken} (${code}); name another with --port, or none for a free one.`);
  }
}

function leftOut(sides: readonly Side[]): string[] {
  const left = sides.reduce((sum, { kept }) => sum + kept.left, 0);
  return left === 0 ? [] : [`${left} requests were judged when they arrived and showed nothing new; they are not in the evidence.`];
}

/** Writes the WSDL of an interface with the served namespace and address, where it has one; gives its path as a further thing to use. */
function writeWsdl(of: Interface, folder: string, settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { services, served } = servedDescriptor(of);
  const [service] = services;
  if (served.namespace === undefined || service === undefined) return {};
  const path = join(folder, `${of}.wsdl`);
  writeFileSync(path, deployWsdl(readFileSync(wsdlFile(of), 'utf8'), settings[served.namespace] ?? '', settings[service.address] ?? ''));
  return { WSDL: path };
}

/** What a script waits for and reads, so it appears whole; values are quoted as shells and settings files take them. */
function writeSettings(directory: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  const path = join(directory, SETTINGS_FILE);
  writeFileSync(`${path}.part`, lines.join(''), { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

/** Makes the directory, and takes away settings that a killed server may have left: a script would take them for these. */
function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    rmSync(join(directory, SETTINGS_FILE), { force: true });
  } catch (error) {
    throw new ServeError(`Cannot write to the output directory: ${(error as Error).message}`);
  }
}

function refuseUnknownOperations(names: readonly string[], contracts: readonly ClientContract[]): void {
  const known = contracts.flatMap((contract) => [...contract.operations.keys()]);
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    throw new ServeError(`--once ${name} is no operation of what is served${near ? `; did you mean ${near}?` : '.'} There are: ${known.join(', ')}.`);
  }
}
