/** Listings of 100,000 jobs, right and wrong. */

import { documentedMembers, readRecords } from '../reference/record-values.ts';
import { uuidOf } from '../reference/transfer/jobs.ts';

const JOBS = 100_000;

/** The error in every job of a listing. */
export type Wrong = 'nothing' | 'five fields' | 'all fields';

const FIVE = ['submit_time', 'priority', 'source_se', 'job_metadata', 'reason'];

/** Returns a JSON text of 100,000 job objects, about 62 MB. */
export function listing(wrong: Wrong): Buffer {
  const record = readRecords('transfer').get('transfer/job');
  if (record === undefined) throw new Error('there is no schema of the job object');
  const spoilt = wrong === 'nothing' ? [] : wrong === 'five fields' ? FIVE : Object.keys(record.properties);
  const parts: string[] = [];
  for (let index = 0; index < JOBS; index += 1) {
    const job = documentedMembers(record, new Set(), index, {
      job_id: uuidOf(`listing ${index}`),
      job_finished: '2026-03-04T05:16:07',
    });
    // An array, because no documented member may be one.
    for (const name of spoilt) if (name in job) job[name] = [index];
    parts.push(JSON.stringify(job));
  }
  return Buffer.from(`[${parts.join(',')}]`);
}
