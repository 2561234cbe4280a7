/**
 * The context of a probe: through it the probe sends documented operations, and each exchange is recorded with its
 * purpose.
 */
import { setTimeout } from 'node:timers/promises';
import type { Exchange, Origin, Origins, WireRecord, WireRequest } from '../../wire/types.ts';
import { inDocumentWords } from '../judge/document-words.ts';
import { isStrange, ONLY_STRANGE } from '../judge/shown-record.ts';
import { isHtml, redirectedTo, succeeded } from '../words/answer.ts';
import { isAuthorised } from '../words/neighbours.ts';
import { valueIn } from '../words/remembered.ts';
import type { AnyProbe, MemorySlot, ProbeContext, RequestOptions } from '../words/types.ts';
import { UNUSABLE_IDENTIFIER, whyNotSent, whyUnusable } from '../words/unusable-identifier.ts';
import { aboutExchange, connectionOf, effectOf, notSent, renamedCredential, requestOf } from './documented-request.ts';
import { whyNotOffered } from './not-offered.ts';
import type { Node } from './plan.ts';
import type { LaneMemory } from './run-record.ts';
import type { Ready, StartedRun } from './started-run.ts';

/** Thrown into a probe if the run is interrupted; the engine does not treat it as a suite error. */
export class Interrupted extends Error {}

/** Waits the given number of milliseconds. Rejects with Interrupted as soon as the run is interrupted. */
function waitUnlessInterrupted(ms: number, signal: AbortSignal) {
  return setTimeout(ms, undefined, { signal }).catch(() => {
    throw new Interrupted('the run was interrupted');
  });
}

/** A probe in a lane and round. */
interface Place extends Pick<Node, 'lane' | 'round' | 'chain'> {
  readonly probe: Pick<AnyProbe, 'name'>;
}

/** Returns the context of one probe in one lane and round. */
export function createProbeContext(
  run: StartedRun,
  { contract, prepared: { services }, connection: connecting }: Omit<Ready, 'suite'>,
  { lane, round, probe: { name: probe }, chain: priority }: Place,
): ProbeContext {
  const { record: recorded, redactor, target } = run;
  const { interface: of } = contract;
  const memory = recorded.memory(lane);
  const redact = (text: string) => redactor.text(text);
  const transmit = (request: WireRequest) => run.session.send(request);
  const credentialOf = (name: string) => memory.credentials.get(name) ?? lane.credentials.get(name);
  const send = async (name: string, options: RequestOptions = {}, last = false): Promise<Exchange> => {
    const operation = contract.operations.get(name);
    if (operation === undefined) throw new Error(`the contract has no operation ${name}`);
    const wanted = options.credential ?? 'good';
    const credential = credentialOf(wanted);
    if (credential === undefined) throw new Error(`the lane ${lane.name} has no credential ${wanted}`);
    const id = run.nextId();
    const about = {
      ...{ id, interface: of, lane: lane.name, probe, label: '' },
      ...aboutExchange(operation, options, credential, connecting),
    };
    // Spreading takes Node 20 many times as long. A response may show that a value of the request is secret.
    const exchangeOf = (record: WireRecord): Exchange =>
      Object.assign({}, record, about, {
        origins: redacted(about.origins, redact),
        params: Object.fromEntries(Object.entries(options.params ?? {}).map(([key, { text }]) => [key, redact(text)])),
      });
    const { identifierIn } = options;
    const base = services[operation.service];
    const effect = effectOf(operation, options);
    const unusable = whyNotSent(operation, options.params ?? {}, effect === 'read' ? undefined : memory.foreign);
    const creates = typeof effect === 'object';
    const earlier = () =>
      recorded.exchanges(of).filter((one) => one.lane === lane.name && one.service === operation.service);
    const why =
      whyNotOffered(target.notOffered, name, lane.name) ??
      (unusable === undefined ? undefined : { code: UNUSABLE_IDENTIFIER, message: redact(unusable) }) ??
      (creates && isStrange(earlier(), contract) ? ONLY_STRANGE : undefined);
    if (why !== undefined) {
      const exchange = exchangeOf(notSent(operation, base, options, credential.name, why, run.now()));
      recorded.add(of, exchange, options.ledger);
      return exchange;
    }
    const connection = connectionOf(options, round);
    const renamed = renamedCredential(credential, contract);
    const request: WireRequest = {
      credential: options.connection === undefined ? renamed : { ...renamed, connection: options.connection },
      connection,
      priority: options.purpose === 'cleanup' ? -1 : priority,
      ...requestOf(operation, base, options, contract, credential.query),
      ledger: options.ledger && {
        ...options.ledger,
        interface: of,
        lane: lane.name,
        identifierIn:
          identifierIn &&
          ((record) => {
            const identifier = identifierIn(inDocumentWords(exchangeOf(record), contract));
            return identifier !== undefined && whyUnusable(identifier) === undefined ? identifier : undefined;
          }),
      },
    };
    const record =
      about.purpose === 'documented'
        ? await run.credentialUse(credential, operation.service, request, transmit)
        : await transmit(request);
    const exchange = exchangeOf(record);
    if (request.effect === 'read') memory.sent.set(id, options);
    recorded.add(of, exchange, options.ledger);
    const control = last ? undefined : controlAfter(memory, exchange, options, earlier);
    const works = control !== undefined && succeeded(await send(control.operation, control.options, true));
    // The failure may be temporary: if the request can safely be sent again, the last response counts.
    const again =
      works && !succeeded(exchange) && request.repeatable === true && options.ledger === undefined
        ? await send(name, options, true)
        : undefined;
    if (again !== undefined && succeeded(again)) return again;
    return inDocumentWords(exchange, contract);
  };
  return {
    send: (operation, options) => send(operation, options),
    again: (read, options) => send(read.operation, repeated(read, memory, options)),
    lane: lane.name,
    settings: lane.settings,
    contract,
    depth: target.depth,
    round,
    runId: round === 0 ? run.id : `${run.id}-${round + 1}`,
    seed: run.seed + round,
    hasCredential: (credential) => credentialOf(credential) !== undefined,
    credentials: () =>
      [...new Map([...lane.credentials, ...memory.credentials])].flatMap(([name, { isRare }]) =>
        isRare && target.depth !== 'thorough' ? [] : name,
      ),
    secret: (name) => memory.secretValues.get(name) ?? lane.secretValues?.get(name),
    addSecret(name, value) {
      if (!redactor.learn([value], name)) redactor.add(value, name);
      memory.secretValues.set(name, value);
    },
    addCredential: (name, made) => void memory.credentials.set(name, made),
    memory: <T>(slot: MemorySlot<T>) => valueIn(memory.slots, slot, slot.initial) as T,
    // In a later round, objects that a probe finds may be those of an earlier round, so the probe adds their
    // identifiers only to a copy.
    foreign: round === 0 ? memory.foreign : new Set(memory.foreign),
    offers: (operation) => whyNotOffered(target.notOffered, operation, lane.name) === undefined,
    allows: (kind) => target.allowCreate.has(kind),
    note: (exchange, facts) => recorded.note(of, exchange, facts),
    notice: (text) => void recorded.notices.push(redact(text)),
    wait: (ms) => waitUnlessInterrupted(ms, run.interruption),
    cleanup: (entry, clean) => recorded.addCleanup({ entry, of, run: clean }),
    residue: (entry, why) => recorded.leave(entry, of, why),
    now: run.now,
  };
}

/**
 * After a 500 or an HTML page to a valid request, returns the smallest earlier read of another operation of the service
 * that succeeded. Sent with the valid credential, it shows whether the operation is at fault or the service is down.
 */
function controlAfter(
  { sent }: LaneMemory,
  exchange: Exchange,
  { credential }: RequestOptions,
  earlier: () => readonly Exchange[],
) {
  const isFailure = exchange.outcome.status === 500 || (succeeded(exchange) && isHtml(exchange));
  if (!isFailure || !isAuthorised(exchange) || credential !== undefined) return undefined;
  const size = ({ outcome }: Exchange) => outcome.body?.size ?? 0;
  const [smallest] = earlier()
    .filter((one) => one.operation !== exchange.operation && one.request.method === 'GET' && one.purpose !== 'refusal')
    .filter((one) => succeeded(one) && !isHtml(one) && sent.get(one.id)?.until === undefined)
    .toSorted((one, other) => size(one) - size(other));
  if (smallest === undefined) return undefined;
  const { params, path } = sent.get(smallest.id) ?? {};
  const options: RequestOptions = { params, path, purpose: 'closing', onChunk: () => undefined };
  return { operation: smallest.operation, options };
}

/**
 * Returns the options of a read that is sent again. If it was redirected within its origin, every request is: the
 * service may redirect every caller, and the redirect would look like a rejection of an invalid credential.
 */
function repeated(
  read: Exchange,
  { sent }: LaneMemory,
  { params = {}, ...options }: RequestOptions = {},
): RequestOptions {
  const { params: own, path } = sent.get(read.id) ?? {};
  const redirected = redirectedTo(read);
  return {
    path,
    ...(redirected && redirected.elsewhere === undefined && { redirects: 'follow' as const }),
    repeatable: true,
    ...options,
    params: { ...own, ...params },
  };
}

/** Returns origins with the values of gaps redacted: a profile may have given one. */
function redacted(origins: Origins = {}, redact: (text: string) => string): Origins {
  const one = (origin: Origin) =>
    origin.from === 'gap' && origin.value !== undefined ? { ...origin, value: redact(origin.value) } : origin;
  return Object.fromEntries(Object.entries(origins).map(([place, all]) => [place, all.map(one)]));
}
