/** The command `assay` in a process that runs many, for tests that are not about the process itself. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closing } from '../afterwards.ts';
import type { Ended } from '../process.ts';
import { COMMAND, Workplace, wordsOf } from './command.ts';

export interface Warm {
  run(words: string[], cwd: string, env: Record<string, string | undefined>, script?: string): Promise<Ended>;
}

/** Starts the process when the first command is run. Commands that are run at once wait for each other. */
export function warm(main = COMMAND): Warm {
  let child: ChildProcess | undefined;
  let before: Promise<unknown> = Promise.resolve();
  closing({ close: () => child?.connected && child.disconnect() });
  const carryOut = async (order: object) => {
    child ??= fork(fileURLToPath(new URL('warm-process.mjs', import.meta.url)), [main], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }).setMaxListeners(0);
    const reply = Promise.race([once(child, 'message'), once(child, 'exit')]);
    child.send(order);
    const [ended] = (await reply) as [Ended | number];
    if (typeof ended === 'object') return ended;
    throw new Error(`the process ended with ${ended} during a command`);
  };
  return {
    run(words, cwd, env, script = main) {
      const ended = before.then(() => carryOut({ script, words, cwd, env }));
      before = ended.catch(() => undefined);
      return ended;
    },
  };
}

/** A Workplace whose commands share a process. */
export class WarmWorkplace extends Workplace {
  readonly #warm = warm();

  override run(args: string | string[], env: Record<string, string> = {}) {
    const own = { PATH: process.env.PATH, HOME: this.directory, TMPDIR: this.directory, ...env };
    return this.#warm.run(wordsOf(args), this.directory, own);
  }
}
