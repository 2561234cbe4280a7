/** Which runs a self-test consists of: all of them, or a sample that still shows every requirement to fail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Known, plannedTasks } from '../../src/selftest/planned-tasks.ts';
import { type Subject, subjectOf } from '../../src/selftest/subjects.ts';
import type { Task } from '../../src/selftest/tasks.ts';

const faultsIn = (tasks: readonly Task[]): string[] => tasks.flatMap((task) => (task.kind === 'fault' ? [task.id] : []));
const combinationsIn = (tasks: readonly Task[]): (readonly string[])[] => tasks.flatMap((task) => (task.kind === 'variants' ? [task.ids] : []));
const extent = { seeds: 2, seed: 1 };

describe.each(['ticket-bridge', 'transfer', 'data-hub'] as const)('%s', (of) => {
  let subject: Subject;
  let known: Known;
  beforeAll(async () => {
    subject = await subjectOf(of);
    known = { ...subject, randomness: await subject.randomness?.() };
  });
  afterAll(() => subject.close());

  test('all: every fault, and every variant alone', () => {
    const tasks = plannedTasks(known, { ...extent, sample: false });
    expect(faultsIn(tasks)).toEqual(known.faults.map(({ id }) => id));
    expect(combinationsIn(tasks).filter((ids) => ids.length === 1)).toEqual(known.variants.map(({ id }) => [id]));
    expect(combinationsIn(tasks).some((ids) => ids.length > 1)).toBe(true);
  });

  test('a sample: one fault of each requirement, and every variant once', () => {
    const tasks = plannedTasks(known, { ...extent, sample: true });
    const kills = faultsIn(tasks).map((id) => known.faults.find((fault) => fault.id === id)?.kills);
    expect(kills).toEqual([...new Set(known.faults.map((fault) => fault.kills))]);
    expect(combinationsIn(tasks).flat().toSorted()).toEqual(known.variants.map(({ id }) => id).toSorted());
    expect(combinationsIn(tasks).length).toBeLessThan(known.variants.length / 2);
    expect(tasks.filter(({ kind }) => kind === 'lawful' || kind === 'unlawful')).toHaveLength(2 * extent.seeds);
  });

  test('another seed takes other faults', () => {
    const [one, other] = [1, 2].map((seed) => faultsIn(plannedTasks(known, { seeds: 0, seed, sample: true })));
    expect(one).not.toEqual(other);
  });
});
