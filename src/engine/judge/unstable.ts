/** Finds operations that a service accepts at one time and rejects at another, with values of the same origin. Pure. */
import { ABSENT, REFUSED } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { isBrokenJson, jsonOf, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { acceptedLater, failedBeside, isAlike, isAuthorised, sameSucceeded, worksAfter } from '../words/neighbours.ts';
import { reasonOf, undecidedInstead } from '../words/reasons.ts';
import type { Fact, Reason, Recording, Suite } from '../words/types.ts';
import { firstAndWhen, inCommon } from '../words/when.ts';
import { type UnstableRequest, unstableRequests } from './alike.ts';
import { brokenIn, hiddenIn, isLoss } from './hidden.ts';
import { isRefused } from './rejected.ts';

/**
 * Returns the facts, changed where a service accepted some of several similar requests and rejected others: the
 * requirement `<operation>/answers` gets an undecided fact, which outweighs exchanges that uphold it, and
 * contradictions by the rejected requests become undecided.
 * @param requirements ids of the contract
 */
export function withUnstable(
  facts: readonly Fact[],
  recording: Recording,
  requirements: Iterable<string>,
  suite: Pick<Suite, 'answered'>,
): readonly Fact[] {
  const reported = new Map(recording.exchanges.flatMap((one) => (suite.answered?.fails?.(one) ? [[one.id, one]] : [])));
  const sent = recording.exchanges.map((one) => (reported.has(one.id) ? failedWith500(one) : one));
  // A requirement about the form of a response judges broken ones itself.
  const judged = new Set(facts.flatMap(({ kind, exchanges }) => (kind === 'contradicted' ? exchanges : [])));
  const judgedOperations = new Set(
    sent.flatMap((one) =>
      judged.has(one.id) && one.purpose === 'documented' && !succeeded(one) ? [`${one.operation} ${one.lane}`] : [],
    ),
  );
  const unstable = [
    ...hiddenIn(sent),
    ...brokenIn(sent).filter(({ refused }) => !judged.has(refused.id)),
    ...sent.flatMap((one) => amidIn(one, sent)),
    ...unstableRequests({ ...recording, exchanges: sent }, suite, judgedOperations),
  ];
  if (unstable.length === 0) return facts;
  const answering = new Map(
    [...requirements].flatMap((id) => {
      const lane = answersRequirement(id);
      return lane === undefined ? [] : [[`${id.split('/')[1]} ${lane}`, id] as const];
    }),
  );
  const reasons = new Map<string, Reason>();
  const added: Fact[] = [];
  for (const all of grouped(unstable, ({ refused: { operation, lane } }) => `${operation} ${lane}`).values()) {
    const { operation, lane, exchanges, reason } = unstableAs(all, sent, reported);
    for (const id of exchanges) reasons.set(id, reason);
    const requirement = answering.get(`${operation} ${lane}`) ?? answering.get(`${operation} `);
    if (requirement !== undefined) added.push({ kind: 'undecided', requirement, lane, exchanges, reason });
  }
  const causes = new Map(sent.map((one) => [one.id, one]));
  const reasonOfCause = (cause: Exchange) => {
    const alike = unstable.find(({ refused }) => failsAlike(cause, refused) || failsMeanwhile(cause, refused, sent));
    const works = () => sent.some((one) => isAlike(one, cause) && isAuthorised(one) && succeeded(one));
    return reasons.get(cause.id) ?? (alike && works() ? reasons.get(alike.refused.id) : undefined);
  };
  const restated = facts.map((fact) => {
    const cause = fact.kind === 'contradicted' ? causes.get(fact.explains?.[0] ?? '') : undefined;
    const reason = cause && reasonOfCause(cause);
    return reason === undefined ? fact : undecidedInstead(fact, reason);
  });
  return [...restated, ...added];
}

/** Returns an exchange whose response reports an error as if its status did so, too. */
const failedWith500 = (one: Exchange): Exchange =>
  one.outcome.kind === 'answer' ? { ...one, outcome: { ...one.outcome, status: 500 } } : one;

/** Returns why the rejected requests of one operation and lane show that it is unstable, with their ids. */
function unstableAs(
  all: readonly [UnstableRequest, ...UnstableRequest[]],
  sent: readonly Exchange[],
  reported: ReadonlyMap<string, Exchange>,
) {
  const [{ refused }] = all;
  const first = reported.get(refused.id) ?? refused;
  const { operation, lane } = first;
  const rejected = [...new Map(all.map(({ refused }) => [refused.id, refused])).values()];
  const others = [...new Set(all.flatMap((one) => one.accepted))];
  const [exchanges, accepted] = [rejected, others].map((some) => some.map(({ id }) => id)) as [string[], string[]];
  const when =
    firstAndWhen(new Set(exchanges), [...accepted, ...exchanges], inCommon(rejected, others)) ??
    `the first is ${first.id}`;
  const isRevoked = all.every(
    ({ refused, accepted }) =>
      REFUSED.has(statusOf(refused)) && !acceptedLater(refused, sent) && !accepted.some(({ id }) => id === refused.id),
  );
  const isLost = rejected.every(isLoss);
  const said = `${countsOf(all, exchanges, accepted, isLost)}: ${responseInWords(first)}; ${when}${isRevoked ? '; the service no longer accepted the credential' : ''}`;
  const blame = isRevoked ? 'credential' : isLost ? 'infrastructure' : 'target';
  return {
    operation,
    lane,
    exchanges,
    reason: reasonOf(blame, 'unstable', { name: operation, said, exchange: first }),
  };
}

/** Returns how many of the requests were rejected, in words. */
function countsOf(
  all: readonly UnstableRequest[],
  rejected: readonly string[],
  accepted: readonly string[],
  isLost: boolean,
) {
  if (isLost)
    return `does not always respond: ${rejected.length} of ${new Set([...accepted, ...rejected]).size} requests got no response, or got one only after a retry`;
  const count = `${rejected.length} of ${accepted.length + rejected.length}`;
  return all.every(({ unlike }) => unlike)
    ? `rejected ${count} requests that the document allows`
    : `is unstable: ${count} equivalent requests failed`;
}

function responseInWords(rejected: Exchange) {
  const { outcome } = rejected;
  if (outcome.kind === 'failure' && outcome.phase === 'refused-by-safety')
    return `not sent, because ${outcome.message}`;
  return `${statusAndWords(rejected)}${isBrokenJson(rejected) ? `, which is ${jsonOf(rejected).problem}` : ''}`;
}

/**
 * Whether a request failed like a sometimes rejected one of another operation; if its own operation also succeeded, the
 * failure is not a contradiction. A 404 and the like do not count if the other request names an object, which may not
 * exist yet.
 */
const failsAlike = (one: Exchange, other: Exchange) =>
  one.service === other.service &&
  one.lane === other.lane &&
  one.operation !== other.operation &&
  statusAndWords(one) === statusAndWords(other) &&
  !(ABSENT.has(statusOf(one)) && Object.keys(other.params).length > 0);

/** Whether two requests of one operation got the same 500, and the operation accepted no request between them. */
const failsMeanwhile = (one: Exchange, other: Exchange, all: readonly Exchange[]) =>
  statusOf(one) === 500 &&
  isAlike(one, other) &&
  statusAndWords(one) === statusAndWords(other) &&
  !all.some(
    (between) =>
      isAlike(between, one) &&
      between.purpose !== 'refusal' &&
      succeeded(between) &&
      between.startedAt >= Math.min(one.startedAt, other.startedAt) &&
      between.endedAt <= Math.max(one.endedAt, other.endedAt),
  );

/**
 * Returns a valid request that was rejected among attempts with invalid credentials, although equal ones succeeded
 * before and after it: the later success shows that the credential has not expired. After a 500, 401 or 403, or if the
 * request names no object, which a user may have removed, the success of any other request suffices. An object can be
 * removed only once, so a removal is compared with removals of any object. A status that means "absent" does not count
 * for a removal, because a new object may take time to be known.
 */
function amidIn(exchange: Exchange, all: readonly Exchange[]): readonly UnstableRequest[] {
  const removes = exchange.request.method === 'DELETE';
  if (exchange.purpose !== 'closing' || !isRefused(exchange) || (removes && ABSENT.has(statusOf(exchange)))) return [];
  const { before, after } = sameSucceeded(exchange, all, removes);
  const namesNothing = Object.keys(exchange.params).length === 0;
  const isLater =
    after.length > 0 ||
    (REFUSED.has(statusOf(exchange))
      ? acceptedLater(exchange, all)
      : (namesNothing || statusOf(exchange) === 500) && worksAfter(exchange, all, true));
  const isDown = statusOf(exchange) === 500 && failedBeside(exchange, all);
  return before.length > 0 && isLater && !isDown ? [{ refused: exchange, accepted: [...before, ...after] }] : [];
}
