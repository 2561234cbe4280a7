/** Finds, for each rejected request, the accepted requests that are alike, and so show that it could succeed. Pure. */
import { CONFLICT, NOT_FOUND } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { grouped } from '../account/grouping.ts';
import { failedIn, sentJson, statusOf, succeeded } from '../words/answer.ts';
import { AWAITED, classify } from '../words/classify/classify.ts';
import { isAlike, isAuthorised, isBefore, sameSucceeded } from '../words/neighbours.ts';
import { requestKind, unsureValues, unusualValues } from '../words/open-places.ts';
import { originsOf, placedOrigins, settingsIn } from '../words/origins.ts';
import { remembered } from '../words/remembered.ts';
import { leavesOf } from '../words/roles.ts';
import type { Recording, Suite } from '../words/types.ts';
import { isConflict, isLeftOpen, isRefused, rejectedIn } from './rejected.ts';

/** A documented request that was rejected, although similar ones, `accepted`, were not. */
export interface UnstableRequest {
  readonly refused: Exchange;
  readonly accepted: readonly Exchange[];
  /** The accepted requests are like the rejected one only in the degree `any`. */
  readonly unlike?: boolean;
}

/**
 * Degrees in which two requests of one operation and lane are alike, each with a rejected and an accepted request:
 * - `kind`: both have the same unusual values, or none: GET /jobs/A, GET /jobs/B;
 * - `same`: also the same address and content: GET /jobs/A, GET /jobs/A;
 * - `role`: of the same kind and role of a probe, in different rounds: GET /jobs/A in round 1, GET /jobs/B in round 2;
 * - `origin`: of the same kind, with values from the same origins: two submissions with the source of a setting;
 * - `known`: the service knows the object of the rejected request, and the accepted one, about any object, has at least
 *   its unusual values: TicketModify of ticket 1, TicketModify of ticket 2 with a long text;
 * - `any`: the accepted request has at least the unusual values of the rejected one, whose rejection contradicts the
 *   document, and no check judges rejections of the operation: GET /jobs, GET /jobs?vo_name=VO.
 */
type Degree = 'kind' | 'same' | 'role' | 'origin' | 'known' | 'any';

/**
 * Which accepted requests count, by their time:
 * - `always`: all;
 * - `before`: those before the rejected one;
 * - `between`: all, if some were before the rejected one and some after it;
 * - `ended`: those before it, if none was after it;
 * - `repeated`: those before it; after a 500 to a GET, all, because a GET has no effect on the next one.
 */
type When = 'always' | 'before' | 'between' | 'ended' | 'repeated';

/** Kinds of rejections: the subject, and whether the request names an object that the service may not know yet. */
type Rejection =
  | 'unsent'
  | 'conflict'
  | 'left open'
  | 'removable'
  | 'service'
  | 'service, new object'
  | 'request'
  | 'request, new object';

/**
 * Which accepted requests count for a rejection. A new object may take time to appear, so a later success does not
 * count if the object may be the reason. The reason for a 500 or a 401 is the service, or the credential.
 */
const COUNTS: Readonly<Record<Rejection, Readonly<Partial<Record<Degree, When>>>>> = {
  // Not sent, because an identifier from a response is unusable.
  unsent: { kind: 'always' },
  // A conflict is about the state of the service at that time, unless it lasts.
  conflict: { any: 'ended' },
  // The document leaves the success of a second creation open, but not of one between two others.
  'left open': { kind: 'between' },
  // The object is absent, and not of this run: others may have removed it.
  removable: { same: 'between' },
  service: { same: 'repeated', role: 'always', origin: 'always', known: 'always', any: 'always' },
  'service, new object': { same: 'repeated', role: 'always', origin: 'between', known: 'always' },
  request: { same: 'before', role: 'always', origin: 'before', known: 'always', any: 'before' },
  'request, new object': { same: 'before', role: 'always', known: 'always' },
};

/**
 * Returns the rejected requests for which accepted ones count.
 * @param judged operations with their lane of which a check judged a rejected request
 */
export function unstableRequests(
  recording: Recording,
  { answered }: Pick<Suite, 'answered'>,
  judged: ReadonlySet<string>,
): readonly UnstableRequest[] {
  const { exchanges } = recording;
  const accepted = exchanges.filter((one) => one.purpose === 'documented' && succeeded(one));
  const about = remembered((one: Exchange) => answered?.about?.(one));
  const isAboutSame = (one: Exchange, other: Exchange) =>
    isAlike(other, one) && (about(one) === undefined ? namesSame(one, other) : about(other) === about(one));
  const olderThan = (first: Exchange, other: Exchange) =>
    !exchanges.some((one) => isAboutSame(one, other) && one.startedAt < first.endedAt);
  // A later object of this run was already known between two rejections of requests about the same object.
  const isOvertaken = (one: Exchange) =>
    isInvalid(one) &&
    !isOfOthers(one, exchanges) &&
    exchanges.some(
      (first) =>
        isInvalid(first) &&
        isBefore(first, one) &&
        isAboutSame(first, one) &&
        accepted.some(
          (other) => isAlike(other, one) && isBefore(first, other) && isBefore(other, one) && olderThan(first, other),
        ),
    );
  // Assay, or the time, has shown that the service had to know the object, and no request about it was ever accepted.
  const awaited = exchanges.filter(
    (one) =>
      (one.notes?.[AWAITED] !== undefined || isOvertaken(one)) && !accepted.some((other) => isAboutSame(one, other)),
  );
  const isKnown = (one: Exchange) =>
    [accepted, awaited].some((all) =>
      all.some((other) => (other === one || isBefore(other, one)) && isAboutSame(one, other)),
    );
  const degrees = degreesAmong(accepted, recording, { about, isKnown }, judged);
  // Some services reject an unknown object with 400; then the same request succeeds as soon as it is known.
  const isAbsent = (one: Exchange) =>
    NOT_FOUND.has(statusOf(one)) || (statusOf(one) === 400 && sameSucceeded(one, exchanges).after.length > 0);
  // An object that Assay named may take time to appear, too, unless the request creates it.
  const isNew = (one: Exchange) =>
    !isKnown(one) &&
    (namesNew(one) ||
      about(one) !== undefined ||
      (isAbsent(one) && one.ledger === undefined && placedOrigins(one).some(isOwnName)));
  const rejectionOf = (one: Exchange): Rejection => {
    if (failedIn(one, 'refused-by-safety')) return 'unsent';
    if (isConflict(one)) return 'conflict';
    if (one.purpose === 'documented' && isLeftOpen(one)) return 'left open';
    if (NOT_FOUND.has(statusOf(one)) && isOfOthers(one, exchanges)) return 'removable';
    const what = statusOf(one) === 500 || statusOf(one) === 401 ? 'service' : 'request';
    // A service may respond so to a request for an object that it does not know yet, if a suite classifies responses.
    const matters = what === 'request' || answered !== undefined;
    return matters && isNew(one) ? `${what}, new object` : what;
  };
  return rejectedIn(exchanges).flatMap((refused) => {
    const counts = Object.entries(COUNTS[rejectionOf(refused)]) as [Degree, When][];
    const found = counts
      // A request for another purpose has no role, and its address and content may be meant to fail.
      .filter(([degree]) => refused.purpose === 'documented' || (degree !== 'role' && degree !== 'any'))
      .map(([degree, when]) => ({ degree, accepted: counting(when, refused, degrees[degree](refused)) }))
      .filter(({ accepted }) => accepted.length > 0);
    const unlike = found.every(({ degree }) => degree === 'any');
    return found.length > 0 ? [{ refused, accepted: found.flatMap(({ accepted }) => accepted), unlike }] : [];
  });
}

function counting(when: When, refused: Exchange, alike: readonly Exchange[]) {
  const isRepeated = when === 'repeated' && statusOf(refused) === 500 && refused.request.method === 'GET';
  if (when === 'always' || isRepeated) return alike;
  const before = alike.filter((one) => isBefore(one, refused));
  const isAfter = alike.some((one) => isBefore(refused, one));
  if (when === 'between') return before.length > 0 && isAfter ? alike : [];
  return when === 'ended' && isAfter ? [] : before;
}

/** Returns functions that find the accepted requests that are like a rejected one. */
function degreesAmong(
  accepted: readonly Exchange[],
  { probes, exchanges }: Recording,
  { about, isKnown }: { about(one: Exchange): string | undefined; isKnown(one: Exchange): boolean },
  judged: ReadonlySet<string>,
): Readonly<Record<Degree, (refused: Exchange) => readonly Exchange[]>> {
  const roles = new Map(
    probes.flatMap((outcome) =>
      leavesOf(outcome.roles ?? {}).map(
        ([id, role, at]) => [id, `${outcome.probe} ${role}${at === undefined ? '' : `/${at}`}`] as const,
      ),
    ),
  );
  /** Finds the accepted requests with the same key. A request with an undefined key is like no other. */
  const withSame = (keyOf: (one: Exchange) => readonly unknown[] | undefined, among = accepted) => {
    const textOf = (one: Exchange) => JSON.stringify(keyOf(one)) ?? '';
    let groups: ReadonlyMap<string, readonly Exchange[]> | undefined;
    return (refused: Exchange) => {
      groups ??= grouped(among, textOf);
      const text = textOf(refused);
      return (text !== '' && groups.get(text)) || [];
    };
  };
  const sent = ({ request }: Exchange) => [request.method, request.url, request.body?.digest, request.credential];
  // PUT creates or replaces (RFC 9110, section 9.3.4), and a service may be able to do only one of them.
  const replaces = (one: Exchange) =>
    one.request.method === 'PUT' &&
    accepted.some((other) => other.request.url === one.request.url && isBefore(other, one));
  const same = withSame(
    (one) => [requestKind(one), sent(one)],
    [...accepted, ...exchanges.filter((one) => one.purpose === 'other' && succeeded(one))],
  );
  const inRole = withSame((one) => (roles.has(one.id) ? [requestKind(one), roles.get(one.id)] : undefined));
  const ofOperation = withSame((one) => [one.operation, one.lane]);
  return {
    kind: withSame((one) => [requestKind(one)]),
    same,
    // An identifier that may be wrong may also be wrong in one round only, and a new object may take time to appear.
    role: (refused) =>
      unsureValues(refused).length > 0 ||
      ((NOT_FOUND.has(statusOf(refused)) || statusOf(refused) === CONFLICT) && namesNew(refused))
        ? []
        : inRole(refused).filter((one) => !same(refused).includes(one)),
    origin: withSame((one) => [
      ...[requestKind(one), one.request.method, one.request.headers.map(([name]) => name)],
      ...[originsOf(one), formOf(sentJson(one)), about(one), replaces(one)],
    ]),
    known: (refused) =>
      about(refused) !== undefined && isKnown(refused)
        ? ofOperation(refused).filter((one) => isWithin(refused, one))
        : [],
    any: (refused) =>
      !judged.has(`${refused.operation} ${refused.lane}`) && classify(refused, exchanges).kind === 'contradicted'
        ? ofOperation(refused).filter((one) => isWithin(refused, one))
        : [],
  };
}

/** Returns a JSON value without its texts: values that the document gives have no recorded origin. */
const formOf = (sent: unknown) => JSON.stringify(sent, (_, value) => (typeof value === 'string' ? '' : value));

/**
 * Whether two requests of one operation name the same objects in their addresses, except one that the first creates.
 * False if the first has an identifier elsewhere, such as in its body.
 */
function namesSame(one: Exchange, other: Exchange) {
  const origins = originsOf(one);
  const given = placedOrigins(one).some(({ parameter, origin }) => parameter === undefined && origin.from === 'answer');
  const isMade = (name: string) =>
    one.ledger !== undefined && (origins[`params/${name}`] ?? []).every(({ from }) => from === 'assay');
  return !given && Object.entries(one.params).every(([name, value]) => isMade(name) || other.params[name] === value);
}

/** Whether a request names an object that only the service named, and that it did not create for this run. */
const isOfOthers = (one: Exchange, all: readonly Exchange[]) =>
  placedOrigins(one).some(
    ({ parameter, origin }) =>
      parameter !== undefined &&
      origin.from === 'answer' &&
      settingsIn(origin).length === 0 &&
      all.some(({ id, ledger }) => id === origin.exchange && ledger === undefined),
  );

/** Whether a service rejected a documented request with a 4xx that does not mean that the object is absent. */
const isInvalid = (one: Exchange) =>
  isAuthorised(one) && isRefused(one) && (statusOf(one) ?? 0) < 500 && !NOT_FOUND.has(statusOf(one));

const isOwnName = ({ parameter, origin }: ReturnType<typeof placedOrigins>[number]) =>
  parameter !== undefined && origin.from === 'assay';

const namesNew = (one: Exchange) => placedOrigins(one).some(({ origin }) => origin.from === 'answer');

/** Whether another request has all unusual values of a request. */
const isWithin = (one: Exchange, other: Exchange) => {
  const more = new Set(unusualValues(other).map(({ what }) => what));
  return unusualValues(one).every(({ what }) => more.has(what));
};
