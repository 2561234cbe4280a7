/** Recognises an address at which nothing answers as the documented service would: nothing is created there. */
import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { showsRecord } from '../judge/shown-record.ts';
import { isHtml, succeeded } from '../words/answer.ts';
import { NOTHING_DOCUMENTED } from '../words/classify/failure.ts';

/** Why no request that creates something is sent to a service that seems to be another one. */
export const ONLY_STRANGE = {
  code: NOTHING_DOCUMENTED,
  message: 'no response of this service so far was as documented',
};

/**
 * Whether two or more operations of a service got responses, and none can be one of the documented service. An empty
 * list does not show which service it is.
 * @param exchanges those with the service
 */
export function isStrange(exchanges: readonly Exchange[], contract: Contract): boolean {
  const answered = exchanges.filter(({ purpose, outcome }) => purpose !== 'refusal' && outcome.kind === 'answer');
  if (new Set(answered.map(({ operation }) => operation)).size < 2) return false;
  const returnsRecord = ({ operation }: Exchange) => contract.operations.get(operation)?.answer !== undefined;
  const isOther = (one: Exchange) => succeeded(one) && (isHtml(one) || showsRecord(one, contract) === false);
  const isOwn = (one: Exchange) =>
    !isOther(one) && (showsRecord(one, contract) ?? !(succeeded(one) && returnsRecord(one)));
  return !answered.some(isOwn) && answered.some(isOther);
}
