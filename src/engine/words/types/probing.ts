/** Vocabulary of sending: lanes, what a probe may do, and what it is. */
import type { Contract, Creation } from '../../../contract/types.ts';
import type { Depth } from '../../../settings/types.ts';
import type { Exchange, LedgerEntry, Origins, WireBody, WireCredential, WireRequest } from '../../../wire/types.ts';
import type { Content, Value } from '../origins.ts';
import type { Roles, Sent } from '../roles.ts';

/** Settings and facts that a judge may read: JSON values, no secrets, kept in the evidence. */
export type Settings = Readonly<Record<string, unknown>>;

/** A configured credential of an interface. `credentials` maps names (`good`, `none`, `expired-proxy`, …) to what is sent. */
export interface Lane {
  readonly name: string;
  readonly credentials: ReadonlyMap<string, WireCredential>;
  readonly settings: Settings;
  /** Secret values that probes use beside the credential, by name. */
  readonly secretValues?: ReadonlyMap<string, string>;
  /** A credential that a run exchanges for the one that it sends: the setting it comes from, and its text if that can be read. */
  readonly exchanged?: { readonly setting: string; text(): string | undefined };
  /** Why invalid credentials of a kind could not be made, by kind: a sentence each. */
  readonly notMade?: Readonly<Record<string, string>>;
  /** Why no request can be sent with it (an expired proxy); its requirements are then inconclusive, blame credential. */
  readonly problems?: readonly string[];
}

/** Free facts about an exchange, kept in the evidence. */
export type Notes = Readonly<Record<string, unknown>>;

/** Options that the request has, too. */
export const PASSED_ON = ['timeoutMs', 'extraMs', 'onChunk', 'onHeaders', 'until', 'secrets'] as const;

/** How a probe sends a documented operation. */
export interface RequestOptions extends Pick<WireRequest, (typeof PASSED_ON)[number]> {
  /** Path and query parameters by name. */
  readonly params?: Readonly<Record<string, Value>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves out headers whose values the document fixes: shows whether they are why the same request was rejected. */
  readonly bare?: boolean;
  /** Bytes, with their origin if they are not the document's own. */
  readonly body?: WireBody | Content;
  /** Sent as JSON with the operation's documented media type; its texts are values, or the document's own. */
  readonly json?: unknown;
  /** Sent as application/x-www-form-urlencoded; plain texts are the document's own. */
  readonly form?: Readonly<Record<string, Value | string>>;
  /** Origins of values in a body that was written in another way, by their place in it. */
  readonly origins?: Origins;
  /** Name in the lane's credentials, those adopted in the run included; default `good`. */
  readonly credential?: string;
  /** A word: it goes over connections that only requests of the same word share. */
  readonly connection?: string;
  /** The last of that word: the connection is closed afterwards, because some servers serve one at a time. */
  readonly ends?: boolean;
  readonly purpose?: Exchange['purpose'];
  readonly ledger?: LedgerEntry;
  /**
   * The identifier of the created object in the response, if it is certainly that of the new object: it is in the ledger before anything else is
   * sent.
   */
  readonly identifierIn?: (answered: Exchange) => string | undefined;
  /** Kind of creation that the operation itself does not declare. */
  readonly creates?: Creation;
  /** Sending it twice is harmless, although the method does not imply it. */
  readonly repeatable?: boolean;
  /** The whole URL, used unchanged: the one from which an earlier response came. */
  readonly address?: string;
  /** A path to use instead of the operation's (a setting that fills a gap). */
  readonly path?: Value;
  /** A method to use instead of the operation's (clean-up by a standard method). */
  readonly method?: string;
  /** Redirects are not followed, although the request is a GET. */
  readonly redirects?: 'stop';
  /** Name in the evidence of a request that the document does not specify, in place of the operation's. */
  readonly undocumented?: string;
}

/** Something that the probes of a lane remember for one run, and its value at the beginning. */
export interface MemorySlot<T> {
  readonly initial: () => T;
}

/** The interface of a probe to the run. */
export interface ProbeContext {
  /** Sends a documented operation and records the exchange. */
  send(operation: string, options?: RequestOptions): Promise<Exchange>;
  /** Sends a read of this lane again, with the same values and these options, to the address from which its response came. `params` are added. */
  again(read: Exchange, options?: RequestOptions): Promise<Exchange>;
  readonly lane: string;
  readonly settings: Settings;
  readonly contract: Contract;
  readonly depth: Depth;
  /** Number of the round, from 0. A lane runs all its probes in each round; only a thorough run has more than one. */
  readonly round: number;
  /** The run's id, with the round if it is not the first: names with it are new in each round. */
  readonly runId: string;
  /** Seeded values for names and texts. */
  readonly seed: number;
  /** Credentials that this lane has (`good`, `none`, …). */
  hasCredential(credential: string): boolean;
  /** Returns the names of all of them. */
  credentials(): readonly string[];
  /** Returns a secret value of the lane by name: from the settings, or learnt in the run. */
  secret(name: string): string | undefined;
  /** Keeps a secret value for later probes of the lane; it is redacted from now on, and is in no evidence. */
  addSecret(name: string, value: string): void;
  /** From now on the lane has this credential, made in the run. */
  addCredential(name: string, credential: WireCredential): void;
  /** The content of a slot in this lane and run. */
  memory<T>(slot: MemorySlot<T>): T;
  /** Identifiers of objects that existed before this lane created any, in lower case: no object is removed or changed by one of them. */
  readonly foreign: Set<string>;
  /** Whether the deployment offers an operation with this lane's credential. */
  offers(operation: string): boolean;
  /** Whether this kind of creation is allowed. */
  allows(kind: Creation): boolean;
  /** Keeps facts that the messages do not show with a recorded exchange, for the judge. */
  note(exchange: Exchange, facts: Notes): void;
  /** A notice to the operator, independent of verdicts. */
  notice(text: string): void;
  /** Waits, but not beyond the run's end. Throws when the run is interrupted. */
  wait(ms: number): Promise<void>;
  /** Registers a clean-up for the end of the run, in any case, newest first; if it returns true, the ledger line is struck out, and a text is the reason why it was left. */
  cleanup(entry: LedgerEntry, run: () => Promise<boolean | string>): void;
  /** Something made that the document gives no way to remove. */
  residue(entry: LedgerEntry, why: string): void;
  /** Returns milliseconds since the run began. */
  now(): number;
}

/** A response that succeeded (2xx), for judges and for dependent probes. */
export interface Answer {
  readonly exchange: Exchange;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Something a check or a probe builds on. */
export interface Need<Name extends string = string, View = unknown> {
  readonly name: Name;
  readonly probe: AnyProbe;
  /** Dependent probes run without it. */
  readonly optional?: boolean;
  /** The view of the probe's exchanges, or the exchange that prevents it (undefined: no request was sent). */
  view(
    sent: Sent,
  ): { readonly ok: true; readonly value: View } | { readonly ok: false; readonly because: Exchange | undefined };
}

/** Views of needs by name. */
export type Evidence<N extends readonly Need[]> = {
  readonly [P in N[number] as P['name']]: P extends Need<string, infer V> ? V : never;
};

/** Documented requests that belong together; each probe runs once per lane. As a need, a probe is its first documented exchange, succeeded. */
export interface AnyProbe {
  readonly name: string;
  readonly operation: string;
  /** Other operations that it shows. */
  readonly also?: readonly string[];
  readonly needs: readonly Need[];
  /** Runs after these have ended, with any outcome. */
  readonly after: readonly AnyProbe[];
  /** Kinds of creation that must be allowed. */
  readonly creates: readonly Creation[];
  /** Lanes it runs in; absent: all. */
  readonly lanes?: readonly string[];
  /** Runs last in its lane, after all others. */
  readonly last: boolean;
  /** Why it cannot run with these settings, or undefined; a sentence that names the setting. */
  readonly unless: (settings: Settings, lane: string) => string | undefined;
  /** Advice if the requested list is empty: the setting that gives data. */
  readonly whenEmpty?: string;
  readonly run: (evidence: never, context: ProbeContext) => Promise<Roles>;
}
