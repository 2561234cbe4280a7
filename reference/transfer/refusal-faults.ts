/** Faults of authentication: a bad credential is let in, for one operation and one kind. */
import { type FaultDefinition, OPERATIONS, type OperationName } from './behaviour.ts';
import { REFUSED_KINDS, type RefusedKind } from './refused-kinds.ts';

/** What has to be allowed, or set, for an operation to be asked at all. */
export const needsOf = (operation: OperationName): string[] => {
  if (operation === 'submit-job' || operation === 'cancel-job') return ['jobs'];
  return operation === 'job-status' ? ['status'] : [];
};

export function refusalFaults(): FaultDefinition[] {
  return [...OPERATIONS.flatMap((operation) => REFUSED_KINDS.map((kind) => letIn(operation, kind))), ...REFUSED_KINDS.map(refusedButDone)];
}

const letIn = (operation: OperationName, kind: RefusedKind): FaultDefinition => ({
  id: `transfer/${operation}/refuses/${kind}@let-in`,
  kills: `transfer/${operation}/refuses/${kind}`,
  verdict: 'fail',
  title: `${operation} answers ${kind} as it answers a good credential`,
  origin: 'derived',
  tags: ['refusal', ...needsOf(operation)],
  create: () => ({ letsIn: (each, asked) => each === kind && asked === operation }),
});

const refusedButDone = (kind: RefusedKind): FaultDefinition => ({
  id: `transfer/cancel-job/refuses/${kind}@refused-but-done`,
  kills: `transfer/cancel-job/refuses/${kind}`,
  verdict: 'fail',
  title: `cancel-job says no to ${kind}, and cancels the job`,
  origin: 'hand',
  tags: ['refusal', 'jobs', 'status'],
  create: () => ({
    refusal: (response, each, { operation, id, jobs, now }) => {
      const job = jobs.all.get(id.toLowerCase());
      if (each === kind && operation === 'cancel-job' && job) jobs.cancel(job, now);
      return response;
    },
  }),
});
