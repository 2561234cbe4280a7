/** The types of a suite, and of what it prepares from the settings. */
import type { Contract, Interface } from '../../../contract/types.ts';
import type { Presentation, SettingProblem, SettingValues } from '../../../settings/types.ts';
import type { Exchange, Transport } from '../../../wire/types.ts';
import type { Value } from '../origins.ts';
import type { Check, Classification, RecordedLane, Reporter, TryJudging } from './judging.ts';
import type { AnyProbe, Lane, Need, Settings } from './probing.ts';

/** The result of a suite's preparation of a target, before any request is sent. */
export interface Prepared {
  readonly lanes: readonly Lane[];
  /** Base address of each service, without a trailing slash. */
  readonly services: Readonly<Record<string, string>>;
  /** Secrets, with the names of their placeholders. */
  readonly secrets: readonly { readonly value: string | Uint8Array; readonly name: string }[];
  /**
   * Transports requests to those services that are not reached over HTTP; closed at the end of each run, and usable
   * again.
   */
  readonly transport?: Transport;
  /** Tries to start what runs on this machine, and returns why that is not possible, with the settings to check. */
  readonly problemHere?: () => Promise<string | undefined>;
  /** Problems of the settings. If there are any, no request is sent. */
  readonly problems: readonly SettingProblem[];
}

/** The suite of an interface: its requests, and how the responses are judged. */
export interface Suite {
  readonly interface: Interface;
  /** Probes in addition to those that checks need, and that these wait for. */
  readonly probes: readonly AnyProbe[];
  readonly checks: readonly Check[];
  /** The needs that every probe has, such as an accepted credential. */
  readonly needs?: readonly Need[];
  /**
   * Rules of the suite for responses, in place of the general ones: `expected` describes a successful response in
   * words, `classify` gives the meaning of a response, and `about` names the object of a request whose address does not
   * contain it. Absent: the general rules apply.
   */
  readonly answered?: {
    readonly expected?: string;
    classify(exchange: Exchange, report: Reporter): Classification;
    about?(exchange: Exchange): string | undefined;
  };
  /** The credentials of callers by the name of their lane; `src/run` adds them. */
  readonly credentials?: Readonly<Record<string, Presentation>>;
  /** How attempts with invalid credentials are judged besides their responses, by operation. */
  readonly tried?: Readonly<Record<string, TryJudging>>;
  /**
   * Returns the parameters of a documented request that creates no object, if the settings name them. Absent: `doctor`
   * calls only operations without parameters.
   */
  claimed?(operation: string, settings: Settings): Readonly<Record<string, Value>> | undefined;
  /**
   * Whether an exchange achieved the purpose of its operation, if a successful status does not show it. Absent: the
   * status shows it.
   */
  accomplished?(exchange: Exchange, contract: Contract): boolean;
  /**
   * Returns requirements that cannot be tested at this deployment (a rejection that cannot be provoked), with the
   * reason. Absent: all can.
   */
  notPlanned?(contract: Contract, lanes: readonly RecordedLane[]): ReadonlyMap<string, string>;
}

/** A suite for deployments that settings name. */
export interface SendingSuite extends Suite {
  /** @param notOffered credential kinds and operations that the deployment declares it does not offer */
  prepare(values: SettingValues, contract: Contract, notOffered: ReadonlySet<string>): Promise<Prepared>;
}
