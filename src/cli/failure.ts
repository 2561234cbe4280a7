/** What a command says when it cannot go on, and with which exit code. */
import { type Context, UsageError } from './context.ts';

/** Tells of an error in one sentence, without secrets. @returns the exit code: 2 for usage, 4 for everything unforeseen */
export async function tellFailure(error: unknown, context: Context, debug: boolean): Promise<number> {
  const known = error instanceof UsageError;
  const text = error instanceof Error ? (debug && !known ? (error.stack ?? error.message) : error.message) : String(error);
  const clean = await withoutSecrets(text, context);
  if (known) context.remark(clean);
  else context.remark(`Assay could not go on: ${clean}${debug ? '' : ' (--debug shows where)'}`);
  return known ? 2 : 4;
}

/** The operating system's code of an error or of its cause, if there is one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

/** A text as it may be shown: no secret of the settings that were read, and nothing that a terminal obeys. */
export async function withoutSecrets(text: string, context: Context): Promise<string> {
  const [{ withoutSecretSettings }, { printable }] = await Promise.all([import('../run/without-secrets.ts'), import('../report/printable.ts')]);
  return withoutSecretSettings(text, context.environment).split('\n').map(printable).join('\n');
}
