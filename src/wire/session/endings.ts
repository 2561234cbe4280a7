/** Signals that end parts of a run: its ordinary requests, creations in progress, and clean-up. */
import { setMaxListeners } from 'node:events';

export type Endings = ReturnType<typeof createEndings>;

/** Time in milliseconds within which a creation may still end if the run is interrupted while it is in progress. */
const CREATION_GRACE_MS = 5000;

/** Creates the signals of a run. `interrupt` ends everything except clean-up. */
export function createEndings(interrupt: AbortSignal) {
  const run = new AbortController();
  const cleanup = new AbortController();
  const creation = new AbortController();
  // Every waiting or running request listens to one of the signals.
  setMaxListeners(0, run.signal, cleanup.signal, creation.signal);
  let graceTimer: NodeJS.Timeout | undefined;
  let creationTimer: NodeJS.Timeout | undefined;
  const onInterrupt = () => {
    run.abort();
    creationTimer ??= setTimeout(() => creation.abort(), CREATION_GRACE_MS);
  };
  if (interrupt.aborted) onInterrupt();
  interrupt.addEventListener('abort', onInterrupt, { once: true });
  return {
    run: run.signal as AbortSignal,
    // Interrupts requests that create objects, later than other requests: without the response, the identifiers for
    // their removal are unknown.
    creation: creation.signal as AbortSignal,
    cleanup: cleanup.signal as AbortSignal,
    // Ends ordinary requests; clean-up ends after `graceMs`.
    beginCleanup(graceMs: number) {
      run.abort();
      graceTimer ??= setTimeout(() => cleanup.abort(), graceMs);
    },
    // Ends everything.
    close() {
      clearTimeout(graceTimer);
      clearTimeout(creationTimer);
      interrupt.removeEventListener('abort', onInterrupt);
      for (const each of [run, creation, cleanup]) each.abort();
    },
  };
}
