/**
 * Runs the command `assay` in the process of the tests: for what needs no process, working directory or environment.
 */
import { Command, CommanderError } from 'commander';
import { type Context, printFailure } from '../../src/cli/context.ts';
import type { Diagnostic } from '../../src/cli/doctor/connections.ts';
import { addCommands } from '../../src/cli/program/all.ts';
import { usageError } from '../../src/cli/program/usage-error.ts';
import type { Ended } from '../process.ts';

export async function inProcess(args: string[]): Promise<Ended> {
  const [answers, remarks]: [string[], string[]] = [[], []];
  let code: number | null = null;
  const context: Context = {
    commands: (text) => text,
    answer: (text) => void answers.push(text),
    remark: (text) => void remarks.push(text),
    width: 100,
    colour: false,
    terminal: false,
    interactive: false,
    stderrWidth: 100,
    environment: {},
  };
  const program = new Command('assay')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: context.answer, writeErr: context.remark, outputError: () => undefined });
  const ending = async (command: () => Promise<number>) => {
    code = await command().catch((error: unknown) => printFailure(error, context, false));
  };
  await addCommands(program, context, ending, args);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.message.startsWith('error: ')) context.remark(await usageError(error, program));
    code = error.exitCode === 0 ? 0 : 2;
  }
  return { code, stdout: answers.join('\n'), stderr: remarks.join('\n') };
}

/** Sets variables of the environment until the test ends. */
export function withVariables(env: Record<string, string>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Runs `assay doctor` with these settings. */
export async function examined(env: Record<string, string>) {
  withVariables(env);
  const { code, stdout } = await inProcess(['doctor', '--json']);
  return { code, findings: JSON.parse(stdout) as Diagnostic[] };
}
