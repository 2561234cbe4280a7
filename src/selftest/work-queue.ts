/** The remaining tasks, and their assignment to workers. */
import type { Interface } from '../contract/types.ts';
import type { WorkItem } from './tasks.ts';

/**
 * Hands out tasks one at a time. A worker stays with an interface while it has tasks, since code that has run for one
 * interface alone runs faster; then it gets the interface that the fewest are at: of those without a worker, the one whose runs
 * wait for other programs, so that nothing is left at the end but computing; else the one with the most work left.
 */
export class WorkQueue {
  private readonly left = new Map<Interface, WorkItem[]>();
  private readonly at = new Map<number, Interface>();

  constructor(items: readonly WorkItem[]) {
    for (const { interface: of } of items) this.left.set(of, []);
    for (const item of items) this.left.get(item.interface)?.push(item);
  }

  private waits = (of: Interface): number => (this.left.get(of)?.[0]?.waits ? 1 : 0);
  private leftOf = (of: Interface): number => this.left.get(of)?.length ?? 0;
  private atIt = (of: Interface): number => [...this.at.values()].filter((each) => each === of).length;

  /** The next task for a worker, by the worker's number; undefined if none is left. */
  next(asker: number): WorkItem | undefined {
    const now = this.at.get(asker);
    if (now === undefined || this.leftOf(now) === 0) {
      this.at.delete(asker);
      const [of] = [...this.left.keys()]
        .filter((each) => this.leftOf(each) > 0)
        .toSorted(
          (one, other) =>
            this.atIt(one) - this.atIt(other) ||
            (this.atIt(one) === 0 ? this.waits(other) - this.waits(one) : 0) ||
            this.leftOf(other) - this.leftOf(one),
        );
      if (of === undefined) return undefined;
      this.at.set(asker, of);
    }
    return this.left.get(this.at.get(asker) as Interface)?.shift();
  }

  /** Nothing is handed out any more. */
  clear(): void {
    this.left.clear();
  }
}
