/** Other programs, as tests start them. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/**
 * Starts a program in a directory, which is also its home and has its temporary files; of the tests' own environment
 * it keeps only the path to programs. `input`: what it reads.
 */
export function start(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string | undefined> = {},
  input?: string,
): Started {
  const child = spawn(program, args, { cwd, env: { PATH: process.env.PATH, HOME: cwd, TMPDIR: cwd, ...env } });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      printed[stream] += chunk.toString();
    });
  child.stdin.end(input);
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, ...printed }))) };
}
