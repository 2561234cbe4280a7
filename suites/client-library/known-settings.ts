/** Settings that probes and judges of the client library may read. */
import { settingsAs } from '../../src/engine/words/suite.ts';

/** Null: not known. */
export type KnownSettings = {
  readonly module: string;
  readonly python: string | null;
  readonly pythonProblem: string | null;
  /** Environment variables through which the library trusts an authority. */
  readonly caVariables: readonly string[];
  /** Environment variables that name credentials. */
  readonly credentialVariables: Readonly<Record<string, string>>;
  readonly declaredVariables: readonly string[];
  /** Names of this library for documented calls. */
  readonly names: Readonly<Record<string, string>>;
};

export const settingsOf = settingsAs<KnownSettings>();
