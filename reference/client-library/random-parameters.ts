/** Parameters of the documented calls, and further ones. */
import fc, { type Arbitrary } from 'fast-check';

export const CALLS = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit', 'get_job_status'] as const;
export type CallName = (typeof CALLS)[number];

/** Endpoints B, client library; the names of what the reference takes where the document shows none. */
export const PARAMETERS: Readonly<Record<CallName, readonly string[]>> = {
  Context: ['endpoint', 'ucert', 'ukey', 'verify'],
  whoami: ['context'],
  new_transfer: ['source', 'destination', 'checksum', 'filesize', 'metadata'],
  new_job: ['transfers'],
  submit: ['context', 'job'],
  get_job_status: ['context', 'job_id'],
};

/** A parameter: its name, how it is taken, and what it means to the reference; null: nothing. */
export type Taken = readonly [
  name: string,
  kind: 'by-position' | 'both' | 'rest' | 'by-name' | 'further',
  meaning: string | null,
];

/** Names that neither the document nor Python has: each has a part without letters. */
export const furtherNames = (): Arbitrary<string[]> =>
  fc.uniqueArray(
    fc.oneof(
      fc.stringMatching(/^[a-z]{1,8}_[a-z0-9]{1,4}_$/),
      fc.constantFrom('é_', 'λ1', 'self', 'cls', 'args', 'kwargs'),
    ),
    { maxLength: 5 },
  );
