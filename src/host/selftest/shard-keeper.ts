/** The shards of one process: carries out chunks of tasks, some at once. */
import pMap from 'p-map';
import type { Interface } from '../../contract/types.ts';
import { Shard } from './shard.ts';
import type { Controls, Outcome, Task } from './tasks.ts';

/** Runs at once: some spend most of their time waiting, for a cancellation or for an event. */
const AT_ONCE = 4;

/** Tasks of one interface that are handed over together. */
export interface Work {
  readonly interface: Interface;
  readonly tasks: readonly Task[];
}

/** What came of them; `controls` come once an interface and process. */
export interface Told {
  readonly interface: Interface;
  readonly outcomes: readonly Outcome[];
  readonly controls?: Controls;
}

/** One shard at a time, opened when its first task comes, closed when another interface's comes. */
export class ShardKeeper {
  private open: { readonly of: Interface; readonly shard: Shard } | undefined;

  async run({ interface: of, tasks }: Work): Promise<Told> {
    const fresh = this.open?.of !== of;
    if (fresh) {
      await this.close();
      this.open = { of, shard: await Shard.open(of) };
    }
    const { shard } = this.open as { shard: Shard };
    const outcomes = await pMap(tasks, (task) => shard.run(task), { concurrency: AT_ONCE });
    return { interface: of, outcomes, ...(fresh && { controls: shard.controls }) };
  }

  async close(): Promise<void> {
    await this.open?.shard.close();
    this.open = undefined;
  }
}
