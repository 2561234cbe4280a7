/** A process of a self-test: asks for work and carries it out, until there is no more or nobody speaks to it any more. */
import { once } from 'node:events';
import { ShardKeeper } from './shard-keeper.ts';
import type { Order, Piece, Reply } from './tasks.ts';
import { watchMemory } from './watch-memory.ts';

const shards = new ShardKeeper();
const memory = watchMemory();
const answer = (reply: Reply): void => void process.send?.(reply, () => undefined);

async function* pieces(): AsyncGenerator<Piece> {
  while (true) {
    const ordered = once(process, 'message');
    answer({ reply: 'next' });
    const [order] = (await ordered) as [Order];
    if (order.order === 'end') return;
    yield order.piece;
  }
}

// Whoever started it says when to end: Ctrl-C reaches all processes of a terminal.
process.on('SIGINT', () => undefined);
process.once('disconnect', async () => {
  await shards.close();
  process.exit(0);
});

try {
  await shards.carryOut(pieces(), (told) => answer({ reply: 'done', told, memoryBytes: memory.peak() }));
  process.disconnect();
} catch (error) {
  answer({ reply: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
