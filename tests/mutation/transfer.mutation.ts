import { judgesRecordedRuns } from './judging.ts';

await judgesRecordedRuns('transfer');
