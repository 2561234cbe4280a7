/** A validated target: configured interfaces, their credentials, and the kinds of objects that may be created. */
import type { Creation, Interface } from '../contract/types.ts';

export interface TransferTarget {
  readonly url: string;
  /** PEM files; `key` is absent if the certificate file contains the key (a proxy file). */
  readonly certificate?: { readonly cert: string; readonly key?: string; readonly passphrase?: string };
  readonly token?: string;
  readonly vo?: string;
  readonly source?: string;
  readonly destination?: string;
  readonly sourceToken?: string;
  readonly destinationToken?: string;
  /** Algorithm name, or `NAME:value`. */
  readonly checksum?: string;
  readonly jobStatusPath?: string;
  /** CA file or hashed directory. */
  readonly ca?: string;
  readonly cancelWaitMs: number;
}

export interface TicketBridgeTarget {
  readonly url: string;
  readonly namespace: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Values that the deployment accepts; absent if unknown. */
  readonly values?: { readonly Requestor?: string; readonly Priority?: string; readonly Status?: string; readonly AffectedSite?: string };
  readonly ca?: string;
}

export interface DataHubTarget {
  readonly auth?: {
    readonly url: string;
    readonly realm: string;
    readonly clientId: string;
    readonly refreshToken?: string;
    readonly refreshTokenFile?: string;
  };
  readonly idpPrefix?: string;
  readonly token?: string;
  readonly zoneUrl?: string;
  readonly providerUrl?: string;
  readonly ca?: string;
  readonly spaceId?: string;
  readonly spacePath?: string;
  readonly shareId?: string;
  readonly handleServiceId?: string;
  readonly changesBody?: string;
  readonly changesWaitMs: number;
  readonly uploadBytes?: number;
}

export interface ClientLibraryTarget {
  readonly python: string;
  readonly path?: string;
  readonly module: string;
  readonly caEnv?: readonly string[];
}

export interface Target {
  readonly transfer?: TransferTarget;
  readonly 'ticket-bridge'?: TicketBridgeTarget;
  readonly 'data-hub'?: DataHubTarget;
  readonly 'client-library'?: ClientLibraryTarget;
  readonly configured: readonly Interface[];
  readonly allowCreate: ReadonlySet<Creation>;
  /** Operation names, `certificate`, `token`. */
  readonly notOffered: ReadonlySet<string>;
  /** Name of a shipped profile, or a path. */
  readonly profile?: string;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly runTimeoutMs: number;
  /** Proxies for outgoing requests, from HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly proxy: { readonly https?: string; readonly http?: string; readonly no?: string };
}

/** One problem with the settings: the setting, the problem, and an example of a valid value. */
export interface SettingProblem {
  readonly setting: string;
  readonly message: string;
  readonly example?: string;
}

export type TargetOrProblems =
  | { readonly ok: true; readonly target: Target; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly SettingProblem[]; readonly warnings: readonly string[] };
