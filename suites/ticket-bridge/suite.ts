/** The ticket bridge's suite. */
import { loadContract } from '../../src/contract/contracts.ts';
import type { Suite } from '../../src/engine/types.ts';
import { answers, ownTickets, sameTickets, takingFiles, texts } from './checks/flows.ts';
import { messages } from './checks/messages.ts';
import { prepareTicketBridge } from './prepare.ts';
import { attachFiles, closing, createTickets, modifyTicket } from './probes.ts';
import type { TicketBridgeTarget } from './settings.ts';
import { unnamedRoles } from './unnamed-roles.ts';

export const ticketBridgeSuite: Suite<TicketBridgeTarget> = {
  interface: 'ticket-bridge',
  contract: (profile) => loadContract('ticket-bridge', profile ? { profile } : {}),
  prepare: prepareTicketBridge,
  probes: [createTickets, modifyTicket, attachFiles, closing],
  checks: [...answers, ...messages, ...texts, ownTickets, ...sameTickets, takingFiles],
  unnamedRoles,
  notPlanned: () => new Map(),
};
