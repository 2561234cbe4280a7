import { judgesRecordedRuns } from './judging.ts';

await judgesRecordedRuns('data-hub');
