/** Decides whether a service accepts a lane's credential at all. Pure. */
import type { Exchange } from '../../wire/types.ts';
import { jsonOf, succeeded } from '../words/answer.ts';
import { isAuthorised } from '../words/neighbours.ts';
import { theOperation } from '../words/open-places.ts';
import { reasonOf, stated, undecidedInstead } from '../words/reasons.ts';
import type { Fact, Recording } from '../words/types.ts';

/** The end of the ids of the derived requirements that a request without a credential is rejected. */
const REFUSES_NONE = '/refuses/none';

/**
 * Returns the facts. If each response of a lane that can be compared is the same without a credential, the service may
 * not know this caller at all. The facts of this lane then become undecided, except the finding that requests without a
 * credential are accepted.
 */
export function withoutUnacceptedLanes(facts: readonly Fact[], recording: Recording): readonly Fact[] {
  const why = new Map(recording.lanes.map(({ name }) => [name, whyNotAccepted(name, recording.exchanges)]));
  return facts.map((fact) => {
    const { lane } = fact;
    const reason = why.get(lane);
    if (reason === undefined || !restsOnTheCaller(fact)) return fact;
    const name = facts.find((one) => one.lane === lane && letsIn(one))?.requirement;
    return undecidedInstead(fact, name ? reasonOf('credential', 'invalid', { name }) : stated('credential', reason));
  });
}

const letsIn = ({ kind, requirement }: Fact) => kind === 'contradicted' && requirement.endsWith(REFUSES_NONE);

function restsOnTheCaller(fact: Fact) {
  return (
    fact.kind === 'upheld' ||
    (fact.kind === 'contradicted' && !letsIn(fact)) ||
    (fact.kind === 'undecided' && fact.reason.blame === 'target')
  );
}

/**
 * Returns the reason, as a clause, or undefined if a response differs from the one without a credential, or no request
 * was sent without one.
 */
function whyNotAccepted(lane: string, all: readonly Exchange[]) {
  const isBare = ({ request }: Exchange) => request.credential === 'none';
  const anonymous = all.filter((one) => one.purpose === 'refusal' && isBare(one));
  const accepted = all.filter((one) => one.lane === lane && isAuthorised(one) && succeeded(one) && !isBare(one));
  const pairs = anonymous.flatMap((other) => {
    const same = accepted.filter((own) => isSameRequest(own, other));
    if (!succeeded(other)) return same.slice(0, 1).map((own) => ({ own, other }));
    // A response that changes by itself, such as a listing during the run, shows nothing.
    const own = same.findLast((one) => one.endedAt <= other.startedAt);
    const later = same.find((one) => one.startedAt >= other.endedAt);
    return own && later && isSameAnswer(own, later) ? [{ own, other }] : [];
  });
  const [first] = pairs;
  if (first === undefined || !pairs.every(({ own, other }) => isSameAnswer(own, other))) return undefined;
  return `the service returns the same response to ${theOperation(first.own)} without a credential (exchange ${first.other.id}), so it is unknown whether the service accepts the ${lane}; check that the address is right, and that the service requires a credential`;
}

function isSameRequest(own: Exchange, other: Exchange) {
  return (
    own.operation === other.operation &&
    own.service === other.service &&
    own.request.method === other.request.method &&
    JSON.stringify(own.params) === JSON.stringify(other.params)
  );
}

/** Whether two requests got the same successful response: the same bytes, or the same JSON. */
export function isSameAnswer(own: Exchange, other: Exchange): boolean {
  if (!succeeded(other) || own.outcome.kind !== 'answer' || other.outcome.kind !== 'answer') return false;
  if (own.outcome.body.digest === other.outcome.body.digest) return true;
  const [one, two] = [jsonOf(own), jsonOf(other)];
  return (
    one.problem === undefined && two.problem === undefined && JSON.stringify(one.json) === JSON.stringify(two.json)
  );
}
