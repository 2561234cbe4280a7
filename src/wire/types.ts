/** The types of requests, responses, and their records. */

/** A client credential in the form in which it is sent. */
export interface WireCredential {
  /** Name in the evidence: `certificate`, `token`, `none`, `expired-proxy`, … */
  readonly name: string;
  /** TLS client certificate chain and key, PEM. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** The settings from which the credential comes. */
  readonly settings?: readonly string[];
  /** Headers that carry the credential, such as `Authorization`. */
  readonly headers?: readonly (readonly [string, string])[];
  /** A further part of the query: `name=value`. */
  readonly query?: string;
  /**
   * Sent only at depth `thorough`: servers may write a valid token in the query to their logs (RFC 6750, section 5.3),
   * and at `standard` others would be sent less often.
   */
  readonly isRare?: true;
  /**
   * The credential on whose connections requests are sent instead, to find out whether the service remembers the caller
   * of an earlier request.
   */
  readonly over?: WireCredential;
  /** Name of connections that only credentials with the same name and certificate share. */
  readonly connection?: string;
}

/** Bytes to send: a buffer, or a source that can be opened again for each attempt. */
export type WireBody = Uint8Array | { readonly size?: number; readonly open: () => AsyncIterable<Uint8Array> };

/**
 * Effect of a request on the target, by which Assay decides whether it may be sent. `cleanup` removes what this run
 * created.
 */
export type Effect = 'read' | 'cleanup' | { readonly creates: string };

/** A request to send. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: WireBody;
  readonly credential: WireCredential;
  /** Which connection is used if sending the request twice is not harmless. Absent: a new one. */
  readonly connection?: ConnectionUse | 'kept';
  readonly effect: Effect;
  /**
   * Whether sending the request twice is harmless, so that safe retries apply. `when-unavailable`: it is repeated only
   * after a response that reports the service as unavailable (502, 503, 504), since every other outcome counts.
   * `when-deferred`: only after a response which says that the request was not processed (425, 429), since a second one
   * might also have an effect.
   */
  readonly repeatable: boolean | 'when-unavailable' | 'when-deferred';
  readonly redirects: 'follow' | 'stop';
  /** Requests with a higher number go first if all slots are in use. */
  readonly priority: number;
  /** Time limit of the whole request in milliseconds; default from the settings. */
  readonly timeoutMs?: number;
  /** Milliseconds in addition to the time limit from the settings, for a large body. */
  readonly extraMs?: number;
  /**
   * Called with each part of the response's body as it arrives; the bytes are then counted and digested, but kept only
   * up to the limit. Return `false` to close.
   */
  readonly onChunk?: (chunk: Uint8Array) => boolean | undefined;
  /** Called when the headers of a response were received. Return `false` to close without reading its body. */
  readonly onHeaders?: (status: number) => boolean | undefined;
  /** Ends a response that is kept open; the data received until then are the response. */
  readonly until?: AbortSignal;
  /**
   * Returns values in the raw response that may be secrets: from then on each is redacted wherever it occurs as a
   * whole. Called before the response is recorded.
   */
  readonly secrets?: (body: Uint8Array, headers: Headers, status: number) => readonly string[];
  /** A ledger line, written before the request is sent. */
  readonly ledger?: LedgerRequest;
}

/** An object that a request may create, and how a person recognises it. */
export interface LedgerEntry {
  readonly kind: string;
  /** Contains the run's id if the target keeps a name. */
  readonly name: string;
}

/** A ledger entry with the data that a later `assay clean` needs. */
export interface LedgerRequest extends LedgerEntry {
  readonly interface?: string;
  /** The lane whose credential creates the object. */
  readonly lane?: string;
  /**
   * Returns the identifier from the response to a creation; undefined if it is absent, or if it may be that of another
   * object.
   */
  readonly identifierIn?: (answered: WireRecord) => string | undefined;
}

/** Recorded bytes, redacted. */
export interface Body {
  /** The bytes kept (all, or the first part when `truncated`). */
  readonly bytes: Uint8Array;
  /** Number of received bytes, after content decoding and before redaction. */
  readonly size: number;
  /** SHA-256 (hex) of `bytes`; if no secret was redacted, also of the received bytes. */
  readonly digest: string;
  readonly truncated: boolean;
  /** SHA-256 (hex) of the content as received, streamed bodies included; absent if a secret was redacted in it. */
  readonly rawDigest?: string;
}

export type Headers = readonly (readonly [string, string])[];

export type FailurePhase =
  | 'dns'
  | 'connect'
  | 'tls'
  | 'send'
  | 'headers'
  | 'body'
  | 'limit'
  | 'timeout'
  | 'aborted'
  | 'redirect'
  | 'refused-by-safety'
  /** Used only by judging: the response was a page in place of the service's response. */
  | 'page'
  /** Used only by judging: the path, a setting, is that of another operation. */
  | 'path';

/** Outcome of one attempt. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: Body }
  | {
      readonly kind: 'failure';
      readonly phase: FailurePhase;
      /** Node or OpenSSL code such as `ECONNREFUSED`, `CERT_HAS_EXPIRED`, or our own such as `BODY_TOO_LARGE`. */
      readonly code: string;
      readonly message: string;
      readonly status?: number;
      readonly headers?: Headers;
      /** The part of the body received until then, at most its first 64 KiB. */
      readonly body?: Body;
    };

/** An attempt on the wire; retries and redirect hops are attempts of the same exchange. */
export interface Attempt {
  readonly url: string;
  /** Time in milliseconds since the run began. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly timings: {
    readonly connect?: number;
    readonly send?: number;
    readonly wait?: number;
    readonly receive?: number;
  };
  readonly outcome: Outcome;
  readonly tls?: {
    readonly protocol: string;
    readonly cipher?: string;
    readonly subject?: string;
    readonly issuer?: string;
    readonly validTo?: string;
  };
}

/** The record of one request: redacted, ordered, complete. */
export interface WireRecord {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body?: Body;
    readonly credential: string;
  };
  /** Id of the ledger line that was written before the request was sent. */
  readonly ledger?: string;
  readonly attempts: readonly Attempt[];
  /** The outcome of the last attempt. */
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * The origin of a value in a request, known from how the value was made. A value of the document itself has none.
 * - `setting`: the operator named the value, or a `member` of the setting contains it. `vouched`: the setting states
 *   that the deployment accepts the value.
 * - `answer`: a response of this service contained the value. `unsure`: the document leaves open where the identifier
 *   is in that response; `about`: the settings that name the thing that the response identifies.
 * - `anyKind`, of both: the operation accepts objects of any kind, so its success does not show that this one is of the
 *   right kind.
 * - `assay`: Assay made the value; it is usual (a short plain name or text, a small content), or `unusual` says what is
 *   unusual about it. `leftOpen`: the document does not say that such a value is accepted (a size, a number).
 * - `gap`: the document leaves the value open, so Assay chose one (`value`), or a profile fills it. `setting`: the
 *   setting that would name the value.
 */
export type Origin =
  | {
      readonly from: 'setting';
      readonly name: string;
      readonly member?: string;
      readonly anyKind?: true;
      readonly vouched?: true;
    }
  | {
      readonly from: 'answer';
      readonly exchange: string;
      readonly at: string;
      readonly anyKind?: true;
      readonly unsure?: true;
      readonly about?: readonly string[];
    }
  | { readonly from: 'assay'; readonly unusual?: string; readonly leftOpen?: true }
  | { readonly from: 'gap'; readonly gap: string; readonly value?: string; readonly setting?: string };

/** Origins by place in the request: `params/job_id`, `path`, `body` with a JSON pointer (`body/files/0/sources/0`). */
export type Origins = Readonly<Record<string, readonly Origin[]>>;

/** A recorded exchange with its purpose. `id`s count up in the order of sending: `e1`, `e2`, … */
export interface Exchange extends WireRecord {
  readonly id: string;
  readonly interface: string;
  readonly lane: string;
  readonly probe: string;
  readonly operation: string;
  /** The service of the interface to which the request was sent. */
  readonly service: string;
  /**
   * Purpose of the request: as documented; with an invalid credential (`refusal`); to learn whether the service still
   * responds (`closing`); to clean up; or any other, such as the search for a usable credential.
   */
  readonly purpose: 'documented' | 'refusal' | 'closing' | 'cleanup' | 'other';
  /** Parameters that were filled in, redacted. */
  readonly params: Readonly<Record<string, string>>;
  /** The origins of the values in the request. Absent if another program sent it. */
  readonly origins?: Origins;
  /**
   * Whether the media type of the request's body is the documented one, or the request has no body. Absent: neither.
   */
  readonly documentedMediaType?: true;
  /** The role of the exchange in the probe, for human readers. */
  readonly label: string;
  /** Facts for checks that the messages do not show, redacted. */
  readonly notes?: Readonly<Record<string, unknown>>;
  /** JSON pointer of the identifier in the response, from a profile; not recorded. */
  readonly identifierAt?: string;
}

/**
 * A way to send requests: over undici, or in tests by calling a handler in-process. Retries, limits and recording are
 * above it.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Whether the port of an address that begins with http: speaks TLS, if this is not known. */
  speaksTls?(address: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The connection of a request. `new`: a connection for only this request, because a reset of a used connection may only
 * mean that the connection is old. `last`: a kept connection, if there is one, which is closed afterwards. Absent: a
 * kept connection, or a new one that is kept afterwards.
 */
export type ConnectionUse = 'new' | 'last';

/** A request with all its headers, including those of the credential, by which connections are kept apart. */
export interface TransportRequest extends Pick<WireRequest, 'method' | 'url' | 'headers' | 'body' | 'credential'> {
  /** Aborts the attempt: because of the time limit, an interruption, or a reader that needs no more. */
  readonly signal: AbortSignal;
  readonly connection?: ConnectionUse;
}

/** A response with its status and headers as soon as they arrive, and its body in parts, without content coding. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  readonly tls?: Attempt['tls'];
  readonly timings?: Attempt['timings'];
  /**
   * Set if the transport itself wrote the response, as a report of what it saw. No server sent it, so limits of a
   * response's form do not apply.
   */
  readonly reported?: true;
}
