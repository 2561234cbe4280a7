/** Judges requests of clients when they arrive at served references, and keeps those that show something new. */

import { randomBytes } from 'node:crypto';
import { knownOperationRequirement } from '../contract/client-contract.ts';
import { isOwnAgent } from '../contract/root.ts';
import type { ClientContract, Interface, Profile } from '../contract/types.ts';
import { buildResults } from '../engine/account/results.ts';
import type { ConductedRun } from '../engine/send/run.ts';
import {
  type Invocation,
  isFinding,
  type Result,
  type Settings,
  type Suite,
  type Verdict,
} from '../engine/words/types.ts';
import type { GateReady } from '../run/gate-options.ts';
import { SETTINGS_TABLE } from '../run/installed/settings-table.ts';
import { contextOf } from '../run/results-without-run.ts';
import { createRedactor, type Redactor } from '../wire/secrets/redaction.ts';
import type { Exchange } from '../wire/types.ts';
import { BrokenRequests } from './broken-requests.ts';
import { loadClientContract, servedDescriptor } from './client-side.ts';
import { filedUnder, OTHERS, receivedOf, receivedRecording, receivingSuite } from './received.ts';
import { type Arrived, exchangeOf, secretsOf } from './received-exchange.ts';

/** Why a request is not judged: its operation is none of the document's, or none of `once`. */
export type Unjudged = 'extension' | 'not selected';

export interface ArrivalOptions {
  /** Operations to wait for: serving ends after a request for each. */
  readonly once?: readonly string[];
  /** Called for each request with its findings, or with the reason why it was not judged. */
  readonly arrived: (exchange: Exchange, findings: readonly Result[], unjudged?: Unjudged) => void;
  /** The profile whose names requests use; they are judged with the document's names. */
  readonly profile?: Profile;
  /** Conditions that fail the gate, and the baseline or earlier run to compare with; by default those of a run. */
  readonly gate?: Pick<GateReady, 'failOn' | 'heldAgainst'>;
  /** Options that commands have to repeat. */
  readonly invocation?: Invocation;
}

/** A served interface: the rules for its clients, and what they sent. */
interface Side {
  readonly contract: ClientContract;
  readonly suite: Suite;
  readonly settings: Settings;
  /** Settings for a client. */
  readonly env: Readonly<Record<string, string>>;
  readonly kept: KeptExchanges;
}

/** Whether a single request can show a verdict. */
const isShown = (verdict: Verdict) => verdict === 'pass' || isFinding(verdict);

export class Arrivals {
  readonly broken = new BrokenRequests();
  readonly #options: ArrivalOptions;
  readonly #redactor: Redactor = createRedactor();
  readonly #learn = secretsOf(this.#redactor);
  readonly #runId = randomBytes(4).toString('hex');
  readonly #began = new Date();
  readonly #clock = performance.now();
  readonly #sides = new Map<Interface, Side>();
  readonly #missing: Set<string>;
  readonly #complete = new AbortController();
  #count = 0;
  #own = 0;

  constructor(options: ArrivalOptions) {
    this.#options = options;
    this.#missing = new Set(options.once);
  }

  /** Returns the milliseconds since the start. */
  readonly now = () => performance.now() - this.#clock;

  /** A signal that aborts when every operation of `once` was requested. */
  get complete(): AbortSignal {
    return this.#complete.signal;
  }

  /** Begins to judge requests to this interface. `env`: settings for its clients. */
  expect(of: Interface, env: Readonly<Record<string, string>>): void {
    const { namespace } = servedDescriptor(of).served;
    for (const [name, value] of Object.entries(env))
      if (SETTINGS_TABLE.named(name)?.secret) this.#redactor.add(value, name);
    const settings: Settings = {
      ...(namespace !== undefined && { namespace: env[namespace] ?? '' }),
    };
    const contract = loadClientContract(of, settings);
    this.#sides.set(of, { contract, suite: receivingSuite(contract), settings, env, kept: new KeptExchanges() });
  }

  /**
   * Judges a request to a service of an interface. Requests of Assay's own runs are only counted: their invalid
   * credentials and forms are intended.
   */
  receive(of: Interface, service: string, arrived: Arrived): void {
    const side = this.#sides.get(of);
    if (side === undefined) return;
    if (isOwnAgent(arrived.request.headers['user-agent'])) {
      this.#own += 1;
      return;
    }
    this.#count += 1;
    this.#learn(arrived);
    const { services, settings } = servedDescriptor(of);
    const { origin: base, pathname } = new URL(
      side.env[services.find(({ name }) => name === service)?.address ?? ''] ?? 'http://localhost',
    );
    const { credentials } = settings;
    const unfiled = exchangeOf(
      arrived,
      { id: `e${this.#count}`, interface: of, operation: '', service, base, credentials },
      this.#redactor,
    );
    // An address with a path is that of an endpoint, not of paths below it.
    const [path] = arrived.request.target.split('?');
    const isThere = pathname === '/' || path === pathname || path === `${pathname}/`;
    const operation = isThere ? filedUnder(side.contract, receivedOf(unfiled)) : OTHERS;
    const exchange = { ...unfiled, operation, probe: operation };
    const shown = buildResults([judgeable(side, [exchange])], this.#context([side])).requirements.filter(
      ({ verdict }) => isShown(verdict),
    );
    side.kept.add(exchange, shown.length > 0 ? shown.map(({ id, verdict }) => `${id} ${verdict}`) : [operation]);
    const { once = [], arrived: tell } = this.#options;
    const isSelected = once.length === 0 || operation === OTHERS || once.includes(operation);
    tell(
      exchange,
      shown.filter(({ verdict }) => isFinding(verdict)),
      shown.length === 0 ? 'extension' : isSelected ? undefined : 'not selected',
    );
    this.#missing.delete(operation);
    if (this.#missing.size === 0 && once.length > 0) this.#complete.abort();
  }

  /** Returns results about the client, with the data from which they were computed. */
  judge(): ConductedRun {
    const judgeables = [...this.#sides.values()].map((side) => judgeable(side));
    const context = this.#context();
    return { results: buildResults(judgeables, context), judgeables, context, redactor: this.#redactor };
  }

  /** Returns patterns for the requirements of the operations of `once`, and of requests that match no operation. */
  #only(sides: readonly Side[]): readonly string[] {
    const { once = [] } = this.#options;
    if (once.length === 0) return [];
    return sides.flatMap(({ contract: { interface: of, rules } }) => [
      ...once.flatMap((operation) => (rules.has(operation) ? [`${of}/client/${operation}`] : [])),
      knownOperationRequirement(of),
    ]);
  }

  #context(sides: readonly Side[] = [...this.#sides.values()]) {
    const { profile } = this.#options;
    const left = sides.reduce((sum, { kept }) => sum + kept.left, 0);
    const context = contextOf(sides.map(({ contract }) => contract));
    return {
      ...context,
      run: {
        ...context.run,
        id: this.#runId,
        only: this.#only(sides),
        startedAt: this.#began.toISOString(),
        requests: this.#count,
        invocation: this.#options.invocation,
      },
      target: {
        ...context.target,
        interfaces: Object.fromEntries(
          sides.map(({ contract, settings }) => [contract.interface, { side: 'client', ...settings }]),
        ),
      },
      notices: [
        this.#count > 0 && 'These are results about a client: the requests that it sent were judged.',
        profile && `Served with the names of the profile ${profile.name}; the evidence uses the names in the document.`,
        ...this.broken.sentences,
        this.#own > 0 &&
          `Not counted: ${this.#own} requests of Assay itself (by their User-Agent), which got responses and were not judged.`,
        left > 0 &&
          `${left} requests were judged when they arrived and are not in the evidence, because it shows the same without them.`,
      ].filter((notice) => typeof notice === 'string'),
      requireComplete: (this.#options.once?.length ?? 0) > 0,
      ...this.#options.gate,
    };
  }
}

function judgeable({ contract, suite, settings, kept }: Side, exchanges: readonly Exchange[] = kept.inOrder()) {
  return { suite, contract, recording: receivedRecording(contract, exchanges, settings) };
}

/** Maximum number of kept requests that show the same thing. */
const ALIKE = 20;
/**
 * Total size of kept bodies in bytes. Beyond it, a request is kept only if it shows something that no kept request
 * shows.
 */
const BYTES = 128 * 1024 * 1024;

class KeptExchanges {
  readonly #all: Exchange[] = [];
  /** Number of requests that were judged when they arrived, and then discarded. */
  left = 0;
  #bytes = BYTES;
  readonly #shown = new Map<string, number>();

  /** Returns exchanges in the order in which they began; they are added as they end. */
  inOrder() {
    return this.#all.toSorted((one, other) => one.startedAt - other.startedAt);
  }

  /**
   * @param shows what the request shows: requirements, each with the verdict that it would have if this were the only
   * request
   */
  add(exchange: Exchange, shows: readonly string[]) {
    const often = Math.min(...shows.map((what) => this.#shown.get(what) ?? 0));
    if (often >= (this.#bytes > 0 ? ALIKE : 1)) {
      this.left += 1;
      return;
    }
    this.#all.push(exchange);
    this.#bytes -= (exchange.request.body?.bytes.length ?? 0) + (exchange.outcome.body?.bytes.length ?? 0);
    for (const what of shows) this.#shown.set(what, (this.#shown.get(what) ?? 0) + 1);
  }
}
