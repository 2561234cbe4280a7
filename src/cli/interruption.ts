/**
 * Ctrl-C, SIGTERM and the end of the terminal: the first stops the run gracefully, the second immediately. A fleet that
 * ends stops its runs gracefully.
 */

import { CLEAR_LINE } from '../report/terminal/progress.ts';
import type { Context } from './context.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Listens for signals. The first aborts `signal` and prints `sentence`, unless it is empty; the second ends the process
 * at once. After `release`, the command has its result: the first signal no longer has an effect, and the exit code
 * stays.
 */
export function listenForInterruption(
  context: Context,
  sentence = 'Interrupted: stopping, and removing any created objects. Press Ctrl-C again to quit without removing them.',
): { readonly signal: AbortSignal; release(): void } {
  const abort = new AbortController();
  let over = false;
  const onSignal = () => {
    if (abort.signal.aborted) {
      if (sentence) context.remark('Quit. Objects may be left behind: assay clean DIR lists them.');
      process.exit(130);
    }
    // The terminal has shown ^C in the line of the progress.
    if (sentence && !over) context.remark(`${context.interactive ? CLEAR_LINE : ''}${sentence}`);
    abort.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  // A fleet disconnects from its runs if it is interrupted, or ends before them.
  const onDisconnect = () => abort.abort();
  process.on('disconnect', onDisconnect);
  if (process.connected === false) onDisconnect();
  return {
    signal: abort.signal,
    release: () => {
      over = true;
      process.off('disconnect', onDisconnect);
    },
  };
}
