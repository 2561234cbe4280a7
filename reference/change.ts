/**
 * A change is a deviation of a reference as data: the place where it applies, an operator, and the argument of the
 * operator. A fault consists of changes and the requirement that they contradict, a variant of changes and the passes
 * that they may cost. Randomly drawn deployments use the same operators with drawn arguments.
 */
import type { Fault, ReferenceRequest } from './types.ts';

/**
 * Which of the responses or list elements a change applies to, counted from 1: only the n-th, all from the n-th on, or
 * every n-th. Each value that reaches the change is counted (in a listing, each record), in all lanes together unless
 * `lane` is given.
 */
export type Nth = number | { readonly from: number } | { readonly every: number };

/** Facts about a response at the time when a change could apply. A service adds those that its conditions read. */
export interface Situation {
  readonly operation?: string | undefined;
  /** The credential that came with the request: a lane, or the kind of an invalid one. */
  readonly lane?: string | undefined;
  /** Id of the record that is changed, such as `<interface>/<record>`. */
  readonly record?: string | undefined;
  /** Place in a list, from 1, and how many elements the list has. */
  readonly element?: number | undefined;
  readonly elements?: number | undefined;
  readonly request: ReferenceRequest;
}

/** The place at which a change applies; an absent member applies to all. */
export interface Place<S extends Situation> {
  readonly at?: string | readonly string[];
  readonly lane?: string | readonly string[];
  readonly record?: string;
  /** JSON Pointer, or the name of a part, within what is changed. */
  readonly path?: string;
  readonly nth?: Nth;
  /**
   * Restricts the change to some of the requests that it could affect, counted as in `nth`. In these, it changes every
   * value.
   */
  readonly requests?: Nth;
  readonly element?: Nth | 'last';
  readonly when?: (situation: S) => boolean;
}

/**
 * An operator takes a value of its stage (a request, a record, a body, a response …) and returns the value that
 * replaces it.
 */
export interface Operator<S extends Situation, Value, Argument> {
  readonly stage: string;
  apply(value: Value, argument: Argument, situation: S, path: string | undefined): Value;
}

/** Declares an operator of a stage. */
export const operator =
  <S extends Situation, Value>(stage: string) =>
  <Argument>(apply: Operator<S, Value, Argument>['apply']): Operator<S, Value, Argument> => ({ stage, apply });

type Table<S extends Situation> = Readonly<
  Record<
    string,
    { readonly stage: string; apply(value: never, argument: never, situation: S, path: string | undefined): unknown }
  >
>;
type ArgumentOf<O> = O extends { apply(value: never, argument: infer A, ...more: never[]): unknown } ? A : never;

/** A change by one of the operators of a table. */
export type ChangeOf<T extends Table<S>, S extends Situation> = {
  [Name in keyof T & string]: Place<S> & { readonly operator: Name; readonly argument?: ArgumentOf<T[Name]> };
}[keyof T & string];

/** One or more operations at which a change applies, or a place with other conditions; `{}`: everywhere. */
export type Where<S extends Situation> = string | readonly string[] | Place<S>;

/** Returns a change by each of the operators, such as `by.drop({ at: 'token-grant', path: 'scope' })`. */
export const changesBy = <T extends Table<S>, S extends Situation>(operators: T) =>
  Object.fromEntries(
    Object.keys(operators).map((operator) => [
      operator,
      (where: Where<S>, argument?: unknown) => ({
        ...(typeof where === 'string' || Array.isArray(where) ? { at: where } : where),
        operator,
        argument,
      }),
    ]),
  ) as unknown as {
    readonly [N in keyof T & string]: (
      where: Where<S>,
      argument?: Extract<ChangeOf<T, S>, { readonly operator: N }>['argument'],
    ) => ChangeOf<T, S>;
  };

/** The point through which a service passes its values, so that changes can replace them. */
export interface Seam<S extends Situation> {
  /** Returns the value after every change of this stage that applies here, in the order of the changes. */
  through<Value>(stage: string, value: Value, situation: S): Value;
}

/** Returns the point at which changes replace the values of one instance of a service; it counts them for `nth`. */
export function createSeam<T extends Table<S>, S extends Situation>(
  operators: T,
  changes: readonly ChangeOf<T, S>[],
): Seam<S> {
  const byStage = new Map<string, { change: ChangeOf<T, S>; apply: AnyApply<S>; count: number; turnOf: TurnOf }[]>();
  for (const change of changes) {
    const found = operators[change.operator] as { stage: string; apply: AnyApply<S> } | undefined;
    if (found === undefined) throw new RangeError(`no operator is called ${change.operator}`);
    byStage.set(found.stage, [
      ...(byStage.get(found.stage) ?? []),
      { change, apply: found.apply, count: 0, turnOf: countRequests() },
    ]);
  }
  return {
    through<Value>(stage: string, value: Value, situation: S): Value {
      let current: unknown = value;
      for (const entry of byStage.get(stage) ?? []) {
        const { change } = entry;
        if (!appliesAt(change, situation)) continue;
        if (change.requests !== undefined && !isNth(change.requests, entry.turnOf(situation.request))) continue;
        entry.count += 1;
        if (change.nth === undefined || isNth(change.nth, entry.count))
          current = entry.apply(current, change.argument, situation, change.path);
      }
      return current as Value;
    },
  };
}

type TurnOf = (request: ReferenceRequest) => number;

/** Returns a function that numbers requests from 1 on. The same request always gets the same number. */
function countRequests(): TurnOf {
  const turns = new WeakMap<ReferenceRequest, number>();
  let count = 0;
  return (request) => {
    const turn = turns.get(request) ?? ++count;
    turns.set(request, turn);
    return turn;
  };
}

type AnyApply<S> = (value: unknown, argument: unknown, situation: S, path: string | undefined) => unknown;

function appliesAt<S extends Situation>({ at, lane, record, element, when }: Place<S>, situation: S) {
  return (
    isOneOf(at, situation.operation) &&
    isOneOf(lane, situation.lane) &&
    (record === undefined || record === situation.record) &&
    isPlace(element, situation) &&
    (when === undefined || when(situation))
  );
}

const isPlace = (wanted: Nth | 'last' | undefined, { element, elements }: Situation) =>
  wanted === undefined ||
  (element !== undefined && (wanted === 'last' ? element === elements : isNth(wanted, element)));

const isOneOf = (wanted: string | readonly string[] | undefined, value: string | undefined) =>
  wanted === undefined ||
  (value !== undefined && (typeof wanted === 'string' ? wanted === value : wanted.includes(value)));

const isNth = (nth: Nth, count: number) =>
  typeof nth === 'number' ? nth === count : 'from' in nth ? count >= nth.from : count % nth.every === 0;

type Several<C> = C | readonly C[];
export const listOf = <C>(changes: Several<C>): readonly C[] => [changes].flat() as readonly C[];

type Row<C> = readonly [changes: Several<C>, others?: readonly string[], settings?: Fault['settings']];
/** A deviation of a table: changes, or a row with the other requirements that it concerns, and settings. */
type Deviation<C> = Several<C> | Row<C>;
/**
 * Legal variants by their names; the other requirements of a row, as globs below the interface, are what the variant
 * may cost.
 */
export type VariantTable<C> = Readonly<Record<string, Deviation<C>>>;
/**
 * Faults by the requirement that they contradict, below the interface, and by a word for what is wrong; the other
 * requirements of a row fail or warn, too.
 */
export type FaultTable<C> = Readonly<Record<string, VariantTable<C>>>;
/** One fault of a table. */
export type FaultLine<C> = readonly [requirement: string, what: string, ...Row<C>];

const rowOf = <C>(deviation: Deviation<C>): Row<C> =>
  Array.isArray(deviation) && Array.isArray(deviation[1]) ? (deviation as Row<C>) : [deviation as Several<C>];

/** Returns the faults of tables, one by one. */
export const linesIn = <C>(...tables: readonly FaultTable<C>[]): FaultLine<C>[] =>
  tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([requirement, wrongs]) =>
      Object.entries(wrongs).map(([what, wrong]): FaultLine<C> => [requirement, what, ...rowOf(wrong)]),
    );

/** Returns a table whose rows are made from values by name. */
export const each = <V, D>(
  values: Readonly<Record<string, V>>,
  make: (value: V) => D,
  named = (name: string): string => name,
): Record<string, D> => Object.fromEntries(Object.entries(values).map(([name, value]) => [named(name), make(value)]));
/** Returns rows of a table, one per value, which follows a text in the name. */
export const series = <V extends string | number, D>(before: string, values: readonly V[], make: (value: V) => D) =>
  Object.fromEntries(values.map((value) => [`${before}${value}`, make(value)]));

/** Returns the notation for the faults of an interface and for its variants, whose ids begin with a prefix. */
export function notationOf<C extends object>(of: string, prefix: string) {
  const below = (ids: readonly string[]) => ids.map((id) => `${of}/${id}`);
  /**
   * Returns a fault with the id below the interface, `<requirement>@<what>`; `also` are requirements below the
   * interface.
   */
  const fault = (id: string, changes: Several<C>, { also = [], ...more }: Pick<Fault, 'also' | 'settings'> = {}) => ({
    ...{ id: `${of}/${id}`, kills: `${of}/${id.replace(/@.*/, '')}` },
    ...more,
    ...(also.length > 0 && { also: below(also) }),
    changes: listOf(changes),
  });
  return {
    fault,
    /** Returns the faults of a table. `also`: requirements that fail or warn with each. */
    faultsBy: (table: FaultTable<C>, also: readonly string[] = []) =>
      linesIn(table).map(([requirement, what, changes, more = [], settings]) =>
        fault(`${requirement}@${what}`, changes, { also: [...also, ...more], settings }),
      ),
    /** Returns the variants of tables. */
    variantsIn: (...tables: readonly VariantTable<C>[]) =>
      tables
        .flatMap((table) => Object.entries(table))
        .map(([name, deviation]) => {
          const [changes, loses = [], settings] = rowOf(deviation);
          return {
            id: `${prefix}${name}`,
            ...(loses.length > 0 && { loses: below(loses) }),
            settings,
            changes: listOf(changes),
          };
        }),
  };
}
