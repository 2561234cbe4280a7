/** Who gets which piece of a self-test's work. */
import { expect, test } from 'vitest';
import type { Interface } from '../../src/contract/types.ts';
import type { WorkItem } from '../../src/selftest/tasks.ts';
import { WorkQueue } from '../../src/selftest/work-queue.ts';

const items = (...interfaces: readonly Interface[]): WorkItem[] =>
  interfaces.map((of, at) => ({ at, interface: of, task: { kind: 'lawful', seed: at } }));

/** What each of the askers gets, in turn. */
const handed = (queue: WorkQueue, ...askers: readonly number[]) => askers.map((asker) => queue.next(asker)?.at);

test('a worker stays with an interface in its order, then gets what is left', () => {
  const queue = new WorkQueue(items('transfer', 'data-hub', 'transfer', 'data-hub', 'transfer'));
  expect(handed(queue, 1, 1, 1, 1, 1, 1)).toEqual([0, 2, 4, 1, 3, undefined]);
});

test('the next asker gets an interface without a worker, the one with the most work first', () => {
  const queue = new WorkQueue(items('ticket-bridge', 'transfer', 'transfer', 'transfer', 'data-hub', 'data-hub'));
  expect(handed(queue, 1, 2, 3, 1, 2)).toEqual([1, 4, 0, 2, 5]);
});

test('runs that wait for other programs are begun first', () => {
  const queue = new WorkQueue(
    items('transfer', 'transfer', 'data-hub', 'client-library').map((item) =>
      item.interface === 'client-library' ? { ...item, waits: true } : item,
    ),
  );
  expect(handed(queue, 1, 2, 1, 2)).toEqual([3, 0, 2, 1]);
});

test('who has nothing left helps where there is the most to do', () => {
  const queue = new WorkQueue(items('transfer', 'transfer', 'transfer', 'data-hub'));
  expect(handed(queue, 1, 2, 2, 1, 2)).toEqual([0, 3, 1, 2, undefined]);
});

test('each piece is handed out once, and none after the queue was cleared', () => {
  const queue = new WorkQueue(items('transfer', 'data-hub', 'client-library', 'transfer', 'data-hub'));
  expect(handed(queue, 1, 2, 3, 1, 2).toSorted()).toEqual([0, 1, 2, 3, 4]);
  const other = new WorkQueue(items('transfer', 'transfer'));
  other.next(1);
  other.clear();
  expect(handed(other, 1, 2)).toEqual([undefined, undefined]);
});
