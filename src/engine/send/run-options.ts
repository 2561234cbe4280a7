/** Input of a run. */

import type { Contract, Interface } from '../../contract/types.ts';
import type { Target } from '../../settings/types.ts';
import type { ConnectionSettings } from '../../wire/connect/tls-failure.ts';
import type { Transport } from '../../wire/types.ts';
import type { RunContext } from '../account/results.ts';
import type { Invocation, Prepared, RunEvent, Suite } from '../words/types.ts';

/** An interface with its contract, and what its suite made of the settings. */
export interface Ready {
  readonly suite: Suite;
  readonly contract: Contract;
  readonly prepared: Prepared;
  /** Names of its settings for connections. Absent: every service has an address. */
  readonly connection?: ConnectionSettings;
}

export interface RunOptions extends Pick<RunContext, 'failOn' | 'heldAgainst'> {
  readonly ready: readonly Ready[];
  readonly target: Target;
  readonly reference: boolean;
  readonly only: readonly string[];
  readonly version: string;
  /** Sends requests; made for each run, closed at its end. */
  readonly transport: (authorities: (origin: string) => readonly string[] | undefined) => Transport;
  /** The only methods that are sent; absent: all that every run may send. */
  readonly readMethods?: readonly string[];
  /** Directory of the ledger; absent: in memory. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly notices?: readonly string[];
  /** All interfaces, to name those that are not configured. */
  readonly known?: readonly Interface[];
  readonly requireComplete?: boolean;
  /** Each requirement that fails is tried once more, apart. */
  readonly tryAgain?: boolean;
  readonly runId?: string;
  readonly seed?: number;
  /** The certification plan that it is made for. */
  readonly plan?: string;
  /** How the run was started, for the commands that repeat a part of it. */
  readonly invocation?: Invocation;
  /** Wait in milliseconds before the first retry. */
  readonly backoffMs?: number;
  readonly on?: (event: RunEvent) => void;
}
