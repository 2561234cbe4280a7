/** Which faults can be injected together, so that each is still seen by itself. */
import type { Fault } from '../../reference/types.ts';

/** Every fault once, in order, in groups of at most so many; no two of a group name a requirement that the other turns red. */
export function faultGroups(faults: readonly Fault[], most: number): Fault[][] {
  const groups: Fault[][] = [];
  let open: Fault[][] = [];
  for (const fault of faults) {
    const group = open.find((others) => others.every((other) => !reddens(fault, other.kills) && !reddens(other, fault.kills)));
    if (group) group.push(fault);
    else groups.push([fault]);
    open = groups.filter(({ length }) => length < most);
  }
  return groups;
}

const reddens = ({ kills, also = [] }: Fault, requirement: string): boolean => kills === requirement || also.includes(requirement);
