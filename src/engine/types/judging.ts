/** Vocabulary of judging: checks, what they report, and the recording that they judge. */
import type { Contract, CountedValue, Interface } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import type { Need, SuiteSettings } from './probing.ts';
import type { Blame } from './verdicts.ts';

/** Statements of a judge; restricted to the rows that it declared. */
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
  /** Other requirements that rest on these exchanges follow from what contradicts this row; without a contradiction of it, nothing. */
  explains<R extends Rows>(row: NotGap<R>, exchanges: readonly Exchange[]): void;
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

/** A judge with what it builds on and the rows it decides. `record:<name>` stands for all rows of a record, `<prefix>/*` for all that have one segment more. */
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
  | {
      readonly kind: 'contradicted';
      readonly expected: string;
      readonly got: string;
      readonly at?: string;
      readonly times?: number;
      readonly of?: number;
      /** The contradicting values by number, where there are several. */
      readonly values?: readonly CountedValue[];
      /** Exchanges whose other contradictions follow from this one. */
      readonly explains?: readonly string[];
    }
  | {
      readonly kind: 'undecided';
      readonly blame: Blame;
      readonly why: string;
      /** No answer spoke of it: any other reason says more. */
      readonly silent?: true;
      /** The exchange that did not succeed, if the row needs another operation's answer. */
      readonly because?: string;
      /** The contradicted row that leaves this one undecided. */
      readonly follows?: string;
    }
  | { readonly kind: 'skipped'; readonly blame: Blame; readonly why: string }
  | { readonly kind: 'not-applicable'; readonly why: string }
  | { readonly kind: 'observed'; readonly value: string }
  | { readonly kind: 'fault'; readonly why: string }
);

/** Outcome of a probe in a lane. */
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
  /** Names of credentials that present a client certificate: the configured one, and those derived from it; and when the configured one expires. */
  readonly certificates?: { readonly own?: string; readonly derived: readonly string[]; readonly expires?: string };
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
