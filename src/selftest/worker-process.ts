/** A process of a self-test. */
import { serveTasks } from '../run/task-process.ts';
import { Shards } from './shard.ts';
import type { WorkItem } from './tasks.ts';
import type { Done } from './workers.ts';

const shards = new Shards();

serveTasks(
  async (item: WorkItem): Promise<Done> => ({
    completed: await shards.run(item),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }),
  { stop: () => shards.stop(), close: () => shards.close() },
);
