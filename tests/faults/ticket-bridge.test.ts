import { ticketBridgeSubject } from '../../src/selftest/subjects.ts';
import { provesEveryRequirement } from './matrix.ts';

provesEveryRequirement('ticket-bridge', ticketBridgeSubject, { documented: 25, faults: 120, variants: 40 });
