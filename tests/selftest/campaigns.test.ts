import { provesEveryRequirement } from './campaigns.ts';

provesEveryRequirement('together', 1, {
  'data-hub': { documented: 139, faults: 160, variants: 80 },
  transfer: { documented: 120, faults: 160, variants: 40 },
  'ticket-bridge': { documented: 25, faults: 40, variants: 40 },
});
