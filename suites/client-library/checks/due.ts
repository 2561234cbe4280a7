/**
 * Selects the calls of a run that are judged besides those judged first: calls that returned, and calls that had to
 * return.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Reporter } from '../../words.ts';
import { WAY_NAMES, WAYS } from '../calls.ts';
import { type Given, type Made, madeOf, type Used } from '../made.ts';
import { reached, type Tried, usableVerify, works } from '../probes/contexts.ts';
import { failureOf, hung } from '../scenario.ts';

/** Whether a context has to work: its form, its credential and its way to verify the server are known to work. */
export function isUsable({ form, parameters, server }: Given, { forms, ways, verifying }: Tried): boolean {
  const { ucert, ukey, verify } = parameters;
  const way = WAY_NAMES.find((name) =>
    isDeepStrictEqual({ ukey: undefined, ...WAYS[name].parameters }, { ucert, ukey }),
  );
  const verifies = verify !== false;
  const trusted = verifies ? ['trusted', 'second'].includes(String(server)) : true;
  const usable = verifies ? usableVerify(verifying) : reached(verifying.unverified);
  return way !== undefined && reached(forms[form]) && works(ways, way) && trusted && usable;
}

/**
 * Whether a call itself failed: its scenario ended, and no service rejected its requests, except those for another path
 * than the documented one.
 */
export const failed = ({ exchange, step }: Made): boolean =>
  failureOf(step) !== undefined &&
  !('notMade' in step.outcome) &&
  !hung(exchange) &&
  step.arrivals.every((arrival) => arrival.kind === 'request' && (arrival.status < 300 || arrival.status === 404));

/** A call that is judged in addition to the first of its name in an exchange. */
export interface Beside extends Used {
  /** Whether the request has to arrive, and the call to return. */
  readonly due: boolean;
}

/** Calls of one name that returned, or that had to. */
export const beside = (
  { returned }: Reporter,
  call: string,
  judged: Exchange | undefined,
  known: Tried,
): readonly Beside[] =>
  madeOf(call, returned)
    .filter(({ exchange, first }) => !(first && exchange === judged))
    .map((made) => ({ ...made, due: isUsable(made.context, known) && !hung(made.exchange) }))
    .filter((made) => failureOf(made.step) === undefined || (made.due && failed(made)));
