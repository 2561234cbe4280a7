/** The members of results.json, and the events of a run. */

import type { Basis, Contradiction, Interface } from '../../../contract/types.ts';
import type { Depth } from '../../../settings/types.ts';
import type { Exchange, FailurePhase } from '../../../wire/types.ts';
import type { ProbeOutcome } from './judging.ts';
import type { Settings } from './probing.ts';
import type { Blame, Conclusion, Verdict } from './verdicts.ts';

/** Why requirements failed, warned or are inconclusive together: one fact, however many follow from it. */
export interface Cause {
  /** The requirement that leads those with this cause; a requirement with a separate cause leads itself. */
  readonly id: string;
  /** The conclusion in one sentence. */
  readonly headline: string;
  /** The operations that did not succeed, if that is the cause. */
  readonly operations?: readonly string[];
}

/** Two ways to see a finding again. */
export interface Reproduction {
  /** The command that tests the requirement. */
  readonly assay: string;
  /** The command that sends the request, for POSIX shells; absent without a request over HTTP, or if the embedded reference answered it. */
  readonly curl?: string;
  /** Steps before the curl command; without one, the reason. */
  readonly curlNote?: string;
}

/** How a run was started, in the detail that a command needs to repeat a part of it. */
export interface Invocation {
  /** The settings file, under the name that was given. */
  readonly envFile?: string;
  /** Settings that the environment gave, without secrets and files, by interface (`assay`: of Assay itself). */
  readonly environment?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Settings given as options, by interface and name; of a secret, the name of its file. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The file of `--statement`. */
  readonly statement?: string;
  /** The fault and the legal variants of the embedded references. */
  readonly fault?: string;
  readonly variants?: readonly string[];
  /** Settings that are one secret text. */
  readonly secrets?: readonly string[];
  /** By interface, secret settings that are set: of one text, and of headers. */
  readonly credentials?: Readonly<
    Record<Interface, { readonly texts?: readonly string[]; readonly headers?: readonly string[] }>
  >;
  /** By interface, settings that name files for TLS, by option of curl. */
  readonly files?: Readonly<Record<Interface, Readonly<Record<string, string>>>>;
}

/** A requirement's result, as in results.json. */
export interface Result extends Partial<Contradiction> {
  readonly id: string;
  readonly interface: Interface;
  readonly title: string;
  readonly clause: string;
  readonly basis: Basis;
  readonly operation?: string;
  readonly verdict: Verdict;
  readonly blame?: Blame;
  readonly message?: string;
  /** Set for `fail`, `warn`, `error` and `inconclusive`. Absent in results of earlier versions. */
  readonly cause?: Cause;
  /** The operation was accepted and rejected with values of the same origin, or the requirement failed, and passed when it was tried again. */
  readonly unstable?: true;
  /** If other exchanges uphold the requirement: the share of contradicting exchanges, and the first of either kind. */
  readonly sometimes?: string;
  /** The verdict when it was tried again, apart, because it had failed. */
  readonly again?: Verdict;
  /** Left out by `--only`. */
  readonly notSelected?: true;
  /** Exchanges by their id in the evidence. */
  readonly exchanges: readonly string[];
  /** Verdict by lane, if there are several. */
  readonly lanes?: Readonly<Record<string, Verdict>>;
  /** Further contradictions, at most five in all. */
  readonly also?: readonly (Contradiction & { readonly lane: string; readonly exchanges: readonly string[] })[];
  /** Set for findings, and for undecided requirements that lead others. Absent in results of earlier versions. */
  readonly reproduce?: Reproduction;
}

export interface Residue {
  readonly interface: Interface;
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

/** Findings that may fail the gate, apart from suite errors. */
export const FAIL_ON = ['new', 'expired', 'warn', 'stale', 'lost', 'worse', 'residue', 'profile'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The words of `--fail-on`. */
export interface GatePolicy {
  readonly failOn: readonly FailOn[];
  readonly requireComplete: boolean;
}

/** A run compared with a baseline and an earlier run: requirement ids. An entry of the baseline is in at most one list besides `soon`. */
export interface Comparison {
  /** Requirements that fail, that no entry of the baseline covers, and that did not fail in the earlier run, if one is given. */
  readonly new: readonly string[];
  /** Findings of the earlier run that are not shown to be fixed, and that no entry of the baseline covers. Absent without an earlier run. */
  readonly still?: readonly string[];
  /** Failed as a live entry states. */
  readonly known: readonly {
    readonly id: string;
    readonly reason: string;
    readonly owner: string;
    readonly expires: string;
  }[];
  /** Findings of the earlier run that pass. */
  readonly fixed: readonly string[];
  /** Requirements that passed in the earlier run and are now inconclusive, skipped, not planned or declared not offered, although the service was reached. */
  readonly lost: readonly string[];
  /** Requirements that passed in the earlier run and warn now. */
  readonly worse: readonly string[];
  /** Requirements that passed in the earlier run, and whose service was not reached now. Absent in results of earlier versions. */
  readonly unreached?: readonly string[];
  /** Requirements with an entry that pass. */
  readonly stale: readonly string[];
  /** Their entry has expired, with any verdict. */
  readonly expired: readonly string[];
  /** Their entry will have expired within two weeks. Days are `YYYY-MM-DD`, the last on which an entry is valid. */
  readonly soon: readonly { readonly id: string; readonly expires: string }[];
}

/** An operation without a response, in one lane. The gate then does not pass, unless the baseline covers the requirement. */
export interface Unanswered {
  readonly interface: Interface;
  /** Absent: no request could be sent with the credential at all. */
  readonly operation?: string;
  /** The service answered before; since then, no request with this credential was answered until the end of the run. */
  readonly stopped?: true;
  readonly lane: string;
  /** The requirement that is inconclusive because of it. */
  readonly requirement: string;
  readonly blame: Blame;
  /** The actual value, with the server's own words; no full stop. */
  readonly why: string;
  /** The phase in which every request failed; `limit`: the service answered, with more than Assay judges. */
  readonly failure?: FailurePhase;
  /** Set exactly if `failure` is `limit`; tools read it. */
  readonly tooLarge?: true;
  readonly exchanges: readonly string[];
}

/** A service whose address responds, but not as any documented operation can. */
export interface OtherService {
  readonly interface: Interface;
  readonly service: string;
  /** Origin of its address. */
  readonly address: string;
  /** The response of every path; no full stop. */
  readonly why: string;
}

/** The whole of results.json. */
/** A requirement that cannot be tested. The basis is absent in results of earlier versions. */
export interface NotPlanned {
  readonly id: string;
  readonly why: string;
  readonly basis?: Basis;
}

export interface Results {
  readonly format: 'assay-results/1';
  readonly conclusion: Conclusion;
  readonly conclusions: Readonly<Record<Interface, Conclusion>>;
  readonly exitCode: number;
  /** Why the gate said so: one sentence each. */
  readonly gate: readonly string[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Passes with basis documented or standard, by interface. */
  readonly verified: Readonly<Record<Interface, number>>;
  readonly requirements: readonly Result[];
  /** Operations that were called with a configured credential and never succeeded. Absent in results of earlier versions. */
  readonly unanswered?: readonly Unanswered[];
  /** Services whose address responds, but not as the documented service can. Absent in results of earlier versions. */
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
    readonly requests: number;
    /** Depth of the run. Absent for traffic that other programs recorded, and in results of earlier versions: `standard`. */
    readonly depth?: Depth;
    /** The certification plan that it was made for. */
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
      /** The document's names to the deployment's. */
      readonly names?: Readonly<Record<string, string>>;
      /** Operation to the JSON pointer of the identifier in its response. */
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
  /** Settings problems, if they are why no request was sent. */
  readonly problems?: readonly string[];
  /** The words of `--fail-on`. */
  readonly policy?: GatePolicy;
  /** Present with a baseline or an earlier run to compare with. */
  readonly comparison?: Comparison;
}

/** Events of the engine while it works; progress and reports listen. */
export type RunEvent =
  | { readonly type: 'planned'; readonly requirements: number; readonly probes: number }
  | { readonly type: 'answered'; readonly exchange: Exchange }
  | { readonly type: 'probe-ended'; readonly outcome: ProbeOutcome; readonly done: number; readonly of: number }
  /** Every probe of the operation has ended; probes of others may still send it as a step. Not after an interruption. */
  | { readonly type: 'operation-ended'; readonly interface: Interface; readonly operation: string }
  | { readonly type: 'judged'; readonly results: Results };
