/**
 * Errors that are thrown outside of any of our stacks: by a dependency, from a socket event, a timer or a promise that nothing awaits.
 * Node ends the process for them; of a run they cost the requests under way.
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
 * Does `work`; the stray errors of everything that it started do not reach the process meanwhile. They go to the listener of
 * `onStrayError`; until there is one, `failure` rejects with them. Errors of the rest of the process take their usual way: the
 * asynchronous context of an error shows whether it belongs to `work`. Afterwards the process is as before.
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

/** Node calls the listeners of an event by `process.emit`, and ends the process if that returns false: a listener could keep an error neither from other listeners nor for itself. */
function interceptErrors(): () => void {
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
function isOwn(error: unknown): boolean {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack.split('\n') : [];
  const thrower = stack.find((line) => /^\s+at /.test(line) && !/[( ]node:/.test(line)) ?? '';
  return OWN.some((folder) => thrower.includes(folder));
}
