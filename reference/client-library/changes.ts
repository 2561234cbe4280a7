/**
 * Changes of the reference client library as plain data, which its module carries out at one seam
 * (assay_reference_client/seam.py).
 */
import type { FaultTable as AnyFaultTable, Nth } from '../change.ts';

/** Operators of assay_reference_client/operators.py. */
export type Operator =
  | 'answer'
  | 'as'
  | 'carry'
  | 'configure'
  | 'copy'
  | 'drop'
  | 'exit'
  | 'find'
  | 'further'
  | 'gather'
  | 'leave-threads'
  | 'merge'
  | 'once'
  | 'pick'
  | 'print'
  | 'raise'
  | 'repeat'
  | 'replace'
  | 'set'
  | 'wait'
  | 'write';

/** Conditions of assay_reference_client/seam.py, by name. */
export type Condition =
  | 'verify is False'
  | 'verify left out'
  | 'verifying'
  | 'answered before'
  | 'not answered yet'
  | 'ucert alone'
  | 'ucert is ukey'
  | 'ukey apart'
  | 'proxy in environment'
  | 'certificate in environment'
  | 'several transfers'
  | 'great file size'
  | 'network error';

export const CALLS = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit', 'get_job_status'] as const;
export type CallName = (typeof CALLS)[number];

/**
 * A change as in `reference/change.ts`, except that `path` begins with the part of a call, and `when` is the name of a
 * condition.
 */
export interface LibraryChange {
  /** Calls; absent: all. */
  readonly at?: CallName | readonly CallName[];
  readonly path: string;
  readonly operator: Operator;
  readonly argument?: unknown;
  readonly nth?: Nth;
  /** Becomes `nth`, because each call makes one request. */
  readonly requests?: Nth;
  readonly element?: Nth;
  readonly when?: Condition;
}

/** Makes changes at a call, at several, or at all of them. */
export const changesAt =
  (at?: LibraryChange['at']) => (path: string, operator: Operator, argument?: unknown, when?: Condition) => ({
    ...{ at, path, operator, argument, when },
  });

export const always = changesAt();
export const context = changesAt('Context');
export const whoami = changesAt('whoami');
export const transfer = changesAt('new_transfer');
export const job = changesAt('new_job');
export const submit = changesAt('submit');
export const status = changesAt('get_job_status');
/** The two calls that read a record. */
export const readings = changesAt(['whoami', 'get_job_status']);

export type FaultTable = AnyFaultTable<LibraryChange>;

/** Returns a change that is applied only the n-th time at which it could be, counted in each process. */
export const only = (nth: number, change: LibraryChange) => ({ ...change, nth });
/** Returns a change that is applied only from the n-th time on. */
export const late = (from: number, change: LibraryChange) => ({ ...change, nth: { from } });

/** Returns the operator that raises a built-in exception, and its argument. */
export const raises = (type: string, text: string) => ['raise', { type, text }] as const;
export const AGAIN = raises('RuntimeError', 'not a second time');
/** A parameter: its name, how it is taken, and its meaning for the reference, or null. */
export type Taken = readonly [
  name: string,
  kind: 'by-position' | 'both' | 'rest' | 'by-name' | 'further',
  meaning: string | null,
];

/** Parameters of Endpoints B, client library; with the reference's names if the document shows none. */
export const PARAMETERS: Readonly<Record<CallName, readonly string[]>> = {
  Context: ['endpoint', 'ucert', 'ukey', 'verify'],
  whoami: ['context'],
  new_transfer: ['source', 'destination', 'checksum', 'filesize', 'metadata'],
  new_job: ['transfers'],
  submit: ['context', 'job'],
  get_job_status: ['context', 'job_id'],
};

/**
 * Returns the change by which a call takes other parameters; a bare name is a parameter with the meaning of that name.
 */
export const takes = (of: CallName, ...taken: readonly (string | Taken)[]): LibraryChange =>
  changesAt(of)(
    '/parameters',
    'set',
    taken.map((each) => (typeof each === 'string' ? [each, 'both', each] : each)),
  );

/** Returns the change by which a call takes its parameters only by name or only by position, from a given place on. */
export const takesOnly = (of: CallName, kind: 'by-name' | 'by-position', from = 0): LibraryChange =>
  takes(of, ...PARAMETERS[of].map((name, at): Taken => [name, at < from ? 'both' : kind, name]));
