/** The part of the process that commands use: output, progress, settings; and how errors are printed. */

import { InputError, messageOf, reasonOf } from '../files/read-file.ts';
import type { Layout, Terminal } from '../report/terminal/layout.ts';
import { startedAs, withCommands } from '../run/started-as.ts';
import type { Environment } from '../settings/types.ts';

export interface Context {
  /** Writes a result to the standard output. */
  answer(text: string): void;
  /** Writes to stderr: progress, warnings. */
  remark(text: string): void;
  /** Returns a text with its commands in the form in which this process was started, such as `npx assay run`. */
  readonly commands: (text: string) => string;
  /** Width of stdout, in columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Whether stdout is a terminal, so that long lines are wrapped. */
  readonly terminal: boolean;
  /** Whether a line on stderr can be rewritten. */
  readonly interactive: boolean;
  readonly stderrWidth: number;
  /** All settings read so far, so that secrets can be redacted from error messages. */
  environment: Environment;
}

/** Width if the terminal's width is unknown. */
const USUAL_WIDTH = 100;

/** Errors that mean lost output: the disk is full or broken. */
const UNWRITABLE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EBADF']);

/** @param script the one that commands are started with */
export function createContext(script = process.argv[1] ?? ''): Context {
  const { stdout, stderr, env } = process;
  const start = startedAs({ script, directory: process.cwd(), env });
  const commands = (text: string) => withCommands(text, start);
  const printed = (text: string) => commands(text.endsWith('\n') ? text : `${text}\n`);
  // A closed pipe (`| head`) is not an error; lost output is.
  stderr.on('error', () => undefined);
  let lost = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (lost || !UNWRITABLE.has(error.code ?? '')) return;
    lost = true;
    stderr.write(`Cannot write to stdout: ${reasonOf(error)}.\n`);
    process.once('exit', () => {
      process.exitCode = 4;
    });
  });
  const columns = Number(env.COLUMNS);
  // A terminal of unknown size reports 0.
  const width = stdout.columns || (Number.isInteger(columns) && columns > 0 ? columns : USUAL_WIDTH);
  return {
    commands,
    answer: (text) => void stdout.write(printed(text)),
    remark: (text) => void stderr.write(printed(text)),
    width,
    terminal: stdout.isTTY === true,
    colour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    interactive: stderr.isTTY === true && env.TERM !== 'dumb',
    stderrWidth: stderr.columns || width,
    environment: env,
  };
}

type Lines = string | readonly string[];

/** Prints JSON if an option requests it, else lines for people; to stderr if `isError`. */
export async function answerWith(
  context: Context,
  json: boolean | undefined,
  whole: unknown,
  lines: (layout: Layout) => Lines | Promise<Lines>,
  isError = false,
): Promise<void> {
  const plain = (_: string, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);
  if (json) return context.answer(JSON.stringify(whole, plain, 2));
  const text = [await lines(await layoutFor(context))].flat().join('\n');
  context[isError ? 'remark' : 'answer'](text);
}

/** Loads the code that wraps lines, which takes time. */
async function layoutFor(terminal: Terminal) {
  return (await import('../report/terminal/layout.ts')).createLayout(terminal);
}

/**
 * Prints an error in one sentence, without secrets.
 * @returns the exit code: 2 for usage, settings and files, 4 for everything else
 */
export async function printFailure(error: unknown, context: Context, debug: boolean): Promise<number> {
  const ofFile = fileProblem(error);
  const known = error instanceof InputError || ofFile !== undefined;
  const text =
    ofFile ?? (error instanceof Error && debug && !known ? (error.stack ?? error.message) : messageOf(error));
  const clean = await withoutSecrets(text, context);
  if (known) context.remark(await wrappedFor(context, clean));
  else context.remark(`Internal error: ${clean}${debug ? '' : ' (use --debug for a stack trace)'}`);
  return known ? 2 : 4;
}

/** Codes that are about the user's files. A missing file may be one of Assay itself. */
const OF_FILES: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOSPC']);

/** Returns the sentence about a user's file that cannot be opened or written; undefined for another error. */
function fileProblem(error: unknown) {
  const { path, syscall = '', code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (path === undefined || !OF_FILES.has(code) || syscall.startsWith('spawn')) return undefined;
  // A file is written under a temporary name.
  return `Cannot ${syscall === 'open' ? syscall : 'write'} ${path.replace(/\.part$/, '')}: ${reasonOf(error)}.`;
}

/** Returns a message wrapped for stderr, if it is a terminal: a log or another program gets whole lines. */
export async function wrappedFor(context: Context, message: string): Promise<string> {
  if (!context.interactive) return message;
  return (await layoutFor({ ...context, width: context.stderrWidth })).wrapped(message);
}

/** Returns a text without secrets from the settings and without terminal control characters. */
export async function withoutSecrets(text: string, context: Context): Promise<string> {
  const [{ withoutSecretSettings }, { printableLines }] = await Promise.all([
    import('../run/without-secrets.ts'),
    import('../report/parts/report-input.ts'),
  ]);
  return printableLines(withoutSecretSettings(text, context.environment));
}
