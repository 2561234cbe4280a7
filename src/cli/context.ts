/** What a command may use of the process: where answers and progress go, and the settings it was given. */
import { type SettingsSource, settingsFromFiles } from '../run/settings-source.ts';
import { EnvFileError } from '../settings/env-file.ts';

/** A command that cannot be carried out as it was given; the message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Context {
  /** Writes an answer. */
  answer(text: string): void;
  /** Writes to stderr: progress, warnings. */
  remark(text: string): void;
  /** Of stdout, in columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Whether a line on stderr can be rewritten. */
  readonly interactive: boolean;
  readonly stderrWidth: number;
  /** Everything that settings were read from so far, so that whatever is told of a fault can be freed of secrets. */
  environment: Environment;
}

/** Columns where nothing is known of the reader's terminal. */
const USUAL_WIDTH = 100;

/** What says that an answer is lost: the disk is full, or broken. */
const UNWRITABLE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EBADF']);

export function createContext(): Context {
  const { stdout, stderr, env } = process;
  // A reader that has seen enough (`| head`) is no fault; an answer that nobody can read is one.
  stderr.on('error', () => undefined);
  let lost = false;
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (lost || !UNWRITABLE.has(code ?? '')) return;
    lost = true;
    stderr.write(`The answer could not be written: ${message}.\n`);
    process.once('exit', () => {
      process.exitCode = 4;
    });
  });
  const given = Number(env.COLUMNS);
  // A terminal that does not know its size says 0.
  const width = stdout.columns || (Number.isInteger(given) && given > 0 ? given : USUAL_WIDTH);
  return {
    answer: (text) => void stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    remark: (text) => void stderr.write(text.endsWith('\n') ? text : `${text}\n`),
    width,
    colour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    interactive: stderr.isTTY === true && env.TERM !== 'dumb',
    stderrWidth: stderr.columns || width,
    environment: env,
  };
}

/**
 * Reads the settings file that is named, or `.env` of the working directory where there is one; the environment wins.
 * Throws UsageError where the file cannot be read.
 */
export async function givenSettings(context: Context, envFile: string | undefined): Promise<SettingsSource> {
  try {
    const settings = await settingsFromFiles(process.env, process.cwd(), envFile);
    context.environment = settings.env;
    return settings;
  } catch (error) {
    throw error instanceof EnvFileError ? new UsageError(error.message) : error;
  }
}
