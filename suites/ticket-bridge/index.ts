/** The descriptor of the ticket bridge: everything that the rest of Assay knows about it. */
import type { InterfaceDescriptor } from '../words.ts';
import { ticketBridgeSettings } from './settings.ts';

export const ticketBridge: InterfaceDescriptor = {
  name: 'ticket-bridge',
  settings: ticketBridgeSettings,
  services: [{ name: 'ticket-bridge', address: 'TICKET_BRIDGE_URL' }],
  ca: 'TICKET_BRIDGE_CA',
  removals: {},
  served: { namespace: 'TICKET_BRIDGE_NAMESPACE', traffic: async () => (await import('./traffic.ts')).traffic },
  suite: async () => (await import('./suite.ts')).ticketBridgeSuite,
};
