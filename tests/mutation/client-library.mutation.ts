import { judgesRecordedRuns } from './judging.ts';

await judgesRecordedRuns('client-library');
