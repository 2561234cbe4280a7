/** How much memory this process had at most, as far as it was looked at. */

const EVERY_MS = 250;

export interface MemoryWatch {
  stop(): void;
  /** Octets. */
  peak(): number;
}

/** Begins to look; it keeps no process alive. */
export function watchMemory(): MemoryWatch {
  let most = process.memoryUsage.rss();
  const look = (): number => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer), peak: look };
}
