import { dataHubSubject } from '../../src/selftest/subjects.ts';
import { provesEveryRequirement } from './matrix.ts';

provesEveryRequirement('data-hub', dataHubSubject, { documented: 139, faults: 400, variants: 120 });
