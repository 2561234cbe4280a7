/** Services that the suite needs for the library: transfer services that record requests. Made by the host. */

/**
 * `trusted`, `second` and `turning` have valid certificates of the trusted authority, and `untrusted` has one of
 * another authority. The trusted authority also issued the certificates of `other-host`, which names another host, and
 * of `expired`, which has expired.
 */
export type ServerName = 'trusted' | 'second' | 'untrusted' | 'other-host' | 'expired' | 'turning';

/** Names of the credentials that are handed out. */
export type CredentialName = 'certificate' | 'proxy' | 'voms-proxy';

/** A request as it arrived, with its response. */
export interface ArrivedRequest {
  readonly kind: 'request';
  readonly server: ServerName;
  readonly method: string;
  readonly target: string;
  /** Lower-case names; of `authorization` only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body was too large to be recorded whole. */
  readonly cut?: boolean;
  /** Name of the presented credential, `none`, or `unknown`. */
  readonly credential: string;
  /** Set with a proxy: whether the certificate that issued it was sent too. */
  readonly chained: boolean;
  readonly status: number;
  readonly answer: string;
}

/** A request, or a failed TLS handshake. */
export type Arrival =
  | ArrivedRequest
  | { readonly kind: 'failed-handshake'; readonly server: ServerName; readonly code: string };

export interface RecordingEndpoint {
  /** Addresses, `https://host:port`. */
  readonly urls: Readonly<Record<ServerName, string>>;
  /** Paths of credential files; `key` belongs to `certificate`, a proxy's file is both. */
  readonly files: Readonly<Record<CredentialName | 'key', string>>;
  /** The trusted authority: a file, and a directory as OpenSSL reads it. */
  readonly ca: { readonly file: string; readonly directory: string };
  /** An empty directory for the library's process. */
  readonly scratch: string;
  /** Identifier of an existing job. */
  readonly jobId: string;
  /** Sets the certificate that `turning` shows from now on; open connections to it end. */
  turn(to: 'trusted' | 'untrusted'): Promise<void>;
  /** Requests that arrived since the last call, in order. */
  take(): readonly Arrival[];
  close(): Promise<void>;
}

/** Opens recording services when they are needed. */
export interface EndpointSource {
  /** Returns values that must appear nowhere. */
  secrets(): Promise<readonly { readonly value: string; readonly name: string }[]>;
  open(): Promise<RecordingEndpoint>;
}
