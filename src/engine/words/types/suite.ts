/** A suite, and what it makes of the settings. */
import type { Contract, Interface } from '../../../contract/types.ts';
import type { Presentation, SettingProblem, SettingValues } from '../../../settings/types.ts';
import type { Exchange, Transport } from '../../../wire/types.ts';
import type { Value } from '../origins.ts';
import type { Check, Classification, RecordedLane, Reporter, TryJudging } from './judging.ts';
import type { AnyProbe, Lane, Need, Settings } from './probing.ts';

/** Result of a suite's preparation of a target, before anything is sent. */
export interface Prepared {
  readonly lanes: readonly Lane[];
  /** Base address of each service, without a trailing slash. */
  readonly services: Readonly<Record<string, string>>;
  /** Secrets, with the names of their placeholders. */
  readonly secrets: readonly { readonly value: string | Uint8Array; readonly name: string }[];
  /** PEM certificates that are trusted for these services; absent: the system's. */
  readonly authorities?: readonly string[];
  /** Transports requests to these services if they are not reached over HTTP; closed at the end of each run, and usable again. */
  readonly transport?: Transport;
  /** Problems of the settings; with any, no request is sent. */
  readonly problems: readonly SettingProblem[];
}

/** The suite of an interface: what is sent and how it is judged. */
export interface Suite {
  readonly interface: Interface;
  readonly probes: readonly AnyProbe[];
  readonly checks: readonly Check[];
  /** The needs of every probe, such as an accepted credential. */
  readonly needs?: readonly Need[];
  /**
   * How responses are classified, and a successful one in words; what a request is to change, if its address does not say so. If absent, the
   * general rules apply.
   */
  readonly answered?: {
    readonly expected?: string;
    classify(exchange: Exchange, report: Reporter): Classification;
    about?(exchange: Exchange): string | undefined;
  };
  /** The credentials of callers by the name of their lane; the installation adds them. */
  readonly credentials?: Readonly<Record<string, Presentation>>;
  /** How tries with invalid credentials are judged besides their responses, by operation. */
  readonly tried?: Readonly<Record<string, TryJudging>>;
  /** Parameters of a documented request that creates no object, if the settings name them. Absent: `doctor` calls only operations without parameters. */
  claimed?(operation: string, settings: Settings): Readonly<Record<string, Value>> | undefined;
  /** Whether an exchange did what its operation is for, if a status of success does not say so. Absent: the status says so. */
  accomplished?(exchange: Exchange): boolean;
  /** Returns requirements that cannot be tested at this deployment (a rejection that cannot be provoked), with the reason. */
  notPlanned(contract: Contract, lanes: readonly RecordedLane[]): ReadonlyMap<string, string>;
}

/** A suite for deployments that settings name. */
export interface SendingSuite extends Suite {
  /** @param notOffered credential kinds and operations that the deployment declares it lacks */
  prepare(values: SettingValues, contract: Contract, notOffered: ReadonlySet<string>): Promise<Prepared>;
}
