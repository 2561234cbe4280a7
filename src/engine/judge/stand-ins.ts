/** Finds responses that something else gave to every request for a while, in place of the service. Pure. */
import type { Contract } from '../../contract/types.ts';
import { isObject } from '../../files/json-value.ts';
import type { Exchange } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { isHtml, jsonOf, quoteOf, statusOf, succeeded } from '../words/answer.ts';
import { looksLike } from '../words/answering.ts';
import { isAuthorised } from '../words/neighbours.ts';

/**
 * Returns the successful responses with the same bytes that a service, or all services of the interface, gave to every
 * valid request for a while, or until the end, if these are not their own: at least two operations, one of them with a
 * valid credential, otherwise respond with JSON or XML of another structure. Empty lists may legally be equal, so if
 * the bytes contain no text, and other responses followed, one of the operations must otherwise respond with an object
 * that contains texts. If the document names one format for the service, every response counts as usual that is in it,
 * but one of the operations must have given it, unless no other response followed.
 */
export function standInsIn(exchanges: readonly Exchange[], { format }: Pick<Contract, 'format'>): readonly Exchange[] {
  const answered = exchanges.filter((one) => one.outcome.kind === 'answer' && !isHtml(one));
  const services = [...grouped(answered, ({ service }) => service).values()];
  return [...(services.length > 1 ? [answered] : []), ...services].flatMap((all) => {
    const valid = all.filter((one) => isAuthorised(one) || one.purpose === 'other');
    const alike = grouped(all.filter(succeeded), faceOf);
    return [...alike.values()].flatMap((same) => inPlaceOf(valid, same, format !== undefined));
  });
}

/** Returns those of the same responses that were in place of others. */
function inPlaceOf(valid: readonly Exchange[], same: readonly [Exchange, ...Exchange[]], isInFormat: boolean) {
  const [first] = same;
  if (same.every(({ operation }) => operation === first.operation)) return [];
  const others = valid.filter((one) => faceOf(one) !== faceOf(first));
  const succeeding = others.filter(succeeded);
  const usual = grouped(succeeding, ({ operation }) => (isInFormat ? '' : operation));
  const usualOf = ({ operation }: Exchange) => usual.get(isInFormat ? '' : operation);
  const isUnlike = (one: Exchange) => isStructured(one) && !isOfOneMake(first, one);
  const oneOfEach = [...grouped(same, ({ operation }) => operation).values()].map(([one]) => one);
  const odd = new Set(oneOfEach.filter((one) => usualOf(one)?.every(isUnlike)).map(({ operation }) => operation));
  if (odd.size < 2) return [];
  const isTelling = (one: Exchange) =>
    isInFormat
      ? succeeding.some(({ operation }) => operation === one.operation)
      : quoteOf(first) !== '' || usualOf(one)?.every(isRecord);
  return stretchesOf(same, others)
    .filter((stretch) => {
      const wrong = stretch.filter(({ operation }) => odd.has(operation));
      const isLast = others.every(({ startedAt }) => startedAt < stretch[0].endedAt);
      const several = wrong.some(({ operation }) => operation !== wrong[0]?.operation);
      return several && wrong.some(isAuthorised) && (isLast || wrong.some(isTelling));
    })
    .flat();
}

const faceOf = (one: Exchange) => `${statusOf(one)} ${one.outcome.body?.digest}`;

/** Returns the name of the first element of XML, without its prefix. */
const rootOf = (one: Exchange) => /^(?:<[?!][^>]*> ?)*<(?:[\w.-]+:)?([\w.-]+)/.exec(quoteOf(one))?.[1];

const isStructured = (one: Exchange) => {
  const { json } = jsonOf(one);
  return (typeof json === 'object' && json !== null) || rootOf(one) !== undefined;
};

const isOfOneMake = (one: Exchange, other: Exchange) =>
  looksLike(one, other) || (rootOf(one) !== undefined && rootOf(one) === rootOf(other));

/** Whether a response is a JSON object with texts, unlike a list, which may be empty. */
const isRecord = (one: Exchange) => {
  const { json } = jsonOf(one);
  return isObject(json) && Object.values(json).some((value) => typeof value === 'string' && value !== '');
};

/** Returns the responses in groups, with other responses between them. */
export function stretchesOf(some: readonly Exchange[], others: readonly Exchange[]) {
  const stretches: [Exchange, ...Exchange[]][] = [];
  for (const one of some.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const last = stretches.at(-1)?.at(-1);
    const isApart = others.some(
      ({ startedAt, endedAt }) => last && startedAt > last.endedAt && endedAt < one.startedAt,
    );
    if (last === undefined || isApart) stretches.push([one]);
    else stretches.at(-1)?.push(one);
  }
  return stretches;
}
