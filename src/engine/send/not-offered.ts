/** Operations that the deployment declares it does not offer: no probe sends a request to them, for any purpose. */
import type { Exchange } from '../../wire/types.ts';

/** The code of the outcome of a request that is not sent because the operation is not offered. */
const NOT_OFFERED = 'NOT_OFFERED';

/** Returns why no request is sent: not offered with this lane's credential. Undefined if it is sent. */
export function whyNotOffered(notOffered: ReadonlySet<string>, operation: string, lane: string) {
  const lacking = lackingIn(notOffered, operation, lane);
  return lacking === undefined ? undefined : { code: NOT_OFFERED, message: declared(lacking) };
}

/**
 * Returns the name by which an operation, or this operation with this lane's credential, is declared as not offered.
 */
export function lackingIn(
  notOffered: ReadonlySet<string>,
  operation: string,
  lane: string | undefined,
): string | undefined {
  return [operation, `${operation}:${lane}`].find((name) => notOffered.has(name));
}

/** Returns the declaration, as a clause. */
export function declared(lacking: string): string {
  return `the deployment declares that it does not offer ${lacking} (ASSAY_NOT_OFFERED, profile or statement)`;
}

/** Whether a request was not sent because its operation is not offered. */
export function isNotOffered(exchange: Pick<Exchange, 'outcome'> | undefined): boolean {
  return exchange?.outcome.kind === 'failure' && exchange.outcome.code === NOT_OFFERED;
}
