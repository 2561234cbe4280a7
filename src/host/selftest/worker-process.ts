/** A process of a self-test: carries out what it is handed, until it is told to end or nobody speaks to it any more. */
import { ShardKeeper } from './shard-keeper.ts';
import type { Order, Reply } from './tasks.ts';
import { watchMemory } from './watch-memory.ts';

const shards = new ShardKeeper();
const memory = watchMemory();
const answer = (reply: Reply): void => void process.send?.(reply, () => undefined);

process.on('message', async (given: Order) => {
  if (given.order === 'end') {
    process.disconnect();
    return;
  }
  try {
    answer({ reply: 'done', ...(await shards.run(given)), memoryBytes: memory.peak() });
  } catch (error) {
    answer({ reply: 'failed', message: `${given.interface}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` });
  }
});

// Whoever started it says when to end: Ctrl-C reaches all processes of a terminal.
process.on('SIGINT', () => undefined);
process.once('disconnect', async () => {
  await shards.close();
  process.exit(0);
});
