/** What every answer of the bridge has to be, whatever was asked: a SOAP 1.1 message with two documented parts. */
import { isSoapEncoding } from '../../../src/contract/soap-namespaces.ts';
import { mediaTypeOf, statusOf, succeeded } from '../../../src/engine/answer.ts';
import { check, every, type Probe } from '../../../src/engine/suite.ts';
import type { Check, Say } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { faultOf, messageOf, partsOf, responseOf } from '../answers.ts';
import { attachFiles, createTickets, modifyTicket } from '../probes.ts';

const STATEMENTS = [
  'envelope',
  'media-type',
  'http-status',
  'namespace',
  'encoding-style',
  'part-count',
  'part-names',
  'part-order',
  's-gensym3',
  's-gensym5',
] as const;
const OBSERVED = ['faults', 'error-codes', 'error-bodies', 'response-wrapper', 'response-form', 'originator-values', 'status-codes'].map(
  (gap) => `ticket-bridge/gap/${gap}`,
);

/** Judges the messages of one operation's answers. */
function answersOf(of: Probe): Check {
  const row = (statement: (typeof STATEMENTS)[number]) => `ticket-bridge/${of.operation}/${statement}`;
  return check({
    needs: [every(of)],
    decides: [...STATEMENTS.map(row), ...OBSERVED],
    judge(evidence, say) {
      for (const exchange of (evidence as Record<string, readonly Exchange[]>)[of.name] ?? []) {
        const message = messageOf(exchange);
        if (message === undefined) continue;
        say.observe('ticket-bridge/gap/status-codes', statusOf(exchange), exchange);
        const isFault = message.ok && message.fault !== undefined;
        if (message.ok) {
          const right = isFault ? statusOf(exchange) === 500 : succeeded(exchange);
          say.holds(row('http-status'), right, isFault ? 'status 500 with a SOAP fault' : 'a 2xx status with a response', statusOf(exchange), exchange);
        }
        if (isFault || !succeeded(exchange)) observeRefusal(say, exchange);
        else sayMessage(say, exchange);
      }
    },
  });

  function sayMessage(say: Say, exchange: Exchange): void {
    const message = messageOf(exchange);
    const type = mediaTypeOf(exchange);
    say.holds(row('media-type'), type === 'text/xml', 'Content-Type text/xml', type || 'no Content-Type', exchange);
    if (!message?.ok) {
      // XML allows any charset; which of them Assay reads is Assay's matter.
      if (message?.stage === 'unread-charset') {
        say.cannotTell(row('envelope'), 'suite', `it cannot be read: ${message.problem}`, exchange);
        return;
      }
      say.holds(row('envelope'), false, 'a SOAP 1.1 message with one response', message?.problem ?? 'nothing', exchange, message?.at);
      return;
    }
    say.holds(row('envelope'), true, 'a SOAP 1.1 message with one response', undefined, exchange);
    const response = responseOf(exchange);
    if (response === undefined) return;
    const service = say.given['namespace'];
    say.holds(
      row('namespace'),
      response.namespace === service,
      `the response element in the namespace ${service}`,
      response.namespace || 'no namespace',
      exchange,
      response.at,
    );
    const { count, names, order, values, further } = partsOf(response, exchange.operation, say.contract);
    // How parts beyond the documented ones are encoded is nobody's business.
    const own = response.parts.filter((part) => !further.includes(part.local));
    const stated = isSoapEncoding(response.encodingStyle) || (own.length > 0 && own.every((part) => isSoapEncoding(part.encodingStyle)));
    say.holds(
      row('encoding-style'),
      stated,
      'the SOAP encoding style in scope of the response',
      response.encodingStyle ?? 'no encodingStyle',
      exchange,
      response.at,
    );
    for (const [statement, finding] of [['part-count', count], ['part-names', names], ['part-order', order], ...values] as [
      (typeof STATEMENTS)[number],
      typeof count,
    ][]) {
      if (finding.decided) say.holds(row(statement), finding.ok, finding.expected, finding.got, exchange, finding.at);
      else say.cannotTell(row(statement), 'target', finding.why, exchange);
    }
    say.observe('ticket-bridge/gap/response-wrapper', response.local, exchange);
    const originator = values.get('s-gensym5');
    if (originator?.decided && originator.ok) say.observe('ticket-bridge/gap/originator-values', String(originator.value), exchange);
    const { charset, encodingStyleOn, typedParts, qualifiedParts, references } = message.form;
    say.observe(
      'ticket-bridge/gap/response-form',
      `${charset}, encodingStyle on ${encodingStyleOn}, parts: ${typedParts} typed, ${qualifiedParts} qualified, ${references} by reference, ${further.length} more`,
      exchange,
    );
  }
}

function observeRefusal(say: Say, exchange: Exchange): void {
  const fault = faultOf(exchange);
  if (fault !== undefined) {
    say.observe('ticket-bridge/gap/faults', fault, exchange);
    say.observe('ticket-bridge/gap/error-codes', fault.split(':').slice(0, -1).join(':') || fault, exchange);
  } else if (exchange.outcome.kind === 'answer')
    say.observe(
      'ticket-bridge/gap/error-bodies',
      `${statusOf(exchange)}: ${mediaTypeOf(exchange) || 'no media type'}, ${exchange.outcome.body.size} octets`,
      exchange,
    );
}

export const messages = [createTickets, modifyTicket, attachFiles].map(answersOf);
