/** Faults of operations: a bad credential is let in, a good one is refused, a member of a record is wrong. */
import { type DocumentedOperation, type GuardedOperation, guardedOperations } from '../documented-operations.ts';
import { recordFaults, spoil } from '../record-faults.ts';
import type { RecordSource } from '../record-values.ts';
import { errorResponse } from './answers.ts';
import type { FaultDefinition } from './behaviour.ts';
import type { LaneName } from './credentials.ts';
import { type RefusedKind, refusedKinds } from './refused-kinds.ts';

/** Permission or setting without which an operation is not tested. */
export const needsOf = ({ creates, path }: DocumentedOperation): string[] =>
  creates !== undefined ? [creates] : path === undefined ? ['status'] : [];

export function refusalFaults(): FaultDefinition[] {
  return [
    ...guardedOperations('transfer').flatMap((operation) =>
      Object.keys(operation.refused).map((kind) => letIn(operation, kind)),
    ),
    ...refusedKinds().map(letInByVo),
    ...refusedKinds().map(refusedButDone),
  ];
}

const letIn = (operation: GuardedOperation, kind: RefusedKind): FaultDefinition => ({
  id: `transfer/${operation.name}/refuses/${kind}@let-in`,
  kills: `transfer/${operation.name}/refuses/${kind}`,
  verdict: 'fail',
  title: `${operation.name} accepts the bad credential "${kind}" like the valid one`,
  origin: 'derived',
  tags: ['refusal', ...needsOf(operation)],
  create: () => ({
    letsIn: (each, asked, query) => each === kind && asked === operation.name && !query.has('vo_name'),
  }),
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
const STATUSES: readonly {
  readonly title: string;
  readonly codes: readonly number[];
  of(operation: DocumentedOperation): boolean;
}[] = [
  // If the path comes from a setting, that it is not found proves nothing.
  { title: 'is not there', codes: [404, 405, 410, 501], of: ({ path }) => path !== undefined },
  { title: 'breaks', codes: [500], of: () => true },
  { title: 'refuses a credential that the rest of the service accepts', codes: [401], of: () => true },
  // A body holds what the operator chose.
  {
    title: 'rejects a documented request as wrong',
    codes: [400, 406, 422],
    of: ({ path, hasBody }) => path !== undefined && !hasBody,
  },
];

/** Id `transfer/<operation>/answers-<lane>@<status>`. */
export function answerFaults(): FaultDefinition[] {
  const each = guardedOperations('transfer').flatMap((operation) =>
    LANES.map((lane) => ({ operation, name: operation.name, lane })),
  );
  return STATUSES.flatMap(({ title, codes, of }) =>
    codes.flatMap((status) =>
      each
        .filter(({ operation }) => of(operation))
        .map(
          ({ operation, name, lane }): FaultDefinition => ({
            id: `transfer/${name}/answers-${lane}@${status}`,
            kills: `transfer/${name}/answers-${lane}`,
            verdict: 'fail',
            title: `${name} ${title}: ${status} to a good ${lane}`,
            origin: 'derived',
            tags: ['answer', `lane:${lane}`, ...needsOf(operation)],
            create: () => ({
              instead: (asked) =>
                asked.operation === name && asked.caller.lane === lane
                  ? errorResponse(status, 'not this time')
                  : undefined,
            }),
          }),
        ),
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
