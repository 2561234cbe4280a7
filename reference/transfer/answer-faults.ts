/** Faults of whole operations: one does not answer one kind of credential with success. */
import { errorResponse } from './answers.ts';
import { type FaultDefinition, OPERATIONS, type OperationName } from './behaviour.ts';
import type { LaneName } from './credentials.ts';
import { needsOf } from './refusal-faults.ts';

const LANES: readonly LaneName[] = ['certificate', 'token'];

/** What a status says of an operation that is there and was asked as documented, and which operations it says it of. */
const STATUSES: readonly { readonly status: number; readonly title: string; readonly operations: readonly OperationName[] }[] = [
  // The path of job-status comes from a setting, so that it is not found proves nothing.
  ...([404, 405, 410, 501] as const).map((status) => ({ status, title: 'is not there', operations: OPERATIONS.filter((each) => each !== 'job-status') })),
  { status: 500, title: 'breaks', operations: OPERATIONS },
  { status: 401, title: 'refuses a credential that the rest of the service accepts', operations: OPERATIONS },
  // A submission holds what the operator chose; these hold nothing of the kind.
  ...([400, 406, 422] as const).map((status) => ({
    status,
    title: 'calls a documented request wrong',
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
