/** Waiting until an accepted object appears. */
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import { poll } from '../../../suites/data-hub/poll.ts';

/** Returns a context that remembers, and counts its pauses. */
function context() {
  const slots = new Map<unknown, unknown>();
  const pauses: number[] = [];
  const made = {
    settings: { objectWaitMs: 1000 },
    memory: (slot: { initial(): unknown }) => {
      if (!slots.has(slot)) slots.set(slot, slot.initial());
      return slots.get(slot);
    },
    wait: async (ms: number) => void pauses.push(ms),
  };
  return { context: made as unknown as ProbeContext, pauses };
}

test('what never appeared costs the next of its kind one pause, and what is late by one answer is still found', async () => {
  const { context: probing, pauses } = context();
  await poll(
    probing,
    'file',
    async () => 'absent',
    () => false,
  );
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1000);
  pauses.length = 0;
  let times = 0;
  const late = async () => (times++ === 0 ? 'absent' : 'there');
  expect(await poll(probing, 'file', late, (made) => made === 'there')).toBe('there');
  await poll(
    probing,
    'file',
    async () => 'absent',
    () => false,
  );
  expect(pauses).toEqual([200, 200]);
});
