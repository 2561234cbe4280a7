/** `assay judge`: the verdicts of a recorded run again, offline. */
import { judgeAgain } from '../../host/judge-again.ts';
import { renderTerminal } from '../../report/terminal.ts';
import type { Context } from '../context.ts';
import { asUsage } from '../failure.ts';

/** @returns the exit code that the gate gives to the verdicts */
export async function judgeCommand(context: Context, directory: string, options: { readonly json?: true; readonly verbose?: true }): Promise<number> {
  const results = await judgeAgain(directory).catch((error: unknown) => asUsage(error, directory));
  if (options.json) context.answer(JSON.stringify(results, null, 2));
  else context.answer(renderTerminal(results, { width: context.width, colour: context.colour, verbose: options.verbose ?? false }));
  return results.exitCode;
}
