/** Whether the operations take what they must take, and return the ticket's identifier. */
import { statusAndWords } from '../../../src/engine/words/answer.ts';
import { configured, decidable } from '../../../src/engine/words/deciding.ts';
import { asked, check, every, named, type Probe } from '../../../src/engine/words/suite.ts';
import type { Blame, Check, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import {
  accepted,
  classifyAnswer,
  documented,
  faultOf,
  identifierIn,
  identifierOf,
  ticketIn,
  valuesHint,
} from '../answers.ts';
import { attachFiles, createTickets, modifyTicket } from '../probes.ts';
import { KINDS_OF_TEXT } from '../sending.ts';

/** Roles that tell what was tried. */
type Tried = {
  readonly rich?: Exchange | undefined;
  readonly plain?: Exchange | undefined;
  readonly alone?: Readonly<Record<string, Exchange>> | undefined;
  readonly large?: Exchange | undefined;
  readonly empty?: Exchange | undefined;
};

/** The reason in an answer that is not an acceptance. */
function refusalOf(exchange: Exchange): string {
  return (
    faultOf(exchange) ??
    (exchange.outcome.kind === 'answer' ? `status ${statusAndWords(exchange)}` : exchange.outcome.message)
  );
}

/** Whom an answer blames that refuses what was sent; any other says that it could not be tried. */
const REFUSING: ReadonlySet<Blame> = new Set(['target', 'settings']);

/** Judges whether a request with one further documented freedom (`what`) was accepted like the plain one. Time-outs and the like are inconclusive. */
function judgeTaken(
  report: Reporter,
  requirement: string,
  what: string,
  with_: Exchange | undefined,
  { plain }: Tried,
  culprits = '',
): void {
  if (with_ === undefined) return;
  const result = classifyAnswer(with_, report);
  if (result.kind === 'succeeded') report.holds(requirement, true, `${what} to be accepted`, undefined, with_);
  else if (with_.outcome.kind === 'answer' && REFUSING.has(result.blame) && plain !== undefined && accepted(plain))
    report.holds(
      requirement,
      false,
      `${what} to be accepted like the plain request (exchange ${plain.id})`,
      `${refusalOf(with_)}${culprits}`,
      with_,
    );
  else report.undecided(requirement, result.blame, result.why, with_);
}

/** Subject and Correspondence take every XML string. */
function takingText(of: Probe<string, Tried>): Check {
  const requirement = `ticket-bridge/${of.operation}/accepts-any-text`;
  const what = `text with ${Object.keys(KINDS_OF_TEXT).join(', ')}`;
  return check({
    needs: [named('tried', asked(of))],
    decides: [requirement],
    judge({ tried }, report) {
      const refused = Object.entries(tried.alone ?? {}).flatMap(([kind, exchange]) =>
        accepted(exchange) ? [] : [kind],
      );
      judgeTaken(
        report,
        requirement,
        what,
        tried.rich,
        tried,
        refused.length > 0 ? `; sent one by one, refused: ${refused.join(', ')}` : '',
      );
    },
  });
}

/** Each creation gives a separate ticket. */
export const ownTickets = check({
  needs: [every(createTickets)],
  decides: ['ticket-bridge/TicketCreate/own-ticket'],
  judge({ createTickets }, report) {
    const known: number[] = [];
    for (const creation of createTickets) {
      const ticket = identifierOf(creation, report.contract);
      if (ticket === undefined) continue;
      if (known.length > 0)
        report.holds(
          'ticket-bridge/TicketCreate/own-ticket',
          !known.includes(ticket),
          `another ticket than ${known.join(', ')}, made before`,
          ticket,
          creation,
        );
      known.push(ticket);
    }
  },
});

/** The identifier that modify and attach return is that of the ticket they were asked to change. */
function sameTicket(of: Probe<string, Tried>): Check {
  const requirement = `ticket-bridge/${of.operation}/same-ticket`;
  const names = (creation: Exchange, report: Reporter) =>
    of.operation === 'TicketModify' ? identifierOf(creation, report.contract)?.toString() : ticketIn(creation);
  return check({
    needs: [named('creations', documented(createTickets)), named('changes', documented(of)), named('tried', asked(of))],
    decides: [requirement],
    judge({ creations, changes, tried }, report) {
      for (const change of changes) {
        const asked = ticketIn(change);
        const creation = asked === undefined ? undefined : creations.find((one) => names(one, report) === asked);
        const ticket = creation && identifierOf(creation, report.contract);
        const returned = identifierIn(change, report.contract);
        if (creation === undefined || ticket === undefined || returned === undefined) continue;
        const same = returned.ticket === ticket;
        // A size that the deployment does not take is a gap, so such an answer does not contradict.
        if (!same && (change === tried.large || change === tried.empty)) continue;
        // The identifier is documented for a modification that succeeded; made-up values may not suit the deployment.
        const values =
          !same && returned.ticket <= 0 && of.operation === 'TicketModify'
            ? valuesHint(of.operation, report)
            : undefined;
        const hint = `the response contains ${returned.ticket}, possibly because the deployment does not accept the values; ${values}`;
        if (!decidable(report, requirement, change, configured(values === undefined, hint))) continue;
        const expected = `${ticket}, the tracker's number of the ticket from its creation (exchange ${creation.id})`;
        report.holds(requirement, same, expected, `${returned.ticket}, another number`, change, returned.at);
      }
    },
  });
}

/** Attachments take any bytes, wrapped base64, and (inferred) any name; sizes are observed. */
export const takingFiles = check({
  needs: [asked(attachFiles)],
  decides: [
    'ticket-bridge/AddTicketAttachment/accepts-any-bytes',
    'ticket-bridge/AddTicketAttachment/accepts-line-wrapped-base64',
    'ticket-bridge/AddTicketAttachment/accepts-any-name',
    'ticket-bridge/gap/size-limits',
    'ticket-bridge/gap/empty-attachment',
  ],
  judge({ attachFiles: { rich, large, empty, ...smaller } }, report) {
    if (rich === undefined || large === undefined || empty === undefined) return;
    const whole = accepted(rich) ? rich : undefined;
    const taken = (statement: string, what: string, file: Exchange | undefined, plain = smaller.plain) =>
      judgeTaken(report, `ticket-bridge/AddTicketAttachment/accepts-${statement}`, what, file, { plain });
    taken('any-bytes', 'a file that holds every byte value', whole ?? smaller.everyByte);
    taken('line-wrapped-base64', 'base64 in lines of 76 characters', whole ?? smaller.wrapped);
    taken('any-name', 'a name with a blank and letters beyond ASCII', accepted(large) ? large : smaller.oddName, whole);
    const said = (exchange: Exchange) => (accepted(exchange) ? 'accepted' : refusalOf(exchange));
    report.observe('ticket-bridge/gap/size-limits', `1 MiB: ${said(large)}`, large);
    report.observe('ticket-bridge/gap/empty-attachment', `empty: ${said(empty)}`, empty);
  },
});

export const texts = [createTickets, modifyTicket].map(takingText);
export const sameTickets = [modifyTicket, attachFiles].map(sameTicket);
