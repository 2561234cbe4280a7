/** The same requests with bad credentials, between good ones. */
import { succeeded } from '../../../src/engine/answer.ts';
import { endedUnanswered } from '../../../src/engine/answering.ts';
import { made, paramsOf } from '../../../src/engine/origins.ts';
import { ifAnswered, probe } from '../../../src/engine/suite.ts';
import type { ProbeContext, RequestOptions } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { given, statusPath } from '../given.ts';
import { badCredentials, kindOf } from '../refused.ts';
import { delegation } from './delegating.ts';
import { identity, listJobs, optionalIdentity, organisation, readJob, readListedJob, withoutStatusPath } from './reading.ts';
import { cancel, cancelJob, readSubmittedJob, submit, submitForm, submitPlain, submitPlainly, withoutStorages } from './submitting.ts';

/** The bad credentials that a lane holds for an operation. */
function bad(context: ProbeContext, operation: string): readonly string[] {
  return badCredentials(context.contract, operation).filter((name) => context.hasCredential(name));
}

/**
 * Sends what a good credential was answered to, with each bad one.
 * @param options for all of them; `params`: added to those of the good request
 */
function tryAll(context: ProbeContext, good: Exchange | undefined, options: RequestOptions = {}): Promise<Exchange[]> {
  if (good === undefined) return Promise.resolve([]);
  const path = redirectedPath(good, String(given(context.settings).url));
  const asked = { ...options, ...(path !== undefined && { path: made(path) }), params: { ...paramsOf(good), ...options.params } };
  return Promise.all(bad(context, good.operation).map((kind) => context.send(good.operation, { ...asked, credential: kind, purpose: 'refusal', label: kind })));
}

/** Target of a redirect of the good credential: a service may redirect every caller there, which is not a refusal. */
function redirectedPath(good: Exchange, base: string): string | undefined {
  const last = good.attempts.at(-1)?.url ?? good.request.url;
  return last !== good.request.url && last.startsWith(`${base}/`) ? last.slice(base.length) : undefined;
}

export const refuseIdentity = probe({
  name: 'refuseIdentity',
  operation: 'identity',
  needs: [identity],
  run: ({ identity }, context) => tryAll(context, identity.exchange),
});

export const refuseList = probe({
  name: 'refuseList',
  operation: 'list-jobs',
  needs: [listJobs],
  run: ({ listJobs }, context) => tryAll(context, listJobs.exchange),
});

/** The same tries with the query that the listing takes. */
export const refuseListByOrganisation = probe({
  name: 'refuseListByOrganisation',
  operation: 'list-jobs',
  needs: [listJobs, optionalIdentity],
  async run({ listJobs, identity }, context) {
    const vo = organisation(context, identity);
    return vo === undefined ? [] : tryAll(context, listJobs.exchange, { params: { vo_name: vo } });
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
  after: [refuseList, refuseListByOrganisation],
  async run({ identity }, context) {
    const vo = organisation(context, identity);
    const byOrganisation = vo && (await context.send('list-jobs', { params: { vo_name: vo } }));
    const plain = byOrganisation && succeeded(byOrganisation) ? undefined : await context.send('list-jobs', { purpose: 'closing' });
    return { byOrganisation, plain };
  },
});

export const refuseDelegation = probe({
  name: 'refuseDelegation',
  operation: 'delegation',
  needs: [delegation],
  async run({ delegation }, context) {
    const params = paramsOf(delegation.exchange);
    const tries = await tryAll(context, delegation.exchange);
    return [...tries, await context.send('delegation', { params, purpose: 'closing' })];
  },
});

export const refuseStatus = probe({
  name: 'refuseStatus',
  operation: 'job-status',
  needs: [ifAnswered(readListedJob), ifAnswered(readSubmittedJob)],
  unless: withoutStatusPath,
  async run({ readListedJob, readSubmittedJob }, context) {
    const good = (readListedJob ?? readSubmittedJob)?.exchange;
    const id = good && paramsOf(good)['job_id'];
    if (id === undefined) return [];
    const tries = await tryAll(context, good, { path: statusPath(context.settings) });
    return [...tries, await readJob(context, id)];
  },
});

export const refuseSubmit = probe({
  name: 'refuseSubmit',
  operation: 'submit-job',
  needs: [submitPlain],
  creates: ['jobs'],
  unless: withoutStorages,
  async run(_, context) {
    const tries = await Promise.all(
      bad(context, 'submit-job').map((kind) => submit(context, 'plain', kind, { credential: kind, purpose: 'refusal', label: kind })),
    );
    const exchanges = tries.map(({ exchange }) => exchange);
    const cutOff = tries.filter(({ exchange }) => endedUnanswered(exchange.outcome));
    if (cutOff.length === 0) return exchanges;
    // If valid submissions succeed before and after them, those connections ended because of the credential, and left no job.
    const after = (await submit(context, 'plain', 'after-tries', { purpose: 'closing' })).exchange;
    if (succeeded(after)) for (const { entry } of cutOff) context.cleanup(entry, async () => true);
    return [...exchanges, after];
  },
});

/** The last form, with both values, goes after the tries, so that it also shows that submitting still succeeds. */
export const submitOverwrite = probe({
  name: 'submitOverwrite',
  operation: 'submit-job',
  needs: [submitPlain],
  after: [refuseSubmit],
  creates: ['jobs'],
  unless: withoutStorages,
  async run(_, context) {
    return { ...(await submitForm(context, 'overwrite')), ...(await submitForm(context, 'no-overwrite')) };
  },
});

/** The job of a lane that is cancelled only after its attempts: it shows whether jobs move on by themselves. */
export const UNTOUCHED = 'untouched';

/** Note of a submission: the kind of bad credential with which its job was to be cancelled. */
export const VICTIM_OF = 'victimOf';

/**
 * A cancellation that is let in destroys its job, so each attempt has a separate job; the good cancellation after it cleans up.
 * A job that is older than all of them, and read after them, shows whether jobs keep their state without a cancellation.
 */
export const refuseCancel = probe({
  name: 'refuseCancel',
  operation: 'cancel-job',
  needs: [cancelJob],
  creates: ['jobs'],
  async run(_, context) {
    const readable = withoutStatusPath(context.settings) === undefined;
    const untouched = readable ? (await submitPlainly(context, UNTOUCHED, { purpose: 'other' })).jobId : undefined;
    const one = async (kind: string): Promise<Exchange[]> => {
      const victim = await submitPlainly(context, `victim-${kind}`, { purpose: 'other', notes: async () => ({ [VICTIM_OF]: kind }) });
      const id = victim.jobId;
      if (id === undefined) return [victim.exchange];
      const attempt = await cancel(context, id, { credential: kind, purpose: 'refusal', label: kind });
      const read = readable ? [await readJob(context, id, { label: `after-${kind}` })] : [];
      return [attempt, ...read, await cancel(context, id, { purpose: 'closing' })];
    };
    // Each try takes four requests, so one credential of each kind.
    const names = bad(context, 'cancel-job').filter((name) => name === kindOf(name));
    const tries = (await Promise.all(names.map(one))).flat();
    return untouched === undefined ? tries : [...tries, await readJob(context, untouched, { label: `after-${UNTOUCHED}` })];
  },
});
