/** The ticket bridge's suite. */
import type { SendingSuite } from '../../src/engine/words/types.ts';
import { classifyAnswer } from './answers.ts';
import { ownTickets, sameTickets, takingFiles, texts } from './checks/flows.ts';
import { messages } from './checks/messages.ts';
import { prepareTicketBridge } from './prepare.ts';
import { attachFiles, closing, createTickets, modifyTicket } from './probes.ts';
import { ticketBridgeSettings } from './settings.ts';
import { unnamedRoles } from './unnamed-roles.ts';

export const ticketBridgeSuite: SendingSuite = {
  interface: 'ticket-bridge',
  prepare: async (values) => prepareTicketBridge(ticketBridgeSettings.target(values)),
  answered: { expected: 'a 2xx response without a SOAP fault', classify: classifyAnswer },
  probes: [createTickets, modifyTicket, attachFiles, closing],
  checks: [...messages, ...texts, ownTickets, ...sameTickets, takingFiles],
  unnamedRoles,
  notPlanned: () => new Map(),
};
