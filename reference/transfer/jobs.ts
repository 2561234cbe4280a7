/** Jobs of the transfer reference: they come, move through states by the clock, and are cancelled. */
import { createHash } from 'node:crypto';
import type { SubmittedFile } from './submission.ts';

type Name = 'submitted' | 'active' | 'cancelled' | 'finished' | 'failed';
/**
 * States of the reference's jobs. The document specifies the final ones, FINISHED and FAILED; the others are specific
 * to the reference.
 */
export const STATES: Readonly<Record<Name, string>> = {
  submitted: 'SUBMITTED',
  active: 'ACTIVE',
  cancelled: 'CANCELED',
  finished: 'FINISHED',
  failed: 'FAILED',
};

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
  /** Files of its submission. */
  readonly files?: readonly SubmittedFile[];
  /** A state that the clock does not change, with the time of its end. */
  readonly settled?: { readonly state: string; readonly at: number | null; readonly reason: string | null };
  cancelledAt?: number | undefined;
}

/** Rules by which jobs begin and end. */
export interface JobRules {
  /** Number of jobs at the start. */
  readonly count: number;
  /** Milliseconds from submission until a job is active, and until it is finished. */
  readonly activeAfter: number;
  readonly finishedAfter: number;
}

const MINUTE = 60_000;
const NEIGHBOUR = 'neighbour';

/** Rules of the store by default. */
export const JOB_RULES: JobRules = { count: 8, activeAfter: 2 * MINUTE, finishedAfter: 20 * MINUTE };

export class JobStore {
  readonly all = new Map<string, Job>();
  /** Identifiers of submitted jobs, in order. */
  readonly submitted: string[] = [];
  #rules = JOB_RULES;
  #made = 0;

  /**
   * Adds the first jobs. `now`, in milliseconds, is the time from which their ages are counted; `identify` may change
   * identifiers.
   */
  begin(rules: JobRules, now: number, vo: string, userDn: string, identify: (uuid: string) => string): void {
    this.#rules = rules;
    for (let i = 0; i < rules.count; i++) this.#place(initialJob(i, identify(this.#newId()), now, vo, userDn));
  }

  /** Adds a job; `identify` may change its new identifier. */
  submit(job: Omit<Job, 'id' | 'index'>, identify: (uuid: string) => string): Job {
    const id = identify(this.#newId());
    const cancelledAt = this.all.get(id)?.cancelledAt;
    const placed: Job = { ...job, id, index: this.#made, ...(cancelledAt !== undefined && { cancelledAt }) };
    this.submitted.push(id);
    return this.#place(placed);
  }

  isCancelled(job: Job, now: number): boolean {
    return this.stateAt(job, now).state === STATES.cancelled;
  }

  stateAt(job: Job, now: number) {
    if (job.cancelledAt !== undefined && job.cancelledAt <= now)
      return { state: STATES.cancelled, finishedAt: job.cancelledAt, reason: 'Job canceled by the user' };
    if (job.settled) return { state: job.settled.state, finishedAt: job.settled.at, reason: job.settled.reason };
    const age = now - job.submittedAt;
    if (age >= this.#rules.finishedAfter)
      return { state: STATES.finished, finishedAt: job.submittedAt + this.#rules.finishedAfter, reason: null };
    return { state: age >= this.#rules.activeAfter ? STATES.active : STATES.submitted, finishedAt: null, reason: null };
  }

  #place(job: Job): Job {
    this.all.set(job.id, job);
    this.#made++;
    return job;
  }

  #newId(): string {
    return uuidOf(`1 job ${this.#made}`);
  }
}

/** Returns a version 4 UUID that always comes out the same for a text. */
export function uuidOf(text: string): string {
  const hex = hexOf(text, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Identifier of the first job at the start, a finished one, if no shape of identifiers is given. */
export const FINISHED_JOB_ID = uuidOf('1 job 0');

/**
 * Returns one of the jobs at the start. Most are finished, some under way; every fourth is of another organisation and
 * another user.
 */
function initialJob(index: number, id: string, now: number, vo: string, userDn: string) {
  const submittedAt = now - (index + 1) * 60 * MINUTE;
  const others = index % 4 === 3;
  const end = submittedAt + 10 * MINUTE;
  const settled = [
    { state: STATES.finished, at: end, reason: null },
    { state: STATES.failed, at: end, reason: 'One or more files failed: “No such file or directory”.' },
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
