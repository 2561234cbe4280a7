/** Operations that are tried with bad credentials in another way than by asking again: those with a form, and those that change jobs. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { endedUnanswered } from '../../../src/engine/words/answering.ts';
import { askWithEach, type Try, trying, withEach } from '../../../src/engine/words/derived/bad-credentials.ts';
import { kindOf } from '../../../src/engine/words/derived/credential-kinds.ts';
import { probe } from '../../../src/engine/words/suite.ts';
import { listJobs, optionalIdentity, organisation, withoutStatusPath } from './reading.ts';
import {
  cancel,
  cancelJob,
  readOwnJob,
  type Submitted,
  submit,
  submitPlain,
  submitPlainly,
  withoutStorages,
} from './submitting.ts';

/** With and without the query that the listing takes. */
export const refuseList = trying('list-jobs', [listJobs], {
  needs: [optionalIdentity],
  forms: { vo_name: 'by-vo' },
  async send(good, tries, context, { identity }) {
    const vo = organisation(context, identity);
    const forms = vo === undefined ? [{}] : [{}, { vo_name: vo }];
    const [plain, byOrganisation] = await Promise.all(
      forms.map((params) => askWithEach(good, tries, context, { params })),
    );
    return { ...plain, byOrganisation };
  },
});

/**
 * The listing by virtual organisation, after all tries of the listing: it shows that listing still succeeds, and that the query is one
 * that succeeds. A listing may be large, so each form is asked once.
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

export const refuseSubmit = trying('submit-job', [submitPlain], {
  creates: ['jobs'],
  unless: withoutStorages,
  async send(_, tries, context) {
    const made: Submitted[] = [];
    const attempts = await withEach(tries, async (one) => {
      const submitted = await submit(context, [], one.credential, one);
      made.push(submitted);
      return submitted.exchange;
    });
    const cutOff = made.filter(({ exchange }) => endedUnanswered(exchange.outcome));
    if (cutOff.length === 0) return attempts;
    // If valid submissions succeed before and after them, those connections ended because of the credential, and left no job.
    const after = (await submit(context, [], 'after-tries', { purpose: 'closing' })).exchange;
    if (succeeded(after)) for (const { entry } of cutOff) context.cleanup(entry, async () => true);
    return { ...attempts, after };
  },
});

/**
 * A cancellation that is let in destroys its job, so each attempt has a separate job; the good cancellation after it cleans up.
 * A job that is older than all of them, and read after them, shows whether jobs keep their state without a cancellation.
 */
export const refuseCancel = trying('cancel-job', [cancelJob], {
  creates: ['jobs'],
  async send(_, tries, context) {
    const readable = withoutStatusPath(context.settings) === undefined;
    const untouched = readable ? (await submitPlainly(context, 'untouched', { purpose: 'other' })).jobId : undefined;
    const once = async (one: Try) => {
      const { exchange: victim, jobId } = await submitPlainly(context, `victim-${one.credential}`, {
        purpose: 'other',
      });
      if (jobId === undefined) return { victim };
      const attempt = await cancel(context, jobId, one);
      const after = readable ? await readOwnJob(context, jobId) : undefined;
      return { attempt, after, closing: await cancel(context, jobId, { purpose: 'closing' }) };
    };
    // Each try takes four requests, so one credential of each kind suffices.
    const kinds =
      context.depth === 'thorough' ? tries : tries.filter(({ credential }) => credential === kindOf(credential));
    return { ...(await withEach(kinds, once)), untouched: untouched && (await readOwnJob(context, untouched)) };
  },
});
