/** Judges that the operations accept the requests that they have to accept, and return the ticket's identifier. */

import {
  type Blame,
  type Check,
  check,
  configured,
  decidable,
  type Exchange,
  every,
  fewWords,
  type Probe,
  type Reporter,
  statusAndWords,
  unusualValues,
} from '../../words.ts';
import {
  accepted,
  classifyAnswer,
  faultOf,
  identifierIn,
  identifierOf,
  isUnmodified,
  sentTo,
  ticketIn,
  valuesHint,
} from '../answers.ts';
import { lengthOf, statementOf } from '../contents.ts';
import { attachFiles, createTickets, everyRequest, modifyTicket } from '../probes.ts';

/** Returns the reason in a response that is not an acceptance. */
function refusalOf(exchange: Exchange) {
  return (
    faultOf(exchange) ??
    (exchange.outcome.kind === 'answer' ? `status ${statusAndWords(exchange)}` : exchange.outcome.message)
  );
}

/** Blames that mean that the service rejected the values. After any other, the values remain untested. */
const REFUSING: ReadonlySet<Blame> = new Set(['target', 'settings']);

/** A request, and what was unusual about it. */
interface Try {
  readonly exchange: Exchange;
  readonly odd: readonly string[];
  readonly leftOpen: boolean;
}

function tryOf(exchange: Exchange) {
  const odd = unusualValues(exchange);
  return { exchange, odd: odd.map(({ what }) => what), leftOpen: odd.some((one) => one.leftOpen) };
}

/** Returns the gap that an unusual size is about. */
const gapOf = ({ odd }: Try) =>
  `ticket-bridge/gap/${odd.some((what) => /^a size of 0\b/.test(what)) ? 'empty-attachment' : 'size-limits'}`;

/** Whether the first request has no unusual value that the other lacks. */
const isPartOf = (one: Try, other: Try) => one.odd.every((what) => other.odd.includes(what));

/** Whether, in addition, the requests are of the same ticket. Each creation makes another one. */
const isWithin = (one: Try, other: Try) =>
  (one.exchange.operation === 'TicketCreate' || ticketIn(one.exchange) === ticketIn(other.exchange)) &&
  isPartOf(one, other);

/**
 * Returns the check that documented values are accepted, individually and together; values that the document leaves
 * open are observed.
 */
function taking(of: Probe, ...statements: readonly string[]) {
  const id = (statement: string) => `ticket-bridge/${of.operation}/${statement}`;
  return check({
    needs: everyRequest(of),
    decides: statements.map(id),
    judge(_, report) {
      const tries = sentTo(of, report).map(tryOf);
      for (const one of tries) {
        const { exchange, odd, leftOpen } = one;
        const stated = [...new Set(odd.flatMap((what) => statementOf(what) ?? []))];
        const meaning = classifyAnswer(exchange, report);
        if (leftOpen) {
          const said = accepted(exchange) ? 'accepted' : refusalOf(exchange);
          report.observe(gapOf(one), `${fewWords(odd)}: ${said}`, exchange);
        }
        if (meaning.kind === 'succeeded') for (const statement of stated) report.uphold(id(statement), exchange);
        else if (!leftOpen) judgeRefused(report, one, tries, meaning, stated.map(id));
      }
    },
  });
}

/**
 * Judges a rejected request. The rejection is a contradiction if the same request with fewer unusual values was
 * accepted both before and after it, unless something else explains it:
 * - the values are not the reason: a request with at least these was accepted;
 * - some of them are the reason: a smaller combination was rejected (for another ticket: with the same words);
 * - the length is the reason: plain text of the same length was rejected.
 * It contradicts one requirement: an inferred one if the value that this is about was never accepted, else the
 * documented one. A time-out and the like is inconclusive.
 */
function judgeRefused(
  report: Reporter,
  one: Try,
  tries: readonly Try[],
  { blame, why }: { readonly blame: Blame; readonly why: string },
  requirements: readonly string[],
) {
  const { exchange, odd } = one;
  // A value that was accepted together with others is not by itself the reason.
  const doubtful = odd.filter((what) => !tries.some((each) => accepted(each.exchange) && each.odd.includes(what)));
  const inferred = requirements.filter((id) => isInferred(report, id));
  const [documented] = requirements.filter((id) => !inferred.includes(id));
  const weakest =
    inferred.find((id) => doubtful.some((what) => id.endsWith(`/${statementOf(what)}`))) ?? documented ?? inferred[0];
  if (weakest === undefined) return;
  // Compared before and after, so that neither the moment nor the state of the ticket was the reason.
  const twinOf = (of: Try) => {
    const twins = tries.filter(
      (each) => accepted(each.exchange) && each.odd.length < of.odd.length && isWithin(each, of),
    );
    const later = twins.some((each) => each.exchange.startedAt >= of.exchange.endedAt);
    return later ? twins.find((each) => each.exchange.endedAt <= of.exchange.startedAt) : undefined;
  };
  const twin = twinOf(one);
  const smaller = tries.some(
    (each) =>
      !each.leftOpen &&
      each.odd.length < odd.length &&
      !accepted(each.exchange) &&
      isPartOf(each, one) &&
      (isWithin(each, one) || refusalOf(each.exchange) === refusalOf(exchange)) &&
      twinOf(each) !== undefined,
  );
  const taken = tries.some((each) => accepted(each.exchange) && isPartOf(one, each));
  const lengths = odd.map(lengthOf);
  const long = tries.some(
    (each) =>
      each.exchange.outcome.kind === 'answer' &&
      !accepted(each.exchange) &&
      each.odd.some((what) => lengths.includes(what)),
  );
  if (twin !== undefined && !smaller && !taken && !long && exchange.outcome.kind === 'answer' && REFUSING.has(blame))
    report.assert(
      weakest,
      false,
      `a success with ${fewWords(odd)}, as with plain values (exchange ${twin.exchange.id})`,
      refusalOf(exchange),
      exchange,
    );
  else for (const requirement of requirements) report.undecided(requirement, blame, why, exchange);
}

const isInferred = ({ contract }: Reporter, id: string) => contract.requirements.get(id)?.basis === 'inferred';

/** Each creation gives a separate ticket. */
const ownTickets = check({
  needs: [every(createTickets)],
  decides: ['ticket-bridge/TicketCreate/own-ticket'],
  judge(_, report) {
    const known: number[] = [];
    for (const creation of sentTo(createTickets, report)) {
      const ticket = identifierOf(creation, report.contract);
      if (ticket === undefined) continue;
      if (known.length > 0)
        report.assert(
          'ticket-bridge/TicketCreate/own-ticket',
          !known.includes(ticket),
          `an identifier other than those of the tickets created before (${[...new Set(known)].join(', ')})`,
          `${ticket} again`,
          creation,
        );
      known.push(ticket);
    }
  },
});

const sizeOf = ({ request }: Exchange) => request.body?.size ?? 0;

/** Returns the part, with its exchange, in which a request sent a number. */
function sentAs(number: number, requests: readonly Exchange[]) {
  const part = new RegExp(`<(?:\\w+:)?(\\w+)[^<>]*>${number}<`);
  const [found] = requests.flatMap(({ id, request }) => {
    const name = part.exec(new TextDecoder().decode(request.body?.bytes.subarray(0, 16_384)))?.[1];
    return name === undefined ? [] : [`the ${name} that exchange ${id} sent`];
  });
  return found;
}

/** Returns the check that modify and attach return the identifier of the ticket in their request. */
function sameTicket(of: Probe) {
  const requirement = `ticket-bridge/${of.operation}/same-ticket`;
  const names = (creation: Exchange, report: Reporter) =>
    of.operation === 'TicketModify' ? identifierOf(creation, report.contract)?.toString() : ticketIn(creation);
  return check({
    needs: [every(createTickets), ...everyRequest(of)],
    decides: [requirement],
    judge(_, report) {
      const creations = sentTo(createTickets, report);
      const answers = sentTo(of, report).flatMap((change) => {
        const sent = ticketIn(change);
        const creation = sent === undefined ? undefined : creations.find((one) => names(one, report) === sent);
        const ticket = creation && identifierOf(creation, report.contract);
        const returned = identifierIn(change, report.contract);
        if (creation === undefined || ticket === undefined || returned === undefined) return [];
        return [{ change, creation, ticket, returned, same: returned.ticket === ticket }];
      });
      const right = answers.flatMap(({ change, same }) => (same ? [change] : []));
      const sizes = right.flatMap((change) => (tryOf(change).leftOpen ? [sizeOf(change)] : []));
      const earlier = (one: Exchange) =>
        answers.filter(({ change }) => ticketIn(change) === ticketIn(one) && change.startedAt < one.startedAt).length;
      for (const { change, creation, ticket, returned, same } of answers) {
        // A size that the deployment does not accept is a gap, so such a response does not contradict, unless a smaller
        // and a larger size were accepted.
        const size = sizeOf(change);
        const within = sizes.some((one) => one <= size) && sizes.some((one) => one >= size);
        const tried = tryOf(change);
        if (!same && tried.leftOpen && !within) {
          const answered = `accepted, with ${returned.ticket} in place of ${ticket}, the identifier of the ticket`;
          report.observe(gapOf(tried), `${fewWords(tried.odd)}: ${answered}`, change);
          continue;
        }
        // The values that Assay chose may not suit the deployment, or not a ticket that already has them.
        const suits = right.some((one) => earlier(one) >= earlier(change));
        const unmodified = isUnmodified(change, report.contract) && !suits;
        const values = unmodified ? valuesHint(of.operation, report) : undefined;
        const hint = `the response contains ${returned.ticket}, which may mean that the deployment does not accept the values of the request; ${values}`;
        if (!decidable(report, requirement, change, configured(values === undefined, hint))) continue;
        const expected = `${ticket}, the ticket that exchange ${creation.id} created`;
        const other = creations.find((one) => identifierOf(one, report.contract) === returned.ticket);
        const whose = other
          ? `the ticket that exchange ${other.id} created`
          : (sentAs(returned.ticket, creations) ?? 'a ticket unknown to this run');
        report.assert(requirement, same, expected, `${returned.ticket}, ${whose}`, change, returned.at);
      }
    },
  });
}

export const flows: readonly Check[] = [
  taking(createTickets, 'accepts-any-text'),
  taking(modifyTicket, 'accepts-any-text'),
  taking(attachFiles, 'accepts-any-bytes', 'accepts-line-wrapped-base64', 'accepts-any-name'),
  ownTickets,
  sameTicket(modifyTicket),
  sameTicket(attachFiles),
];
