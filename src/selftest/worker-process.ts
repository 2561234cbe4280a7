/** A process of a self-test. It ends when the process that started it disconnects from it, or no longer exists. */
import { rmSync } from 'node:fs';
import { inspect } from 'node:util';
import { peakMemory } from '../run/peak-memory.ts';
import type { WorkItem } from './tasks.ts';
import { Testbeds } from './testbed.ts';

const testbeds = new Testbeds();
const underWay = new Set<Promise<void>>();

async function carryOut(item: WorkItem) {
  const reply = await testbeds.run(item).then(
    (completed) => ({ completed, peakBytes: peakMemory() }),
    (error: Error) => ({ failed: error.message, details: inspect(error) }),
  );
  process.send?.(reply, () => undefined);
}

process.on('message', (item: WorkItem) => {
  const task = carryOut(item).finally(() => underWay.delete(task));
  underWay.add(task);
});
process.once('disconnect', async () => {
  testbeds.stop();
  await Promise.all(underWay);
  await testbeds.close();
  // The process that started this one may no longer exist.
  rmSync(process.argv[2] as string, { recursive: true, force: true });
  process.exit(0);
});
// Signals of a terminal reach all of its processes, but the one that started them decides when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
