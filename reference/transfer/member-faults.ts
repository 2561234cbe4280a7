/** Faults in the members of the transfer service's records, derived from the schemas. */
import { recordFaults, spoil } from '../record-faults.ts';
import type { RecordSource } from '../record-values.ts';
import type { FaultDefinition } from './behaviour.ts';

/** Lanes in which a flag of the schemas decides. */
const LANES: ReadonlySet<string> = new Set(['certificate', 'token']);
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
  if (where && LANES.has(where.flag)) tags.push(`lane:${where.holds ? where.flag : OTHER[where.flag]}`);
  if (where?.flag === 'status') tags.push(where.holds ? 'status' : 'listing');
  return tags;
}
