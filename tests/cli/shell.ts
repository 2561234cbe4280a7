/** Shell scripts, as people and schedulers run them. */
import { spawn } from 'node:child_process';

/** Runs a script, and returns the output of both streams. `args`: its positional parameters, from $0 on. */
export async function inShell(
  script: string,
  cwd: string,
  env: Record<string, string | undefined>,
  { shell = 'bash', args = [] as string[] } = {},
) {
  const child = spawn(shell, ['-c', script, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
