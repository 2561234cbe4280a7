/** Messages between a fleet and its worker processes. */

/** One deployment to run. */
export interface Task {
  readonly name: string;
  readonly envFile: string;
  /** Directory for its results. */
  readonly out: string;
  readonly only?: readonly string[];
  readonly requireComplete?: true;
  readonly baseline?: string;
  readonly failOn?: readonly string[];
  readonly compare?: string;
}

/** To a worker: run this task, or stop the current one gracefully. */
export type ToMember = { readonly run: Task } | { readonly stop: true };

/** From a worker: the exit code of a run whose results are written, or an error message without secrets. */
export type FromMember = { readonly ended: number } | { readonly failed: string };
