/** A deployment of the transfer reference for a test, and what such deployments are made of. */
import { errorResponse } from '../../reference/transfer/answers.ts';
import type { Asked, Behaviour, OperationName } from '../../reference/transfer/behaviour.ts';
import { WRONG_BODIES, wrongBody } from '../../reference/transfer/body-faults.ts';

/** One deployment. */
export interface Deployment {
  readonly what: string;
  readonly fault?: string;
  readonly variants?: readonly string[];
  readonly does?: () => Behaviour;
  /** Settings that differ; an empty value is unset. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of requirements the verdict, and words of the message or of what was observed. */
  readonly shows: Readonly<Record<string, readonly [verdict: string, words: string]>>;
}

export const JOB = 'transfer/job';
export const IDENTITY = 'transfer/identity';
export const MEANINGLESS = 'the authorised request failed';
export const UNDOCUMENTED = 'the authorised response is not as documented';

/** Puts the calls that `applies` names off. */
export const busy = (applies: (asked: Asked) => boolean): Behaviour => ({
  instead: (asked) => (applies(asked) ? errorResponse(503, 'busy') : undefined),
});
/** Every good answer of an operation has another body. */
export const body = (operation: OperationName, what: string): Behaviour => ({
  answer: (response, asked) =>
    asked.operation === operation
      ? wrongBody(response, WRONG_BODIES[what] ?? ((text) => ({ text: `[${text}]` })))
      : response,
});
export const refusals = (operation: OperationName, said: readonly [string, string]): Deployment['shows'] => ({
  [`transfer/${operation}/refuses/none`]: said,
});
/** A record lacks a member. */
export const lacks = (record: string, member: string, shows: Deployment['shows']): Deployment => ({
  what: `${record} lacks ${member}`,
  does: () => ({
    record: (each, members) =>
      each === record ? Object.fromEntries(Object.entries(members).filter(([name]) => name !== member)) : members,
  }),
  shows,
});
export const silent = 'not judged: the response is already invalid';

/** Who cancelled a job may not read it any more. */
export const hidesCancelled: Behaviour = {
  instead: ({ operation, id, jobs, now }) => {
    const job = jobs.all.get(id);
    return operation === 'job-status' && job && jobs.stateAt(job, now).state === 'CANCELED'
      ? errorResponse(403, 'no')
      : undefined;
  },
};

/** A cancelled job is not there any more; the answer that says so still holds what was last read of it. */
export const showsWhatIsGone = (): Behaviour => {
  const read = new Map<string, Uint8Array>();
  return {
    answer(response, { operation, id, jobs, now }) {
      const job = jobs.all.get(id);
      if (operation !== 'job-status' || job === undefined || !(response.body instanceof Uint8Array)) return response;
      if (jobs.stateAt(job, now).state === 'CANCELED')
        return { ...response, status: 404, body: read.get(id) ?? response.body };
      read.set(id, response.body);
      return response;
    },
  };
};
