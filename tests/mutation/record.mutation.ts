/** Records the runs that changed judges judge; `npm run mutation` begins with it. */
import { SUITED } from '../../src/run/installed/suited.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { partOf } from './parts.ts';
import { recordRuns } from './recorded-runs.ts';

test.each(SUITED.filter((of) => partOf(process.env).recorded.includes(of)))('records the runs of %s', async (of) => {
  const reference = await inProcessReferenceOf(of);
  try {
    await recordRuns(reference);
  } finally {
    await reference.close();
  }
});
