/** Calls that were made, with the meaning of their arguments. */

import { isDeepStrictEqual } from 'node:util';
import { type Exchange, memberOf, remembered } from '../words.ts';
import { DESCRIBED, type Form, formOf, ORDER, parametersOf, type TransferParameters } from './calls.ts';
import type { Command } from './driver/protocol.ts';
import type { CredentialName } from './endpoint.ts';
import { callsOf, ENVIRONMENTS, fileOf, reportOf, type Step, scenarioOf } from './scenario.ts';

/** The context of a call. */
export interface Given {
  /** Names of its endpoint and of its credential, if they are known by a name. */
  readonly server: string | undefined;
  readonly credential: string | undefined;
  /** Form of the call, and its arguments. */
  readonly form: Form;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The steps in which it was made and used. */
  readonly steps: Step[];
}

export interface Made {
  readonly exchange: Exchange;
  readonly step: Step;
  /** Whether it is the first call of its name in its exchange. */
  readonly first: boolean;
  /** By position or by name. */
  readonly form: Form;
  /** A job as its transfers, or the identifier of one. */
  readonly about: unknown;
}

/** A call that has a context, or makes one. */
export interface Used extends Made {
  readonly context: Given;
  /** Steps with this context up to this one: a library may have sent the request before, and remember the response. */
  readonly sofar: readonly Step[];
}

/** A transfer that was described, and how. */
export type DescribedTransfer = TransferParameters & { readonly form: Form };

/** Returns the transfers of a job. */
export const transfersIn = (about: unknown): readonly DescribedTransfer[] => [about].flat() as DescribedTransfer[];

/** Returns the transfer that a call describes. */
export const transferOf = (command: Pick<Command, 'args' | 'kwargs'>): DescribedTransfer => ({
  ...(parametersOf(DESCRIBED, command) as unknown as TransferParameters),
  form: formOf(command),
});

const word = (value: unknown) => /^\{(.+)\}$/.exec(String(value))?.[1];

/** Returns the credential that the environment of a scenario names. */
export const namedIn = (exchange: Exchange | undefined): CredentialName | undefined =>
  fileOf(ENVIRONMENTS[scenarioOf(exchange)?.environment ?? 'no-credentials'][0]);

/** Returns every call of an exchange. */
const callsMade = (exchange: Exchange | undefined): readonly (Made | Used)[] =>
  exchange === undefined ? [] : readCalls(exchange);

const readCalls = remembered((exchange: Exchange): readonly (Made | Used)[] => {
  const kept = new Map<unknown, unknown>();
  const given = (argument: unknown): unknown =>
    Array.isArray(argument) ? argument.map(given) : (kept.get(memberOf(argument, '$ref')) ?? argument);
  const steps = reportOf(exchange)?.steps ?? [];
  const calls = callsOf(exchange);
  return calls.flatMap((command, at): (Made | Used)[] => {
    const { call, args = [], keep } = command;
    const step = steps[at];
    if (step === undefined) return [];
    const [first, about] = args.map(given);
    const made: unknown =
      call === 'Context' ? contextOf(command, exchange) : call === 'new_transfer' ? transferOf(command) : first;
    if (keep !== undefined) kept.set(keep, made);
    const isFirst = calls.findIndex((each) => each.call === call) === at;
    const own = { exchange, step, first: isFirst, form: formOf(command) };
    if (!Array.isArray(memberOf(made, 'steps'))) return [{ ...own, about: made }];
    const context = made as Given;
    context.steps.push(step);
    return [{ ...own, context, sofar: [...context.steps], about }];
  });
});

function contextOf(command: Command, exchange: Exchange) {
  const parameters = parametersOf(ORDER, command);
  const { endpoint, ucert } = parameters;
  return {
    server: word(endpoint),
    credential: ucert === undefined ? namedIn(exchange) : word(ucert),
    form: formOf(command),
    parameters,
    steps: [],
  };
}

/** Returns the calls of an exchange that have a context, and those that made one. */
export const madeIn = (exchange: Exchange | undefined): readonly Used[] =>
  callsMade(exchange).filter((made) => 'context' in made);

/** Calls of one name in some exchanges. */
export const madeOf = (call: string, exchanges: readonly (Exchange | undefined)[]): readonly Used[] =>
  exchanges.flatMap(madeIn).filter(({ step }) => step.call === call);

/** Returns transfers or jobs that were to be made in some exchanges; `about`: one transfer, or those of a job. */
export const builtOf = (
  call: 'new_transfer' | 'new_job',
  exchanges: readonly (Exchange | undefined)[],
): readonly Made[] => exchanges.flatMap(callsMade).filter(({ step }) => step.call === call);

/**
 * Returns each context that an exchange is about, as its steps up to its first use: the first context, and later ones
 * made with the same arguments. Without a recorded context, returns all steps as one.
 */
export function subjectsOf(exchange: Exchange | undefined): readonly (readonly Step[])[] {
  const contexts = madeIn(exchange).flatMap(({ context, step }) => (step.call === 'Context' ? [context] : []));
  const alike = contexts.filter(
    ({ parameters, steps: [making] }, at) =>
      at === 0 || (making && !('notMade' in making.outcome) && isDeepStrictEqual(parameters, contexts[0]?.parameters)),
  );
  return alike.length > 0 ? alike.map(({ steps }) => steps.slice(0, 2)) : [reportOf(exchange)?.steps ?? []];
}
