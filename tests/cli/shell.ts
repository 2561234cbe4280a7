/** Pieces of shell, as people and schedulers run them. */
import { start } from '../process.ts';

/** Runs a script, and returns the output of both streams. `args`: its positional parameters, from $0 on. */
export async function inShell(
  script: string,
  cwd: string,
  env: Record<string, string | undefined>,
  { shell = 'bash', args = [] as string[] } = {},
) {
  const own = { HOME: undefined, TMPDIR: undefined, ...env };
  // Bash reads the user's .bashrc where its input is a socket.
  const options = shell === 'bash' ? ['--norc'] : [];
  const { code, stdout: output } = await start(shell, [...options, '-c', `exec 2>&1\n${script}`, ...args], cwd, own)
    .ended;
  return { code, output };
}
