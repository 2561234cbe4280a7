/** The ticket bridge's suite. */
import type { SendingSuite } from '../words.ts';
import { accepted, changedBy, classifyAnswer, isUnmodified } from './answers.ts';
import { flows } from './checks/flows.ts';
import { messages } from './checks/messages.ts';
import { prepareTicketBridge } from './prepare.ts';
import { attachAgain, closing, modifyAgain } from './probes.ts';

export const ticketBridgeSuite: SendingSuite = {
  interface: 'ticket-bridge',
  prepare: prepareTicketBridge,
  answered: { expected: 'a 2xx response without a SOAP fault', classify: classifyAnswer, about: changedBy },
  accomplished: (exchange, contract) => accepted(exchange) && !isUnmodified(exchange, contract),
  // Probes for which no check waits; the others follow from the checks.
  probes: [modifyAgain, attachAgain, closing],
  checks: [...messages, ...flows],
};
