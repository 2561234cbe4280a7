/** The types of judging: checks, their reports, the recording that they judge, and suites with what they prepare. */
import type { Columns, Contract, Contradiction, Creation, Interface } from '../../../contract/types.ts';
import type { Presentation, SettingProblem, SettingValues } from '../../../settings/types.ts';
import type { Exchange, Transport } from '../../../wire/types.ts';
import type { Value } from '../origins.ts';
import type { Roles, RoleTree } from '../roles.ts';
import type { AnyProbe, Lane, Need, Settings } from './probing.ts';
import type { Blame } from './verdicts.ts';

/** The statements that a check can make about the requirements that it declared. */
export interface Reporter<Requirements extends string = string> {
  /**
   * States that an exchange upholds or contradicts a requirement. Returns `test`. The first exchange is judged; others
   * show the contradiction, too.
   */
  assert(
    requirement: Requirements,
    test: boolean,
    expected: string,
    got: unknown,
    exchange?: Exchange | readonly Exchange[],
    at?: string,
  ): boolean;
  /** States that an exchange upholds a requirement. */
  uphold(requirement: Requirements, exchange?: Exchange): void;
  /**
   * States that the evidence cannot decide the requirement. If the exchange did not succeed, it is the root of the
   * reason.
   */
  undecided(requirement: Requirements, blame: Blame, why: string, exchange?: Exchange): void;
  /** States that equal requests were accepted and rejected: no success makes up for it. @param said of the operation */
  unstable(requirement: Requirements, said: string, exchange: Exchange): void;
  /** States that the requirement depends on this exchange of another operation, which did not succeed. */
  depends(requirement: Requirements, exchange: Exchange): void;
  /**
   * States that the responses lack the data that the requirement is about. `what` names what is missing and the setting
   * that gives it, if one exists; any other reason explains more.
   */
  noData(requirement: Requirements, what: string, exchange?: Exchange): void;
  /** States that the requirement does not apply to the recorded exchanges. */
  notApplicable(requirement: Requirements, why: string): void;
  /**
   * Returns the documented records of a response, judged once by their schema. A check that does not decide their
   * requirements only reads the members.
   */
  answered(exchange: Exchange): Columns;
  /**
   * States that other requirements that rest on these exchanges follow from the contradiction of this requirement;
   * without a contradiction, it has no effect.
   */
  explains(requirement: Requirements, exchanges: readonly Exchange[]): void;
  /** States what an exchange shows of a gap. Every check may do so. */
  observe(gap: string, value: unknown, exchange?: Exchange): void;
  readonly lane: string;
  readonly settings: Settings;
  readonly certificates: RecordedLane['certificates'];
  /** All recorded exchanges of this interface, in every lane. */
  readonly exchanges: readonly Exchange[];
  /**
   * Exchanges of this lane that a probe returned: without attempts that were repeated, and without those of probes that
   * did not end.
   */
  readonly returned: readonly Exchange[];
  readonly contract: Contract;
}

/**
 * A check, the probes that it needs, and the requirements that it decides. `answer:<operation>` means all requirements
 * of the record that an operation returns, `<prefix>/*` all that have one more segment.
 */
export interface Check {
  readonly needs: readonly Need[];
  readonly decides: readonly string[];
  readonly lanes?: readonly string[];
  /** Set if other checks decide the same requirements: without evidence this check states no reason. */
  readonly further?: true;
  readonly judge: (evidence: never, report: Reporter) => void;
}

/** The meaning of a response to a documented request. */
export type Classification =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'contradicted'; readonly blame: 'target'; readonly why: string }
  | {
      readonly kind: 'undecided';
      readonly blame: Blame;
      readonly why: string;
      readonly relation?: 'unstable' | 'interrupted';
    };

/** The effect of a request with an invalid credential. */
export interface SeenEffect {
  /** The rejection that was expected, in words. */
  readonly expected: string;
  /** The observed effect, as a sentence. */
  readonly what: string;
  /** The exchanges that show it. */
  readonly shownBy: readonly Exchange[];
}

/** How attempts with invalid credentials are judged, besides the responses to them. */
export interface TryJudging {
  /** Returns the effect of an attempt, as other exchanges show it. */
  effect?(attempt: Exchange, report: Reporter): SeenEffect | undefined;
  /** Returns why an attempt cannot be judged. */
  doubt?(attempt: Exchange, report: Reporter): Reason | undefined;
  /** Reports why credentials were not tried. @param requirement returns the requirement of a credential */
  untried?(report: Reporter, requirement: (credential: string) => string, tried: Roles): void;
}

/** The kind of statement that a reason makes about its subject; `reasons.ts` has a sentence for each. */
export type Relation =
  | 'unsuccessful'
  | 'unstable'
  | 'interrupted'
  | 'depends'
  | 'lacks'
  | 'not-sent'
  | 'no-data'
  | 'invalid'
  | 'other-service'
  | 'stated';

/** The subject of a reason: an operation, a requirement, a service, or a whole statement. */
export interface Subject {
  /** The name of the operation or service, the id of the requirement, or the whole statement. */
  readonly name: string;
  /** The end of a sentence that begins with the name. */
  readonly said?: string;
  /** The exchange that shows it. */
  readonly exchange?: Exchange;
  /** The kinds of objects that may not be created. */
  readonly kinds?: readonly Creation[];
}

/** Why a requirement is not decided. Created only in `reasons.ts`. */
export interface Reason {
  readonly blame: Blame;
  readonly relation: Relation;
  readonly subject: Subject;
  readonly because?: Reason;
  /** The end of the chain of `because`: the fact from which every reason with this root follows. */
  readonly root: Root;
}

export type Root = Omit<Reason, 'root' | 'because'>;

/** Why a requirement is undecided, and its verdict. */
export interface Open {
  readonly kind: 'undecided' | 'skipped' | 'not-applicable' | 'fault';
  readonly reason: Reason;
}

/** A statement about one requirement in one lane. */
export type Fact = { readonly requirement: string; readonly lane: string; readonly exchanges: readonly string[] } & (
  | { readonly kind: 'upheld'; readonly times: number }
  | (Contradiction & {
      readonly kind: 'contradicted';
      readonly times?: number;
      readonly of?: number;
      /** Further exchanges that show it, which are not judged. */
      readonly shownBy?: readonly string[];
      /** Whether the contradicting values differ. */
      readonly varied?: true;
      /** Exchanges whose failure this fact explains. */
      readonly explains?: readonly string[];
    })
  | { readonly kind: 'observed'; readonly value: string }
  | Open
);

/** Outcome of a probe in a lane. */
export interface ProbeOutcome {
  readonly probe: string;
  readonly lane: string;
  /** Number of the round, from 0. Absent: 0. */
  readonly round?: number;
  readonly state:
    | 'done'
    | 'unmet'
    | 'bad-credential'
    | 'not-allowed'
    | 'not-set'
    | 'not-offered'
    | 'filtered'
    | 'interrupted'
    | 'threw';
  /** The needed probe that did not succeed, the setting, the creation, or the error's message. */
  readonly why?: string;
  /** The exchange because of which a needed probe does not count. */
  readonly because?: string;
  readonly exchanges: readonly string[];
  /** The identifiers of the exchanges by role. Absent if the probe did not end, and in evidence of other programs. */
  readonly roles?: RoleTree<string>;
}

/** A lane as checks see it: without secrets. */
export interface RecordedLane extends Pick<Lane, 'name' | 'problems' | 'notMade'> {
  readonly given: Settings;
  readonly credentials: readonly string[];
  /** Names of credentials that present a client certificate: the configured one, and those derived from it. */
  readonly certificates?: {
    readonly own?: string;
    readonly derived: readonly string[];
    /** When the configured one expires. */
    readonly expires?: string;
    /** When derived ones expired, by name. */
    readonly expired?: Readonly<Record<string, string>>;
  };
}

/** Everything recorded about one interface: enough to judge again offline. */
export interface Recording {
  readonly interface: Interface;
  /** `client`: a client sent the requests to a server of Assay, and its requests are judged. */
  readonly side?: 'client';
  /** The requirements that failed in the first try, of which this is the separate second try. */
  readonly again?: readonly string[];
  readonly lanes: readonly RecordedLane[];
  readonly probes: readonly ProbeOutcome[];
  readonly exchanges: readonly Exchange[];
}

/** The result of a suite's preparation of a target, before any request is sent. */
export interface Prepared {
  readonly lanes: readonly Lane[];
  /** Base address of each service, without a trailing slash. */
  readonly services: Readonly<Record<string, string>>;
  /** Secrets, with the names of their placeholders. */
  readonly secrets: readonly { readonly value: string | Uint8Array; readonly name: string }[];
  /**
   * Transports requests to those services that are not reached over HTTP; closed at the end of each run, and usable
   * again.
   */
  readonly transport?: Transport;
  /** Tries to start what runs on this machine, and returns why that is not possible, with the settings to check. */
  readonly problemHere?: () => Promise<string | undefined>;
  /** Problems of the settings. If there are any, no request is sent. */
  readonly problems: readonly SettingProblem[];
}

/** The suite of an interface: its requests, and how the responses are judged. */
export interface Suite {
  readonly interface: Interface;
  /** Probes in addition to those that checks need, and that these wait for. */
  readonly probes: readonly AnyProbe[];
  readonly checks: readonly Check[];
  /** The needs that every probe has, such as an accepted credential. */
  readonly needs?: readonly Need[];
  /**
   * Rules of the suite for responses, in place of the general ones: `expected` describes a successful response in
   * words, `classify` gives the meaning of a response, `about` names the object of a request whose address does not
   * contain it, and `fails` is true for a response that reports an error although its status is a 2xx. Absent: the
   * general rules apply.
   */
  readonly answered?: {
    readonly expected?: string;
    classify(exchange: Exchange, report: Reporter): Classification;
    about?(exchange: Exchange): string | undefined;
    fails?(exchange: Exchange): boolean;
  };
  /** The credentials of callers by the name of their lane; `src/run` adds them. */
  readonly credentials?: Readonly<Record<string, Presentation>>;
  /** How attempts with invalid credentials are judged besides their responses, by operation. */
  readonly tried?: Readonly<Record<string, TryJudging>>;
  /**
   * Returns the parameters of a documented request that creates no object, if the settings name them. Absent: `doctor`
   * calls only operations without parameters.
   */
  claimed?(operation: string, settings: Settings): Readonly<Record<string, Value>> | undefined;
  /**
   * Whether an exchange achieved the purpose of its operation, if a successful status does not show it. Absent: the
   * status shows it, unless the path is a setting, and the response is that of another operation.
   */
  accomplished?(exchange: Exchange, contract: Contract): boolean;
  /**
   * Whether the document leaves open which of several values a member of an object has, so that responses about it may
   * differ. Absent: it does not.
   * @param identifier in lower case
   */
  mayDiffer?(record: string, identifier: string, member: string, exchanges: readonly Exchange[]): boolean;
  /**
   * Returns requirements that cannot be tested at this deployment (a rejection that cannot be provoked), with the
   * reason. Absent: all can.
   */
  notPlanned?(contract: Contract, lanes: readonly RecordedLane[]): ReadonlyMap<string, string>;
}

/** A suite for deployments that settings name. */
export interface SendingSuite extends Suite {
  /** @param notOffered credential kinds and operations that the deployment declares it does not offer */
  prepare(values: SettingValues, contract: Contract, notOffered: ReadonlySet<string>): Promise<Prepared>;
}
