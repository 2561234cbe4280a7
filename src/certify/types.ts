/** Types of claims and of their verification. */
import type { Contract, Interface, Profile } from '../contract/types.ts';
import type { RunContext } from '../engine/account/results.ts';
import type { Conclusion, Expiry, Recording, Result, Results, Settings, Suite } from '../engine/words/types.ts';
import type { RecordedProfile } from '../profile/profile.ts';

/** A frozen list of requirements that claims must meet. */
export interface CertificationPlan {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  /** Whether these are requirements for a deployment or for its clients. */
  readonly side: 'server' | 'client';
  /** Digest of each interface's contract at the time of release, without a profile. */
  readonly contracts: Readonly<Record<Interface, string>>;
  readonly requirements: readonly string[];
  /** The released file, and its SHA-256 (hex). */
  readonly text: string;
  readonly digest: string;
}

/** A vendor's statement (schemas/assay/statement.schema.json). */
export interface Statement {
  readonly format: 'assay-statement/1';
  readonly vendor: string;
  readonly product: string;
  readonly version: string;
  readonly contact: string;
  readonly interfaces: readonly Interface[];
  /** Operations and kinds of credential not offered; each limits the claim. */
  readonly notOffered?: readonly { readonly name: string; readonly why: string }[];
  readonly remarks?: string;
}

/** A certifier's challenge: a run that carries its nonce was made after it. */
export interface Challenge {
  readonly format: 'assay-challenge/1';
  /** Hexadecimal. */
  readonly nonce: string;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
  readonly expires: string;
}

/** This package: its version, and SHA-256 (hex) of the data and code that determine verdicts. */
export interface SuiteIdentity {
  readonly version: string;
  readonly specs: string;
  readonly schemas: string;
  readonly code: string;
}

/** The signed manifest: the digest of every member, and the basis of the claim (schemas/assay/bundle.schema.json). */
export interface Manifest {
  readonly format: 'assay-bundle/1';
  /** SHA-256 (hex) of every other member except the signature, by name. */
  readonly members: Readonly<Record<string, string>>;
  readonly suite: SuiteIdentity;
  /** Digest of each interface's contract, without a profile. */
  readonly contracts: Readonly<Record<Interface, string>>;
  readonly plan: { readonly name: string; readonly version: number; readonly digest: string };
  /** SHA-256 (hex) of the vendor's self-test report. */
  readonly selftest?: string;
  /** Practice bundle, made against the embedded reference. */
  readonly practice?: true;
}

/** A manifest whose contracts are not stated yet: they are those with which its evidence is judged. */
export type StatedManifest = Omit<Manifest, 'contracts'> & Partial<Pick<Manifest, 'contracts'>>;

/** Data in the evidence besides the exchanges. */
export interface Testimony {
  readonly context: RunContext;
  readonly recordings: readonly (Omit<Recording, 'exchanges'> & { readonly exchanges: readonly string[] })[];
  readonly profile?: RecordedProfile;
}

/**
 * The suite of an interface, its contract with the names of the profile, and the digest of the contract without them.
 */
interface LoadedSuite {
  readonly suite: Suite;
  readonly contract: Contract;
  readonly digest: string;
}

/** Data of this installation, passed in so that this directory does not import suites. */
export interface SuiteSource {
  readonly identity: SuiteIdentity;
  /** Every released plan, oldest first. */
  readonly plans: readonly CertificationPlan[];
  load(of: Interface, side: 'client' | undefined, settings: Settings, profile?: Profile): Promise<LoadedSuite>;
  /** Returns documented members that say when something ended; none for an unknown interface. */
  expiries(of: string): readonly Expiry[];
}

/** The content of a bundle: the members that its manifest lists, and three documents as parsed. */
export interface Content {
  readonly members: ReadonlyMap<string, Uint8Array>;
  readonly manifest: StatedManifest;
  readonly results: Results;
  readonly statement: Statement;
}

/** Levels of a claim with their meaning for certificates, lowest first; each includes those before it. */
export const MEANING = {
  signed: 'the bundle is intact, and signed by a trusted signer',
  complete:
    'a certification plan of Assay was executed completely: every documented requirement of it passed, or is listed as "not applicable" or "cannot be tested"',
  're-judged':
    'every verdict was recomputed from the recorded exchanges, which are consistent with each other and with the claimed time',
  fresh: 'the run answered a challenge of the certifier, so it was made after the challenge',
  sampled:
    'the certifier tested the same deployment: no passed requirement was contradicted, and at least ten per interface were confirmed',
};
export type Rung = keyof typeof MEANING;
export const RUNGS = Object.keys(MEANING) as readonly Rung[];

/** Checks by the level that each belongs to. */
const CHECKS_OF = {
  signed: ['file', 'members', 'signature', 'signer'],
  complete: ['suite', 'plan', 'statement', 'options', 'completeness'],
  're-judged': ['evidence', 'verdicts', 'clocks', 'secrets'],
  fresh: ['challenge'],
  sampled: ['sample'],
} as const satisfies Readonly<Record<Rung, readonly string[]>>;
export type CheckName = (typeof CHECKS_OF)[Rung][number];

/** Every check and its level. */
export const CHECKS = RUNGS.flatMap((rung) => CHECKS_OF[rung].map((check) => ({ check, rung })));

/** The reason of a check that was not made because a check on which it depends failed. */
export const NOT_CHECKED = 'Not checked, because an earlier check failed.';

/** Reason for which a practice bundle is refused. */
export const IS_PRACTICE =
  'The run was made against the embedded reference, so it is not about a deployment. --practice allows it.';

/** Reason of the open check of a sample, if the certifier gave none. */
export const NOT_SAMPLED = 'No sample given. Run Assay against the same deployment, and verify with --sample DIR.';

/** A reason why a check rejects a bundle. */
export interface Problem {
  readonly check: CheckName;
  readonly why: string;
}

/** Returns the problems that a check found. */
export function problemsOf(check: CheckName, found: readonly string[] = []): Problem[] {
  return found.map((why) => ({ check, why }));
}

/** Result of a check. `open`: neither contradicted nor shown. */
export interface Checked {
  readonly check: CheckName;
  readonly rung: Rung;
  readonly state: 'holds' | 'refused' | 'open';
  /** Reasons for `refused` or `open`, one sentence each. */
  readonly why: readonly string[];
  /** Whether the refused sample cannot be compared with any claim, or not with this one: no fault of the vendor. */
  readonly isUnusable?: true;
}

/** A requirement of the plan that did not pass; without a clause if the run did not plan it. */
type NotVerified = Pick<Result, 'id' | 'verdict'> & { readonly why: string; readonly clause?: string };

/** A claim for display. */
export interface Claim {
  readonly statement: Statement;
  readonly plan: Pick<CertificationPlan, 'name' | 'version' | 'title'>;
  /** For the requirements of the plan, judged again. */
  readonly conclusion: Conclusion;
  readonly conclusions: Results['conclusions'];
  readonly run: Pick<Results['run'], 'id' | 'startedAt' | 'endedAt'>;
  readonly suite: string;
  readonly profile?: Results['suite']['profile'];
  readonly practice: boolean;
  /** The addresses whose responses were judged, by interface. */
  readonly addresses: readonly { readonly interface: Interface; readonly address: string }[];
  readonly notVerified: readonly NotVerified[];
}

/** Result of verifying a bundle. */
export interface Verification {
  readonly format: 'assay-verification/1';
  /** Whether no check is `refused`, and the level is `re-judged` or higher. */
  readonly verified: boolean;
  /** The highest level of which every check passed, including those of lower levels. */
  readonly rung: Rung | null;
  readonly checks: readonly Checked[];
  /** Missing for the next level. */
  readonly next?: { readonly rung: Rung; readonly missing: readonly string[] };
  /** Limits of the claim and remarks, one sentence each. */
  readonly notes: readonly string[];
  readonly claim?: Claim;
  readonly signer?: { readonly name: string; readonly fingerprint: string };
  /** ISO 8601, UTC. */
  readonly verifiedAt: string;
}
