/** What a claim is made of, and what a certifier finds out about it. */
import type { Profile } from '../contract/profile.ts';
import type { Contract, Interface } from '../contract/types.ts';
import type { RunContext } from '../engine/results.ts';
import type { Conclusion, Recording, Results, Suite, SuiteSettings } from '../engine/types.ts';
import type { Exchange } from '../wire/types.ts';

/** A frozen list of requirements that claims are held against. */
export interface Plan {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  /** Whose requirements these are: a deployment's, or those of a client of it. */
  readonly side: 'server' | 'client';
  /** Digest of each interface's contract that the list was taken from, without a profile. */
  readonly contracts: Readonly<Partial<Record<Interface, string>>>;
  readonly requirements: readonly string[];
  /** The file as it was released, and its SHA-256 (hex). */
  readonly text: string;
  readonly digest: string;
}

/** What a vendor says of itself (schemas/assay/statement.schema.json). */
export interface Statement {
  readonly format: 'assay-statement/1';
  readonly vendor: string;
  readonly product: string;
  readonly version: string;
  readonly contact: string;
  readonly interfaces: readonly Interface[];
  /** Operations and kinds of credential that the deployment lacks; each limits the claim. */
  readonly notOffered?: readonly { readonly name: string; readonly why: string }[];
  readonly remarks?: string;
}

/** A certifier's challenge: a run that carries its nonce was not made before. */
export interface Challenge {
  readonly format: 'assay-challenge/1';
  /** Hexadecimal. */
  readonly nonce: string;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
  readonly expires: string;
}

/** This package: its version, and SHA-256 (hex) of the data and the code that verdicts come from. */
export interface SuiteIdentity {
  readonly version: string;
  readonly specs: string;
  readonly schemas: string;
  readonly code: string;
}

/** What is signed: the digest of every member, and what the claim rests on (schemas/assay/bundle.schema.json). */
export interface Manifest {
  readonly format: 'assay-bundle/1';
  /** SHA-256 (hex) by name of every other member but the signature. */
  readonly members: Readonly<Record<string, string>>;
  readonly suite: SuiteIdentity;
  /** Digest of each interface's contract, without a profile. */
  readonly contracts: Readonly<Partial<Record<Interface, string>>>;
  readonly plan: { readonly name: string; readonly version: number; readonly digest: string };
  /** SHA-256 (hex) of the report of the suite's own test that the vendor ran. */
  readonly selftest?: string;
  /** Made against the embedded reference: it claims nothing. */
  readonly practice?: true;
}

/** What stands in the evidence beside the exchanges. */
export interface Testimony {
  readonly context: RunContext;
  readonly recordings: readonly (Omit<Recording, 'exchanges'> & { readonly exchanges: readonly string[] })[];
  readonly profile?: {
    readonly name: string;
    readonly digest: string;
    readonly names: readonly [string, string][];
    readonly fills: readonly [string, unknown][];
  };
}

/** Evidence that was read. */
export interface BundledEvidence {
  readonly exchanges: readonly Exchange[];
  readonly testimony: Testimony;
  /** Of the file: when the run began, as it stands there. */
  readonly startedAt: string | undefined;
  /** What is wrong with the file's form: entries that do not say the same twice, bodies that do not fit their digest. */
  readonly problems: readonly string[];
}

/** An interface's suite and its contract. */
export interface LoadedSuite {
  readonly suite: Suite<never>;
  contract(profile: Profile | undefined): Contract;
}

/** What this installation knows; handed over, so that nothing here knows a suite. */
export interface SuiteSource {
  readonly identity: SuiteIdentity;
  /** Every released plan, oldest first. */
  readonly plans: readonly Plan[];
  load(of: Interface, side: 'client' | undefined, settings: SuiteSettings): Promise<LoadedSuite>;
}

/** Everything that a bundle holds, read. */
export interface Content {
  readonly manifest: Manifest;
  readonly results: Results;
  readonly evidence: Uint8Array;
  readonly bodies: ReadonlyMap<string, Uint8Array>;
  readonly plan: string;
  readonly statement: Statement;
}

/** Rungs of a claim, lowest first; each rests on those before it. */
export const RUNGS = ['signed', 'complete', 're-judged', 'fresh', 'sampled'] as const;
export type Rung = (typeof RUNGS)[number];

/** What is looked at, and which rung it belongs to. */
export const CHECKS = {
  file: 'signed',
  members: 'signed',
  signature: 'signed',
  signer: 'signed',
  suite: 'complete',
  plan: 'complete',
  statement: 'complete',
  options: 'complete',
  completeness: 'complete',
  evidence: 're-judged',
  verdicts: 're-judged',
  clocks: 're-judged',
  secrets: 're-judged',
  challenge: 'fresh',
  sample: 'sampled',
} as const satisfies Readonly<Record<string, Rung>>;
export type CheckName = keyof typeof CHECKS;

/** What came of one check. `open`: nothing contradicts it, and nothing shows it. */
export interface Checked {
  readonly check: CheckName;
  readonly rung: Rung;
  readonly state: 'holds' | 'refused' | 'open';
  /** One sentence each: why it is refused or open. */
  readonly why: readonly string[];
}

/** A claim as it can be told of. */
export interface Claim {
  readonly statement: Statement;
  readonly plan: { readonly name: string; readonly version: number; readonly title: string };
  /** Over the plan's requirements, judged again. */
  readonly conclusion: Conclusion;
  readonly conclusions: Readonly<Partial<Record<Interface, Conclusion>>>;
  readonly run: { readonly id: string; readonly startedAt: string; readonly endedAt: string };
  readonly suite: string;
  readonly profile?: { readonly name: string; readonly digest: string };
  readonly practice: boolean;
}

/** What verifying a bundle came to. */
export interface Verification {
  readonly format: 'assay-verification/1';
  /** No check is refused, and the claim stands at least on the rung `re-judged`. */
  readonly verified: boolean;
  /** The highest rung of which every check, and every check below, holds. */
  readonly rung: Rung | null;
  readonly checks: readonly Checked[];
  /** What is missing for the next rung. */
  readonly next?: { readonly rung: Rung; readonly missing: readonly string[] };
  /** Limits of the claim and remarks, one sentence each. */
  readonly notes: readonly string[];
  readonly claim?: Claim;
  readonly signer?: { readonly name: string; readonly fingerprint: string };
  /** ISO 8601, UTC. */
  readonly verifiedAt: string;
}
