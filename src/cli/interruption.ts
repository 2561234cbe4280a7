/** Ctrl-C and SIGTERM: the first ends the run in good order, the second at once. */
import type { Context } from './context.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Listens for signals until `release` is called. */
export function listenForInterruption(context: Context): { readonly signal: AbortSignal; release(): void } {
  const abort = new AbortController();
  const onSignal = (): void => {
    if (abort.signal.aborted) process.exit(130);
    context.remark('Interrupted: nothing more is asked, and what was created is removed. Once more ends at once and leaves it.');
    abort.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: abort.signal,
    release: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
