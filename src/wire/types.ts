/** Requests, responses, and their records. */

/** A client credential as the wire needs it. */
export interface WireCredential {
  /** Name in the evidence: `certificate`, `token`, `none`, `expired-proxy`, … */
  readonly name: string;
  /** TLS client certificate chain and key, PEM. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** The settings that it comes from. */
  readonly settings?: readonly string[];
  /** Headers that carry it, such as `Authorization`. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Another credential on whose connections this one is sent: a service must not remember the caller of an earlier request. */
  readonly over?: WireCredential;
  /** A word: the credential is sent on connections that only credentials with the same word and certificate share. */
  readonly connection?: string;
}

/** Bytes to send: a buffer, or a source that can be opened again for each attempt. */
export type WireBody = Uint8Array | { readonly size?: number; readonly open: () => AsyncIterable<Uint8Array> };

/** Effect of a request on the target; the safety ceiling decides by it. `cleanup` removes what this run created. */
export type Effect = 'read' | 'cleanup' | { readonly creates: string };

/** A request to send. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: WireBody;
  readonly credential: WireCredential;
  /** The connection, where sending the request twice is not harmless: default a new one. */
  readonly connection?: ConnectionUse | 'kept';
  readonly effect: Effect;
  /**
   * Sending it twice is harmless: safe retries apply. `when-unavailable`: only after a response that reports the service as unavailable (502, 503, 504), since every other outcome counts. `when-deferred`: only after one that says that the request was not
   * processed (425, 429), since a second one might have an effect too.
   */
  readonly repeatable: boolean | 'when-unavailable' | 'when-deferred';
  readonly redirects: 'follow' | 'stop';
  /** Higher goes first when slots are short. */
  readonly priority: number;
  /** Milliseconds for the whole request; default from the settings. */
  readonly timeoutMs?: number;
  /** Milliseconds beyond the time limit from the settings, for a large body. */
  readonly extraMs?: number;
  /** Reads the response's body as it arrives; its bytes are then counted and digested, kept only up to the cap. Return `false` to close. */
  readonly onChunk?: (chunk: Uint8Array) => boolean | undefined;
  /** Called when the headers of a response were received. Return `false` to close without reading its body. */
  readonly onHeaders?: (status: number) => boolean | undefined;
  /** Ends a response that is kept open; what was received until then is the response. */
  readonly until?: AbortSignal;
  /**
   * Values in the raw response that may be secrets: from now on each is redacted wherever it occurs as a whole. Called before the response is
   * recorded.
   */
  readonly secrets?: (body: Uint8Array, headers: Headers, status: number) => readonly string[];
  /** A ledger line, written before the request is sent. */
  readonly ledger?: LedgerRequest;
}

/** Something that may be created by a request, and how a person recognises it. */
export interface LedgerEntry {
  readonly kind: string;
  /** Carries the run's id where the target keeps a name. */
  readonly name: string;
}

/** A ledger entry with what a later `assay clean` needs. */
export interface LedgerRequest extends LedgerEntry {
  readonly interface?: string;
  /** The lane whose credential creates it. */
  readonly lane?: string;
  /** The identifier in the response to a creation; undefined without one, or if it may be that of another object. */
  readonly identifierIn?: (answered: WireRecord) => string | undefined;
}

/** Recorded bytes, redacted. */
export interface Body {
  /** The bytes kept (all, or the first part when `truncated`). */
  readonly bytes: Uint8Array;
  /** Bytes after content decoding, as received (before redaction). */
  readonly size: number;
  /** SHA-256 (hex) of `bytes`, and of the received bytes if no secret was redacted. */
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
  /** Judged as a failure: the response was a page in place of the service's response. */
  | 'page';

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
  /** Milliseconds since the run began. */
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

/** The wire's record of one request: redacted, ordered, complete. */
export interface WireRecord {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body?: Body;
    readonly credential: string;
  };
  /** Id of the ledger line that was written before it was sent. */
  readonly ledger?: string;
  readonly attempts: readonly Attempt[];
  /** The last attempt's. */
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * The origin of a value in a request, by construction. A value of the document itself has none.
 * - `setting`: the operator named it, or a `member` of it. `vouched`: the setting states that the deployment accepts the value. `anyKind`: the
 *   operation accepts things of any kind there, so its success does not show that this is of the right one.
 * - `answer`: this service gave it. `unsure`: the document leaves open where the identifier is in that response; `about`: the settings that name
 *   the thing that the response identifies.
 * - `assay`: Assay made it: usual (a short plain name or text, a small content), or unusual, and then what is unusual about it. `leftOpen`: the
 *   document does not say that such a value is accepted (a size, a number).
 * - `gap`: the document leaves the value open, so Assay chose one (`value`), or a profile fills it. `setting`: the one that would name it.
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
      readonly unsure?: true;
      readonly about?: readonly string[];
    }
  | { readonly from: 'assay'; readonly unusual?: string; readonly leftOpen?: true }
  | { readonly from: 'gap'; readonly gap: string; readonly value?: string; readonly setting?: string };

/** Origins by place in the request: `params/job_id`, `path`, `body` with a JSON pointer (`body/files/0/sources/0`). */
export type Origins = Readonly<Record<string, readonly Origin[]>>;

/** A recorded exchange with what it was for. `id`s count up in the order of sending: `e1`, `e2`, … */
export interface Exchange extends WireRecord {
  readonly id: string;
  readonly interface: string;
  readonly lane: string;
  readonly probe: string;
  readonly operation: string;
  /** The service of the interface that it went to. */
  readonly service: string;
  /** Why the request was sent: as documented, with an invalid credential, to learn whether the service still responds, to clean up, or freely. */
  readonly purpose: 'documented' | 'refusal' | 'closing' | 'cleanup' | 'other';
  /** Parameters that were filled in, redacted. */
  readonly params: Readonly<Record<string, string>>;
  /** The origins of the values in the request. Absent where Assay did not send it. */
  readonly origins?: Origins;
  /** The media type of its body is the documented one, or it has no body; absent: it is not. */
  readonly documentedMediaType?: true;
  /** Its role in the probe, for people. */
  readonly label: string;
  /** Free facts for the judge that are not in the messages, redacted. */
  readonly notes?: Readonly<Record<string, unknown>>;
  /** JSON pointer of the identifier in the response, from a profile; not recorded. */
  readonly identifierAt?: string;
}

/** Sends requests: undici's, or in tests a handler called in-process. Retries, limits and recording lie above it. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/**
 * The connection of a request. `new`: a connection for only this request, because a reset of a used connection may only mean that the
 * connection is old. `last`: a kept connection, if there is one, which is closed afterwards. Absent: a kept connection, or a new one that
 * is kept afterwards.
 */
export type ConnectionUse = 'new' | 'last';

/** Its headers are all of them: those of the credential, which keeps connections apart, are among them. */
export interface TransportRequest extends Pick<WireRequest, 'method' | 'url' | 'headers' | 'body' | 'credential'> {
  /** Aborts the attempt: time limit, interruption, or the reader's wish. */
  readonly signal: AbortSignal;
  readonly connection?: ConnectionUse;
}

/** Status and headers as soon as they are there, the body as it comes, content-coding removed. */
export interface TransportAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  readonly tls?: Attempt['tls'];
  readonly timings?: Attempt['timings'];
  /** Set if the transport reports what it saw; no server sent this, so the limits of a response's form do not apply. */
  readonly reported?: true;
}
