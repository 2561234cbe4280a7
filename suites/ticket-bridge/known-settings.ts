/** Settings that probes and judges of the ticket bridge may read. */
import { settingsAs } from '../../src/engine/words/suite.ts';

/** Values of parts whose vocabulary is the deployment's. */
export interface Vocabulary {
  readonly Requestor: string;
  readonly Priority: string;
  readonly Status: string;
  readonly AffectedSite: string;
}

export type KnownSettings = {
  readonly namespace: string;
  readonly values: Vocabulary;
  /** The operator named values. */
  readonly valuesGiven: boolean;
  /** Parts whose values Assay chose. */
  readonly valuesMadeUp: readonly string[];
  /** Milliseconds. */
  readonly ticketWaitMs: number;
};

export const settingsOf = settingsAs<KnownSettings>();
