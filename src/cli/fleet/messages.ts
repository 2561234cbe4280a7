/** What a fleet and the processes that run its deployments say to each other. */

/** One deployment to run. */
export interface Task {
  readonly name: string;
  readonly envFile: string;
  /** Where its results go. */
  readonly out: string;
  readonly only?: readonly string[];
  readonly requireComplete?: true;
  readonly baseline?: string;
  readonly failOn?: readonly string[];
  readonly compare?: string;
}

/** To a process: run this, or end what you are at in good order. */
export type ToMember = { readonly run: Task } | { readonly stop: true };

/** From a process: the run has ended and its results are written, or what went wrong, without secrets. */
export type FromMember = { readonly ended: number } | { readonly failed: string };
