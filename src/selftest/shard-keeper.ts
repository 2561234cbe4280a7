/** The shards of one process: carries out what it is handed, some at once. */
import pMap from 'p-map';
import type { Interface } from '../contract/types.ts';
import { Shard } from './shard.ts';
import type { Completed, WorkItem } from './tasks.ts';

/** Runs at once: some spend most of their time waiting, for a cancellation, an event or a process. */
const AT_ONCE = 4;

/** Shards are opened when the first task for them comes, and stay open until `close`. */
export class ShardKeeper {
  private readonly shards = new Map<Interface, Promise<Shard>>();
  readonly #stopping = new AbortController();

  /**
   * Carries out tasks until none is left; each is requested when a slot is free.
   * After the first that fails no more is asked for; rejects with it once all that had begun have ended.
   */
  async carryOut(
    items: Iterable<WorkItem> | AsyncIterable<WorkItem>,
    tell: (completed: Completed) => void,
  ): Promise<void> {
    const problems: unknown[] = [];
    const untilProblem = async function* (): AsyncGenerator<WorkItem> {
      for await (const item of items) {
        if (problems.length > 0) return;
        yield item;
      }
    };
    await pMap(
      untilProblem(),
      async (item) => this.one(item).then(tell, (problem: unknown) => problems.push(problem)),
      { concurrency: AT_ONCE },
    );
    if (problems.length > 0) throw problems[0];
  }

  private async one({ at, interface: of, task }: WorkItem): Promise<Completed> {
    const known = this.shards.get(of);
    const opening = known ?? Shard.open(of, this.#stopping.signal);
    this.shards.set(of, opening);
    try {
      const shard = await opening;
      return { at, outcomes: await shard.run(task), ...(known === undefined && { controls: shard.controls }) };
    } catch (error) {
      throw new Error(`${of}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  /** Begins no further run; tasks that have begun reject. */
  stop(): void {
    this.#stopping.abort();
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.shards.values());
    this.shards.clear();
    await Promise.all(opened.map((each) => each.status === 'fulfilled' && each.value.close()));
  }
}
