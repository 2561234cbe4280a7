import { clientLibrarySubject } from '../../src/selftest/subjects.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { provesEveryRequirement } from './matrix.ts';

describeWith(PEERS.python, 'client-library', () =>
  provesEveryRequirement('client-library', clientLibrarySubject, { documented: 35, faults: 92, variants: 35 }),
);
