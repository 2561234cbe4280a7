/** Calls that were made, with what their arguments stand for. */
import { memberOf } from '../../src/files/json-value.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { DESCRIBED, type Form, ORDER, type TransferParameters } from './calls.ts';
import type { Command } from './driver/protocol.ts';
import { callsOf, reportOf, type Step } from './scenario.ts';

/** The context of a call. */
interface Given {
  /** Names of its endpoint and of its credential, as far as they are known by a name. */
  readonly server: string | undefined;
  readonly credential: string | undefined;
  /** The steps in which it was made and used, so far. */
  readonly steps: Step[];
}

export interface Made {
  readonly exchange: Exchange;
  readonly step: Step;
  readonly context: Given;
  /** Steps with this context up to this one: a library may have asked before, and remember. */
  readonly sofar: readonly Step[];
  /** Beside the context: a job as its transfers, or the identifier of one. */
  readonly about: unknown;
}

/** A transfer that was described, and how. */
export type DescribedTransfer = TransferParameters & { readonly form: Form };

/** The transfers of a job. */
export const transfersIn = (about: unknown): readonly DescribedTransfer[] => [about].flat() as DescribedTransfer[];

/** The transfer that a call describes. */
export const transferOf = ({ args = [], kwargs = {} }: Pick<Command, 'args' | 'kwargs'>): DescribedTransfer => ({
  ...(named(DESCRIBED, args, kwargs) as unknown as TransferParameters),
  form: args.length > 0 ? 'positional' : 'keywords',
});

const named = (
  order: readonly string[],
  args: readonly unknown[],
  more: object,
): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(args.map((value, at) => [order[at], value])),
  ...more,
});

const word = (value: unknown): string | undefined => /^\{(.+)\}$/.exec(String(value))?.[1];

/** The calls of an exchange that have a context, and those that made one. */
export function madeIn(exchange: Exchange | undefined): readonly Made[] {
  if (exchange === undefined) return [];
  const kept = new Map<unknown, unknown>();
  const given = (argument: unknown): unknown =>
    Array.isArray(argument) ? argument.map(given) : (kept.get(memberOf(argument, '$ref')) ?? argument);
  const steps = reportOf(exchange)?.steps ?? [];
  return callsOf(exchange).flatMap((command, at): Made[] => {
    const { call, args = [], kwargs = {}, keep } = command;
    const step = steps[at];
    if (step === undefined) return [];
    const [first, about] = args.map(given);
    const parameters = named(ORDER, args, kwargs);
    const made: unknown =
      call === 'Context'
        ? { server: word(parameters['endpoint']), credential: word(parameters['ucert']), steps: [] }
        : call === 'new_transfer'
          ? transferOf(command)
          : first;
    if (keep !== undefined) kept.set(keep, made);
    const context = made as Given | undefined;
    if (!Array.isArray(memberOf(context, 'steps'))) return [];
    context?.steps.push(step);
    return [{ exchange, step, context: context as Given, sofar: [...(context as Given).steps], about }];
  });
}

/** Calls of one name in some exchanges. */
export const madeOf = (call: string, exchanges: readonly (Exchange | undefined)[]): readonly Made[] =>
  exchanges.flatMap(madeIn).filter(({ step }) => step.call === call);
