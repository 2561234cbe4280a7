/** A process of a self-test: asks for tasks and carries them out, until none is left or its parent is gone. */
import { once } from 'node:events';
import { inspect } from 'node:util';
import { ShardKeeper } from './shard-keeper.ts';
import type { Order, Reply, WorkItem } from './tasks.ts';
import { watchMemory } from './watch-memory.ts';

const shards = new ShardKeeper();
const memory = watchMemory();
const answer = (reply: Reply): void => void process.send?.(reply, () => undefined);
const alone = once(process, 'disconnect').then((): [Order] => [{ order: 'end' }]);

async function* items(): AsyncGenerator<WorkItem> {
  while (true) {
    const ordered = once(process, 'message') as Promise<[Order]>;
    answer({ reply: 'next' });
    const [order] = await Promise.race([ordered, alone]);
    if (order.order === 'end') return;
    yield order.item;
  }
}

void alone.then(() => shards.stop());

// The parent decides when to end: signals reach all processes of a terminal, and a started task is cleaned up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

try {
  await shards.carryOut(items(), (completed) => answer({ reply: 'done', completed, memoryBytes: memory.peak() }));
} catch (error) {
  answer({ reply: 'failed', message: (error as Error).message, details: inspect(error) });
  await alone;
} finally {
  await shards.close();
}
if (process.connected) process.disconnect();
await alone;
process.exit(0);
