/** What one instance of the data hub knows, and what its seam knows of a request. */
import type { Seam } from '../change.ts';
import type { HttpSituation } from '../http-operators.ts';
import type { Content, ContentStore } from './content.ts';
import type { FileNode, FileTree } from './files.ts';
import type { Events } from './stream.ts';
import type { Tokens } from './tokens.ts';

/** A record that the zone keeps: listed by its identifier, described by its facts. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  /** Its details apart from identifier and name. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Made by a client, not there from the beginning. */
  readonly made: boolean;
}

export type Collection = 'spaces' | 'shares' | 'handleServices' | 'handles';

/** Credentials, spaces, handle services, shares, handles, files, events. */
export interface State extends Readonly<Record<Collection, Map<string, Entry>>> {
  readonly clock: () => number;
  readonly tokens: Tokens;
  readonly store: ContentStore;
  readonly files: FileTree;
  readonly events: Events;
  /** A fresh identifier: the same sequence in every instance with the same seed. */
  newId(kind: string): string;
  readonly names: Setup & {
    readonly folder: string;
    readonly realm: string;
    readonly clientId: string;
    readonly idpPrefix: string;
  };
}

/** What a deployment begins with. */
export interface Setup {
  /** Name of the first space. */
  readonly space: string;
  /** Place of the space that the settings name. */
  readonly settingsSpace: number;
  /** Whether the user has handle services, shares and handles. */
  readonly holdings: boolean;
}

/** What a change can look at. `lane` is the kind of credential, `record` the kind of thing that is named or made. */
export interface HubSituation extends HttpSituation {
  readonly state: State;
  /** The matched groups of the route, still encoded. */
  readonly raw: readonly string[];
  /** Query as on the request line, without `?`. */
  readonly query?: string | undefined;
  /** Base address of the zone service as clients know it. */
  readonly zoneUrl?: string;
  /** The text, still encoded, that is decoded. */
  readonly segment?: string;
  /** The file that is read or written, the folder that is listed. */
  readonly node?: FileNode;
  /** Content that is overwritten. */
  readonly before?: Content;
  /** Hexadecimal digits from which an identifier is made. */
  readonly digest?: string;
}

export type HubSeam = Seam<HubSituation>;

/** A request that belongs to an operation. */
export interface Call extends HubSituation {
  readonly operation: string;
  /** A value after the changes of a stage. */
  through<Value>(stage: string, value: Value, more?: Partial<HubSituation>): Value;
}
