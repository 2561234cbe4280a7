/** A limited number of slots; waiting callers get one by priority. */

/**
 * Waits for a slot: higher priorities first, equal ones in the order of the calls. Returns the function that releases
 * the slot; its further calls have no effect. Rejects with the reason of the signal if it aborts before.
 */
export type Slots = (priority: number, signal: AbortSignal) => Promise<() => void>;

/** Returns `limit` slots. Calls in the same turn of the event loop are compared before one of them gets a slot. */
export function createSlots(limit: number): Slots {
  const queue: { readonly priority: number; admit(): void }[] = [];
  let free = limit;
  const serve = () => {
    for (; free > 0 && queue.length > 0; free--) queue.shift()?.admit();
  };
  const release = () => {
    free++;
    setImmediate(serve);
  };
  return async (priority, signal) => {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const admit = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { priority, admit };
      const place = queue.findIndex((other) => other.priority < priority);
      queue.splice(place < 0 ? queue.length : place, 0, waiting);
      signal.addEventListener('abort', leave, { once: true });
      setImmediate(serve);
    });
    let held = true;
    return () => {
      if (held) release();
      held = false;
    };
  };
}
