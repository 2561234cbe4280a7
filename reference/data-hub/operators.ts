/**
 * Facts about a request that changes can read, and the operators of changes, each with the stage of the services at
 * which it acts.
 */
import {
  type FaultLine as AnyFaultLine,
  type FaultTable as AnyFaultTable,
  type VariantTable as AnyVariantTable,
  type ChangeOf,
  changesBy,
  operator,
  type Seam,
  type Situation,
} from '../change.ts';
import { jsonOperators, type Made, made, replacing, responseOperators } from '../http-operators.ts';
import type { Content, createContentStore, createFileTree, FileNode, Reading } from './files.ts';
import { bodyOf, type Item, jsonOf, type Reply } from './reply.ts';
import type { createEvents, StreamStyle } from './stream.ts';
import type { createTokens } from './tokens.ts';

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

/** The state of an instance: credentials, spaces, handle services, shares, handles, files and events. */
export interface State extends Readonly<Record<Collection, Map<string, Entry>>> {
  readonly tokens: ReturnType<typeof createTokens>;
  readonly store: ReturnType<typeof createContentStore>;
  readonly files: ReturnType<typeof createFileTree>;
  readonly events: ReturnType<typeof createEvents>;
  /** Returns a fresh identifier: the same sequence in every instance. */
  newId(kind: string): string;
  readonly names: Setup & { readonly folder: string };
}

/** The initial state of a deployment. */
export interface Setup {
  /** Name of the first space. */
  readonly space: string;
  /** Place of the space that the settings name. */
  readonly settingsSpace: number;
  /** Whether the user has handle services, shares and handles. */
  readonly holdings: boolean;
}

/** Facts that a change can read. `lane`: the kind of credential; `record`: the kind of object named or made. */
export interface HubSituation extends Situation {
  readonly state: State;
  /** The matched groups of the route, still encoded. */
  readonly raw: readonly string[];
  /** Query as on the request line, without `?`. */
  readonly query?: string | undefined;
  /** Base address of the zone service as clients know it. */
  readonly zoneUrl?: string;
  /** The text, still encoded, that is decoded. */
  readonly segment?: string;
  /** The file that is read or written, or the directory that is listed. */
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
  /** Returns a value after the changes of a stage. */
  through<Value>(stage: string, value: Value, more?: Partial<HubSituation>): Value;
}

/** Whether a credential is accepted; `applied`: it is rejected, and the request is carried out. */
export type Access = 'accepted' | 'refused' | 'applied';

const { putting, merging } = replacing<HubSituation>();

type Members = Readonly<Record<string, unknown>>;
type Read = Content | undefined;
/** Replaces content; undefined if it is not found. */
const content = (stage: string) =>
  operator<HubSituation, Promise<Read>>(stage)<(content: Content, situation: HubSituation) => Read | Promise<Read>>(
    async (value, make, situation) => {
      const legal = await value;
      return legal && make(legal, situation);
    },
  );

export const OPERATORS = {
  /** Answers before credentials are looked at. */
  answer: putting<Reply | undefined>('asked'),
  access: putting<Access>('access'),
  /** The response to an invalid credential or grant. */
  refuse: putting<Reply>('refusal'),
  /** Answers an accepted request without carrying it out. */
  decline: putting<Reply | undefined>('allowed'),
  /** Decodes a part of a path, or a name, in another way. */
  misread: operator<HubSituation, string>('segment')<Reading>((_legal, read, { segment = '' }) => read(segment)),
  /** All entries of a listing. */
  items: putting<readonly Item[]>('items'),
  /** An entry of a listing; undefined leaves it out. */
  item: putting<Item | undefined>('item'),
  /** The identifier or address with which a response names something. */
  identify: operator<HubSituation, string | undefined>('identifier')<Made<string, HubSituation, string | undefined>>(
    (value, argument, situation) => value && made(argument, value, situation),
  ),
  /** A fresh identifier. */
  id: putting<string>('id'),
  /** A fresh access token or named token. */
  token: putting<string>('token'),
  /** The fate of the refresh token in a grant. */
  refresh: putting<'kept' | 'rotated' | 'repeated'>('refresh'),
  /** Content when it is read. */
  content: content('content'),
  /** Content that is kept if a file is overwritten. */
  keep: content('written'),
  stream: merging<StreamStyle>('stream'),
  setup: merging<Setup>('setup'),
  /** Parts of a successful response. */
  reply: merging<Reply>('reply'),
  /** The content of a successful response in another form: a JSON value, a text, or (undefined) nothing. */
  form: operator<HubSituation, Reply>('reply')<(json: Members, situation: HubSituation) => unknown>(
    (reply, form, situation) => ({ ...reply, body: bodyOf(form(jsonOf(reply) as Members, situation)) }),
  ),
  /** Members of a JSON body. */
  ...jsonOperators<HubSituation>('json'),
  /** The text of a JSON body. */
  rewrite: putting<string>('text'),
  ...responseOperators<HubSituation>('response'),
};

/** A deviation of the data hub. */
export type Change = ChangeOf<typeof OPERATORS, HubSituation>;

export type VariantTable = AnyVariantTable<Change>;

export type FaultTable = AnyFaultTable<Change>;
export type FaultLine = AnyFaultLine<Change>;

/** A change by each of the operators. */
export const by = changesBy<typeof OPERATORS, HubSituation>(OPERATORS);
