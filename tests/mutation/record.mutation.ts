/** Records the runs that changed judges are to judge; `npm run mutation` begins with it. */
import { test } from 'vitest';
import { SUBJECTS } from '../../src/host/subjects.ts';
import { partOf } from './parts.ts';
import { recordRuns, representatives } from './recorded-runs.ts';

const part = partOf(process.env);

test.each(Object.entries(SUBJECTS).filter(([of]) => part.recorded.includes(of)))('records the runs of %s', async (_, makeSubject) => {
  const subject = await makeSubject();
  try {
    // An interface's own checks are shown every fault; what all interfaces share, one of each kind.
    await recordRuns(subject, part.folder.startsWith('suites/') ? subject.faults : representatives(subject.faults));
  } finally {
    await subject.close();
  }
});
