import { provesEveryRequirement } from './campaigns.ts';

provesEveryRequirement(6, {
  'data-hub': { documented: 139, faults: 400, variants: 120 },
  transfer: { documented: 120, faults: 350, variants: 45 },
  'ticket-bridge': { documented: 25, faults: 120, variants: 40 },
});
