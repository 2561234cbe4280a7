/**
 * Stray errors: errors that no caller can catch, because they are thrown in a socket event, a timer or a promise that
 * no code awaits, for example by a dependency. Node would end the process; a run loses only the requests in progress.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';

/** Code of a request that was ended because of a stray error. */
export const STRAY_ERROR = 'STRAY_ERROR';

/** @param own it was thrown by this package, not by a dependency or Node */
type Listener = (error: unknown, own: boolean) => void;

interface Guarded {
  /** Called with each stray error; without one, the work fails. */
  listener: Listener;
}

const storage = new AsyncLocalStorage<Guarded>();
type Emit = (this: NodeJS.Process, event: string | symbol, ...values: unknown[]) => boolean;
let restore: (() => void) | undefined;
let guarded = 0;

/**
 * Runs `work`. Until it ends, stray errors of everything that it started do not reach the process: they go to the
 * listener of `onStrayError`; without one, `failure` rejects with them. Stray errors of the rest of the process are not
 * intercepted: the asynchronous context of an error shows whether it belongs to `work`.
 */
export async function keepingStrayErrors<T>(work: (failure: Promise<never>) => Promise<T>): Promise<T> {
  let listener: Listener = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    listener = reject;
  });
  failure.catch(() => undefined);
  guarded += 1;
  restore ??= interceptErrors();
  try {
    return await storage.run({ listener }, () => work(failure));
  } finally {
    guarded -= 1;
    if (guarded === 0) {
      restore();
      restore = undefined;
    }
  }
}

/** From now on `listener` receives the stray errors of the work in which this is called, if they are kept. */
export function onStrayError(listener: Listener): void {
  const work = storage.getStore();
  if (work) work.listener = listener;
}

/**
 * Replaces `process.emit`, through which Node reports stray errors, and returns a function that restores it. A listener
 * would not suffice, because other listeners, which may end the process, would also get the error.
 */
function interceptErrors() {
  const before = process.emit as Emit;
  const replaced = Object.hasOwn(process, 'emit');
  const emit: Emit = function (event, ...values) {
    const work = event === 'uncaughtException' || event === 'unhandledRejection' ? storage.getStore() : undefined;
    if (!work) return before.call(this, event, ...values);
    work.listener(values[0], isOwn(values[0]));
    return true;
  };
  process.emit = emit as typeof process.emit;
  return () => {
    storage.disable();
    // If other code has replaced it meanwhile, ours stays beneath, and passes everything on.
    if (process.emit !== emit) return;
    if (replaced) process.emit = before as typeof process.emit;
    else Reflect.deleteProperty(process, 'emit');
  };
}

/** The directories of this package's code, compiled or not, as paths and as addresses. */
const OWN = ['src/', 'suites/', 'reference/']
  .map((folder) => new URL(`../../../${folder}`, import.meta.url))
  .flatMap((url) => [url.href, fileURLToPath(url)]);

/** Whether the innermost function outside of Node itself is ours. */
function isOwn(error: unknown) {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack.split('\n') : [];
  const thrower = stack.find((line) => /^\s+at /.test(line) && !/[( ]node:/.test(line)) ?? '';
  return OWN.some((folder) => thrower.includes(folder));
}
