/** The types of sending: lanes, what a probe may do, and what a probe is. */
import type { Contract, Creation } from '../../../contract/types.ts';
import type { Depth } from '../../../settings/types.ts';
import type { Exchange, LedgerEntry, Origins, WireBody, WireCredential, WireRequest } from '../../../wire/types.ts';
import type { Content, Value } from '../origins.ts';
import type { Roles, Sent } from '../roles.ts';

/** Settings and facts that a check may read: JSON values without secrets, kept in the evidence. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * A configured credential of an interface. `credentials` maps names (`good`, `none`, `expired-proxy`, …) to what is
 * sent.
 */
export interface Lane {
  readonly name: string;
  readonly credentials: ReadonlyMap<string, WireCredential>;
  readonly settings: Settings;
  /** Secret values that probes use in addition to the credential, by name. */
  readonly secretValues?: ReadonlyMap<string, string>;
  /** A credential that a run exchanges for the one that it sends: its setting, and its text if that can be read. */
  readonly exchanged?: { readonly setting: string; text(): string | undefined };
  /** Why invalid credentials of a kind could not be made: one sentence per kind. */
  readonly notMade?: Readonly<Record<string, string>>;
  /**
   * Why no request can be sent with the credential (an expired proxy); its requirements are then inconclusive, blame
   * credential.
   */
  readonly problems?: readonly string[];
}

/** Facts about an exchange that are kept in the evidence; a suite chooses their names. */
export type Notes = Readonly<Record<string, unknown>>;

/** The options with which a probe sends a documented operation. */
export interface RequestOptions
  extends Pick<WireRequest, 'timeoutMs' | 'extraMs' | 'onChunk' | 'onHeaders' | 'until' | 'secrets'> {
  /** Path and query parameters by name. */
  readonly params?: Readonly<Record<string, Value>>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Leaves out headers whose values the document fixes: this shows whether the same request was rejected because of
   * them.
   */
  readonly bare?: boolean;
  /** The body as bytes, with their origin if the document does not give them. */
  readonly body?: WireBody | Content;
  /** The body as JSON, sent with the operation's documented media type; its texts are values, or the document's own. */
  readonly json?: unknown;
  /** The body as a form (application/x-www-form-urlencoded); plain texts are the document's own. */
  readonly form?: Readonly<Record<string, Value | string>>;
  /** Origins of values in a body that is given as bytes, by their place in it. */
  readonly origins?: Origins;
  /** Name of one of the lane's credentials, including those added in the run; default `good`. */
  readonly credential?: string;
  /** Name of a connection: only requests with the same name share it. */
  readonly connection?: string;
  /**
   * Whether this is the last request on the named connection, which is closed afterwards, because some servers serve
   * only one connection at a time.
   */
  readonly ends?: boolean;
  readonly purpose?: Exchange['purpose'];
  readonly ledger?: LedgerEntry;
  /**
   * Returns the identifier of the created object from the response, if it is certainly that of the new object. The
   * ledger contains it before anything else is sent.
   */
  readonly identifierIn?: (answered: Exchange) => string | undefined;
  /** Kind of creation, if the operation itself does not declare one. */
  readonly creates?: Creation;
  /** Whether sending the request twice is harmless although its method does not imply this. */
  readonly repeatable?: boolean;
  /** A path to use instead of the operation's (a setting that fills a gap). */
  readonly path?: Value;
  /** A method to use instead of the operation's (clean-up by a standard method). */
  readonly method?: string;
  /** Whether redirects are followed; by default those of a GET with a valid credential. */
  readonly redirects?: 'follow' | 'stop';
  /** Name of an undocumented request in the evidence, instead of the operation's name. */
  readonly undocumented?: string;
}

/** A value that the probes of a lane remember for one run, with its initial value. */
export interface MemorySlot<T> {
  readonly initial: () => T;
}

/** The functions that a run offers to a probe. */
export interface ProbeContext {
  /** Sends a documented operation and records the exchange. */
  send(operation: string, options?: RequestOptions): Promise<Exchange>;
  /**
   * Repeats a read of this lane with the same values and these options. `params` are added. Redirects are followed if
   * those of the read were, with any credential.
   */
  again(read: Exchange, options?: RequestOptions): Promise<Exchange>;
  readonly lane: string;
  readonly settings: Settings;
  readonly contract: Contract;
  readonly depth: Depth;
  /** Number of the round, from 0. A lane runs all its probes in each round; only a thorough run has more than one. */
  readonly round: number;
  /** The run's id, with the round if it is not the first: names that contain it are new in each round. */
  readonly runId: string;
  /** Seed for names and texts. */
  readonly seed: number;
  /** Whether this lane has a credential (`good`, `none`, …). */
  hasCredential(credential: string): boolean;
  /** Returns the names of the lane's credentials; rare ones only at depth `thorough`. */
  credentials(): readonly string[];
  /** Returns a secret value of the lane by name: from the settings, or learnt in the run. */
  secret(name: string): string | undefined;
  /** Keeps a secret value for later probes of the lane; from then on it is redacted, and no evidence contains it. */
  addSecret(name: string, value: string): void;
  /** Adds a credential that was made in the run to the lane. */
  addCredential(name: string, credential: WireCredential): void;
  /** The content of a slot in this lane and run. */
  memory<T>(slot: MemorySlot<T>): T;
  /**
   * Identifiers, in lower case, of objects that existed before this lane created any: no object with one of them is
   * removed or changed.
   */
  readonly foreign: Set<string>;
  /** Whether the deployment offers an operation with this lane's credential. */
  offers(operation: string): boolean;
  /** Whether this kind of creation is allowed. */
  allows(kind: Creation): boolean;
  /** Keeps facts about a recorded exchange that its messages do not show, for the checks. */
  note(exchange: Exchange, facts: Notes): void;
  /** Adds a notice for the operator, independent of verdicts. */
  notice(text: string): void;
  /** Waits, but not beyond the run's end. Throws when the run is interrupted. */
  wait(ms: number): Promise<void>;
  /**
   * Registers a clean-up that runs at the end of the run in any case, newest first. If it returns true, the ledger line
   * is closed; if it returns a text, this is the reason why the object was left.
   */
  cleanup(entry: LedgerEntry, run: () => Promise<boolean | string>): void;
  /** Records an object that the document gives no way to remove. */
  residue(entry: LedgerEntry, why: string): void;
  /** Returns milliseconds since the run began. */
  now(): number;
}

/** A successful response (2xx), for checks and for dependent probes. */
export interface Answer {
  readonly exchange: Exchange;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Something that a check or a probe builds on. */
export interface Need<Name extends string = string, View = unknown> {
  readonly name: Name;
  readonly probe: AnyProbe;
  /** Whether dependent probes also run without it. */
  readonly optional?: boolean;
  /** Returns the view of the probe's exchanges, or the exchange that prevents it (undefined: no request was sent). */
  view(
    sent: Sent,
  ): { readonly ok: true; readonly value: View } | { readonly ok: false; readonly because: Exchange | undefined };
}

/** Views of needs by name. */
export type Evidence<N extends readonly Need[]> = {
  readonly [P in N[number] as P['name']]: P extends Need<string, infer V> ? V : never;
};

/**
 * Documented requests that belong together; each probe runs once per lane and round. As a need, a probe gives its first
 * documented exchange, if this succeeded.
 */
export interface AnyProbe {
  readonly name: string;
  /** Words for a plan, if the name says too little. */
  readonly title?: string;
  readonly operation: string;
  /** Other operations that the probe calls. */
  readonly also?: readonly string[];
  readonly needs: readonly Need[];
  /** Probes that have to end first, with any outcome. */
  readonly after: readonly AnyProbe[];
  /** Kinds of creation that must be allowed. */
  readonly creates: readonly Creation[];
  /** Lanes in which the probe runs. Absent: all. */
  readonly lanes?: readonly string[];
  /** Whether the probe runs after all others of its lane. */
  readonly last: boolean;
  /** Returns why the probe cannot run with these settings, as a sentence that names the setting, or undefined. */
  readonly unless: (settings: Settings, lane: string) => string | undefined;
  /** Advice if the requested list is empty: the setting that gives data. */
  readonly whenEmpty?: string;
  readonly run: (evidence: never, context: ProbeContext) => Promise<Roles>;
}
