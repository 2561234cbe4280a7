/** Listings and submissions with invalid credentials. */
import {
  endedUnanswered,
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
import { listJobs, optionalIdentity, organisation, readFinishedJob, readListedJob } from './reading.ts';
import {
  cancelIfCreated,
  readSubmittedJob,
  type Submitted,
  submit,
  submitPlain,
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
export const connectionOf = ({ credential }: Try, { round, runId }: ProbeContext) =>
  round === 0 ? {} : { connection: `${credential} of ${runId}` };

export const refuseSubmit = trying('submit-job', [submitPlain], {
  needs: [optionalIdentity],
  creates: ['jobs'],
  unless: withoutStorages,
  async send(_, tries, context, { identity }) {
    const made: Submitted[] = [];
    // A service may check the storages first. Where it accepts one that no other job names, a job that results from a
    // rejected submission is recognised by it.
    const marked = await submit(context, ['own-storage'], 'own-storage', { purpose: 'closing' });
    const additions: readonly Addition[] = succeeded(marked.exchange) ? ['own-storage'] : [];
    const attempts = await withEach(tries, async (one) => {
      const connection = connectionOf(one, context);
      // In each later round, half of the tries come directly after a valid request.
      if (context.round > 0 && identity && tries.indexOf(one) % 2 === context.round % 2)
        await context.again(identity.exchange, { purpose: 'closing', ...connection });
      const submitted = await submit(context, additions, one.credential, { ...one, ...connection, ends: true });
      made.push(submitted);
      return submitted.exchange;
    });
    const listing = context.offers('list-jobs') ? await context.send('list-jobs') : undefined;
    if (listing && additions.length > 0) for (const one of made) cancelIfCreated(context, one, listing);
    const cutOff = made.filter(({ exchange }) => endedUnanswered(exchange.outcome));
    if (cutOff.length === 0) return attempts;
    // If valid submissions succeed before and after them, those connections ended because of the credential, and left
    // no job.
    const after = (await submit(context, [], 'after-tries', { purpose: 'closing' })).exchange;
    if (succeeded(after)) for (const { entry } of cutOff) context.cleanup(entry, async () => true);
    return { ...attempts, after };
  },
});

/** Tried before the submitted job is cancelled, because it may be the only one that can be read. */
export const refuseRead = trying('job-status', [readListedJob, readSubmittedJob, readFinishedJob]);
