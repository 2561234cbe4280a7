/** One job, read alone. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { reportUndecided } from '../../../src/engine/words/answering.ts';
import { asked, check, named } from '../../../src/engine/words/suite.ts';
import { settingsOf } from '../known-settings.ts';
import { isFinalState, readFinishedJob, readListedJob } from '../probes/reading.ts';
import { readSubmittedJob } from '../probes/submitting.ts';
import { BY_STATE } from './reading.ts';

/** The path of one job is observed. */
export const readingJobs = [readListedJob, readSubmittedJob].map((of) =>
  check({
    needs: [named('answer', of)],
    decides: ['transfer/gap/job-status-path'],
    judge({ answer }, report) {
      const { statusPathShown, jobStatusPath } = settingsOf(report.settings);
      report.observe('transfer/gap/job-status-path', String(statusPathShown ?? jobStatusPath), answer.exchange);
    },
  }),
);

/** The job that the settings say has finished has a time in `job_finished` if its state is known to be final. */
export const readingFinishedJob = check({
  needs: [asked(readFinishedJob)],
  decides: [BY_STATE, 'transfer/gap/job-states'],
  judge({ readFinishedJob: { job: exchange } }, report) {
    if (exchange === undefined) return;
    if (!succeeded(exchange)) return reportUndecided(report, BY_STATE, exchange);
    const members: Finished = report.answered(exchange).members(0);
    if (members.job_state === undefined) return;
    report.observe('transfer/gap/job-states', members.job_state, exchange);
    const state = JSON.stringify(members.job_state);
    if (!isFinalState(members.job_state))
      return report.undecided(
        BY_STATE,
        'settings',
        `the job of TRANSFER_FINISHED_JOB_ID is in state ${state}, which is not known to be final`,
        exchange,
      );
    if (members.job_finished === undefined) return;
    const got = `null in a job whose job_state is ${state}`;
    report.holds(
      BY_STATE,
      members.job_finished !== null,
      'a timestamp in job_finished of a finished job',
      got,
      exchange,
      '/job_finished',
    );
  },
});

/** Members of a job that were not contradicted. */
interface Finished {
  readonly job_state?: string;
  readonly job_finished?: string | null;
}
