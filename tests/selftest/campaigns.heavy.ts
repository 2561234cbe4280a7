/** Every fault and every variant by itself, and random deployments. */
import { describeWith, PEERS } from '../peers/peer.ts';
import { provesEveryRequirement } from './campaigns.ts';

provesEveryRequirement(30, {
  'data-hub': { documented: 139, faults: 500, variants: 220 },
  transfer: { documented: 150, faults: 750, variants: 190 },
  'ticket-bridge': { documented: 30, faults: 380, variants: 140 },
});

// Its runs start processes, so fewer are made.
describeWith(PEERS.python, 'the client library', () =>
  provesEveryRequirement(4, { 'client-library': { documented: 35, faults: 92, variants: 35 } }),
);
