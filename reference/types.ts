/** The embedded references: pure request handlers, served over TLS or called in-process. */

/** A request as a handler sees it. */
export interface ReferenceRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Lower-case names; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** A large body as it arrives, to be read once; `body` is then empty. Absent: `body` is the whole. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** DER certificates that the client presented, leaf first; empty without certificates or TLS. */
  readonly peer: readonly Uint8Array[];
  /** Identity of the connection that it came on; absent: not known. */
  readonly connection?: object;
  /** Set by a service that keeps earlier requests (`past.ts`). */
  readonly past?: Past;
}

/** A handler's response. A stream is sent as it comes; it ends early when `signal` aborts. */
export interface ReferenceResponse {
  readonly status: number;
  /** Headers in their order and case. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | ((signal: AbortSignal) => AsyncIterable<Uint8Array>);
  /** Milliseconds to wait before responding. */
  readonly delayMs?: number;
  /** `reset`: destroy the connection instead of responding. */
  readonly connection?: 'reset';
  /** Written to the socket unchanged, instead of everything else; the connection is then closed. */
  readonly raw?: Uint8Array;
}

/** A request with its response. */
export interface Exchange {
  readonly request: ReferenceRequest;
  readonly response: ReferenceResponse;
}

/** The requests before one at the same service. */
export interface Past {
  /** Number of requests that its connection has served, and the last of them. */
  readonly served: number;
  readonly before?: Exchange | undefined;
  /** Accepted requests to this service that were no GET. */
  readonly changes: number;
  /** Number of other requests to this service that are under way. */
  readonly beside: number;
  /** Returns the last accepted request to this path, identifiers aside; `other`: with another target or body. */
  like(other?: boolean): Exchange | undefined;
}

export type Handler = (request: ReferenceRequest) => Promise<ReferenceResponse>;

/** Kind of a key pair. */
export type KeyKind = 'ec' | 'rsa';

/** A contradiction of the document that a reference can make, applied before its first request. */
export interface Fault {
  /** `<requirement id>@<what>`, e.g. `transfer/job/submit_time@missing`. */
  readonly id: string;
  /** The requirement that the fault contradicts: it fails or warns. */
  readonly kills: string;
  /** Further requirements that fail or warn because of it. */
  readonly also?: readonly string[];
  /** Settings with which it is tested; an empty one is unset. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A legal variant: no requirement may fail or warn, and only the declared passes may be lost. */
export interface Variant {
  readonly id: string;
  /** Requirements that may become inconclusive, not-applicable or skipped with it, as id globs. */
  readonly loses?: readonly string[];
  /** Settings with which it is tested; an empty one is unset. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Intermittent faults, and legal variants that change from one response to the next. */
export interface Sometimes {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/**
 * A request beyond the document to which a served reference responds, because clients in use cannot work without it.
 */
export interface Extension {
  readonly name: string;
  readonly method: string;
  /** Path template such as `/things/{id}/more`. */
  readonly path: string;
  readonly title: string;
  /** Distinguishes it from a documented operation with this method and path. */
  readonly is?: (request: AskedExtension) => boolean;
}

/** The parts of a request by which an extension is distinguished. */
export interface AskedExtension {
  /** Path and query as on the request line. */
  readonly target: string;
  /** Returns a header, names compared without case. */
  header(name: string): string | undefined;
}
