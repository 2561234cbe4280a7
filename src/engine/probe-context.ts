/** The context of a probe: it sends documented operations and records each exchange with its purpose. */
import type { Contract, Creation } from '../contract/types.ts';
import type { Exchange, LedgerEntry, WireCredential, WireRecord, WireRequest } from '../wire/types.ts';
import type { CredentialUse } from './credential-use.ts';
import { inDocumentWords } from './document-words.ts';
import { aboutExchange, effectOf, notSent, renamedCredential, requestOf } from './documented-request.ts';
import type { Lane, ProbeContext, RequestOptions } from './types.ts';
import { whyNotSent, whyUnusable } from './unusable-identifier.ts';

/** State that requests share within a run. */
export interface RunServices {
  send(request: WireRequest): Promise<WireRecord>;
  readonly runId: string;
  readonly seed: number;
  nextId(): string;
  redact(text: string): string;
  /** Keeps the exchange, and the ledger line of what it may have created. */
  record(exchange: Exchange, entry: LedgerEntry | undefined): void;
  cleanup: ProbeContext['cleanup'];
  residue: ProbeContext['residue'];
  wait: ProbeContext['wait'];
  now: ProbeContext['now'];
  /** The order in which credentials are used first; absent: none. */
  readonly credentialUse?: CredentialUse;
  /** Memory of a lane in a run; absent: nothing is kept between probes. */
  memory?(lane: Lane): LaneMemory;
  /** A value that is secret from now on. */
  redactFromNowOn?(value: string, name: string): void;
  allows?: ProbeContext['allows'];
  notice?: ProbeContext['notice'];
}

/** Credentials and secrets that a lane gains during a run. */
export interface LaneMemory {
  readonly credentials: Map<string, WireCredential>;
  readonly secretValues: Map<string, string>;
  readonly foreign: Set<string>;
}

export function newMemory(): LaneMemory {
  return { credentials: new Map(), secretValues: new Map(), foreign: new Set() };
}

/** Thrown by a probe that finds, before anything was sent, that something outside the target stands in its way; its rows are skipped with the message. */
export class SkipProbe extends Error {
  override readonly name = 'SkipProbe';
}

/** Thrown into a probe when the run is interrupted; the engine knows it from a fault of ours. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Waits so many milliseconds. Rejects with Interrupted as soon as the run is. */
export function waitUnlessInterrupted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new Interrupted('the run was interrupted'));
    };
    if (signal.aborted) return reject(new Interrupted('the run was interrupted'));
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The context of one probe in one lane. */
export function createProbeContext(
  run: RunServices,
  contract: Contract,
  services: Readonly<Record<string, string>>,
  lane: Lane,
  probe: string,
  priority: number,
): ProbeContext {
  const memory = run.memory?.(lane) ?? newMemory();
  const send = async (name: string, options: RequestOptions = {}): Promise<Exchange> => {
    const operation = contract.operations.get(name);
    if (operation === undefined) throw new Error(`the contract has no operation ${name}`);
    const wanted = options.credential ?? 'good';
    const credential = memory.credentials.get(wanted) ?? lane.credentials.get(wanted);
    if (credential === undefined) throw new Error(`the lane ${lane.name} has no credential ${wanted}`);
    const id = run.nextId();
    const about = { id, interface: contract.interface, lane: lane.name, probe, ...aboutExchange(operation, options) };
    // Not by spreading, which takes Node 20 many times as long. Redacted when the answer is there: it may show that a value is secret.
    const exchangeOf = (record: WireRecord): Exchange =>
      Object.assign({}, record, about, {
        params: Object.fromEntries(Object.entries(options.params ?? {}).map(([key, value]) => [key, run.redact(value)])),
      });
    const { identifierIn } = options;
    const base = services[operation.service];
    const why = whyNotSent(operation, options.params ?? {}, effectOf(operation, options) === 'read' ? undefined : memory.foreign);
    if (why !== undefined) {
      const exchange = exchangeOf(notSent(operation, base, options, credential.name, run.redact(why), run.now()));
      run.record(exchange, options.ledger);
      return exchange;
    }
    const request: WireRequest = {
      credential: renamedCredential(credential, contract),
      priority: options.purpose === 'cleanup' ? -1 : priority,
      ...requestOf(operation, base, options, contract),
      ...(options.ledger && {
        ledger: {
          ...options.ledger,
          interface: contract.interface,
          lane: lane.name,
          ...(identifierIn && { identifierIn: (record) => usable(identifierIn(inDocumentWords(exchangeOf(record), contract))) }),
        },
      }),
    };
    const record =
      run.credentialUse && (options.purpose ?? 'documented') === 'documented'
        ? await run.credentialUse.send(credential, operation.service, request, run.send)
        : await run.send(request);
    const notes = await notesOf(options, record).catch((error: unknown) => {
      run.record(exchangeOf(record), options.ledger);
      throw error;
    });
    const exchange: Exchange = Object.assign(exchangeOf(record), notes);
    run.record(exchange, options.ledger);
    return inDocumentWords(exchange, contract);
  };
  return {
    send,
    lane: lane.name,
    settings: lane.settings,
    contract,
    runId: run.runId,
    seed: run.seed,
    hasCredential: (credential: string) => memory.credentials.has(credential) || lane.credentials.has(credential),
    secret: (name: string) => memory.secretValues.get(name) ?? lane.secretValues?.get(name),
    addSecret(name: string, value: string) {
      run.redactFromNowOn?.(value, name);
      memory.secretValues.set(name, value);
    },
    addCredential(name: string, made: WireCredential) {
      memory.credentials.set(name, made);
    },
    foreign: memory.foreign,
    allows: (kind: Creation) => run.allows?.(kind) ?? false,
    notice: (text: string) => run.notice?.(text),
    wait: run.wait,
    cleanup: run.cleanup,
    residue: run.residue,
    now: run.now,
  };
}

function usable(identifier: string | undefined): string | undefined {
  return identifier === undefined || whyUnusable(identifier) !== undefined ? undefined : identifier;
}

/** Notes as a member; without notes, no member. */
async function notesOf({ notes }: RequestOptions, record: WireRecord): Promise<Pick<Exchange, 'notes'>> {
  const made = typeof notes === 'function' ? await notes(record) : notes;
  return made === undefined || Object.keys(made).length === 0 ? {} : { notes: made };
}
