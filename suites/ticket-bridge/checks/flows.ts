/** Whether the operations take what they must take, and return the ticket's identifier. */
import { statusAndWords } from '../../../src/engine/answer.ts';
import { configured, decidable } from '../../../src/engine/deciding.ts';
import { check, every, type Probe } from '../../../src/engine/suite.ts';
import type { Blame, Check, Reporter } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { accepted, classifyAnswer, exchangesOf, faultOf, identifierIn, identifierOf, madeUpParts, valuesHint, valuesSuit } from '../answers.ts';
import { attachFiles, createTickets, modifyTicket } from '../probes.ts';
import { KINDS_OF_TEXT } from '../sending.ts';

function labelled(exchanges: readonly Exchange[], label: string): Exchange | undefined {
  return exchanges.find((exchange) => exchange.label === label);
}

/** The reason in an answer that is not an acceptance. */
function refusalOf(exchange: Exchange): string {
  return faultOf(exchange) ?? (exchange.outcome.kind === 'answer' ? `status ${statusAndWords(exchange)}` : exchange.outcome.message);
}

/** Whom an answer blames that refuses what was sent; any other says that it could not be tried. */
const REFUSING: ReadonlySet<Blame> = new Set(['target', 'settings']);

/** Judges whether a request with one further documented freedom (`what`) was accepted like the plain one. Time-outs and the like are inconclusive. */
function judgeTaken(report: Reporter, row: string, what: string, with_: Exchange | undefined, plain: Exchange | undefined, culprits = ''): void {
  if (with_ === undefined) return;
  const result = classifyAnswer(with_, report.exchanges, report.settings);
  if (result.kind === 'succeeded') report.holds(row, true, `${what} to be accepted`, undefined, with_);
  else if (with_.outcome.kind === 'answer' && REFUSING.has(result.blame) && plain !== undefined && accepted(plain))
    report.holds(row, false, `${what} to be accepted like the plain request (exchange ${plain.id})`, `${refusalOf(with_)}${culprits}`, with_);
  else report.undecided(row, result.blame, result.why, with_);
}

/** Subject and Correspondence take every XML string. */
function takingText(of: Probe): Check {
  const row = `ticket-bridge/${of.operation}/accepts-any-text`;
  return check({
    needs: [every(of)],
    decides: [row],
    judge(evidence, report) {
      const exchanges = exchangesOf(of, evidence);
      const refused = Object.keys(KINDS_OF_TEXT).filter((kind) => exchanges.some((exchange) => exchange.label === kind && !accepted(exchange)));
      judgeTaken(
        report,
        row,
        `text with ${Object.keys(KINDS_OF_TEXT).join(', ')}`,
        labelled(exchanges, 'rich'),
        labelled(exchanges, 'plain'),
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

/** Attachments whose size is the point. */
const SIZES: ReadonlySet<string> = new Set(['large', 'empty']);

/** The identifier that modify and attach return is that of the ticket they were asked to change. */
function sameTicket(of: Probe): Check {
  const row = `ticket-bridge/${of.operation}/same-ticket`;
  return check({
    needs: [every(createTickets), every(of)],
    decides: [row],
    judge(evidence, report) {
      const creations = exchangesOf(createTickets, evidence);
      for (const change of exchangesOf(of, evidence)) {
        const creation = creations.find(({ notes }) => notes?.['externalId'] === change.notes?.['externalId']);
        const ticket = creation && identifierOf(creation, report.contract);
        const returned = identifierIn(change, report.contract);
        if (creation === undefined || ticket === undefined || returned === undefined) continue;
        const same = returned.ticket === ticket;
        // A size that the deployment does not take is a gap, so such an answer does not contradict.
        if (!same && SIZES.has(change.label)) continue;
        // The identifier is documented for a modification that succeeded; made-up values may not suit the deployment.
        const refused = !same && returned.ticket <= 0 && of.operation === 'TicketModify' && !valuesSuit(change, report.settings);
        const hint = `the response contains ${returned.ticket}, possibly because the deployment does not accept the values; ${valuesHint(madeUpParts(change))}`;
        if (!decidable(report, row, change, configured(!refused, hint))) continue;
        const expected = `${ticket}, the tracker's number of the ticket from its creation (exchange ${creation.id})`;
        report.holds(row, same, expected, `${returned.ticket}, another number`, change, returned.at);
      }
    },
  });
}

/** Attachments take any bytes, wrapped base64, and (inferred) any name; sizes are observed. */
export const takingFiles = check({
  needs: [every(attachFiles)],
  decides: [
    'ticket-bridge/AddTicketAttachment/accepts-any-bytes',
    'ticket-bridge/AddTicketAttachment/accepts-line-wrapped-base64',
    'ticket-bridge/AddTicketAttachment/accepts-any-name',
    'ticket-bridge/gap/size-limits',
    'ticket-bridge/gap/empty-attachment',
  ],
  judge({ attachFiles }, report) {
    const [rich, large, empty, plain] = ['rich', 'large', 'empty', 'plain'].map((label) => labelled(attachFiles, label));
    if (rich === undefined || large === undefined || empty === undefined) return;
    const whole = accepted(rich);
    judgeTaken(
      report,
      'ticket-bridge/AddTicketAttachment/accepts-any-bytes',
      'a file that holds every byte value',
      whole ? rich : labelled(attachFiles, 'every-byte'),
      plain,
    );
    judgeTaken(
      report,
      'ticket-bridge/AddTicketAttachment/accepts-line-wrapped-base64',
      'base64 in lines of 76 characters',
      whole ? rich : labelled(attachFiles, 'wrapped'),
      plain,
    );
    const named = accepted(large) ? large : labelled(attachFiles, 'odd-name');
    judgeTaken(report, 'ticket-bridge/AddTicketAttachment/accepts-any-name', 'a name with a blank and letters beyond ASCII', named, whole ? rich : plain);
    const said = (exchange: Exchange) => (accepted(exchange) ? 'accepted' : refusalOf(exchange));
    report.observe('ticket-bridge/gap/size-limits', `1 MiB: ${said(large)}`, large);
    report.observe('ticket-bridge/gap/empty-attachment', `empty: ${said(empty)}`, empty);
  },
});

export const texts = [createTickets, modifyTicket].map(takingText);
export const sameTickets = [modifyTicket, attachFiles].map(sameTicket);
