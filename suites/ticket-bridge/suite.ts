/** The ticket bridge's suite. */
import type { SendingSuite } from '../../src/engine/types.ts';
import { answers, ownTickets, sameTickets, takingFiles, texts } from './checks/flows.ts';
import { messages } from './checks/messages.ts';
import { prepareTicketBridge } from './prepare.ts';
import { attachFiles, closing, createTickets, modifyTicket } from './probes.ts';
import { ticketBridgeSettings } from './settings.ts';

export const ticketBridgeSuite: SendingSuite = {
  interface: 'ticket-bridge',
  prepare: async (values) => prepareTicketBridge(ticketBridgeSettings.target(values)),
  probes: [createTickets, modifyTicket, attachFiles, closing],
  checks: [...answers, ...messages, ...texts, ownTickets, ...sameTickets, takingFiles],
  notPlanned: () => new Map(),
};
