/** The ticket bridge's suite. */
import { loadTicketBridgeContract } from '../../src/contract/ticket-bridge.ts';
import type { Suite } from '../../src/engine/types.ts';
import type { TicketBridgeTarget } from '../../src/settings/types.ts';
import { answers, ownTickets, sameTickets, takingFiles, texts } from './checks/flows.ts';
import { messages } from './checks/messages.ts';
import { prepareTicketBridge } from './prepare.ts';
import { attachFiles, createTickets, modifyTicket } from './probes.ts';

export const ticketBridgeSuite: Suite<TicketBridgeTarget> = {
  interface: 'ticket-bridge',
  contract: (profile) => loadTicketBridgeContract(profile ? { profile } : {}),
  prepare: prepareTicketBridge,
  probes: [createTickets, modifyTicket, attachFiles],
  checks: [...answers, ...messages, ...texts, ownTickets, ...sameTickets, takingFiles],
  notPlanned: () => new Map(),
};
