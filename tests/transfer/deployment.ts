/** A deployment of the transfer reference for a test, and its parts. */
import { otherBodies } from '../../reference/transfer/deviations/operation-faults.ts';
import { by, type Call, type Change, isCancelled } from '../../reference/transfer/operators.ts';
import type { Depth } from '../../src/settings/types.ts';

/** A deployment. */
export interface Deployment {
  readonly what: string;
  readonly fault?: string;
  readonly variants?: readonly string[];
  readonly changes?: Change | readonly Change[] | (() => readonly Change[]);
  /** Changed settings; an empty value is unset. */
  readonly env?: Record<string, string>;
  readonly depth?: Depth;
  /** Expected verdicts by requirement, with words of the message or of the observation. */
  readonly shows: Record<string, string>;
}

export const MEANINGLESS = 'inconclusive: the request with the valid credential failed';
export const UNDOCUMENTED = 'inconclusive: the response to the valid credential is not as documented';

/** Returns a change of the body of every successful response of an operation. */
export const body = (at: string, what: string) => otherBodies('object', { at })[what] ?? [];
export const refusals = (operation: string, said: string): Deployment['shows'] => ({
  [`${operation}/refuses/none`]: said,
});
/** Returns a deployment in which a record lacks a member. */
export const lacks = (record: string, path: string, shows: Deployment['shows']): Deployment => ({
  what: `${record} lacks ${path}`,
  changes: { record, path, operator: 'drop' },
  shows,
});
/** Returns the message of a requirement that needs a response which contradicts another one. */
export const restsOn = (requirement: string) =>
  `inconclusive: not judged: a response that this requirement needs contradicts transfer/${requirement}`;

/** Returns whether a request submits a job whose body contains a text. */
export const submits =
  (text: string) =>
  ({ request }: Call) =>
    Buffer.from(request.body).includes(text);
/** Returns whether its path was requested before. */
export const isAgain = ({ earlier, request: { target } }: Call) =>
  earlier.some(({ request }) => request.target === target);

/** The user who cancelled a job may no longer read it. */
export const hidesCancelled: Change = by.refuse({ at: 'job-status', when: isCancelled }, 403);

/**
 * Returns changes by which a cancelled job no longer exists, but the response that says so still contains its last
 * state.
 */
export const showsWhatIsGone = (): readonly Change[] => {
  const read = new Map<string, Uint8Array>();
  return [
    {
      at: 'job-status',
      operator: 'success',
      argument({ body }, asked) {
        if (isCancelled(asked)) return { status: 404, body: read.get(asked.id) ?? body };
        if (body instanceof Uint8Array) read.set(asked.id, body);
        return {};
      },
    },
  ];
};
