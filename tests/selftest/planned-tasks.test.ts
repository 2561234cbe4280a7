/** Which runs a self-test consists of: several faults and variants at once, or each by itself. */
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { faultGroups, plannedTasks } from '../../src/selftest/planned-tasks.ts';
import type { Task } from '../../src/selftest/tasks.ts';
import { closing } from '../afterwards.ts';

const groupsIn = (tasks: Task[]) => tasks.flatMap((task) => (task.kind === 'faults' ? [task.ids] : []));
const combinationsIn = (tasks: Task[]) => tasks.flatMap((task) => (task.kind === 'variants' ? [task.ids] : []));
const extent = { seeds: 2, seed: 1 };

describe.each(['ticket-bridge', 'transfer', 'data-hub'])('%s', async (of) => {
  const reference = closing(await inProcessReferenceOf(of));
  const known = { ...reference, randomness: await reference.randomness?.() };

  test('alone: every fault, and every variant, by itself and some together', () => {
    const tasks = plannedTasks(known, { ...extent, alone: true });
    expect(groupsIn(tasks)).toEqual(known.faults.map(({ id }) => [id]));
    expect(combinationsIn(tasks).filter((ids) => ids.length === 1)).toEqual(known.variants.map(({ id }) => [id]));
    expect(combinationsIn(tasks).some((ids) => ids.length > 1)).toBe(true);
  });

  test('together: every fault and every variant once, in a fraction of the tasks', () => {
    const tasks = plannedTasks(known, { ...extent, alone: false });
    expect(groupsIn(tasks).flat().toSorted()).toEqual(known.faults.map(({ id }) => id).toSorted());
    expect(combinationsIn(tasks).flat().toSorted()).toEqual(known.variants.map(({ id }) => id).toSorted());
    expect(groupsIn(tasks).length).toBeLessThan(known.faults.length / 4);
    expect(combinationsIn(tasks).length).toBeLessThan(known.variants.length / 2);
    const losing = new Set(known.variants.flatMap(({ id, loses = [] }) => (loses.length > 0 ? [id] : [])));
    expect(losing.size).toBeGreaterThan(1);
    for (const ids of combinationsIn(tasks)) expect(ids.filter((id) => losing.has(id)).length).toBeLessThan(2);
    expect(tasks.filter(({ kind }) => kind === 'legal' || kind === 'illegal')).toHaveLength(2 * extent.seeds);
  });

  test('faults that come together are of different requirements, and none turns that of another one red', () => {
    const groups = faultGroups(known.faults, known.faultsAtOnce);
    for (const group of groups) {
      expect(group.length).toBeLessThanOrEqual(known.faultsAtOnce);
      const red = group.flatMap(({ kills, also = [] }) => [...new Set([kills, ...also])]);
      for (const { kills } of group) expect(red.filter((requirement) => requirement === kills)).toHaveLength(1);
    }
  });
});
