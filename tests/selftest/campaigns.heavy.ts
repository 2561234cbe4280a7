import { provesEveryRequirement } from './campaigns.ts';

provesEveryRequirement('alone', 10, {
  'data-hub': { documented: 139, faults: 500, variants: 220 },
  transfer: { documented: 150, faults: 750, variants: 190 },
  'ticket-bridge': { documented: 30, faults: 380, variants: 140 },
});
