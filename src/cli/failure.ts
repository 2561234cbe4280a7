/** Error messages and exit codes of commands. */
import { InputError } from '../files/input.ts';
import type { Context } from './context.ts';

/**
 * Prints an error in one sentence, without secrets.
 * @returns the exit code: 2 for usage, settings and files, 4 for everything else
 */
export async function printFailure(error: unknown, context: Context, debug: boolean): Promise<number> {
  const known = error instanceof InputError;
  const text =
    error instanceof Error ? (debug && !known ? (error.stack ?? error.message) : error.message) : String(error);
  const clean = await withoutSecrets(text, context);
  if (known) context.remark(clean);
  else context.remark(`Internal error: ${clean}${debug ? '' : ' (use --debug for a stack trace)'}`);
  return known ? 2 : 4;
}

/** Returns a text without secrets from the settings and without terminal control characters. */
export async function withoutSecrets(text: string, context: Context): Promise<string> {
  const [{ withoutSecretSettings }, { printable }] = await Promise.all([
    import('../run/without-secrets.ts'),
    import('../report/parts/message-text.ts'),
  ]);
  return withoutSecretSettings(text, context.environment).split('\n').map(printable).join('\n');
}
