/** Jobs of the transfer reference: they come, move through states by the clock, and are cancelled. */
import { createHash } from 'node:crypto';
import { STATES } from './states.ts';

/** First hexadecimal digits of the SHA-256 of a text. */
export const hexOf = (text: string, digits = 16): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

export interface Job {
  readonly id: string;
  /** Counts up; picks among example values. */
  readonly index: number;
  readonly vo: string;
  readonly userDn: string;
  readonly delegationId: string;
  /** Milliseconds since 1970. */
  readonly submittedAt: number;
  /** Storage endpoints, scheme and host. */
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
  readonly checksum: boolean;
  /** A state that the clock does not change, with the time of its end. */
  readonly settled?: { readonly state: string; readonly at: number | null; readonly reason: string | null };
  cancelledAt?: number;
}

/** A job at some time. */
export interface JobState {
  readonly state: string;
  readonly finishedAt: number | null;
  readonly reason: string | null;
}

/** How jobs come and go. */
export interface JobRules {
  /** How many jobs there are at the start. */
  readonly count: number;
  /** Milliseconds from submission until a job is active, and until it is finished. */
  readonly activeAfter: number;
  readonly finishedAfter: number;
  /** Identifier of the next submitted job, instead of a new one. */
  readonly nextId: (store: JobStore) => string | undefined;
  /** Gives a new identifier its shape. */
  readonly shape: (uuid: string) => string;
  /** Cancels a job. */
  readonly cancel: (job: Job, now: number, store: JobStore) => void;
}

const MINUTE = 60_000;
const NEIGHBOUR = 'neighbour';

/** Rules of the store by default. */
export const JOB_RULES: JobRules = {
  count: 8,
  activeAfter: 2 * MINUTE,
  finishedAfter: 20 * MINUTE,
  nextId: () => undefined,
  shape: (uuid) => uuid,
  cancel: (job, now) => {
    job.cancelledAt = now;
  },
};

export class JobStore {
  readonly all = new Map<string, Job>();
  readonly rules: JobRules;
  /** Identifiers of submitted jobs, in order. */
  readonly submitted: string[] = [];
  #seed: number;
  #made = 0;

  /** `seed` decides the identifiers. `now`, in milliseconds, is the age's end of the jobs that are there at the start. */
  constructor(rules: JobRules, seed: number, now: number, vo: string, userDn: string) {
    this.rules = rules;
    this.#seed = seed;
    for (let i = 0; i < rules.count; i++) this.#place(initialJob(i, this.#newId(), now, vo, userDn));
  }

  /** Adds a job; its identifier is new unless the rules say otherwise. */
  submit(job: Omit<Job, 'id' | 'index'>): Job {
    const id = this.rules.nextId(this) ?? this.#newId();
    const cancelledAt = this.all.get(id)?.cancelledAt;
    const placed: Job = { ...job, id, index: this.#made, ...(cancelledAt !== undefined && { cancelledAt }) };
    this.submitted.push(id);
    return this.#place(placed);
  }

  /** Cancels a job that is not finished; a finished one stays as it is. */
  cancel(job: Job, now: number): void {
    if (this.stateAt(job, now).finishedAt === null) this.rules.cancel(job, now, this);
  }

  stateAt(job: Job, now: number): JobState {
    if (job.cancelledAt !== undefined && job.cancelledAt <= now)
      return { state: STATES.cancelled, finishedAt: job.cancelledAt, reason: 'Job canceled by the user' };
    if (job.settled) return { state: job.settled.state, finishedAt: job.settled.at, reason: job.settled.reason };
    const age = now - job.submittedAt;
    if (age >= this.rules.finishedAfter)
      return { state: STATES.finished, finishedAt: job.submittedAt + this.rules.finishedAfter, reason: null };
    return { state: age >= this.rules.activeAfter ? STATES.active : STATES.submitted, finishedAt: null, reason: null };
  }

  #place(job: Job): Job {
    this.all.set(job.id, job);
    this.#made++;
    return job;
  }

  #newId(): string {
    return this.rules.shape(uuidOf(`${this.#seed} job ${this.#made}`));
  }
}

/** A version 4 UUID that always comes out the same for a text. */
export function uuidOf(text: string): string {
  const hex = hexOf(text, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Identifier of the first job at the start, a finished one, where no seed and no shape of identifiers is given. */
export const FINISHED_JOB_ID = uuidOf('1 job 0');

/** Jobs at the start: mostly finished ones, some under way; every fourth of another organisation and another user. */
function initialJob(index: number, id: string, now: number, vo: string, userDn: string): Job {
  const submittedAt = now - (index + 1) * 60 * MINUTE;
  const others = index % 4 === 3;
  const end = submittedAt + 10 * MINUTE;
  const settled = [
    { state: STATES.finished, at: end, reason: null },
    { state: STATES.failed, at: end, reason: 'One or more files failed. Please have a look at the details.' },
    { state: STATES.active, at: null, reason: null },
    { state: STATES.finished, at: end, reason: null },
    { state: STATES.submitted, at: null, reason: null },
  ][index % 5];
  return {
    id,
    index,
    vo: others ? NEIGHBOUR : vo,
    userDn: others ? '/DC=example/DC=neighbour/CN=Bo Example' : userDn,
    delegationId: hexOf(others ? NEIGHBOUR : userDn),
    submittedAt,
    source: 'https://source.example.org',
    destination: 'davs://destination.example.org:8443',
    overwrite: index % 2 === 0,
    checksum: index % 2 === 1,
    ...(settled && { settled }),
  };
}
