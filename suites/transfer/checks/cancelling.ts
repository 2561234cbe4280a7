/** Cancellation of a job. */
import { jsonOf, mediaTypeOf, statusAndWords, statusOf, succeeded } from '../../../src/engine/words/answer.ts';
import { arrives, decidable, restsOn, shows } from '../../../src/engine/words/deciding.ts';
import { asked, check } from '../../../src/engine/words/suite.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import { preview } from '../../../src/records/preview.ts';
import { settingsOf } from '../known-settings.ts';
import { hasChanged, isFinished, isGone } from '../probes/reading.ts';
import { cancelJob, readSubmittedJob } from '../probes/submitting.ts';

/** Cancelling a job changes it. */
export const cancelling = check({
  needs: [asked(cancelJob), readSubmittedJob],
  decides: ['transfer/cancel-job/leaves-a-trace', 'transfer/gap/cancel-body', 'transfer/gap/job-transitions'],
  judge({ cancelJob: { cancelled, after }, readSubmittedJob }, report) {
    if (cancelled?.outcome.kind !== 'answer' || !succeeded(cancelled)) return;
    const size = cancelled.outcome.body.size;
    report.observe(
      'transfer/gap/cancel-body',
      size === 0 ? 'empty' : `${mediaTypeOf(cancelled) || 'no media type'}, ${size} bytes`,
      cancelled,
    );
    const requirement = 'transfer/cancel-job/leaves-a-trace';
    const before = readSubmittedJob.json;
    if (after === undefined) return;
    const gone = isGone(after);
    const open = decidable(report, requirement, after, [
      restsOn(
        memberOf(before, 'job_state') !== undefined,
        'the job as it was before its cancellation could not be read',
        readSubmittedJob.exchange,
      ),
      shows(!isFinished(before), 'the job had finished before it could be cancelled', readSubmittedJob.exchange),
      arrives(
        gone || succeeded(after),
        `the job could not be read after its cancellation (${after.outcome.kind === 'answer' ? statusAndWords(after) : 'no response'})`,
      ),
    ]);
    if (!open) return;
    const [was, is] = [
      memberOf(before, 'job_state'),
      gone ? `${statusOf(after)}` : memberOf(jsonOf(after).json, 'job_state'),
    ];
    report.observe('transfer/gap/job-transitions', `${preview(was)} to ${preview(is)} by cancellation`, after);
    report.holds(
      requirement,
      hasChanged(after, before),
      `a job that changed within ${settingsOf(report.settings).cancelWaitMs} ms`,
      `the job exactly as it was, in state ${preview(was)}`,
      after,
    );
  },
});
