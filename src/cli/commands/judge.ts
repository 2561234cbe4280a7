/** `assay judge`: the verdicts of a recorded run again, offline. */
import { EvidenceError, judgeAgain } from '../../host/judge-again.ts';
import { requestsOf } from '../../report/requests.ts';
import { renderTerminal } from '../../report/terminal.ts';
import { readEvidence } from '../../wire/evidence.ts';
import { type Context, UsageError } from '../context.ts';

/** @returns the exit code that the gate gives to the verdicts */
export async function judgeCommand(context: Context, directory: string, options: { readonly json?: true; readonly verbose?: true }): Promise<number> {
  const results = await judgeAgain(directory).catch((error: unknown) => {
    throw error instanceof EvidenceError ? new UsageError(error.message) : error;
  });
  if (options.json) {
    context.answer(JSON.stringify(results, null, 2));
    return results.exitCode;
  }
  const { exchanges } = await readEvidence(directory);
  context.answer(renderTerminal(results, { width: context.width, colour: context.colour, verbose: options.verbose ?? false, requests: requestsOf(exchanges) }));
  return results.exitCode;
}
