/**
 * Finds documented operations that a run called with a configured credential and that never succeeded, and services
 * that stopped responding, or accepting the credential; and parts of a service that seem absent. Pure.
 */

import type { Contract, Operation } from '../../contract/types.ts';
import { utc } from '../../records/preview.ts';
import { ABSENT, DEFERRED, REFUSED } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { sentAmong } from '../judge/recorded-probes.ts';
import { failedIn, redirectedTo, statusAndWords, statusOf, succeeded } from '../words/answer.ts';
import { isRefusal } from '../words/answering.ts';
import { answersRequirement } from '../words/derived/every-operation.ts';
import { acceptedLater, areOfSeveral, inTurn, isAlike, isAuthorised, sameSucceeded } from '../words/neighbours.ts';
import { openPlaces } from '../words/open-places.ts';
import { sentence, stated, unsuccessful } from '../words/reasons.ts';
import { remembered } from '../words/remembered.ts';
import type { Fact, Recording, Result, Root, Suite, Unanswered } from '../words/types.ts';
import { visible } from '../words/visible.ts';
import { grouped } from './grouping.ts';

/**
 * Returns the operations of one interface that never succeeded and because of which documented requirements are
 * inconclusive, and the services that stopped responding, or accepting the credential. Operations that were not
 * selected or never called are left out, and so are those for which a failed requirement is the cause.
 * @param began start of the run, in ISO 8601
 */
export function unansweredOf(
  { exchanges, lanes }: Recording,
  contract: Contract,
  results: readonly Result[],
  facts: readonly Fact[],
  began: string,
  suite: Pick<Suite, 'accomplished'> = {},
): Unanswered[] {
  const failed = new Set(results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const isOpen = ({ verdict, cause, basis }: Result) =>
    verdict === 'inconclusive' && basis === 'documented' && !failed.has(cause?.id ?? '');
  const open = new Map(results.filter(isOpen).map(({ id, operation }) => [id, operation]));
  const entry = (lane: string, requirement: string, reason: Root, sent: readonly Exchange[]) => ({
    interface: contract.interface,
    operation: sent[0]?.operation,
    lane,
    requirement,
    blame: reason.blame,
    why: visible(sentence(reason)).replace(/\.$/, ''),
    ...failure(sent),
    exchanges: sent.map(({ id }) => id),
  });
  const never = lanes.flatMap(({ name: lane, problems = [] }) => {
    const own = facts.flatMap((fact) =>
      fact.lane === lane && fact.kind === 'undecided' && open.has(fact.requirement)
        ? [{ requirement: fact.requirement, ...fact.reason }]
        : [],
    );
    const answering = (all: typeof own) =>
      [lane, ''].flatMap((name) => all.find(({ requirement }) => answersRequirement(requirement) === name) ?? [])[0];
    if (problems.length > 0) {
      const reason = stated('credential', problems.join(' '));
      return [answering(own) ?? []].flat().map(({ requirement }) => entry(lane, requirement, reason, []));
    }
    const roots = own.filter(
      ({ requirement, root }) =>
        root.subject.exchange !== undefined && root.subject.exchange.operation === open.get(requirement),
    );
    return [...grouped(roots, ({ requirement }) => open.get(requirement) ?? '')].flatMap(([operation, all]) => {
      const sent = sentAmong(exchanges.filter((one) => one.lane === lane && one.operation === operation));
      const { requirement, relation, root, subject } = answering(all) ?? all[0];
      // A check may know a remedy that the response alone does not show.
      const reason = relation === 'stated' ? { ...root, relation, subject } : root;
      return sent.some((one) => succeeded(one) && (suite.accomplished?.(one, contract) ?? true))
        ? []
        : [entry(lane, requirement, reason, sent)];
    });
  });
  const stopped = stoppedIn(exchanges);
  // If a service stopped responding with one credential, it is also down for the credentials that follow. If a
  // credential was accepted after it was rejected by an operation, it is not the reason for that rejection.
  const isDown = ({ operation = '', blame, lane, exchanges: [id] }: Unanswered) => {
    const { service } = contract.operations.get(operation) ?? {};
    const sent = exchanges.find((one) => one.id === id);
    return stopped.some(
      ({ first, reason }) =>
        reason.blame === blame &&
        first.service === service &&
        (blame === 'infrastructure' || (first.lane === lane && sent !== undefined && !acceptedLater(sent, exchanges))),
    );
  };
  return [
    ...never.filter((one) => !isDown(one)),
    ...stopped.flatMap(({ first, reason }) => {
      const undecided = results.find(({ verdict, blame }) => verdict === 'inconclusive' && blame === reason.blame);
      const named =
        undecided ??
        results.find(({ id, operation }) => operation === first.operation && answersRequirement(id) !== undefined) ??
        results[0];
      // A limit that leaves every requirement decided did not stop the run.
      const isLimit = undecided === undefined && DEFERRED.has(statusOf(first));
      if (named === undefined || isLimit) return [];
      const { why, ...about } = entry(first.lane, named.id, reason, [first]);
      const when = utc(new Date(Date.parse(began) + first.startedAt));
      return [{ ...about, why: `at ${when} (exchange ${first.id}): ${why}`, stopped: true as const }];
    }),
  ];
}

/** Returns the phase in which all requests to the service failed, if it is the same phase for all. */
function failure(sent: readonly Exchange[]) {
  const phases = new Set(
    sent.map((one) =>
      one.outcome.kind === 'failure' && redirectedTo(one)?.elsewhere === undefined ? one.outcome.phase : undefined,
    ),
  );
  const [phase] = phases;
  if (phases.size !== 1 || phase === undefined) return {};
  return { failure: phase, ...(phase === 'limit' && { tooLarge: true }) };
}

/**
 * Returns the services, by lane, that stopped until the end of the run: those that responded first, each with the first
 * request without a response, and those that accepted the credential first, each with the first rejection of a GET that
 * had succeeded before. A request with an invalid credential counts only if none with a valid one followed.
 */
function stoppedIn(exchanges: readonly Exchange[]) {
  const sent = exchanges.filter(({ purpose }) => purpose !== 'cleanup');
  const whyNot = remembered((one: Exchange) => unsuccessful(one, exchanges));
  return [...grouped(sent, ({ lane, service }) => `${lane} ${service}`).values()].flatMap((whole) => {
    const valid = whole.reduce(
      (last, { purpose, startedAt }) => (purpose === 'refusal' ? last : Math.max(last, startedAt)),
      0,
    );
    const all = whole.filter(({ purpose, startedAt }) => purpose !== 'refusal' || startedAt > valid);
    const answers = (one: Exchange) => succeeded(one) || (one.purpose === 'refusal' && isRefusal(one.outcome));
    const lost = all.filter(
      (one) =>
        !answers(one) &&
        !failedIn(one, 'aborted') &&
        !failedIn(one, 'limit') &&
        whyNot(one)?.blame === 'infrastructure' &&
        // An operation that already failed in this way while others worked shows nothing about the service.
        !sent.some((other) => isAlike(other, one) && whyNot(other)?.blame === 'target'),
    );
    const authorised = whole.filter(isAuthorised);
    const rejected = authorised.filter(
      (one) =>
        REFUSED.has(statusOf(one)) &&
        one.request.method === 'GET' &&
        sameSucceeded(one, exchanges).before.length > 0 &&
        !acceptedLater(one, exchanges),
    );
    const good = authorised.filter(succeeded);
    // The first rejection may be of a request that was sent only once.
    const refused = authorised.filter((one) => REFUSED.has(statusOf(one)));
    // A service that rejects the credential at times, in the same words, did not stop accepting it.
    const isAtTimes = (last: Exchange) =>
      refused.some(
        (one) =>
          statusAndWords(one) === statusAndWords(last) &&
          acceptedLater(one, exchanges) &&
          good.some((other) => isAlike(other, one)),
      );
    const last = endIn(rejected, good) && endIn(refused, good);
    const first = endIn(lost, all.filter(answers)) ?? (last && isAtTimes(last) ? undefined : last);
    return first === undefined ? [] : [{ first, reason: whyNot(first) as Root }];
  });
}

/** Returns the first failure after the last success, if no success follows the last failure. */
function endIn(failed: readonly Exchange[], good: readonly Exchange[]) {
  const last = inTurn(failed).at(-1);
  if (last === undefined || good.length === 0 || good.some((one) => one.endedAt >= last.startedAt)) return undefined;
  return failed.find((one) => good.every((other) => other.startedAt <= one.startedAt));
}

/**
 * Statuses with which services reject a path that they do not know. A 400 counts only if several operations of a part
 * were called: from one operation alone, it may be about the request.
 */
const UNKNOWN: ReadonlySet<number | undefined> = new Set([400, ...ABSENT]);

/**
 * Returns one sentence per part of a service that seems absent, with a value for ASSAY_NOT_OFFERED: the operations
 * declared already, those of the part, and those of services that were not called. A part consists of several
 * operations whose paths begin with the same segment. It seems absent if every response to its operations rejects the
 * path, while the service accepted a request to another part.
 */
export function absentParts(
  exchanges: readonly Exchange[],
  { interface: of, operations }: Pick<Contract, 'interface' | 'operations'>,
  notOffered: Iterable<string>,
): string[] {
  const sent = exchanges.filter(({ purpose, outcome }) => purpose !== 'refusal' && outcome.kind === 'answer');
  const services = new Set(sent.map(({ service }) => service));
  const all = [...operations.values()];
  const openIn = (one: Exchange) => openPlaces(one, exchanges).map(({ setting }) => setting);
  const parts = grouped(all, (one) => `${one.service} ${rootOf(one)}`);
  return [...parts.values()].flatMap((part) => {
    const lacking = all.flatMap((one) => (part.includes(one) || !services.has(one.service) ? [one.name] : []));
    const answers = sent.filter(({ operation }) => part.some(({ name }) => name === operation));
    const works = sent.some((one) => one.service === part[0].service && succeeded(one));
    const asked = new Set(answers.map((one) => `${one.operation} ${statusOf(one)}`));
    const unknown = areOfSeveral(answers) ? UNKNOWN : ABSENT;
    const isUnknown = (one: Exchange) => unknown.has(statusOf(one));
    // If other parts reject the same setting, its value may be wrong.
    const wrong = new Set(sent.filter((one) => isUnknown(one) && !answers.includes(one)).flatMap(openIn));
    const telling = answers.some((one) => !openIn(one).some((setting) => wrong.has(setting)));
    return works && part.length > 1 && telling && answers.every(isUnknown)
      ? `${of}: no operation below ${commonPath(part)} was accepted (${[...asked].join(', ')}), while others of the ${part[0].service} service were. If the deployment does not offer them, set ASSAY_NOT_OFFERED=${[...new Set([...notOffered, ...lacking])].join(',')}`
      : [];
  });
}

/** Returns the first segment of the path. */
export const rootOf = ({ path = '' }: Pick<Operation, 'path'>): string => path.split('/')[1] ?? '';

/** Returns the segments with which the paths of all operations begin. */
function commonPath(part: readonly Operation[]) {
  const [first = [], ...others] = part.map(({ path = '' }) => path.split('/'));
  const end = first.findIndex((segment, at) => others.some((other) => other[at] !== segment));
  return first.slice(0, end === -1 ? undefined : end).join('/');
}
