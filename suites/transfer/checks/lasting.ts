/** Submitted and cancelled jobs at the end of the lane. */

import {
  check,
  decidable,
  type Exchange,
  ifSent,
  jsonOf,
  judgeAnswer,
  memberOf,
  preview,
  type Reporter,
  restsOn,
  sent,
  shows,
  state,
  statusAndWords,
  statusOf,
  succeeded,
} from '../../words.ts';
import { cancelCombined, cancelJob, readAgain } from '../probes/cancelling.ts';
import { submitCombined } from '../probes/forms.ts';
import { hasChanged, idsIn, isFinalState, isFinished, isGone } from '../probes/reading.ts';
import { submitPlain } from '../probes/submitting.ts';
import { isMarked, keepsFinished, type Life, livesIn, stateIn } from './lives.ts';

const OWN = 'transfer/job-status/reads-submitted-job';
const ALONE = 'transfer/cancel-job/cancels-that-job-alone';
const LISTED = 'transfer/list-jobs/lists-submitted-jobs';

/** A job with its last reading. */
type Ended = Life & { readonly last: Exchange };

/** Submitted jobs are still there and listed; jobs of other forms were not cancelled with the plain one. */
export const lasting = check({
  needs: [sent(readAgain), ifSent(cancelJob), ifSent(cancelCombined)],
  decides: [OWN, ALONE, LISTED],
  judge({ readAgain: { listing, jobs }, cancelCombined: { cancelled } = {} }, report) {
    const all = livesIn(report);
    const lives = jobs.flatMap((last) => {
      const life = all.get(last.params['job_id']);
      return life ? [{ ...life, last }] : [];
    });
    judgeKept(lives, report);
    // Without this cancellation, which one of those jobs was cancelled is unknown.
    const apart: readonly string[] = cancelled ? [submitPlain.name] : [submitPlain.name, submitCombined.name];
    judgeAlone(
      lives.filter(
        ({ submission, cancellations }) =>
          cancellations.length > 0 || (report.returned.includes(submission) && !apart.includes(submission.probe)),
      ),
      report,
    );
    if (listing && succeeded(listing)) judgeListed(lives, listing, report);
  },
});

function judgeKept(lives: readonly Ended[], report: Reporter<typeof OWN>) {
  const kept = keepsFinished(report);
  for (const { id, last, readings, cancelled, cancellations } of lives) {
    const read = readings.filter((one) => succeeded(one) && one.endedAt <= last.startedAt);
    if (statusOf(last) === 500) judgeAnswer(report, OWN, last, `the job ${preview(id)}`);
    // A request with an invalid credential that removes its job contradicts another requirement.
    const attempt = cancellations.find(({ purpose }) => purpose === 'refusal');
    const isRemoved = attempt && !readings.some((one) => succeeded(one) && one.startedAt >= attempt.endedAt);
    if (cancelled || isRemoved || !isGone(last) || read.some((one) => isFinished(jsonOf(one).json))) continue;
    state(report, OWN, last, {
      unless: kept,
      ok: false,
      expected: `the job ${preview(id)}${read.length > 0 ? ', which could be read before' : ''}`,
      got: statusAndWords(last),
    });
  }
}

/** Whether a job has the mark now, and had not before. */
const isMarkedSince = ({ readings, last }: Ended) =>
  isMarked(last) && readings.some((one) => succeeded(one) && !isMarked(one));

/**
 * Judges that the cancellation of the plain job cancels no other job. Jobs also end by themselves: one counts as
 * cancelled if it got the mark of the cancelled ones, or if an older one has not ended, and all cancelled jobs end in
 * its state.
 */
function judgeAlone(lives: readonly Ended[], report: Reporter<typeof ALONE>) {
  const changed = lives.filter(({ before, last }) => before && hasChanged(last, before));
  const ended = new Set(changed.filter(isEnded).map(({ last }) => stateIn(last)));
  const others = lives.filter(({ cancellations, last }) => cancellations.length === 0 && stateIn(last) !== undefined);
  const alike = others.filter(({ last }) => ended.has(stateIn(last)));
  const open = others.filter((life) => !alike.includes(life) && !isFinished(jsonOf(life.last).json));
  const isOlder = ({ last, submission }: Ended, than: Ended) =>
    last.startedAt - submission.endedAt >= than.last.endedAt - than.submission.startedAt;
  const marked = changed.length > 0 && changed.every(isMarkedSince) ? others.find(isMarkedSince) : undefined;
  const unlike =
    ended.size === 1 ? alike.find((life) => isEnded(life) && open.some((one) => isOlder(one, life))) : undefined;
  const hit = marked ?? unlike;
  const known = decidable(report, ALONE, alike[0]?.last, [
    shows(changed.length > 0, 'no cancelled job changed'),
    shows(others.length > 0, 'no other job was read'),
    shows(
      hit || alike.length === 0,
      `${alike.length} of ${others.length} other jobs ended like the cancelled ones, perhaps by themselves`,
    ),
  ]);
  if (!known) return;
  const name = marked ? 'cancel_job' : 'job_state';
  const same = marked ? others.filter(({ last }) => isMarked(last)) : alike;
  report.assert(
    ALONE,
    hit === undefined,
    'only the cancelled jobs to be cancelled',
    hit &&
      `\`${name}\` ${preview(memberOf(jsonOf(hit.last).json, name))}, as in the cancelled jobs, in ${same.length} of ${others.length} jobs that were not cancelled`,
    hit?.last ?? others[0]?.last,
    hit && `/${name}`,
  );
}

/**
 * Jobs that have not ended are listed if others in the same state are, without another sign that only a part is listed.
 */
function judgeListed(lives: readonly Ended[], listing: Exchange, report: Reporter<typeof LISTED>) {
  const listed = idsIn(listing);
  const under = lives.filter(
    ({ cancelled, last, submission }) =>
      !cancelled &&
      stateIn(last) !== undefined &&
      !isFinished(jsonOf(last).json) &&
      submission.endedAt <= listing.startedAt,
  );
  const found = under.filter(({ id }) => listed.has(id.toLowerCase()));
  const missing = under.filter(
    (one) =>
      !found.includes(one) &&
      found.some(
        ({ last, submission }) => stateIn(last) === stateIn(one.last) && submission.startedAt >= one.submission.endedAt,
      ),
  );
  const [first] = missing;
  const earlier = report.exchanges.find(
    ({ lane, operation, params }) =>
      lane === report.lane && operation === listing.operation && params['vo_name'] === undefined,
  );
  const before = earlier ? [...idsIn(earlier)] : [];
  const whole = listed.size % 10 !== 0 && Math.log2(listed.size) % 1 !== 0;
  state(report, LISTED, listing, {
    unless: [
      restsOn(Array.isArray(jsonOf(listing).json), 'not judged: the listing is not a JSON array'),
      shows(
        found.length > 0,
        'the list contains no unfinished submitted job, and the document leaves open which jobs are listed',
      ),
      shows(
        // If the listing contains only the latest jobs, those that were listed before disappear first.
        !first || (whole && before.length > 0 && before.every((id) => listed.has(id))),
        'the listing may contain only a part of all jobs',
      ),
    ],
    ok: first === undefined,
    expected: 'every job that was submitted before and has not ended',
    got: first && `${missing.length} of ${under.length} not listed, among them ${first.id}`,
  });
}

/** Whether a job has ended in a state that the document does not specify. */
function isEnded({ last }: Ended) {
  return !isFinalState(stateIn(last)) && isFinished(jsonOf(last).json);
}
