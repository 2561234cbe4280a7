/** A limited number of slots; waiting callers get one by priority. */

export type Slots = ReturnType<typeof createSlots>;

/**
 * Returns `limit` slots. Calls of `acquire` in the same turn of the event loop are compared before the first of them
 * gets a slot.
 */
export function createSlots(limit: number) {
  const queue: { readonly priority: number; admit(): void }[] = [];
  let free = limit;
  let scheduled = false;

  const serve = () => {
    scheduled = false;
    while (free > 0) {
      const next = queue.shift();
      if (!next) return;
      free--;
      next.admit();
    }
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(serve);
  };
  return {
    // Waits for a slot: higher priorities first, equal ones in the order of the calls. Rejects with the reason of the
    // signal if it aborts before.
    acquire: (priority: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const leave = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        const waiting = {
          priority,
          admit: () => {
            signal.removeEventListener('abort', leave);
            resolve();
          },
        };
        const place = queue.findIndex((other) => other.priority < priority);
        queue.splice(place < 0 ? queue.length : place, 0, waiting);
        signal.addEventListener('abort', leave, { once: true });
        schedule();
      }),
    release() {
      free++;
      schedule();
    },
  };
}
