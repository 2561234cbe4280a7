import { describeHostile } from './hostile-runs.ts';

// The other operations, which take minutes, are in hostile.heavy.ts.
describeHostile(['the listing']);
