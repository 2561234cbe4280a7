/** The operators with which the data hub deviates, each with the stage of the service at which it acts. */
import { type ChangeOf, operator } from '../change.ts';
import { jsonOperators, type Made, made, responseOperators } from '../http-operators.ts';
import type { Content } from './content.ts';
import type { Reading } from './paths.ts';
import type { Item, Reply } from './reply.ts';
import type { HubSituation as S, Setup } from './situation.ts';
import type { StreamStyle } from './stream.ts';

/** Whether a credential is accepted; `applied`: it is refused, and what was asked is done. */
export type Access = 'accepted' | 'refused' | 'applied';

/** Puts its argument, or what follows from it, in the place of the lawful value. */
const putting = <Value>(stage: string) =>
  operator<S, Value>(stage)<Made<Value, S, Value>>((value, argument, situation) => made(argument, value, situation));

/** Puts parts in the place of those of the lawful value. */
const merging = <Value extends object>(stage: string) =>
  operator<S, Value>(stage)<Made<Value, S, { readonly [Part in keyof Value]?: Value[Part] | undefined }>>(
    (value, argument, situation) => ({ ...value, ...made(argument, value, situation) }),
  );

type Read = Content | undefined;
/** Other content in the place of that which is there; undefined where it is not found. */
const content = (stage: string) =>
  operator<S, Promise<Read>>(stage)<(content: Content, situation: S) => Read | Promise<Read>>(
    async (value, make, situation) => {
      const lawful = await value;
      return lawful && make(lawful, situation);
    },
  );

export const OPERATORS = {
  /** Answers before credentials are looked at. */
  answer: putting<Reply | undefined>('asked'),
  access: putting<Access>('access'),
  /** The answer to a bad credential or grant. */
  refuse: putting<Reply>('refusal'),
  /** Answers an accepted request without doing what was asked. */
  decline: putting<Reply | undefined>('allowed'),
  /** Decodes a part of a path, or a name, in another way. */
  misread: operator<S, string>('segment')<Reading>((_lawful, read, { segment = '' }) => read(segment)),
  /** All things of a listing. */
  items: putting<readonly Item[]>('items'),
  /** One thing of a listing; undefined leaves it out. */
  item: putting<Item | undefined>('item'),
  /** The identifier or address with which an answer names something. */
  identify: putting<string | undefined>('identifier'),
  /** A fresh identifier. */
  id: putting<string>('id'),
  /** A fresh access token or named token. */
  token: putting<string>('token'),
  /** What a grant does with the refresh token. */
  refresh: putting<'kept' | 'rotated' | 'repeated'>('refresh'),
  /** Content as it is read. */
  content: content('content'),
  /** Content as it is kept where a file is overwritten. */
  keep: content('written'),
  stream: merging<StreamStyle>('stream'),
  setup: merging<Setup>('setup'),
  /** Parts of a successful answer. */
  reply: merging<Reply>('reply'),
  /** Members of a JSON body. */
  ...jsonOperators<S>('json'),
  /** The text of a JSON body. */
  rewrite: putting<string>('text'),
  ...responseOperators<S>('response'),
};

/** A deviation of the data hub. */
export type Change = ChangeOf<typeof OPERATORS, S>;

/**
 * A lawful variant: id, title, what makes it, the requirements that may become inconclusive with it (globs without the interface's name; `**`
 * spans segments), and the settings with which it is tested.
 */
export type VariantLine = readonly [
  id: string,
  title: string,
  changes: Change | readonly Change[],
  loses?: readonly string[],
  settings?: Readonly<Record<string, string>>,
];

/** A fault: requirement, what is wrong, in words, what makes it, and what turns red with it; ids without the interface's name. */
export type FaultLine = readonly [
  requirement: string,
  what: string,
  title: string,
  changes: Change | readonly Change[],
  also?: readonly string[],
];
