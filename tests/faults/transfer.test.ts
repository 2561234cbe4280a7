import { transferSubject } from '../../src/selftest/subjects.ts';
import { provesEveryRequirement } from './matrix.ts';

provesEveryRequirement('transfer', transferSubject, { documented: 120, faults: 350, variants: 45 });
