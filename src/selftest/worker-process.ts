/** A process of a self-test. */
import { peakMemory, serveTasks } from '../run/task-process.ts';
import type { WorkItem } from './tasks.ts';
import { Testbeds } from './testbed.ts';
import type { Done } from './workers.ts';

const testbeds = new Testbeds();

serveTasks(
  async (item: WorkItem): Promise<Done> => ({
    completed: await testbeds.run(item),
    peakBytes: peakMemory(),
  }),
  { stop: () => testbeds.stop(), close: () => testbeds.close() },
);
