import { describeWith, PEERS } from '../peers/peer.ts';
import { provesEveryRequirement } from './campaigns.ts';

describeWith(PEERS.python, 'the client library', () => provesEveryRequirement('alone', 2, { 'client-library': { documented: 35, faults: 92, variants: 35 } }));
