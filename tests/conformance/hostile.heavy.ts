import { describeHostile } from './hostile-runs.ts';

describeHostile(['everything', 'the identity check', 'the reading of one job', 'the delegation', 'submission', 'cancellation']);
