/** Probes talk, checks judge, facts are counted. */
import type { Profile } from '../contract/profile.ts';
import type { Basis, Contract, Creation, Interface } from '../contract/types.ts';
import type { Exchange, LedgerEntry, Transport, WireBody, WireCredential, WireRecord } from '../wire/types.ts';

export const VERDICTS = ['pass', 'fail', 'warn', 'inconclusive', 'skipped', 'not-applicable', 'observed', 'error'] as const;
export type Verdict = (typeof VERDICTS)[number];

export type Blame = 'target' | 'credential' | 'settings' | 'infrastructure' | 'document' | 'suite';

export type Conclusion = 'invalid' | 'non-conformant' | 'incomplete' | 'conformant';

/** Settings and facts that a judge may read: JSON values, no secrets, kept in the evidence. */
export type SuiteSettings = Readonly<Record<string, unknown>>;

/** One configured credential of one interface. `credentials` maps names (`good`, `none`, `expired-proxy`, …) to what is sent. */
export interface Lane {
  readonly name: string;
  readonly credentials: ReadonlyMap<string, WireCredential>;
  readonly settings: SuiteSettings;
  /** Secret values that probes send beside the credential, by name. */
  readonly secretValues?: ReadonlyMap<string, string>;
  /** Why nothing can be sent with it (an expired proxy); its rows are then inconclusive, blame credential. */
  readonly problems?: readonly string[];
}

/** Free facts beside an exchange, kept in the evidence. */
export type Notes = Readonly<Record<string, unknown>>;

/** How a probe sends a documented operation. */
export interface RequestOptions {
  /** Path and query parameters by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: WireBody;
  /** Sent as JSON with the operation's documented media type. */
  readonly json?: unknown;
  /** Name in the lane's credentials, those adopted in the run included; default `good`. */
  readonly credential?: string;
  readonly purpose?: Exchange['purpose'];
  readonly identifiers?: Exchange['identifiers'];
  readonly chosen?: boolean;
  readonly label?: string;
  /** Free facts for the judge; a function is called when the answer is there, and may ask more before it says them. */
  readonly notes?: Notes | ((answered: WireRecord) => Notes | Promise<Notes>);
  readonly timeoutMs?: number;
  readonly ledger?: LedgerEntry;
  readonly onChunk?: (chunk: Uint8Array) => boolean | undefined;
  readonly onHeaders?: (status: number) => boolean | undefined;
  readonly until?: AbortSignal;
  /** Called with the raw answer before it is recorded, each attempt; what it returns is secret from now on. */
  readonly secrets?: (body: Uint8Array, headers: readonly (readonly [string, string])[]) => readonly string[];
  /** What it may create although the operation does not say so by itself. */
  readonly creates?: Creation;
  /** Asking twice is harmless although the method does not say so. */
  readonly repeatable?: boolean;
  /** A path to use instead of the operation's (a setting that fills a gap). */
  readonly path?: string;
  /** A method to use instead of the operation's (clean-up by a standard method). */
  readonly method?: string;
}

/** What a probe may do. */
export interface ProbeContext {
  /** Sends a documented operation and records the exchange. */
  send(operation: string, options?: RequestOptions): Promise<Exchange>;
  readonly lane: string;
  readonly settings: SuiteSettings;
  readonly contract: Contract;
  readonly runId: string;
  /** Seeded values for names and texts. */
  readonly seed: number;
  /** Credentials that this lane has (`good`, `none`, …). */
  hasCredential(credential: string): boolean;
  /** A secret value of the lane by name: from the settings, or learnt in the run. */
  secret(name: string): string | undefined;
  /** Keeps a secret value for later probes of the lane; it is redacted from now on, and stands in no evidence. */
  addSecret(name: string, value: string): void;
  /** From now on the lane has this credential, made in the run. */
  addCredential(name: string, credential: WireCredential): void;
  /** Whether this kind of creation is allowed. */
  allows(kind: Creation): boolean;
  /** Something that the operator has to know, whatever the verdicts. */
  notice(text: string): void;
  /** Waits, but not beyond the run's end. Throws when the run is interrupted. */
  wait(ms: number): Promise<void>;
  /** Registers what has to happen at the end, whatever happens, newest first; the ledger line is struck out when it returns true. */
  cleanup(entry: LedgerEntry, run: () => Promise<boolean>): void;
  /** Something made that the document gives no way to remove. */
  residue(entry: LedgerEntry, why: string): void;
  /** Milliseconds since the run began. */
  now(): number;
}

/** An answer that succeeded (2xx), for judges and for dependent probes. */
export interface Answer {
  readonly exchange: Exchange;
  readonly status: number;
  header(name: string): string | undefined;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parsed body; undefined where it is not JSON (see `jsonProblem`). */
  readonly json: unknown;
  readonly jsonProblem: string | undefined;
}

/** Something a check or a probe builds on. */
export interface Need<Name extends string = string, View = unknown> {
  readonly name: Name;
  readonly probe: AnyProbe;
  /** Whatever depends on it goes on without it. */
  readonly optional?: boolean;
  /** The view of the probe's exchanges, or the exchange that stands in its way (undefined: nothing was sent). */
  view(exchanges: readonly Exchange[]): { readonly ok: true; readonly value: View } | { readonly ok: false; readonly because: Exchange | undefined };
}

/** Views of needs by name. */
export type Evidence<N extends readonly Need[]> = { readonly [P in N[number] as P['name']]: P extends Need<string, infer V> ? V : never };

/** Documented requests that belong together; each probe runs once a lane. As a need, it is its first documented exchange, succeeded. */
export interface AnyProbe {
  readonly name: string;
  readonly operation: string;
  readonly needs: readonly Need[];
  /** Runs after these have ended, whatever came of them. */
  readonly after: readonly AnyProbe[];
  /** Kinds of creation that must be allowed. */
  readonly creates: readonly Creation[];
  /** Lanes it runs in; absent: all. */
  readonly lanes?: readonly string[];
  /** Runs last in its lane, after all others. */
  readonly last: boolean;
  /** Why it cannot run with these settings, or undefined; a sentence that names the setting. */
  readonly unless: (settings: SuiteSettings, lane: string) => string | undefined;
  readonly run: (evidence: never, context: ProbeContext) => Promise<readonly Exchange[]>;
}

/** What a judge can say; restricted to the rows it declared. */
export interface Reporter<Rows extends string = string> {
  /** States that a row holds or is contradicted here. Returns `test`. */
  holds<R extends Rows>(row: NotGap<R>, test: boolean, expected: string, got: unknown, exchange?: Exchange, at?: string): boolean;
  /** The evidence cannot decide the row. */
  undecided<R extends Rows>(row: NotGap<R>, blame: Blame, why: string, exchange?: Exchange): void;
  /** The row does not apply to what was recorded. */
  notApplicable<R extends Rows>(row: NotGap<R>, why: string): void;
  /** Judges one record; the result holds the members that were not contradicted. */
  record(record: `record:${string}`, value: unknown, exchange: Exchange, flags?: readonly string[], at?: string): Readonly<Record<string, unknown>>;
  /** Judges many records of one body. */
  records(record: `record:${string}`, values: readonly unknown[], exchange: Exchange, flags?: readonly string[]): Columns;
  observe(gap: string, value: unknown, exchange?: Exchange): void;
  readonly lane: string;
  readonly settings: SuiteSettings;
  /** Everything recorded of this interface, every lane. */
  readonly exchanges: readonly Exchange[];
  readonly contract: Contract;
}

/** Columns of vouched members of many records. */
export interface Columns {
  readonly length: number;
  value(index: number, member: string): unknown;
}

export type GapId = `${string}/gap/${string}`;
export type NotGap<I extends string> = I extends GapId ? never : I;

/** A judge with what it builds on and the rows it decides. `record:<name>` stands for all rows of a record. */
export interface Check {
  readonly needs: readonly Need[];
  readonly decides: readonly string[];
  /** Flags that hold beside the lane's name for `record:` entries, such as `status`. */
  readonly flags: readonly string[];
  readonly lanes?: readonly string[];
  readonly judge: (evidence: never, report: Reporter) => void;
}

/** One thing learnt about one row in one lane. */
export type Fact = { readonly row: string; readonly lane: string; readonly exchanges: readonly string[] } & (
  | { readonly kind: 'held'; readonly times: number }
  | { readonly kind: 'contradicted'; readonly expected: string; readonly got: string; readonly at?: string; readonly times?: number; readonly of?: number }
  | {
      readonly kind: 'undecided';
      readonly blame: Blame;
      readonly why: string /** No answer spoke of it: any other reason says more. */;
      readonly silent?: true;
    }
  | { readonly kind: 'skipped'; readonly blame: Blame; readonly why: string }
  | { readonly kind: 'not-applicable'; readonly why: string }
  | { readonly kind: 'observed'; readonly value: string }
  | { readonly kind: 'fault'; readonly why: string }
);

/** What became of a probe in a lane. */
export interface ProbeOutcome {
  readonly probe: string;
  readonly lane: string;
  readonly state: 'done' | 'unmet' | 'bad-credential' | 'not-allowed' | 'not-set' | 'not-offered' | 'filtered' | 'interrupted' | 'threw';
  /** The probe that was needed and not done, the setting, the creation, or the error's message. */
  readonly why?: string;
  /** The exchange that stood in the way of an unmet need. */
  readonly because?: string;
  readonly exchanges: readonly string[];
}

/** A lane as judges know it: no secrets. */
export interface RecordedLane {
  readonly name: string;
  readonly given: SuiteSettings;
  readonly credentials: readonly string[];
  readonly problems?: readonly string[];
}

/** Everything recorded of one interface: enough to judge again, offline. */
export interface Recording {
  readonly interface: Interface;
  /** `client`: the requests are what a client sent to a server of ours, and they are what is judged. */
  readonly side?: 'client';
  readonly lanes: readonly RecordedLane[];
  readonly probes: readonly ProbeOutcome[];
  readonly exchanges: readonly Exchange[];
}

/** What a suite makes of a target before anything is sent. */
export interface Prepared {
  readonly lanes: readonly Lane[];
  /** Base address of each service, without a trailing slash. */
  readonly services: Readonly<Record<string, string>>;
  /** Values that must appear nowhere, with the names of their placeholders. */
  readonly secrets: readonly { readonly value: string | Uint8Array; readonly name: string }[];
  /** PEM certificates that are trusted for these services; absent: the system's. */
  readonly authorities?: readonly string[];
  /** Carries what is sent to these services, where they are not reached over HTTP; closed at the end of each run, and usable again. */
  readonly transport?: Transport;
  /** What is wrong with the settings; then nothing is sent. */
  readonly problems: readonly string[];
}

/** One interface's suite: what is sent and how it is judged. */
export interface Suite<T = unknown> {
  readonly interface: Interface;
  /** Loads the contract, with a profile's names. */
  contract(profile: Profile | undefined): Contract;
  /** @param notOffered credential kinds and operations that the deployment declares it lacks */
  prepare(target: T, contract: Contract, notOffered: ReadonlySet<string>): Promise<Prepared>;
  readonly probes: readonly AnyProbe[];
  readonly checks: readonly Check[];
  /** Parameters with which a documented GET can be asked although the deployment is said not to offer it; undefined: not known. Absent: only those without parameters are asked. */
  claimed?(operation: string, settings: SuiteSettings): Readonly<Record<string, string>> | undefined;
  /** Rows that this deployment gives no way to ask for (a refusal that cannot be made), with the reason. */
  notPlanned(contract: Contract, lanes: readonly RecordedLane[]): ReadonlyMap<string, string>;
}

/** A requirement's result, as in results.json. */
export interface Result {
  readonly id: string;
  readonly interface: Interface;
  readonly title: string;
  readonly clause: string;
  readonly basis: Basis;
  readonly operation?: string;
  readonly verdict: Verdict;
  readonly blame?: Blame;
  readonly message?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly at?: string;
  /** Exchanges by their id in the evidence. */
  readonly exchanges: readonly string[];
  /** Verdict by lane, where there is more than one. */
  readonly lanes?: Readonly<Record<string, Verdict>>;
  /** Further contradictions, at most five in all. */
  readonly also?: readonly {
    readonly lane: string;
    readonly expected: string;
    readonly got: string;
    readonly at?: string;
    readonly exchanges: readonly string[];
  }[];
}

export interface Residue {
  readonly interface: Interface;
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

/** What may turn the gate red beside a fault of ours. */
export const FAIL_ON = ['new', 'expired', 'warn', 'stale', 'lost', 'residue', 'profile'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What the gate is asked to look at. */
export interface GatePolicy {
  readonly failOn: readonly FailOn[];
  readonly requireComplete: boolean;
}

/** A run held against a baseline and an earlier run: requirement ids. An entry of the baseline stands in at most one list beside `soon`. */
export interface Comparison {
  /** They fail, and no entry of the baseline is about it. */
  readonly new: readonly string[];
  /** As a live entry says. */
  readonly known: readonly { readonly id: string; readonly reason: string; readonly owner: string; readonly expires: string }[];
  /** They were findings of the earlier run, and pass. */
  readonly fixed: readonly string[];
  /** They passed in the earlier run, and are inconclusive or skipped. */
  readonly lost: readonly string[];
  /** They have an entry, and pass. */
  readonly stale: readonly string[];
  /** Their entry has expired, whatever their verdict. */
  readonly expired: readonly string[];
  /** Their entry will have expired within two weeks. Days are `YYYY-MM-DD`, the last on which an entry holds. */
  readonly soon: readonly { readonly id: string; readonly expires: string }[];
}

/** The whole of results.json. */
export interface Results {
  readonly format: 'assay-results/1';
  readonly conclusion: Conclusion;
  readonly conclusions: Readonly<Partial<Record<Interface, Conclusion>>>;
  readonly exitCode: number;
  /** Why the gate said so: one sentence each. */
  readonly gate: readonly string[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Passes with basis documented or standard, by interface. */
  readonly verified: Readonly<Partial<Record<Interface, number>>>;
  readonly requirements: readonly Result[];
  /** Rows that cannot be asked for here, with the reason. */
  readonly notPlanned: readonly { readonly id: string; readonly why: string }[];
  readonly notConfigured: readonly Interface[];
  readonly residue: readonly Residue[];
  readonly notices: readonly string[];
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly endedAt: string;
    readonly seed: number;
    readonly only: readonly string[];
    readonly interrupted: boolean;
    readonly requests: number;
    /** The certification plan that it was made for. */
    readonly plan?: string;
  };
  readonly suite: {
    readonly name: 'assay';
    readonly version: string;
    readonly contracts: Readonly<Record<string, string>>;
    readonly profile?: { readonly name: string; readonly digest: string };
  };
  readonly target: {
    readonly reference: boolean;
    readonly interfaces: Readonly<Record<string, SuiteSettings>>;
    readonly allowCreate: readonly string[];
    readonly notOffered: readonly string[];
  };
  /** Settings problems, where that is why nothing was sent. */
  readonly problems?: readonly string[];
  /** What the gate was asked to look at. */
  readonly policy?: GatePolicy;
  /** Where there was a baseline or an earlier run to hold it against. */
  readonly comparison?: Comparison;
}

/** What the engine tells while it works; progress and reports listen. */
export type RunEvent =
  | { readonly type: 'planned'; readonly requirements: number; readonly probes: number }
  | { readonly type: 'answered'; readonly exchange: Exchange }
  /** A large body is on its way; `url` is redacted. */
  | {
      readonly type: 'moving';
      readonly method: string;
      readonly url: string;
      readonly direction: 'sent' | 'received';
      readonly octets: number;
      readonly of?: number;
    }
  | { readonly type: 'probe-ended'; readonly outcome: ProbeOutcome; readonly done: number; readonly of: number }
  | { readonly type: 'judged'; readonly results: Results };
