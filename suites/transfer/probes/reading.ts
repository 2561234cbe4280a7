/** Reads: identity, jobs, one job, delegation. */

import { isUuid } from '../../../src/records/formats.ts';
import {
  type Answer,
  type Exchange,
  from,
  ifAnswered,
  isObject,
  jsonOf,
  LEFT_OPEN,
  type MemorySlot,
  memberOf,
  NOT_FOUND,
  objectIn,
  optional,
  type ProbeContext,
  probe,
  REMEDY,
  remembered,
  type Settings,
  statusOf,
  succeeded,
  textIn,
  type Value,
} from '../../words.ts';
import { set, settingsOf, statusPath } from '../known-settings.ts';

/** Returns why a job cannot be read, if so. */
export function withoutStatusPath(settings: Settings): string | undefined {
  return typeof settingsOf(settings).jobStatusPath === 'string'
    ? undefined
    : 'TRANSFER_JOB_STATUS_PATH is not set, and the document leaves the path open (e.g. TRANSFER_JOB_STATUS_PATH=/jobs/{job_id})';
}

/** Reads one job. The path is a setting, so only a success elsewhere in the run confirms it. */
export function readJob(context: ProbeContext, jobId: Value): Promise<Exchange> {
  return context.send('job-status', { params: { job_id: jobId }, path: statusPath(context.settings) });
}

/** Returns a member of a response's JSON object, if it is a string, even an empty one: then the run names it. */
export function valueIn(answer: Answer | undefined, name: string): Value | undefined {
  const text = memberOf(answer?.json, name);
  return answer && typeof text === 'string' ? from(answer.exchange, `/${name}`, text) : undefined;
}

export const identity = probe({
  name: 'identity',
  operation: 'identity',
  run: async (_, context) => ({ caller: await context.send('identity') }),
});

export const optionalIdentity = ifAnswered(identity);

/** Statuses with which a service may keep a job from all but its user. */
const OF_OTHERS: ReadonlySet<number | undefined> = new Set([403, ...NOT_FOUND]);

/** Advice if no listed job can be judged. */
export const A_FINISHED_JOB = 'set TRANSFER_FINISHED_JOB_ID to the id of a finished job';

/** Whether the lane has listed jobs before. */
const FIRST_LISTING: MemorySlot<{ sent: boolean }> = { initial: () => ({ sent: false }) };

/** The listing that comes before the lane submits anything: what is in it belongs to others. */
export const listJobs = probe({
  name: 'listJobs',
  operation: 'list-jobs',
  whenEmpty: `allow jobs (ASSAY_ALLOW_CREATE=jobs), or ${A_FINISHED_JOB}`,
  async run(_, context) {
    const listing = await context.send('list-jobs');
    const first = context.memory(FIRST_LISTING);
    if (!first.sent) for (const id of idsIn(listing)) context.foreign.add(id);
    first.sent = true;
    return { listing };
  },
});

/** Maximum number of jobs in different states that are read. */
const MOST_STATES = 5;

/**
 * A listed job, read individually: one of the caller's if any is listed, and one whose identifier has the documented
 * form. At depth `thorough`, also one of the caller's in each listed state.
 */
export const readListedJob = probe({
  name: 'readListedJob',
  operation: 'job-status',
  needs: [listJobs, optionalIdentity],
  unless: withoutStatusPath,
  async run({ listJobs, identity }, context) {
    const listed = listedIn(listJobs.exchange, identity);
    const one = listed.find(({ isOwn, formed }) => isOwn && formed) ?? listed.find(({ formed }) => formed) ?? listed[0];
    if (one === undefined) return {};
    const read = ({ at, id }: typeof one) => readJob(context, from(listJobs.exchange, `/${at}/job_id`, id));
    const job = await read(one);
    if (!one.isOwn && OF_OTHERS.has(statusOf(job)))
      context.note(job, {
        [LEFT_OPEN]: 'the document leaves open whose jobs a caller can read',
        [REMEDY]: `the job may be that of another user: ${A_FINISHED_JOB} of yours`,
      });
    const own = context.depth === 'thorough' ? listed.filter(({ isOwn, formed }) => isOwn && formed) : [];
    const each = [...new Map(own.map((job) => [job.state, job])).values()].slice(0, MOST_STATES);
    return { job, inEachState: succeeded(job) ? await Promise.all(each.map(read)) : [] };
  },
});

/** Returns the jobs of a listing: identifier, place, state, and whether the job is the caller's. */
const listedIn = (listing: Exchange, identity: Answer | undefined) =>
  jobsIn(listing).flatMap((job, at) => {
    const [id, user, state] = ['job_id', 'user_dn', 'job_state'].map((name) => memberOf(job, name));
    const isOwn = user !== undefined && user === memberOf(identity?.json, 'user_dn');
    return typeof id === 'string' ? [{ id, at, state, isOwn, formed: isUuid(id) }] : [];
  });

/** The finished job that the settings name, if any; it may no longer be kept. */
export const readFinishedJob = probe({
  name: 'readFinishedJob',
  operation: 'job-status',
  unless: withoutStatusPath,
  async run(_, context) {
    const id = set(context.settings, 'finishedJobId');
    return id === undefined ? {} : { job: await readJob(context, id) };
  },
});

/**
 * Ends a lane: shows that the credential is accepted after everything else, with an operation other than a failed one.
 */
export const closing = probe({
  name: 'closing',
  operation: 'closing',
  needs: [optional(identity)],
  last: true,
  async run({ identity: asked }, context) {
    const failed = asked.some((one) => !succeeded(one)) && context.offers('list-jobs');
    return {
      last: await context.send(context.offers('identity') && !failed ? 'identity' : 'list-jobs', {
        purpose: 'closing',
      }),
    };
  },
});

/** Returns the virtual organisation to list by: one that the service named, else the setting. */
export function organisation(context: ProbeContext, identity: Answer | undefined): Value | undefined {
  const named = memberOf(identity?.json, 'vos');
  const vos: readonly unknown[] = Array.isArray(named) ? named : [];
  const own = set(context.settings, 'vo');
  const name = own?.text ?? vos.find((vo) => typeof vo === 'string' && vo !== '');
  const at = vos.indexOf(name);
  return identity && typeof name === 'string' && at !== -1 ? from(identity.exchange, `/vos/${at}`, name) : own;
}

/** States that the document lists for finished jobs. */
const FINAL_STATES: ReadonlySet<unknown> = new Set(['FINISHED', 'FAILED']);

/** Whether a value of `job_state` is that of a finished job. */
export function isFinalState(state: unknown): boolean {
  return FINAL_STATES.has(state);
}

/**
 * Whether a job object says that the job has finished: in a state known to be final, or with a time in `job_finished`.
 */
export function isFinished(job: unknown): boolean {
  const state = memberOf(job, 'job_state');
  return isFinalState(state) || typeof memberOf(job, 'job_finished') === 'string';
}

/** Whether a reading shows a job that has finished. */
export const hasEnded = (reading: Exchange): boolean => isFinished(jsonOf(reading).json);

/** Returns the jobs that a response shows: those of a listing, or the one that was read. */
export function jobsIn(answer: Exchange): readonly unknown[] {
  if ((answer.operation !== 'list-jobs' && answer.operation !== 'job-status') || !succeeded(answer)) return [];
  const { json } = jsonOf(answer);
  return Array.isArray(json) ? json : [json];
}

const placesOf = remembered(
  (jobs: readonly unknown[]) =>
    new Map(
      jobs.map((job, at) => [textIn(job, 'job_id')?.toLowerCase() ?? '', at] as const).filter(([id]) => id !== ''),
    ),
);

/** Returns the places in a response of the jobs that it shows, by their identifiers in lower case. */
export const placesIn = (answer: Exchange): ReadonlyMap<string, number> => placesOf(jobsIn(answer));

const idsOf = remembered((places: ReadonlyMap<string, number>): ReadonlySet<string> => new Set(places.keys()));

/** Returns the identifiers of the jobs that a response shows, in lower case. */
export const idsIn = (answer: Exchange): ReadonlySet<string> => idsOf(placesIn(answer));

/** Whether the service no longer has what was requested. */
export function isGone(reading: Exchange): boolean {
  return NOT_FOUND.has(statusOf(reading));
}

/**
 * Whether a member of a job differs from every reading in `before`: an earlier one of this job, then those of jobs that
 * may have changed without a cancellation.
 */
export function hasChanged(reading: Exchange, ...before: readonly Exchange[]): boolean {
  if (isGone(reading) || !isObject(jsonOf(reading).json)) return true;
  const now = textsOf(reading);
  const earlier = before.map(textsOf);
  // A missing member is a change if every earlier reading has it.
  const names = [...now.keys(), ...(earlier[0]?.keys() ?? [])];
  return names.some((name) => earlier.every((texts) => texts.get(name) !== now.get(name)));
}

/** Returns the members of the job that a reading shows, as texts. */
const textsOf = remembered((reading: Exchange): ReadonlyMap<string, string> => {
  const members = Object.entries(objectIn(jsonOf(reading).json) ?? {});
  return new Map(members.map(([name, value]) => [name, JSON.stringify(value)]));
});
