/** Tasks of a self-test and their outcomes: plain data, so that processes can exchange it. */
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';
import type { Depth } from '../settings/types.ts';

/** A task for a worker. It may take several runs. */
export type Task =
  /**
   * Faults, tried in groups; with a depth, intermittent faults, each tried by itself. Or a variant, or several at once.
   */
  | { readonly kind: 'faults' | 'variants'; readonly ids: readonly string[]; readonly depth?: Depth }
  /** A legal deployment, or one with a fault, drawn. */
  | { readonly kind: 'legal' | 'illegal'; readonly seed: number };

/** Observations of the runs of a task; each list is empty without problems. */
export interface Observed {
  /** Gaps that failed or warned. */
  readonly gaps: readonly string[];
  /** Messages that are not readable, and verdicts that differ when the evidence is judged again. */
  readonly flaws: readonly string[];
}

export interface FaultOutcome extends Pick<Fault, 'id' | 'kills'> {
  readonly kind: 'fault';
  /** Depth at which an intermittent fault was tried. */
  readonly depth?: Depth;
  readonly killed: boolean;
  /** Why the fault was not detected. */
  readonly survived?: string;
  /** Requirements that failed or warned because of it, and of them those that it does not declare. */
  readonly red: readonly string[];
  readonly undeclared: readonly string[];
}

export interface LegalOutcome {
  readonly kind: 'legal';
  /** Ids of the variants; for a random deployment, the smallest one that is judged wrongly, with its values. */
  readonly of: readonly string[];
  /** Seed of a drawn deployment. */
  readonly seed?: number;
  /** fail, warn or error: a false alarm. */
  readonly alarms: readonly string[];
  /** Undeclared losses: passes of the clean run that do not pass now, each with its verdict and message. */
  readonly lost: readonly string[];
}

interface IllegalOutcome {
  readonly kind: 'illegal';
  readonly seed: number;
  readonly kills: string;
  readonly what: string;
  readonly named: boolean;
  /** Requirements that failed or warned instead, and the verdict of the one that should have. */
  readonly instead: string;
}

export type Outcome = Observed & (FaultOutcome | LegalOutcome | IllegalOutcome);

/** Problems of both controls of one campaign; empty if they are as expected. */
export interface Controls {
  readonly interface: Interface;
  readonly clean: readonly string[];
  readonly canary: { readonly id: string; readonly problem?: string };
  /** Milliseconds that preparing and both controls took. */
  readonly tookMs: number;
}

/** A task among all of a self-test. */
export interface WorkItem {
  /** Its place among all. */
  readonly at: number;
  readonly interface: Interface;
  readonly task: Task;
}

/** Outcomes of a task, one for each fault. The first task of an interface in a process also has the controls. */
export interface Completed {
  readonly at: number;
  readonly outcomes: readonly Outcome[];
  readonly controls?: Controls;
}
