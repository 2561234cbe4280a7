/** Records the runs that changed judges are to judge; `npm run mutation` begins with it. */
import { test } from 'vitest';
import { SUBJECTS } from '../../src/selftest/subjects.ts';
import { partOf } from './parts.ts';
import { recordRuns } from './recorded-runs.ts';

test.each(Object.entries(SUBJECTS).filter(([of]) => partOf(process.env).recorded.includes(of)))('records the runs of %s', async (_, makeSubject) => {
  const subject = await makeSubject();
  try {
    await recordRuns(subject);
  } finally {
    await subject.close();
  }
});
