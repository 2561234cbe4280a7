/** The members of results.json, and the events of a run. */

import type { Basis, Contradiction, Creation, Interface, Requirement } from '../../../contract/types.ts';
import type { Depth } from '../../../settings/types.ts';
import type { Exchange, FailurePhase } from '../../../wire/types.ts';
import type { ProbeOutcome } from './judging.ts';
import type { Settings } from './probing.ts';
import type { Blame, Conclusion, Verdict } from './verdicts.ts';

/** Maximum number of exchanges named per result. */
export const MOST_NAMED = 20;

/** The common cause of requirements that failed, warned or are inconclusive. */
export interface Cause {
  /** The requirement that leads those with this cause; a requirement with a separate cause leads itself. */
  readonly id: string;
  /** The conclusion in one sentence. */
  readonly headline: string;
  /** The operations that did not succeed, if they are the cause. */
  readonly operations?: readonly string[];
}

/** Commands that show a finding again. */
export interface Reproduction {
  /** The command that tests the requirement. */
  readonly assay: string;
  /**
   * The command that sends the request, for POSIX shells; absent without a request over HTTP, or if the embedded
   * reference answered it.
   */
  readonly curl?: string;
  /** Steps that precede the curl command, or the reason for its absence. */
  readonly curlNote?: string;
}

/** Values of settings, by interface and name. */
export type SettingsByInterface = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** How a run was started: the data that a command needs to repeat a part of it. */
export interface Invocation {
  /** The settings file, as the user named it. */
  readonly envFile?: string;
  /** Settings from the environment, without secrets and files, by interface (`assay`: those of Assay itself). */
  readonly environment?: SettingsByInterface;
  /** Settings from options; for a secret, the name of its file. */
  readonly options?: SettingsByInterface;
  /** Further options that change what is tested, or when the gate passes, as words of a command. */
  readonly again?: readonly string[];
  /** The file of `--statement`. */
  readonly statement?: string;
  /** The fault and the legal variants of the embedded references. */
  readonly fault?: string;
  readonly variants?: readonly string[];
  /** Names of settings that are one secret text. */
  readonly secrets?: readonly string[];
  /** Secret settings that are set, by interface: those of one text, and those of headers. */
  readonly credentials?: Readonly<
    Record<Interface, { readonly texts?: readonly string[]; readonly headers?: readonly string[] }>
  >;
  /** Settings that name files for TLS, by interface and by option of curl. */
  readonly files?: SettingsByInterface;
}

/** A requirement's result, as in results.json. */
export interface Result
  extends Pick<Requirement, 'id' | 'interface' | 'title' | 'clause' | 'basis' | 'operation'>,
    Partial<Contradiction> {
  readonly verdict: Verdict;
  readonly blame?: Blame;
  readonly message?: string;
  /** Set for `fail`, `warn`, `error` and `inconclusive`. Absent in results of earlier versions. */
  readonly cause?: Cause;
  /**
   * Whether the operation was accepted and rejected with values of the same origin, or the requirement failed and
   * passed when it was tried again.
   */
  readonly unstable?: true;
  /** Whether it is undecided because the run was interrupted. */
  readonly interrupted?: true;
  /** The share of contradicting exchanges, with the first of either kind, if other exchanges uphold the requirement. */
  readonly sometimes?: string;
  /** The verdict of the separate second try, if the requirement had failed. */
  readonly again?: Verdict;
  /** The kinds of objects that the run may not create, and without which the requirement is skipped. */
  readonly notAllowed?: readonly Creation[];
  /** Whether `--only` left the requirement out. */
  readonly notSelected?: true;
  /** Ids of exchanges in the evidence, at most `MOST_NAMED`. */
  readonly exchanges: readonly string[];
  /** Verdict by lane, if there are several. */
  readonly lanes?: Readonly<Record<string, Verdict>>;
  /** Further contradictions, at most five in all. */
  readonly also?: readonly (Contradiction & { readonly lane: string; readonly exchanges: readonly string[] })[];
  /** Set for findings, and for undecided requirements that lead a group. Absent in results of earlier versions. */
  readonly reproduce?: Reproduction;
}

export interface Residue {
  readonly interface: Interface;
  readonly kind: string;
  readonly name: string;
  /** The identifier that the service returned; absent if it is not known. */
  readonly identifier?: string;
  readonly why: string;
}

/** Findings that may fail the gate, apart from suite errors. */
export const FAIL_ON = ['new', 'expired', 'warn', 'stale', 'lost', 'worse', 'residue', 'profile'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The conditions of `--fail-on`. */
export interface GatePolicy {
  readonly failOn: readonly FailOn[];
  readonly requireComplete: boolean;
}

/**
 * The comparison of a run with a baseline and an earlier run, as requirement ids. An entry of the baseline is in at
 * most one list besides `soon`.
 */
export interface Comparison {
  /** The earlier run, and the directory or file from which it was read. Absent without one, and in earlier results. */
  readonly earlier?: { readonly id: string; readonly startedAt: string; readonly path: string };
  /**
   * Requirements that fail, that no entry of the baseline covers, and that did not fail in the earlier run, if one is
   * given.
   */
  readonly new: readonly string[];
  /**
   * Findings of the earlier run that are not shown to be fixed, and that no entry of the baseline covers. Absent
   * without an earlier run.
   */
  readonly still?: readonly string[];
  /** Requirements that failed as a live entry states. */
  readonly known: readonly {
    readonly id: string;
    readonly reason: string;
    readonly owner: string;
    readonly expires: string;
  }[];
  /** Findings of the earlier run that pass. */
  readonly fixed: readonly string[];
  /**
   * Requirements that passed in the earlier run and are now inconclusive, skipped, not planned or declared not offered,
   * although the service was reached.
   */
  readonly lost: readonly string[];
  /** Requirements that passed in the earlier run and warn now. */
  readonly worse: readonly string[];
  /**
   * Requirements that passed in the earlier run, and whose service was not reached now. Absent in results of earlier
   * versions.
   */
  readonly unreached?: readonly string[];
  /** Requirements that pass although the baseline has an entry for them. */
  readonly stale: readonly string[];
  /** Requirements whose entry has expired, with any verdict. */
  readonly expired: readonly string[];
  /** These entries. Absent in results of earlier versions. */
  readonly expiredEntries?: Comparison['known'];
  /** Requirements whose entry expires within two weeks. Days are `YYYY-MM-DD`, the last on which an entry is live. */
  readonly soon: readonly { readonly id: string; readonly expires: string }[];
}

/**
 * An operation that never succeeded, in one lane. The gate then does not pass, unless the baseline covers the
 * requirement.
 */
export interface Unanswered {
  readonly interface: Interface;
  /** Absent: no request could be sent with the credential at all. */
  readonly operation?: string;
  /**
   * Whether the service stopped responding or, by the blame, accepting the credential: no further request with it got a
   * response, or succeeded, until the end of the run.
   */
  readonly stopped?: true;
  readonly lane: string;
  /** The requirement that leads the group with this cause. A requirement with a separate cause leads itself. */
  readonly requirement: string;
  readonly blame: Blame;
  /** The cause, with the server's own words; without a full stop. */
  readonly why: string;
  /** The phase in which every request failed; `limit`: the response exceeded the amount that Assay judges. */
  readonly failure?: FailurePhase;
  /** Set if and only if `failure` is `limit`; tools read it. */
  readonly tooLarge?: true;
  readonly exchanges: readonly string[];
}

/** A service whose address responds, but not like any documented operation. */
export interface OtherService {
  readonly interface: Interface;
  readonly service: string;
  /** Origin of its address. */
  readonly address: string;
  /** The response that every path returned, and the setting to check; without a full stop. */
  readonly why: string;
}

/** A requirement that cannot be tested. The basis is absent in results of earlier versions. */
export interface NotPlanned {
  readonly id: string;
  readonly why: string;
  readonly basis?: Basis;
  /** Whether `--only` leaves it out. */
  readonly notSelected?: true;
}

/** The content of results.json. */
export interface Results {
  readonly format: 'assay-results/1';
  readonly conclusion: Conclusion;
  readonly conclusions: Readonly<Record<Interface, Conclusion>>;
  readonly exitCode: number;
  /** The reasons for the exit code, one sentence each. */
  readonly gate: readonly string[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The number of passed requirements with basis documented or standard, by interface. */
  readonly verified: Readonly<Record<Interface, number>>;
  readonly requirements: readonly Result[];
  /**
   * Operations that were called with a configured credential and never succeeded. Absent in results of earlier
   * versions.
   */
  readonly unanswered?: readonly Unanswered[];
  /** Services whose address responds, but not like the documented service. Absent in results of earlier versions. */
  readonly otherServices?: readonly OtherService[];
  /** Requirements that cannot be tested here, with the reason. */
  readonly notPlanned: readonly NotPlanned[];
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
    /** Whether it was interrupted because it reached its time limit. */
    readonly timedOut?: boolean;
    readonly requests: number;
    /**
     * Depth of the run. Absent for traffic that other programs recorded, and in results of earlier versions:
     * `standard`.
     */
    readonly depth?: Depth;
    /** The certification plan for which the run was made. */
    readonly plan?: string;
    /** Absent for traffic that other programs recorded, and in results of earlier versions. */
    readonly invocation?: Invocation;
  };
  readonly suite: {
    readonly name: 'assay';
    readonly version: string;
    readonly contracts: Readonly<Record<string, string>>;
    readonly profile?: {
      readonly name: string;
      readonly digest: string;
      /** The deployment's names by the document's names. */
      readonly names?: Readonly<Record<string, string>>;
      /** The JSON pointer of the identifier in the response, by operation. */
      readonly identifiers?: Readonly<Record<string, string>>;
    };
  };
  readonly target: {
    readonly reference: boolean;
    readonly interfaces: Readonly<Record<string, Settings>>;
    readonly allowCreate: readonly string[];
    readonly notOffered: readonly string[];
  };
  /** When each configured client certificate or proxy expires. Absent in results of earlier versions. */
  readonly credentials?: readonly { readonly interface: Interface; readonly lane: string; readonly expires: string }[];
  /** Problems of the settings, if no request was sent because of them. */
  readonly problems?: readonly string[];
  /** The conditions of `--fail-on`. */
  readonly policy?: GatePolicy;
  /** Present if the run was compared with a baseline or an earlier run. */
  readonly comparison?: Comparison;
}

/** Events of a running engine, for its progress. */
export type RunEvent =
  | { readonly type: 'answered'; readonly exchange: Exchange }
  | { readonly type: 'probe-ended'; readonly outcome: ProbeOutcome; readonly done: number; readonly of: number }
  | { readonly type: 'judged' };

/** Returns the objects that a run left behind. Those of an embedded reference ended with the run. */
export function residueOf({ residue, target }: Pick<Results, 'residue' | 'target'>): Results['residue'] {
  return target.reference ? [] : residue;
}
