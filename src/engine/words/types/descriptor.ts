/**
 * Everything that the rest of Assay knows about one interface: the type of what `suites/<interface>/index.ts` exports.
 */
import type { Creation, Interface } from '../../../contract/types.ts';
import type { Environment, InterfaceSettings } from '../../../settings/types.ts';
import type { Exchange } from '../../../wire/types.ts';
import type { Value } from '../origins.ts';
import type { SendingSuite } from './judging.ts';
import type { ProbeContext, Settings } from './probing.ts';

/** A service of the interface. */
export interface ServiceDescription {
  /** Name of the operation in the contract. */
  readonly name: string;
  /** The setting with its address. */
  readonly address: string;
}

/** How a kind of created object is removed: the operation, and the parameter that names the object. */
export interface Removal {
  readonly operation: string;
  /** The method that replaces the operation's, if a standard specifies the removal. */
  readonly method?: string;
  readonly parameter: string;
  /**
   * The member of the creation's response that is the identifier; if absent, the identifier is the name in the ledger,
   * which contains the run's id.
   */
  readonly member?: string;
  /** Whether an identifier has the documented form; objects are removed only by such identifiers. */
  isIdentifier(id: string): boolean;
}

/**
 * A documented member of a response that contains an expiry time. If it is earlier than the run, the claimed time of
 * the run is wrong.
 */
export interface Expiry {
  readonly operation: string;
  readonly member: string;
  /** The contradiction if the expiry time is earlier than the run, as the middle of a sentence. */
  readonly says: string;
}

/** A request of a handshake. A profile gives its path, which may contain the parameters of the documented operation. */
export interface HandshakeStep {
  readonly method: string;
  /** Purpose of the request, as the middle of a sentence. */
  readonly does: string;
  readonly optional?: true;
}

/** Why the object of a handshake stays, if its profile names no step that removes it. */
export const NO_REMOVAL = 'the profile specifies no removal';

/**
 * Undocumented requests that some deployments need before documented ones. A run sends them only if a profile declares
 * them and creation is allowed; it writes them to the ledger first, undoes them if the profile says how, and never
 * judges them.
 */
export interface Handshake {
  /** `<interface>/handshake/<name>`. */
  readonly id: string;
  /** Its purpose, in the imperative. */
  readonly title: string;
  /** The remedy if the handshake was not done, as the end of a sentence. */
  readonly remedy: string;
  /** The documented operation to whose service the requests are sent, and whose path parameters each path takes. */
  readonly operation: string;
  /** The lane that needs the handshake. */
  readonly lane: string;
  /** The kind of creation that must be allowed. */
  readonly creates: Creation;
  /** Kind of its objects in the ledger. */
  readonly made: string;
  readonly steps: Readonly<Record<string, HandshakeStep>>;
  /**
   * Undoes the handshake, by the name in its ledger line, if it is certain that the run made it.
   * @param paths paths of the steps, by name
   * @returns true if the object is gone; else the reason, or false if the service rejected the request
   */
  undo(context: ProbeContext, name: string, paths: ReadonlyMap<string, string>): Promise<boolean | string>;
  /** Finds out by documented reads whether the handshake is needed. @returns the reason as a clause, or undefined */
  needed(
    send: (operation: string, params?: Readonly<Record<string, Value>>) => Promise<Exchange>,
  ): Promise<string | undefined>;
}

/** Data for judging recorded traffic of other programs. */
export interface Traffic {
  /** Operations whose responses only the requesting program can interpret. */
  readonly onPurpose: readonly string[];
  /** Settings that contain paths which the document does not specify, by operation. */
  readonly paths: Readonly<Record<string, string>>;
  /** Data for checks in addition to the exchanges, if settings or the traffic provide them. */
  settings(env: Environment, exchange: Pick<Exchange, 'request'>): Settings;
  /** The lane that a response reveals, if several are possible. */
  laneOf?(answer: unknown): string | undefined;
  /** The namespace in which a request was sent, where messages have one. */
  namespaceOf?(exchange: Pick<Exchange, 'request'>): string | undefined;
}

/** An interface whose reference `assay serve` offers, and whose recorded traffic can be judged. */
export interface ServedInterface {
  /** The setting with the namespace of the service, where its messages have one. */
  readonly namespace?: string;
  traffic(): Promise<Traffic>;
}

export interface InterfaceDescriptor {
  readonly name: Interface;
  readonly settings: InterfaceSettings;
  /** Services in the order in which references listen. */
  readonly services: readonly ServiceDescription[];
  /** The setting that names trusted authorities. */
  readonly ca?: string;
  /** The settings with a client certificate: its file, the file and the passphrase of its key. */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly pass: string };
  readonly removals: Readonly<Record<Creation, Removal>>;
  readonly expiries?: readonly Expiry[];
  readonly handshakes?: readonly Handshake[];
  /**
   * Gaps that a profile fills with a name, each with the setting for the same name: the form is that of the setting,
   * and no two are equal.
   */
  readonly namedByGaps?: Readonly<Record<string, string>>;
  /** Further gaps that a setting fills, each with the setting. */
  readonly filledBy?: Readonly<Record<string, string>>;
  /** Absent: its clients cannot be judged. */
  readonly served?: ServedInterface;
  /** The alternative to `assay serve`, if it is not served. */
  readonly notServed?: string;
  /** Requirements on this machine for running the embedded reference: the settings for it, or why it cannot. */
  machine?(): Promise<{ readonly env: Readonly<Record<string, string>> } | { readonly problem: string }>;
  /**
   * Loads probes, checks and preparation. `endpoints`: services of the embedded reference, for a suite that tests a
   * client and therefore needs services to which the client sends requests.
   */
  suite(endpoints: unknown): Promise<SendingSuite>;
}
