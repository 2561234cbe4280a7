/** A thread of a self-test: carries out what it is handed, until it is told to end. */
import { parentPort } from 'node:worker_threads';
import type { Order, Reply } from './tasks.ts';
import { ShardKeeper } from './workers.ts';

const shards = new ShardKeeper();
const answer = (reply: Reply): void => parentPort?.postMessage(reply);

parentPort?.on('message', async (given: Order) => {
  if (given.order === 'end') {
    await shards.close();
    parentPort?.close();
    return;
  }
  try {
    answer({ reply: 'done', ...(await shards.run(given)) });
  } catch (error) {
    answer({ reply: 'failed', message: `${given.interface}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` });
  }
});
