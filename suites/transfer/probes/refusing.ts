/**
 * Operations that are tried with invalid credentials, but not by repeating the same request: those with a form, and
 * those that change jobs.
 */
import {
  answerOf,
  endedUnanswered,
  kindOf,
  type ProbeContext,
  probe,
  type RequestOptions,
  sendWithEach,
  succeeded,
  type Try,
  trying,
  withEach,
} from '../../words.ts';
import type { Addition } from '../submission.ts';
import { listJobs, optionalIdentity, organisation, withoutStatusPath } from './reading.ts';
import {
  behindChange,
  cancel,
  cancelJob,
  cancelUnderWay,
  readOwnJob,
  type SubmitOptions,
  type Submitted,
  submit,
  submitPlain,
  submitPlainly,
  withoutStorages,
} from './submitting.ts';

/** Tried with and without the query that the listing takes. */
const refuseList = trying('list-jobs', [listJobs], {
  needs: [optionalIdentity],
  forms: { vo_name: 'by-vo' },
  async send(good, tries, context, { identity }) {
    const vo = organisation(context, identity);
    const forms: RequestOptions['params'][] = vo === undefined ? [{}] : [{}, { vo_name: vo }];
    const [plain, byOrganisation] = await Promise.all(
      forms.map((params) => sendWithEach(good, tries, context, { params })),
    );
    return { ...plain, byOrganisation };
  },
});

/**
 * The listing by virtual organisation, after all tries of the listing: it shows that listing still succeeds, and that
 * the query is one that succeeds. A listing may be large, so each form is sent once.
 */
export const listByOrganisation = probe({
  name: 'listByOrganisation',
  operation: 'list-jobs',
  needs: [listJobs, optionalIdentity],
  after: [refuseList],
  async run({ identity }, context) {
    const vo = organisation(context, identity);
    const byOrganisation = vo && (await context.send('list-jobs', { params: { vo_name: vo } }));
    const plain =
      byOrganisation && succeeded(byOrganisation) ? undefined : await context.send('list-jobs', { purpose: 'closing' });
    return { byOrganisation, plain };
  },
});

/** In later rounds each try can come directly after a valid request, on the same connection. */
const connectionOf = ({ credential }: Try, { round, runId }: ProbeContext) =>
  round === 0 ? {} : { connection: `${credential} of ${runId}` };

export const refuseSubmit = trying('submit-job', [submitPlain], {
  needs: [optionalIdentity],
  creates: ['jobs'],
  unless: withoutStorages,
  async send(_, tries, context, { identity }) {
    const made: Submitted[] = [];
    // A service may check the storages first; a job that results from a rejected submission is recognised by a storage
    // that no other names.
    const additions: readonly Addition[] = context.round === 0 ? [] : ['own-storage'];
    const attempts = await withEach(tries, async (one) => {
      const connection = connectionOf(one, context);
      // In each later round, half of the tries come directly after a valid request.
      if (context.round > 0 && identity && tries.indexOf(one) % 2 === context.round % 2)
        await context.again(identity.exchange, { purpose: 'closing', ...connection });
      const submitted = await submit(context, additions, one.credential, { ...one, ...connection, ends: true });
      made.push(submitted);
      return submitted.exchange;
    });
    // In later rounds, also if failed requirements are tried again, a listing shows the jobs.
    if (context.round > 0 && context.offers('list-jobs')) await context.send('list-jobs');
    const cutOff = made.filter(({ exchange }) => endedUnanswered(exchange.outcome));
    if (cutOff.length === 0) return attempts;
    // If valid submissions succeed before and after them, those connections ended because of the credential, and left
    // no job.
    const after = (await submit(context, [], 'after-tries', { purpose: 'closing' })).exchange;
    if (succeeded(after)) for (const { entry } of cutOff) context.cleanup(entry, async () => true);
    return { ...attempts, after };
  },
});

/**
 * An accepted cancellation destroys its job, so each attempt has a separate job; the good cancellation after it cleans
 * up. A job that is older than all of them, and read after them, shows whether jobs keep their state without a
 * cancellation.
 */
export const refuseCancel = trying('cancel-job', [cancelJob], {
  creates: ['jobs'],
  async send(_, tries, context) {
    const readable = withoutStatusPath(context.settings) === undefined;
    const aside: SubmitOptions = { purpose: 'other', ...behindChange(context) };
    const untouched = readable ? (await submitPlainly(context, 'untouched', aside)).jobId : undefined;
    const once = async (one: Try) => {
      const connection = connectionOf(one, context);
      const { exchange: victim, jobId } = await submitPlainly(context, `victim-${one.credential}`, {
        purpose: 'other',
        ...connection,
      });
      if (jobId === undefined) return { victim };
      const attempt = await cancel(context, jobId, { ...one, ...connection, ends: true });
      const after = readable ? await readOwnJob(context, jobId) : undefined;
      const before = after && succeeded(after) ? answerOf(after) : undefined;
      return { attempt, after, closing: await cancelUnderWay(context, jobId, before, { purpose: 'closing' }) };
    };
    // Each try takes four requests, so one credential of each kind suffices.
    const kinds =
      context.depth === 'thorough' ? tries : tries.filter(({ credential }) => credential === kindOf(credential));
    return { ...(await withEach(kinds, once)), untouched: untouched && (await readOwnJob(context, untouched)) };
  },
});
