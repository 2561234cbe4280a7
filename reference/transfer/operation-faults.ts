/** Faults of operations: a bad credential is let in, a good one is refused, a member of a record is wrong. */
import { recordFaults, spoil } from '../record-faults.ts';
import type { RecordSource } from '../record-values.ts';
import { errorResponse } from './answers.ts';
import { type FaultDefinition, OPERATIONS, type OperationName } from './behaviour.ts';
import type { LaneName } from './credentials.ts';
import { REFUSED_KINDS, type RefusedKind } from './refused-kinds.ts';

/** Permission or setting without which an operation is not tested. */
export const needsOf = (operation: OperationName): string[] => {
  if (operation === 'submit-job' || operation === 'cancel-job') return ['jobs'];
  return operation === 'job-status' ? ['status'] : [];
};

export function refusalFaults(): FaultDefinition[] {
  return [
    ...OPERATIONS.flatMap((operation) => REFUSED_KINDS.map((kind) => letIn(operation, kind))),
    ...REFUSED_KINDS.map(letInByVo),
    ...REFUSED_KINDS.map(refusedButDone),
  ];
}

const letIn = (operation: OperationName, kind: RefusedKind): FaultDefinition => ({
  id: `transfer/${operation}/refuses/${kind}@let-in`,
  kills: `transfer/${operation}/refuses/${kind}`,
  verdict: 'fail',
  title: `${operation} accepts the bad credential "${kind}" like the valid one`,
  origin: 'derived',
  tags: ['refusal', ...needsOf(operation)],
  create: () => ({ letsIn: (each, asked, query) => each === kind && asked === operation && !query.has('vo_name') }),
});

const letInByVo = (kind: RefusedKind): FaultDefinition => ({
  id: `transfer/list-jobs/by-vo/refuses/${kind}@let-in`,
  kills: `transfer/list-jobs/by-vo/refuses/${kind}`,
  verdict: 'fail',
  title: `list-jobs with vo_name accepts the bad credential "${kind}" like the valid one`,
  origin: 'derived',
  tags: ['refusal', 'listing'],
  create: () => ({ letsIn: (each, asked, query) => each === kind && asked === 'list-jobs' && query.has('vo_name') }),
});

const refusedButDone = (kind: RefusedKind): FaultDefinition => ({
  id: `transfer/cancel-job/refuses/${kind}@refused-but-done`,
  kills: `transfer/cancel-job/refuses/${kind}`,
  verdict: 'fail',
  title: `cancel-job refuses the bad credential "${kind}", and cancels the job all the same`,
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

const LANES: readonly LaneName[] = ['certificate', 'token'];

/** The meaning of a status in the answer to a documented request, and the operations concerned. */
const STATUSES: readonly { readonly status: number; readonly title: string; readonly operations: readonly OperationName[] }[] = [
  // The path of job-status comes from a setting, so that it is not found proves nothing.
  ...([404, 405, 410, 501] as const).map((status) => ({ status, title: 'is not there', operations: OPERATIONS.filter((each) => each !== 'job-status') })),
  { status: 500, title: 'breaks', operations: OPERATIONS },
  { status: 401, title: 'refuses a credential that the rest of the service accepts', operations: OPERATIONS },
  // A submission holds what the operator chose; these hold nothing of the kind.
  ...([400, 406, 422] as const).map((status) => ({
    status,
    title: 'rejects a documented request as wrong',
    operations: ['identity', 'list-jobs', 'cancel-job', 'delegation'] as const,
  })),
];

/** Id `transfer/<operation>/answers-<lane>@<status>`. */
export function answerFaults(): FaultDefinition[] {
  return STATUSES.flatMap(({ status, title, operations }) =>
    operations.flatMap((operation) =>
      LANES.map((lane): FaultDefinition => {
        const kills = `transfer/${operation}/answers-${lane}`;
        return {
          id: `${kills}@${status}`,
          kills,
          verdict: 'fail',
          title: `${operation} ${title}: ${status} to a good ${lane}`,
          origin: 'hand',
          tags: ['answer', `lane:${lane}`, ...needsOf(operation)],
          create: () => ({
            instead: (asked) => (asked.operation === operation && asked.caller.lane === lane ? errorResponse(status, 'not this time') : undefined),
          }),
        };
      }),
    ),
  );
}

const OTHER: Readonly<Record<string, string>> = { certificate: 'token', token: 'certificate' };

/** One definition for each way in which a documented member can be wrong. */
export function memberFaults(records: ReadonlyMap<string, RecordSource>): FaultDefinition[] {
  return [...records.values()].flatMap(recordFaults).map((fault) => ({
    id: fault.id,
    kills: fault.kills,
    verdict: fault.verdict,
    title: fault.title,
    origin: 'derived',
    tags: tagsOf(fault.record, fault.where),
    create: () => ({
      record: (record, members, asked) => {
        if (record !== fault.record) return members;
        const flags = new Set<string>([asked.caller.lane, ...(asked.operation === 'job-status' ? ['status'] : [])]);
        return spoil(fault, members, flags);
      },
    }),
  }));
}

function tagsOf(record: string, where: { flag: string; holds: boolean } | undefined): string[] {
  const tags = ['member'];
  if (record === 'transfer/submission-result') tags.push('jobs');
  if (where && where.flag in OTHER) tags.push(`lane:${where.holds ? where.flag : OTHER[where.flag]}`);
  if (where?.flag === 'status') tags.push(where.holds ? 'status' : 'listing');
  return tags;
}
