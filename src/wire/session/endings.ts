/** The ends of a run as signals: of its ordinary requests, of creations under way, and of clean-up. */
import { setMaxListeners } from 'node:events';

export interface Endings {
  readonly run: AbortSignal;
  /** Interrupts requests that create objects: without the response, the identifiers for their removal are unknown. */
  readonly creation: AbortSignal;
  readonly cleanup: AbortSignal;
  /** Ends the run; clean-up ends after `graceMs`. */
  beginCleanup(graceMs: number): void;
  /** Ends everything. */
  close(): void;
}

/** A creation that is under way when the run is interrupted may still end within this time. */
const CREATION_GRACE_MS = 5000;

/** Signals of a run that `interrupt` ends, apart from its clean-up. */
export function createEndings(interrupt: AbortSignal): Endings {
  const run = new AbortController();
  const cleanup = new AbortController();
  const creation = new AbortController();
  // Every request that waits or is under way listens to one of them.
  setMaxListeners(0, run.signal, cleanup.signal, creation.signal);
  let graceTimer: NodeJS.Timeout | undefined;
  let creationTimer: NodeJS.Timeout | undefined;
  const onInterrupt = (): void => {
    run.abort();
    creationTimer ??= setTimeout(() => creation.abort(), CREATION_GRACE_MS);
  };
  if (interrupt.aborted) onInterrupt();
  interrupt.addEventListener('abort', onInterrupt, { once: true });
  return {
    run: run.signal,
    creation: creation.signal,
    cleanup: cleanup.signal,
    beginCleanup(graceMs) {
      run.abort();
      graceTimer ??= setTimeout(() => cleanup.abort(), graceMs);
    },
    close() {
      clearTimeout(graceTimer);
      clearTimeout(creationTimer);
      interrupt.removeEventListener('abort', onInterrupt);
      for (const each of [run, creation, cleanup]) each.abort();
    },
  };
}
