/**
 * Finds operations that a service accepts at one time and rejects at another, with values of the same origin, also if a
 * repetition of the request hid it. Pure.
 */

import { ABSENT, REFUSED, UNAVAILABLE } from '../../wire/http.ts';
import { connectionLost } from '../../wire/session/retry.ts';
import type { Exchange, Outcome } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { failedIn, headerOf, isBrokenJson, jsonOf, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { isRefusal } from '../words/answering.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { acceptedLater, failedBeside, isAlike, isAuthorised, sameSucceeded, worksAfter } from '../words/neighbours.ts';
import { requestKind } from '../words/open-places.ts';
import { reasonOf, undecidedInstead } from '../words/reasons.ts';
import type { Fact, Reason, Recording, Suite } from '../words/types.ts';
import { firstAndWhen } from '../words/when.ts';
import { isRefused, type Wavering, waveringIn } from './alike.ts';

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
  const sent = recording.exchanges;
  // A requirement about the form of a response judges broken ones itself.
  const judged = new Set(facts.flatMap(({ kind, exchanges }) => (kind === 'contradicted' ? exchanges : [])));
  const wavering = [
    ...hiddenIn(sent),
    ...brokenIn(sent).filter(({ refused }) => !judged.has(refused.id)),
    ...sent.flatMap((one) => amidIn(one, sent)),
    ...waveringIn(recording, suite),
  ];
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
      : `is unstable: ${all.length} of ${accepted.length + all.length} equivalent requests failed`;
    const said = `${counts}, ${when}: ${first.outcome.kind === 'failure' && first.outcome.phase === 'refused-by-safety' ? `not sent, because ${first.outcome.message}` : `${statusAndWords(first)}${isBrokenJson(first) ? `, which is ${jsonOf(first).problem}` : ''}`}${ended ? '; the service no longer accepted the credential' : ''}`;
    const blame = isLost ? 'infrastructure' : 'target';
    const reason = reasonOf(ended ? 'credential' : blame, 'unstable', { name: operation, said, exchange: first });
    for (const id of exchanges) reasons.set(id, reason);
    const requirement = answering.get(`${operation} ${lane}`) ?? answering.get(`${operation} `);
    if (requirement !== undefined) added.push({ kind: 'undecided', requirement, lane, exchanges, reason });
  }
  const causes = new Map(recording.exchanges.map((one) => [one.id, one]));
  const reasonOfCause = (cause: Exchange) => {
    const alike = wavering.find(
      ({ refused }) => failsAlike(cause, refused) || failsMeanwhile(cause, refused, recording.exchanges),
    );
    const works = () => recording.exchanges.some((one) => isAlike(one, cause) && isAuthorised(one) && succeeded(one));
    return reasons.get(cause.id) ?? (alike && works() ? reasons.get(alike.refused.id) : undefined);
  };
  const restated = facts.map((fact) => {
    const cause = fact.kind === 'contradicted' ? causes.get(fact.explains?.[0] ?? '') : undefined;
    const reason = cause && reasonOfCause(cause);
    return reason === undefined ? fact : undecidedInstead(fact, reason);
  });
  return [...restated, ...added];
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
function amidIn(exchange: Exchange, all: readonly Exchange[]): readonly Wavering[] {
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

/** Statuses that a successful repetition can hide. */
const HIDDEN: ReadonlySet<number | undefined> = new Set([500, ...REFUSED]);

/** Returns the valid requests whose rejection a repetition hid, and those of services or operations that often fail. */
function hiddenIn(exchanges: readonly Exchange[]): readonly Wavering[] {
  const valid = exchanges.filter(isAuthorised);
  // A service may always reject an unusual value so.
  const accepted = new Set(valid.filter(succeeded).map(requestKind));
  const usable = exchanges.filter(
    (one) => isRefusedAtLast(one) || (isAuthorised(one) && accepted.has(requestKind(one))),
  );
  const often = new Map(
    (['service', 'operation'] as const).flatMap((by) =>
      [...grouped(usable, (one) => `${one[by]} ${one.lane}`).values()].flatMap(lossesIn),
    ),
  );
  const losses = [...often].map(([one, outcome]) => ({
    refused: { ...one, outcome },
    accepted: valid.filter((other) => isAlike(other, one) && succeeded(other)),
  }));
  return [...valid.flatMap((one) => rejectedAtFirst(one, exchanges)), ...losses];
}

/** Returns the valid requests that got broken JSON, while equal ones got JSON: for example, some are cut off. */
function brokenIn(exchanges: readonly Exchange[]): readonly Wavering[] {
  return exchanges
    .filter((one) => isAuthorised(one) && succeeded(one) && isBrokenJson(one))
    .flatMap((refused) => {
      const { before, after } = sameSucceeded(refused, exchanges);
      const accepted = [...before, ...after].filter((one) => jsonOf(one).problem === undefined);
      return accepted.length > 0 ? [{ refused, accepted }] : [];
    });
}

/**
 * Returns a valid request that got 500 or was rejected while others succeeded, and that succeeded when it was sent
 * again. Permissions on a new object may take time, so a 403 counts only if the request names no object, or succeeded
 * before.
 */
function rejectedAtFirst(exchange: Exchange, all: readonly Exchange[]): readonly Wavering[] {
  if (!succeeded(exchange)) return [];
  const { outcome } = exchange.attempts.find((one) => HIDDEN.has(one.outcome.status)) ?? {};
  if (outcome === undefined || failedBeside(exchange, all)) return [];
  const isNew = outcome.status === 403 && Object.keys(exchange.params).length > 0;
  return isNew && sameSucceeded(exchange, all).before.length === 0
    ? []
    : [{ refused: { ...exchange, outcome }, accepted: [exchange] }];
}

/** Whether an invalid credential was rejected in the end: attempts before that show whether the service answers. */
const isRefusedAtLast = ({ purpose, outcome }: Exchange) => purpose === 'refusal' && isRefusal(outcome);

/**
 * Returns the valid requests that got no answer at first, each with that outcome, if this happened all the time: to
 * more than a tenth of the requests, and in each third of them. A restart of a node affects one part of a run.
 */
function lossesIn(all: readonly Exchange[]): readonly (readonly [Exchange, Outcome])[] {
  const inTurn = all.toSorted((a, b) => a.startedAt - b.startedAt);
  const lost = inTurn.flatMap((one, at) => {
    if (!succeeded(one) && !isRefusedAtLast(one) && !isLoss(one)) return [];
    // A service may close an idle connection at any time, so one that a repetition replaced does not count.
    const tried = one.attempts.find((each) => isLoss(each) && !connectionLost(each.outcome)) ?? one;
    return isLoss(tried) ? [{ third: Math.floor((3 * at) / inTurn.length), one, outcome: tried.outcome }] : [];
  });
  const isLasting = lost.length * 10 > all.length && new Set(lost.map(({ third }) => third)).size === 3;
  return isLasting ? lost.filter(({ one }) => isAuthorised(one)).map(({ one, outcome }) => [one, outcome]) : [];
}

/** Whether a gateway or the service did not answer, without a demand to wait, which may be a limit. */
const isLoss = (one: Pick<Exchange, 'outcome'>): boolean =>
  failedIn(one, 'timeout') ||
  failedIn(one, 'body') ||
  connectionLost(one.outcome) ||
  (UNAVAILABLE.has(one.outcome.status) && headerOf(one, 'retry-after') === undefined);
