/** Every response of the bridge to every request is a SOAP 1.1 message with two documented parts. */

import { isOtherEncoding, isSoapEncoding, SOAP_ENCODING } from '../../../src/soap/namespaces.ts';
import type { Decoded, SoapResponse } from '../../../src/soap/xml-tree.ts';
import {
  check,
  type Exchange,
  mediaTypeOf,
  type Probe,
  preview,
  type Reporter,
  restsOn,
  state,
  statusOf,
  succeeded,
} from '../../words.ts';
import { codeOf, documentedValue, messageOf, partsOf, sentTo, wordsOf } from '../answers.ts';
import { settingsOf } from '../known-settings.ts';
import { attachFiles, createTickets, everyRequest, modifyTicket } from '../probes.ts';

const STATEMENTS = [
  'envelope',
  'media-type',
  'http-status',
  'namespace',
  'encoding-style',
  'no-other-encoding',
  'part-count',
  'part-names',
  'part-order',
  's-gensym3',
  's-gensym5',
] as const;

type Statement = (typeof STATEMENTS)[number];

/** Judges the messages of one operation's responses. */
function answersOf(of: Probe) {
  const id = (statement: Statement) => `ticket-bridge/${of.operation}/${statement}`;
  return check({
    needs: everyRequest(of),
    decides: STATEMENTS.map(id),
    judge(_, report) {
      for (const exchange of sentTo(of, report)) {
        const message = messageOf(exchange);
        if (message === undefined) continue;
        const status = statusOf(exchange);
        report.observe('ticket-bridge/gap/status-codes', status, exchange);
        if (message.ok) {
          const [ok, expected] = message.fault
            ? [status === 500, 'status 500, because the response is a SOAP fault']
            : [succeeded(exchange), 'a 2xx status, because the response is not a SOAP fault'];
          report.assert(id('http-status'), ok, expected, status, exchange);
        }
        if (message.ok && message.fault) {
          report.observe('ticket-bridge/gap/faults', wordsOf(message.fault), exchange);
          report.observe('ticket-bridge/gap/error-codes', codeOf(message.fault), exchange);
          continue;
        }
        if (!succeeded(exchange)) {
          report.observe(
            'ticket-bridge/gap/error-bodies',
            `${status}: ${mediaTypeOf(exchange) || 'no media type'}, ${exchange.outcome.body?.size} bytes`,
            exchange,
          );
          continue;
        }
        const type = mediaTypeOf(exchange);
        report.assert(
          id('media-type'),
          type === 'text/xml',
          'Content-Type text/xml',
          type ? preview(type) : 'no Content-Type',
          exchange,
        );
        if (message.ok) judgeResponse(id, report, exchange, message);
        // XML allows any charset; which of them Assay reads is Assay's matter.
        else if (message.stage === 'unread-charset')
          report.undecided(id('envelope'), 'suite', `not judged: ${message.problem}`, exchange);
        else
          report.assert(
            id('envelope'),
            false,
            'a SOAP 1.1 message with one response',
            `${message.problem}${type === 'text/html' ? '; by its Content-Type, text/html, it is probably an HTML page' : ''}`,
            exchange,
            message.at,
          );
      }
    },
  });
}

/** A response: its namespace, its encoding, its parts. `id`: the requirement of a statement. */
function judgeResponse(
  id: (statement: Statement) => string,
  report: Reporter,
  exchange: Exchange,
  { response, form }: Extract<Decoded, { response: SoapResponse }>,
) {
  report.uphold(id('envelope'), exchange);
  const service = settingsOf(report.settings).namespace;
  report.assert(
    id('namespace'),
    response.namespace === service,
    `the response element in the namespace ${preview(service)}`,
    response.namespace ? preview(response.namespace) : 'no namespace',
    exchange,
    response.at,
  );
  const reading = partsOf(response, exchange.operation, report.contract);
  const { count, names, order, values, further } = reading;
  // The encoding of parts beyond the documented ones is not judged.
  const own = response.parts.filter((part) => !further.includes(part.local));
  const styled = own.filter((part) => isSoapEncoding(part.encodingStyle)).length;
  const byParts = styled > 0 && styled === own.length;
  const stated = isSoapEncoding(response.encodingStyle) || byParts;
  // The style of a part applies to it, whatever that of the response element (SOAP 1.1, section 4.1.1).
  const other = byParts
    ? undefined
    : [response, ...own].map(({ encodingStyle }) => encodingStyle).find(isOtherEncoding);
  report.assert(
    id('no-other-encoding'),
    other === undefined,
    `soap:encodingStyle="${SOAP_ENCODING}", or none`,
    other && preview(other),
    exchange,
    response.at,
  );
  state(report, id('encoding-style'), exchange, {
    unless: restsOn(other === undefined, 'the response states another encoding'),
    ok: stated,
    expected: `soap:encodingStyle="${SOAP_ENCODING}" on the response element, an element around it, or every part`,
    got:
      styled > 0
        ? `soap:encodingStyle on only ${styled} of ${own.length} parts`
        : response.encodingStyle === undefined
          ? 'no soap:encodingStyle'
          : preview(response.encodingStyle),
    at: response.at,
  });
  for (const [statement, finding] of [
    ['part-count', count],
    ['part-names', names],
    ['part-order', order],
    ...values,
  ] as [Statement, typeof count][]) {
    if (finding.decided) report.assert(id(statement), finding.ok, finding.expected, finding.got, exchange, finding.at);
    else report.undecided(id(statement), 'target', finding.why, exchange);
  }
  report.observe('ticket-bridge/gap/response-wrapper', response.local, exchange);
  const originator = documentedValue(reading, 's-gensym5');
  if (originator !== undefined)
    report.observe('ticket-bridge/gap/originator-values', String(originator.value), exchange);
  const { charset, encodingStyleOn, typedParts, qualifiedParts, references } = form;
  const parts = { 'with xsi:type': typedParts, 'in a namespace': qualifiedParts, 'given by href': references };
  const counts = Object.entries({ ...parts, 'beyond the documented ones': further.length })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  report.observe(
    'ticket-bridge/gap/response-form',
    `charset ${charset}; encodingStyle on ${encodingStyleOn}; parts: ${counts.join(', ') || 'none with xsi:type'}`,
    exchange,
  );
}

export const messages = [createTickets, modifyTicket, attachFiles].map(answersOf);
