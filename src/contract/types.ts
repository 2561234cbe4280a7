/** The interface document as the rest of Assay sees it: operations, records, requirements. */

/** Name of an interface: that of its directory in specs/, suites/ and reference/. */
export type Interface = string;

/** Source of an obligation. Only `documented` ones can fail a deployment; `gap` ones cannot be contradicted at all. */
export type Basis = 'documented' | 'standard' | 'inferred' | 'gap' | 'profile';

/** A kind of object that a run may create, such as `files`; the words that `ASSAY_ALLOW_CREATE` takes. */
export type Creation = string;

/** An obligation (or, with basis `gap`, something that the document leaves open). */
export interface Requirement {
  /** `<interface>/<record>/<field>[/<aspect>]` or `<interface>/<operation>/<statement>`; never renamed. */
  readonly id: string;
  readonly interface: Interface;
  /**
   * Subject, colon, and a predicate in the present tense: `GET /jobs: rejects an expired proxy certificate`. No other
   * requirement has it.
   */
  readonly title: string;
  /** Its place in the document, and its statement in our words. */
  readonly clause: string;
  readonly basis: Basis;
  /** The operation it is reported under. */
  readonly operation?: string;
  /** The only lane that can decide it; absent: any lane can. */
  readonly lane?: string;
  /** The kind of creation that must be allowed before it is tested. */
  readonly creates?: Creation;
  /** How the requirement is judged, for `assay explain`. */
  readonly judged?: string;
  /** The reason why no check judges it, if none does. */
  readonly excluded?: string;
  /** Kind of the values observed of a gap: a profile can expect no other. Absent: any. */
  readonly observes?: 'status-code';
}

/** A requirement whose title is in two parts, as its source states it. */
export interface Statement extends Omit<Requirement, 'interface' | 'title' | 'clause'> {
  /** Absent: that of the operation. */
  readonly clause?: string;
  /** Absent: the operation, or without one the interface. */
  readonly subject?: string;
  readonly predicate: string;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** The only value that the document gives it. */
  readonly value?: string;
  /** Set if it spans path segments: its slashes stay, each segment is percent-encoded by itself. */
  readonly segments?: boolean;
  /**
   * The form that the document gives it, by its name in FORMATS; values of another form are not sent. Absent: left
   * open.
   */
  readonly format?: string;
  /** A query name without a value: `?children`, not `?children=`. */
  readonly bare?: boolean;
  /** Its name on the wire, if a profile gives it another. */
  readonly wireName?: string;
}

/** A documented operation, after a profile's names were applied. */
export interface Operation {
  /** Short name, used in ids and in `ASSAY_NOT_OFFERED`. */
  readonly name: string;
  readonly interface: Interface;
  /** Name of the service whose base address it is relative to. */
  readonly service: string;
  readonly title: string;
  /** Its name in titles, as in the document: method and path, message, or function. */
  readonly subject: string;
  readonly clause: string;
  /** HTTP method. */
  readonly method: string;
  /** Path template such as `/things/{id}`; absent if the document does not specify it. */
  readonly path?: string;
  /** Names of the path's and query's parameters. */
  readonly parameters: readonly Parameter[];
  /** Documented request media type. */
  readonly requestType?: string;
  /**
   * The documented record of its response: one, or a list of them; with the flags that apply in it. Absent: the
   * document does not specify the response.
   */
  readonly answer?: { readonly record: string; readonly list: boolean; readonly flags: readonly string[] };
  /** Lanes that the document gives it (`certificate`, `token`, …). */
  readonly lanes: readonly string[];
  /** The kind of object that a request creates, if it creates one. */
  readonly creates?: Creation;
  /**
   * Authentication of a client: in the document, and as a request shows it. Absent: no credential is needed, or no
   * client is judged. `form`: the expression that its `header` matches.
   */
  readonly credential?: {
    readonly clause: string;
    readonly shown: string;
    readonly header?: string;
    readonly form?: string;
  };
  /** The document names the media type of the request, so clients have to send it. */
  readonly statesType?: boolean;
  /** The path that a client probably uses, to recognise the operation, if the document shows no path. */
  readonly likelyPath?: string;
  /** Set if it returns an identifier that another operation takes, and the document leaves its place open. */
  readonly returnsIdentifier?: true;
  /**
   * Names that a profile gives to members of its JSON request, by their documented path (`files/sources`). Absent:
   * none.
   */
  readonly memberNames?: ReadonlyMap<string, string>;
  /** Names that a profile gives to documented headers of its response. Absent: none. */
  readonly responseNames?: ReadonlyMap<string, string>;
  /** JSON pointer at which a profile places the identifier in the response. */
  readonly identifierAt?: string;
}

/**
 * The form of a name that a profile gives: of an XML element, of a Python identifier, of a response's header, of the
 * beginning of a path, or any text.
 */
export type WordForm = 'XML' | 'Python' | 'header' | 'path' | 'text';

/** The expected value, and the actual one. */
export interface Contradiction {
  readonly expected: string;
  /** Smallest piece that shows it, bounded. */
  readonly got: string;
  /** Its place, such as a JSON pointer within the body. */
  readonly at?: string;
}

/** A contradiction of a requirement by one record. */
export interface RecordContradiction extends Required<Contradiction> {
  readonly requirement: string;
}

/** Columns of members of many records: values that are not contradicted. */
export interface Columns {
  readonly length: number;
  /** Undefined if the member is absent or contradicted. */
  value(index: number, member: string): unknown;
  /** Returns the members of one record. */
  members(index: number): Readonly<Record<string, unknown>>;
}

/** Verdict of a list of records: how often each requirement was decided, and by what it was contradicted. */
export interface RecordReport extends Columns {
  /** Id of a requirement to the number of records in which it could have been contradicted. */
  readonly evaluated: ReadonlyMap<string, number>;
  /** Id of a requirement to the number of records that contradict it. */
  readonly contradicted: ReadonlyMap<string, number>;
  /** Ids of the requirements that different values contradict. */
  readonly varied: ReadonlySet<string>;
  /** Contradictions, at most three per requirement. */
  readonly findings: readonly RecordContradiction[];
}

/** The members in which all responses about the same object agree. */
export interface Agreement {
  readonly requirement: string;
  /** The member that identifies the object. Absent: the values of the request do. */
  readonly identifier?: string;
  /** The members that do not change meanwhile. */
  readonly members: readonly { readonly name: string; isSame(one: unknown, other: unknown): boolean }[];
}

/** A documented record, compiled. `context`: flags such as `token`, `certificate`, `status`. */
export interface RecordSchema {
  /** `<interface>/<record>`. */
  readonly id: string;
  readonly title: string;
  readonly clause: string;
  /** Absent: every member of it may change, or it is sent. */
  readonly agreement?: Agreement;
  /** The requirements that it decides in some context. */
  readonly requirements: readonly string[];
  /** Returns the requirements that apply with exactly these flags. */
  requirementsIn(context: ReadonlySet<string>): readonly string[];
  judge(values: readonly unknown[], context: ReadonlySet<string>, at?: (index: number) => string): RecordReport;
}

/**
 * The names that a deployment uses instead of the document's, its fills of gaps, and what it does not offer; loaded and
 * checked in src/profile.
 */
export interface Profile {
  readonly name: string;
  readonly digest: string;
  /** The deployment, and the source of its names. */
  readonly about?: string;
  /**
   * The document's word to the deployment's: a path prefix, a header, a query parameter, a member of a request, a call,
   * an operation, a message part.
   */
  readonly names: ReadonlyMap<string, string>;
  /** Gap id to an input, or to an expectation. */
  readonly fills: ReadonlyMap<string, unknown>;
  /** Handshake id to the paths of its steps by name. */
  readonly handshakes?: Handshakes;
  /** Operations that the deployment does not offer, as ASSAY_NOT_OFFERED names them. */
  readonly notOffered?: readonly string[];
  /** Requirement id of a record's member to the name that the deployment gives the member. */
  readonly members?: ReadonlyMap<string, string>;
  /** Operation to the JSON pointer of the identifier in its response. */
  readonly identifiers?: ReadonlyMap<string, string>;
  /**
   * The place of an entry, by the keys that lead to it: `file:line`. Absent if the profile was not read from a file.
   */
  place?(...keys: readonly string[]): string;
}

/** Steps before documented requests, by the id of the handshake: the name of each step, and its path. */
export type Handshakes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** An interface's contract: everything that the document says about it. Loaded, never a constant. */
export interface Contract {
  readonly interface: Interface;
  /** The noun for what implements the interface: it begins titles that concern no single operation or record. */
  readonly subject: string;
  /** SHA-256 (hex) of the canonical form of everything read, the profile's names included. */
  readonly digest: string;
  readonly profile?: Profile;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly records: ReadonlyMap<string, RecordSchema>;
  /** Names that a profile put in place of the document's, document's word first. */
  readonly renamed: ReadonlyMap<string, string>;
  /**
   * Words that a profile may rename in addition to request headers, such as message parts, and the form of the new
   * name.
   */
  readonly words: ReadonlyMap<string, WordForm>;
  /** The format of every message, if it is another than JSON. */
  readonly format?: string;
  /** Requirements on clients. Absent: clients cannot be judged. */
  clients?(): ClientContract;
  /** A description of the service at an address, as tools of clients read it. */
  readonly description?: { readonly format: string; at(address: string): string };
  /** A profile's fills by gap id: an expectation to compare the gap's observation with, or an input. */
  readonly fills: ReadonlyMap<string, unknown>;
  /** Names that a profile gives members of records, by requirement id. Absent: none. */
  readonly members?: ReadonlyMap<string, string>;
  /** Handshakes that a profile declares: by id, the path of each step. Absent: none. */
  readonly handshakes?: Handshakes;
}

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** The service that received the request; absent if that is not known. */
  readonly service?: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Returns a header, names compared without case; repeated ones joined by `, `. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
  /** The body was longer than what was kept. */
  readonly truncated: boolean;
  /** The credential that came with it, by the name of its lane; `none`: none did. */
  readonly credential: string;
}

/** Whether one request follows one rule; undefined: undecided. */
export type RuleFact = (Contradiction & { readonly ok: boolean }) | undefined;

export interface ClientRule {
  readonly requirement: string;
  /** Set if it speaks of something that a client need not send. */
  readonly optional: boolean;
  judge(request: ReceivedRequest): RuleFact;
}

/** A request beyond the document to which the served reference responds: it is observed, not judged. */
export interface ObservedExtension {
  readonly name: string;
  /** Method, path and purpose. */
  readonly title: string;
  /** Whether the extension is recognised before the documented operation with the same method and path. */
  readonly narrower: boolean;
  is(request: ReceivedRequest): boolean;
}

/** A contract whose requirements are about clients. Ids are `<interface>/client/<operation>/<statement>`. */
export interface ClientContract extends Contract {
  /** Returns the documented operation that a request is, if any. */
  operationOf(request: ReceivedRequest): string | undefined;
  /** Requests beyond the documented operations to which the reference responds. */
  readonly extensions: readonly ObservedExtension[];
  /** Rules by operation. */
  readonly rules: ReadonlyMap<string, readonly ClientRule[]>;
}
