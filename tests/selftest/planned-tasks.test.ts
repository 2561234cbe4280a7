/**
 * The runs of a self-test: several faults and variants at once, or each by itself; and how they are assigned to
 * workers.
 */
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../../src/contract/types.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import { faultGroups, plannedTasks, WorkQueue } from '../../src/selftest/planned-tasks.ts';
import type { Task, WorkItem } from '../../src/selftest/tasks.ts';
import { closing } from '../afterwards.ts';

const groupsIn = (tasks: Task[]) => tasks.flatMap((task) => (task.kind === 'faults' ? [task.ids] : []));
const combinationsIn = (tasks: Task[]) => tasks.flatMap((task) => (task.kind === 'variants' ? [task.ids] : []));
const byId = (one: Fault, other: Fault): number => (one.id < other.id ? -1 : 1);
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
    expect(tasks.filter(({ kind }) => kind === 'legal' || kind === 'illegal')).toHaveLength(2 * extent.seeds);
  });

  test('faults that come together are of different requirements, and none turns that of another one red', () => {
    const groups = faultGroups(known.faults, known.faultsAtOnce);
    expect(groups.flat().toSorted(byId)).toEqual(known.faults.toSorted(byId));
    for (const group of groups) {
      expect(group.length).toBeLessThanOrEqual(known.faultsAtOnce);
      const red = group.flatMap(({ kills, also = [] }) => [...new Set([kills, ...also])]);
      for (const { kills } of group) expect(red.filter((requirement) => requirement === kills)).toHaveLength(1);
    }
  });
});

const items = (...interfaces: Interface[]): WorkItem[] =>
  interfaces.map((of, at) => ({ at, interface: of, task: { kind: 'legal', seed: at } }));

/** Returns the task that each worker gets, in turn. */
const handed = (queue: WorkQueue, ...askers: number[]) => askers.map((asker) => queue.next(asker)?.at);

test('a worker stays with an interface in its order, then gets what is left', () => {
  const queue = new WorkQueue(items('transfer', 'data-hub', 'transfer', 'data-hub', 'transfer'));
  expect(handed(queue, 1, 1, 1, 1, 1, 1)).toEqual([0, 2, 4, 1, 3, undefined]);
});

test('the next asker gets an interface without a worker, the first of the list', () => {
  const queue = new WorkQueue(items('ticket-bridge', 'transfer', 'transfer', 'transfer', 'data-hub', 'data-hub'));
  expect(handed(queue, 1, 2, 3, 1, 2)).toEqual([0, 1, 4, 2, 3]);
});

test('each piece is handed out once, and none after the queue was cleared', () => {
  const queue = new WorkQueue(items('transfer', 'data-hub', 'client-library', 'transfer', 'data-hub'));
  expect(handed(queue, 1, 2, 3, 1, 2).toSorted()).toEqual([0, 1, 2, 3, 4]);
  const other = new WorkQueue(items('transfer', 'transfer'));
  other.next(1);
  other.clear();
  expect(handed(other, 1, 2)).toEqual([undefined, undefined]);
});
