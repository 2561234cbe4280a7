/** What submissions, the jobs they make, and cancellations have to say. */
import { sameDistinguishedName } from '../../../src/contract/distinguished-name.ts';
import { preview } from '../../../src/contract/preview.ts';
import { jsonOf, mediaTypeOf, statusOf, succeeded } from '../../../src/engine/answer.ts';
import { answering, sayAccepted, sayUndecided } from '../../../src/engine/answering.ts';
import { sayObject } from '../../../src/engine/shapes.ts';
import { check, every, ifAnswered, type Probe } from '../../../src/engine/suite.ts';
import type { Answer } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { identity, isFinished, memberOf, readListedJob } from '../probes/reading.ts';
import { submitOverwrite } from '../probes/refusing.ts';
import {
  cancelJob,
  readSubmittedJob,
  submitChecksumName,
  submitChecksumValue,
  submitFileTokens,
  submitPlain,
  submitSeveralFiles,
  submitSeveralSources,
} from '../probes/submitting.ts';
import { jobIdOf } from '../submission.ts';
import { answersRows } from './reading.ts';

/** Status codes that say there is no such thing. */
const ABSENT = new Set([404, 405, 410, 501]);

export const writesAnswer = [submitPlain, cancelJob].map((of) => answering([of], 'transfer', answersRows(of.operation)));

/** Submitting a job returns its identifier, one of its own. */
export const submitting = check({
  needs: [submitPlain],
  decides: ['transfer/submit-job/returns-json-object', 'record:transfer/submission-result', 'transfer/submit-job/returns-own-id'],
  judge({ submitPlain }, say) {
    const object = sayObject(say, 'transfer/submit-job/returns-json-object', submitPlain);
    if (object === undefined) return;
    say.record('record:transfer/submission-result', object, submitPlain.exchange);
    const mine = jobIdOf(submitPlain.exchange);
    if (mine === undefined) return;
    const submissions = say.exchanges.filter((exchange) => exchange.operation === 'submit-job' && jobIdOf(exchange) !== undefined);
    const listed = say.exchanges
      .filter((exchange) => exchange.operation === 'list-jobs' && succeeded(exchange) && exchange.endedAt <= submitPlain.exchange.startedAt)
      .flatMap(listedIds);
    if (submissions.length < 2 && listed.length === 0)
      return say.cannotTell('transfer/submit-job/returns-own-id', 'settings', 'there was no other job to tell it from');
    const twin = submissions.find((exchange) => exchange.id !== submitPlain.exchange.id && jobIdOf(exchange) === mine);
    const before = listed.includes(mine) ? 'a job that was listed before has it' : undefined;
    const got = twin ? `${mine}, which the submission ${twin.id} returned too` : before ? `${mine}: ${before}` : undefined;
    say.holds('transfer/submit-job/returns-own-id', got === undefined, 'an identifier that no other job has', got, submitPlain.exchange, '/job_id');
  },
});

function listedIds(listing: Exchange): unknown[] {
  const { json } = jsonOf(listing);
  return Array.isArray(json) ? json.map((job) => memberOf(job, 'job_id')) : [];
}

/** A documented addition to an accepted submission is accepted too. */
export const submittingForms = (
  [
    [submitSeveralFiles, 'transfer/submit-job/accepts-several-files'],
    [submitFileTokens, 'transfer/submit-job/accepts-file-tokens'],
    [submitChecksumName, 'transfer/submit-job/accepts-checksum-name'],
    [submitChecksumValue, 'transfer/submit-job/accepts-checksum-value'],
    [submitOverwrite, 'transfer/submit-job/accepts-overwrite'],
    [submitSeveralSources, 'transfer/submit-job/accepts-several-sources'],
  ] as readonly (readonly [Probe, string])[]
).map(([form, row]) =>
  check({
    needs: [submitPlain, every(form)],
    decides: [row],
    judge(evidence, say) {
      const [exchange] = (evidence as Record<string, readonly Exchange[]>)[form.name] ?? [];
      if (exchange === undefined) return;
      const nameless = [(evidence as { submitPlain: Answer }).submitPlain.exchange, exchange].find((one) => succeeded(one) && jobIdOf(one) === undefined);
      if (nameless) say.cannotTell(row, 'target', 'the answer names no job, so whether the submission was accepted is not known', nameless);
      else sayAccepted(say, row, exchange, exchange.notes?.['withToken'] === 'made-up');
    },
  }),
);

/** The submitted job is readable under its identifier, and is the job that was submitted. */
export const readingSubmitted = check({
  needs: [submitPlain, every(readSubmittedJob), ifAnswered(readListedJob), ifAnswered(identity)],
  decides: [
    'transfer/job-status/reads-submitted-job',
    'transfer/job-status/names-source',
    'transfer/job-status/names-destination',
    'transfer/job-status/names-submitter',
  ],
  judge({ submitPlain, readSubmittedJob, readListedJob, identity }, say) {
    const [exchange] = readSubmittedJob;
    const id = jobIdOf(submitPlain.exchange);
    if (exchange === undefined || id === undefined) return;
    const own = 'transfer/job-status/reads-submitted-job';
    if (!succeeded(exchange)) {
      if (readListedJob === undefined) say.cannotTell(own, 'settings', 'no job at all could be read, so TRANSFER_JOB_STATUS_PATH may be wrong', exchange);
      else if (ABSENT.has(statusOf(exchange) ?? 0))
        say.holds(own, false, `the job ${id}`, `it was answered with ${statusOf(exchange)}, while a listed job could be read`, exchange);
      else sayUndecided(say, own, exchange);
      return;
    }
    // A job that has another's identifier may be the other.
    if (say.exchanges.filter((other) => other.operation === 'submit-job' && jobIdOf(other) === id).length > 1) return;
    const { json } = jsonOf(exchange);
    const job = say.contract.records.get('transfer/job')?.judge([json], new Set([say.lane, 'status']));
    const read = job?.vouched(0, 'job_id');
    if (read !== undefined) say.holds(own, String(read).toLowerCase() === id.toLowerCase(), `the job ${id}`, `the job ${preview(read)}`, exchange, '/job_id');
    for (const [row, member, submitted] of [
      ['transfer/job-status/names-source', 'source_se', say.given['source']],
      ['transfer/job-status/names-destination', 'dest_se', say.given['destination']],
    ] as const) {
      const storage = job?.vouched(0, member);
      if (typeof storage === 'string')
        say.holds(row, sameStorage(storage, String(submitted)), `the storage endpoint of ${preview(submitted)}`, storage, exchange, `/${member}`);
    }
    const whoami = say.contract.records.get('transfer/identity')?.judge([identity?.json], new Set([say.lane]));
    const [submitter, caller] = [job?.vouched(0, 'user_dn'), whoami?.vouched(0, 'user_dn')];
    if (say.lane === 'certificate' && typeof submitter === 'string' && typeof caller === 'string') {
      const same = submitter === caller || sameDistinguishedName(submitter, caller);
      say.holds('transfer/job-status/names-submitter', same, caller, submitter, exchange, '/user_dn');
    }
  },
});

/** Scheme and host of two storage addresses are the same; a port counts only where both name one. */
function sameStorage(endpoint: string, address: string): boolean {
  const [a, b] = [endpoint, address].map((url) => /^([a-z][a-z0-9+.-]*):\/\/(?:[^@/?#]*@)?(\[[^\]]*\]|[^:/?#]+)(?::(\d+))?/i.exec(url));
  if (!a || !b) return false;
  const same = (index: 1 | 2) => a[index]?.toLowerCase() === b[index]?.toLowerCase();
  return same(1) && same(2) && (a[3] === undefined || b[3] === undefined || a[3] === b[3]);
}

/** Cancelling a job changes it. */
export const cancelling = check({
  needs: [every(cancelJob), readSubmittedJob],
  decides: ['transfer/cancel-job/leaves-a-trace', 'transfer/gap/cancel-body', 'transfer/gap/job-transitions'],
  judge({ cancelJob, readSubmittedJob }, say) {
    const [deletion, after] = cancelJob;
    if (deletion === undefined || deletion.outcome.kind !== 'answer' || !succeeded(deletion)) return;
    const size = deletion.outcome.body.size;
    say.observe('transfer/gap/cancel-body', size === 0 ? 'empty' : `${mediaTypeOf(deletion) || 'no media type'}, ${size} octets`, deletion);
    const row = 'transfer/cancel-job/leaves-a-trace';
    const before = readSubmittedJob.json;
    if (after === undefined) return;
    if (memberOf(before, 'job_state') === undefined)
      return say.cannotTell(row, 'target', 'the job as it was before its cancellation could not be read', readSubmittedJob.exchange);
    if (isFinished(before)) return say.cannotTell(row, 'settings', 'the job had finished before it could be cancelled', readSubmittedJob.exchange);
    if (after.outcome.kind !== 'answer') return say.cannotTell(row, 'infrastructure', 'the job could not be read after its cancellation', after);
    const [was, is] = [memberOf(before, 'job_state'), succeeded(after) ? memberOf(jsonOf(after).json, 'job_state') : `${statusOf(after)}`];
    say.observe('transfer/gap/job-transitions', `${preview(was)} to ${preview(is)} by cancellation`, after);
    const gone = statusOf(after) === 404 || statusOf(after) === 410;
    if (!succeeded(after) && !gone)
      return say.cannotTell(row, 'infrastructure', `the job could not be read after its cancellation (${statusOf(after)})`, after);
    const unchanged = succeeded(after) && JSON.stringify(jsonOf(after).json) === JSON.stringify(before);
    say.holds(row, !unchanged, `a job that changed within ${say.given['cancelWaitMs']} ms`, `the job exactly as it was, in state ${preview(was)}`, after);
  },
});
