/** The ticket bridge's suite. */
import { type SendingSuite, succeeded } from '../words.ts';
import { accepted, changedBy, classifyAnswer, isUnmodified } from './answers.ts';
import { flows } from './checks/flows.ts';
import { messages } from './checks/messages.ts';
import { prepareTicketBridge } from './prepare.ts';
import { closing } from './probes.ts';

export const ticketBridgeSuite: SendingSuite = {
  interface: 'ticket-bridge',
  prepare: prepareTicketBridge,
  answered: {
    expected: 'a 2xx response without a SOAP fault',
    classify: classifyAnswer,
    about: changedBy,
    fails: (exchange) => succeeded(exchange) && !accepted(exchange),
  },
  accomplished: (exchange, contract) => accepted(exchange) && !isUnmodified(exchange, contract),
  // No check waits for it; the other probes follow from the checks.
  probes: [closing],
  checks: [...messages, ...flows],
};
