/** Input of a run. */

import type { Contract, Interface } from '../../contract/types.ts';
import type { Target } from '../../settings/types.ts';
import type { ConnectionSettings } from '../../wire/connect/tls-failure.ts';
import type { Transport } from '../../wire/types.ts';
import type { RunContext } from '../account/results.ts';
import type { Invocation, Prepared, RunEvent, Suite } from '../words/types.ts';

/** An interface with its contract and the lanes that its suite derived from the settings. */
export interface Ready {
  readonly suite: Suite;
  readonly contract: Contract;
  readonly prepared: Prepared;
  /** PEM certificates that are trusted for its services. Absent: the system's. */
  readonly authorities?: readonly string[] | undefined;
  /** Names of its settings for connections. Absent: every service has an address. */
  readonly connection?: ConnectionSettings;
}

export interface RunOptions extends Pick<RunContext, 'failOn' | 'heldAgainst'> {
  readonly ready: readonly Ready[];
  readonly target: Target;
  readonly reference: boolean;
  readonly only: readonly string[];
  readonly version: string;
  /** Creates the transport that sends requests; it is closed at the end of the run. */
  readonly transport: (authorities: (origin: string) => readonly string[] | undefined) => Transport;
  /** The only methods that may be sent. Absent: all that a run may send. */
  readonly readMethods?: readonly string[];
  /** Directory of the ledger; absent: in memory. */
  readonly directory?: string;
  readonly signal?: AbortSignal;
  readonly notices?: readonly string[];
  /** All interfaces, to name those that are not configured. */
  readonly known?: readonly Interface[];
  readonly requireComplete?: boolean;
  /** Whether each requirement that fails is tried once more, in a separate round. */
  readonly tryAgain?: boolean;
  readonly runId?: string;
  readonly seed?: number;
  /** The certification plan for which the run is made. */
  readonly plan?: string;
  /** How the run was started; used by the commands that repeat a part of it. */
  readonly invocation?: Invocation;
  /** Wait in milliseconds before the first retry. */
  readonly backoffMs?: number;
  readonly on?: (event: RunEvent) => void;
}
