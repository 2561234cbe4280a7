/** Settings that probes and judges of the ticket bridge may read. */
import { settingsAs } from '../../src/engine/words/suite.ts';
import type { VOCABULARY } from './settings.ts';

/** Values of parts whose vocabulary is the deployment's. */
export type Vocabulary = Readonly<Record<keyof typeof VOCABULARY, string>>;

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
