/** Starts the browser that shows a page. */
import { spawn } from 'node:child_process';
import type { Environment } from './context.ts';

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/**
 * The command that shows a page: that of BROWSER (`%s` stands for the page; of several, separated by colons, the first), or
 * the platform's opener. Undefined without a screen.
 */
export function browserCommand(
  page: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | undefined {
  const [browser = ''] = platform === 'win32' ? [env.BROWSER] : (env.BROWSER ?? '').split(':');
  const [program = '', ...args] = browser.trim().split(/\s+/);
  if (program !== '')
    return args.includes('%s')
      ? [program, ...args.map((arg) => (arg === '%s' ? page : arg))]
      : [program, ...args, page];
  const opener = OPENERS[platform] ?? (env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined);
  return opener === undefined ? undefined : [opener, page];
}

/** Starts a program that outlives this process. @returns whether it could be started */
export function startProgram([program, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
