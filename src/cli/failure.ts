/** What a command says when it cannot go on, and with which exit code. */
import { type Context, UsageError } from './context.ts';

/** Of the operating system: the place that was named cannot be used. */
const PLACE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS']);

/** Tells of an error in one sentence, without secrets. @returns the exit code: 2 for usage, 4 for everything unforeseen */
export async function tellFailure(error: unknown, context: Context, debug: boolean): Promise<number> {
  const known = error instanceof UsageError;
  const text = error instanceof Error ? (debug && !known ? (error.stack ?? error.message) : error.message) : String(error);
  const clean = await withoutSecrets(text, context);
  if (known) context.remark(clean);
  else context.remark(`Assay could not go on: ${clean}${debug ? '' : ' (--debug shows where)'}`);
  return known ? 2 : 4;
}

/** An error of the file system as a sentence about the path; anything else is thrown on. */
export function asUsage(error: unknown, path: string): never {
  const code = codeOf(error);
  if (code !== undefined && PLACE.has(code)) throw new UsageError(`${path} cannot be read (${code}).`);
  throw error;
}

/** The operating system's code of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

async function withoutSecrets(text: string, context: Context): Promise<string> {
  const [{ createRedactor }, { SETTINGS }, { printable }] = await Promise.all([import('../wire/redaction.ts'), import('../target/settings.ts'), import('../report/printable.ts')]);
  const redactor = createRedactor();
  for (const { name, secret } of SETTINGS) {
    const value = context.environment[name];
    if (secret && value) for (const part of [value, value.trim(), ...value.split(/[\s"]+/)].filter((one) => one.length >= 6)) redactor.add(part, name);
  }
  return redactor.text(text).split('\n').map(printable).join('\n');
}
