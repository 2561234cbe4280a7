import { judgesRecordedRuns } from './judging.ts';

await judgesRecordedRuns('ticket-bridge');
