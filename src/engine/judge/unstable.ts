/** Finds operations that a service accepts at one time and rejects at another, with values of the same origin. Pure. */
import { ABSENT, CONFLICT, NOT_FOUND, PASSING, REFUSED } from '../../wire/status-codes.ts';
import type { Exchange } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { failedIn, isGrant, sentJson, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { LEFT_OPEN } from '../words/classify/classify.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { acceptedLater, failedBeside, isAlike, isAuthorised, sameSucceeded, worksAfter } from '../words/neighbours.ts';
import { requestKind, unsureValues, unusualValues } from '../words/open-places.ts';
import { originsOf } from '../words/origins.ts';
import { reasonOf, undecidedInstead, unsuccessful } from '../words/reasons.ts';
import { leavesOf } from '../words/roles.ts';
import type { Fact, Reason, Recording, Suite } from '../words/types.ts';
import { firstAndWhen } from '../words/when.ts';
import { hiddenIn, isLoss, type Wavering } from './hidden.ts';

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
  const wavering = [...hiddenIn(recording.exchanges), ...waveringIn(recording, suite)];
  if (wavering.length === 0) return facts;
  const answering = new Map(
    [...requirements].flatMap((id) => {
      const lane = answersRequirement(id);
      return lane === undefined ? [] : [[`${id.split('/')[1]} ${lane}`, id] as const];
    }),
  );
  const reasons = new Map<string, Reason>();
  const added: Fact[] = [];
  for (const all of grouped(wavering, ({ refused: { operation, lane } }) => `${operation} ${lane}`).values()) {
    const [{ refused: first }] = all;
    const { operation, lane } = first;
    const accepted = [...new Set(all.flatMap((one) => one.accepted))].map(({ id }) => id);
    const exchanges = all.map(({ refused }) => refused.id);
    const when = firstAndWhen(new Set(exchanges), [...accepted, ...exchanges]) ?? `first in exchange ${first.id}`;
    const ended = all.every(
      ({ refused, accepted }) =>
        REFUSED.has(statusOf(refused)) &&
        !acceptedLater(refused, recording.exchanges) &&
        !accepted.some(({ id }) => id === refused.id),
    );
    const isLost = all.every(({ refused }) => isLoss(refused));
    const counts = isLost
      ? `gives no answer to many requests at first: to ${all.length} of ${new Set([...accepted, ...exchanges]).size}`
      : `fails sometimes: of ${accepted.length + all.length} equivalent requests, ${accepted.length} succeeded and ${all.length} did not`;
    const said = `${counts}, ${when}: ${first.outcome.kind === 'failure' && first.outcome.phase === 'refused-by-safety' ? `not sent, because ${first.outcome.message}` : statusAndWords(first)}${ended ? '; the service no longer accepted the credential' : ''}`;
    const blame = isLost ? 'infrastructure' : 'target';
    const reason = reasonOf(ended ? 'credential' : blame, 'unstable', { name: operation, said, exchange: first });
    for (const id of exchanges) reasons.set(id, reason);
    const requirement = answering.get(`${operation} ${lane}`) ?? answering.get(`${operation} `);
    if (requirement !== undefined) added.push({ kind: 'undecided', requirement, lane, exchanges, reason });
  }
  const causes = new Map(recording.exchanges.map((one) => [one.id, one]));
  const reasonOfCause = (cause: Exchange): Reason | undefined => {
    const alike = wavering.find(
      ({ refused }) => failsAlike(cause, refused) || failsMeanwhile(cause, refused, recording.exchanges),
    );
    const works = () => recording.exchanges.some((one) => isAlike(one, cause) && isAuthorised(one) && succeeded(one));
    return reasons.get(cause.id) ?? (alike && works() ? reasons.get(alike.refused.id) : undefined);
  };
  const restated = facts.map((fact): Fact => {
    const cause = fact.kind === 'contradicted' ? causes.get(fact.explains?.[0] ?? '') : undefined;
    const reason = cause && reasonOfCause(cause);
    return reason === undefined ? fact : undecidedInstead(fact, reason);
  });
  return [...restated, ...added];
}

function waveringIn({ exchanges, probes }: Recording, { answered }: Pick<Suite, 'answered'>): readonly Wavering[] {
  const roles = new Map(
    probes.flatMap((outcome) =>
      leavesOf(outcome.roles ?? {}).map(
        ([id, role, at]) => [id, `${outcome.probe} ${role}${at === undefined ? '' : `/${at}`}`] as const,
      ),
    ),
  );
  const sent = exchanges.filter(({ purpose }) => purpose === 'documented');
  const accepted = sent.filter(succeeded);
  const removals = exchanges.filter(({ request, purpose }) => request.method === 'DELETE' && purpose !== 'refusal');
  const isRemoved = ({ id, lane, params, startedAt }: Exchange): boolean =>
    removals.some(
      (one) =>
        one.id !== id &&
        one.lane === lane &&
        one.startedAt <= startedAt &&
        Object.values(one.params).some((named) => Object.values(params).includes(named)),
    );
  // A 500 does not count while the service is down: it failed until the end of the run, or also for another operation
  // at that time.
  const isDown = (one: Exchange): boolean =>
    statusOf(one) === 500 && (!worksAfter(one, exchanges, true) || failedBeside(one, exchanges));
  const refusals = sent.filter((one) => isRefused(one) && !isDown(one) && !isRemoved(one));
  const aside = exchanges.filter(
    (one) => one.purpose === 'other' && one.ledger !== undefined && isRefused(one) && !isDown(one),
  );
  // Requests that were not sent because an identifier from a response of the service cannot be used.
  const unsent = sent.filter(
    (one) =>
      failedIn(one, 'refused-by-safety') &&
      unsureValues(one).length === 0 &&
      unsuccessful(one, exchanges)?.blame === 'target',
  );
  const sameAs = (one: Exchange): string =>
    JSON.stringify([requestKind(one), one.request.method, one.request.url, one.request.body?.digest]);
  /**
   * Returns a function that finds the accepted requests with the same key as a rejected one; those with an undefined
   * key are left out.
   */
  const acceptedBy = (keyOf: (one: Exchange) => string | undefined) => {
    let groups: ReadonlyMap<string, readonly Exchange[]> | undefined;
    return (refused: Exchange): readonly Exchange[] => {
      groups ??= grouped(accepted, (one) => keyOf(one) ?? '');
      const key = keyOf(refused);
      return (key !== undefined && groups.get(key)) || [];
    };
  };
  const ofSame = acceptedBy(sameAs);
  const ofKind = acceptedBy(requestKind);
  const ofRole = acceptedBy((one) =>
    roles.has(one.id) && !mayAppear(one) ? JSON.stringify([requestKind(one), roles.get(one.id)]) : undefined,
  );
  // PUT creates or replaces (RFC 9110, section 9.3.4), and a service may be able to do only one of them.
  const replaces = ({ request, startedAt }: Exchange): boolean =>
    request.method === 'PUT' && accepted.some((one) => one.request.url === request.url && one.endedAt <= startedAt);
  const ofOrigin = acceptedBy((one) =>
    JSON.stringify([
      ...[requestKind(one), one.request.method, one.request.headers.map(([name]) => name)],
      ...[originsOf(one), formOf(sentJson(one)), answered?.about?.(one), replaces(one)],
    ]),
  );
  const ofOperation = acceptedBy((one) => JSON.stringify([one.operation, one.lane]));
  const aboutSame = acceptedBy((one) => {
    const thing = answered?.about?.(one);
    return thing === undefined ? undefined : JSON.stringify([one.operation, one.lane, thing]);
  });
  // An object that Assay named may take time to appear, too.
  const mayBeUnknown = (one: Exchange): boolean =>
    answered?.about?.(one) === undefined
      ? NOT_FOUND.has(statusOf(one)) && Object.keys(one.params).length > 0
      : !aboutSame(one).some(({ endedAt }) => endedAt <= one.startedAt);
  // Accepted requests with values of the same origin: for a 500 or 401, which are not about the object, also later
  // ones. An object that a response names may take time to appear, so a request that names one counts only after such a
  // status, and if the suite classifies responses, only between two that were accepted.
  const likeByOrigin = (refused: Exchange): readonly Exchange[] => {
    const same = ofOrigin(refused);
    const failed = statusOf(refused) === 500 || statusOf(refused) === 401;
    if (namesNew(refused) || mayBeUnknown(refused))
      return failed && (answered === undefined || isBetween(refused, same)) ? same : [];
    return same.filter((one) => failed || one.endedAt <= refused.startedAt);
  };
  const like = (refused: Exchange): readonly Exchange[] => {
    if (isLeftOpen(refused)) return isBetween(refused, ofKind(refused)) ? ofKind(refused) : [];
    const known = aboutSame(refused);
    // An earlier success counts. A later one counts only after a 500, because a new object may take time to appear.
    const isComparable = (one: Exchange): boolean =>
      one.endedAt <= refused.startedAt ||
      (statusOf(refused) === 500 && (answered === undefined || refused.request.method === 'GET'));
    return [
      // If an earlier request about the same object succeeded, the service knows the object. Compare requests about any
      // object that were at least as unusual.
      ...(known.some((one) => one.endedAt <= refused.startedAt)
        ? ofOperation(refused).filter((one) => isWithin(refused, one))
        : []),
      ...ofSame(refused).filter(isComparable),
      ...likeByOrigin(refused),
      ...(unsureValues(refused).length === 0 ? ofRole(refused).filter((one) => sameAs(one) !== sameAs(refused)) : []),
    ];
  };
  return [
    ...exchanges.flatMap((one) => amidIn(one, exchanges)),
    ...[
      ...refusals.map((refused) => ({ refused, accepted: like(refused) })),
      ...aside.map((refused) => ({ refused, accepted: likeByOrigin(refused) })),
      ...unsent.map((refused) => ({ refused, accepted: ofKind(refused) })),
    ].filter((one) => one.accepted.length > 0),
  ];
}

/**
 * Whether a request failed like a sometimes rejected one of another operation; if its own operation also succeeded, the
 * failure is not a contradiction. A 404 and the like do not count if the other request names an object, which may not
 * exist yet.
 */
const failsAlike = (one: Exchange, other: Exchange): boolean =>
  one.service === other.service &&
  one.lane === other.lane &&
  one.operation !== other.operation &&
  statusAndWords(one) === statusAndWords(other) &&
  !(ABSENT.has(statusOf(one)) && Object.keys(other.params).length > 0);

/** Whether two requests of one operation got the same 500, and the operation accepted no request between them. */
const failsMeanwhile = (one: Exchange, other: Exchange, all: readonly Exchange[]): boolean =>
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
 * before and after it: the later success shows that the credential has not expired. After a 500, the success of any
 * other request suffices. An object can be removed only once, so a removal is compared with removals of any object.
 * A status that means "absent" does not count for a removal, because a new object may take time to be known.
 */
function amidIn(exchange: Exchange, all: readonly Exchange[]): readonly Wavering[] {
  const removes = exchange.request.method === 'DELETE';
  if (exchange.purpose !== 'closing' || !isRefused(exchange) || (removes && ABSENT.has(statusOf(exchange)))) return [];
  const { before, after } = sameSucceeded(exchange, all, removes);
  const isLater = after.length > 0 || (statusOf(exchange) === 500 && worksAfter(exchange, all, true));
  const isDown = statusOf(exchange) === 500 && failedBeside(exchange, all);
  return before.length > 0 && isLater && !isDown ? [{ refused: exchange, accepted: [...before, ...after] }] : [];
}

/**
 * Whether the service rejected the request for a lasting reason, or redirected it. A conflict, an overload and a grant,
 * which may be valid only once, do not count. Nor does a request whose success the document leaves open; for a
 * creation, such a note is only about earlier creations, and is ignored.
 */
function isRefused(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  const leftOpen = isLeftOpen(exchange) && exchange.ledger === undefined;
  return status >= 300 && status !== CONFLICT && !leftOpen && !PASSING.has(status) && !isGrant(exchange);
}

/** Returns a JSON value without its texts: values that the document gives have no recorded origin. */
const formOf = (sent: unknown): string | undefined =>
  JSON.stringify(sent, (_, value) => (typeof value === 'string' ? '' : value));

const namesNew = (one: Exchange): boolean =>
  Object.values(originsOf(one)).some((origins) => origins.some(({ from }) => from === 'answer'));

/** Whether an object that a response named was not found: it may take time to appear. */
const mayAppear = (one: Exchange): boolean => NOT_FOUND.has(statusOf(one)) && namesNew(one);

const isLeftOpen = ({ notes }: Exchange): boolean => notes?.[LEFT_OPEN] !== undefined;

const isBetween = (one: Exchange, others: readonly Exchange[]): boolean =>
  others.some(({ endedAt }) => endedAt <= one.startedAt) && others.some(({ startedAt }) => startedAt >= one.endedAt);

/** Whether everything unusual about a request is also in another request. */
const isWithin = (one: Exchange, other: Exchange): boolean => {
  const more = new Set(unusualValues(other).map(({ what }) => what));
  return unusualValues(one).every(({ what }) => more.has(what));
};
