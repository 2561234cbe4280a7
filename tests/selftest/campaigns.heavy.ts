/**
 * Every fault, every variant, and random deployments. Several share a run; `npm run proof` tries each by itself.
 */
import { describeWith, PEERS } from '../peers/peer.ts';
import { provesEveryRequirement } from './campaigns.ts';

provesEveryRequirement(10, { 'ticket-bridge': { documented: 30, faults: 380, variants: 30 } });

provesEveryRequirement(10, { 'data-hub': { documented: 139, faults: 500, variants: 28 } });

provesEveryRequirement(10, { transfer: { documented: 150, faults: 750, variants: 28 } });

describeWith(PEERS.python, 'the client library', () =>
  provesEveryRequirement(4, { 'client-library': { documented: 35, faults: 92, variants: 5 } }),
);
