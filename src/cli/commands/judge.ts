/** `assay judge`: judges a recorded run again, or traffic recorded by other tools; offline. */
import { ProfileError } from '../../contract/wording.ts';
import { requestsOf } from '../../report/parts/requests.ts';
import { renderTerminal } from '../../report/terminal/terminal.ts';
import { EvidenceError, judgeAgain } from '../../run/judge-again.ts';
import { readEvidence } from '../../wire/evidence/evidence.ts';
import { type Context, givenSettings, UsageError } from '../context.ts';

export interface JudgeOptions {
  readonly json?: true;
  readonly verbose?: true;
  readonly quiet?: true;
  /** `SERVICE=URL` entries. */
  readonly base?: readonly string[];
  readonly envFile?: string;
}

/** @returns the exit code of the gate */
export async function judgeCommand(context: Context, directory: string, options: JudgeOptions): Promise<number> {
  const { results, exchanges } = (await passively(context, directory, options)) ?? (await again(directory));
  if (options.json) {
    context.answer(JSON.stringify(results, null, 2));
    return results.exitCode;
  }
  const { width, colour } = context;
  const { verbose = false, quiet = false } = options;
  context.answer(renderTerminal(results, { width, colour, verbose, quiet, requests: requestsOf(exchanges) }));
  return results.exitCode;
}

async function again(directory: string) {
  const results = await judgeAgain(directory).catch((error: unknown) => {
    throw error instanceof EvidenceError ? new UsageError(error.message) : error;
  });
  const { exchanges } = await readEvidence(directory);
  return { results, exchanges };
}

/** Undefined unless the file is a HAR file written by another tool. */
async function passively(context: Context, file: string, options: JudgeOptions) {
  const { foreignEntries, HarError } = await import('../../clients/passive-har.ts');
  let entries: ReturnType<typeof foreignEntries>;
  try {
    entries = foreignEntries(file);
  } catch (error) {
    if (error instanceof HarError) return undefined;
    throw error;
  }
  if (entries === undefined) return undefined;
  const { judgePassively, SERVICES } = await import('../../clients/passive.ts');
  const { env } = await givenSettings(context, options.envFile);
  const named = Object.fromEntries((options.base ?? []).map((entry) => baseOf(entry, [...SERVICES.keys()])));
  const set = [...SERVICES].flatMap(([service, { setting }]) =>
    env[setting]?.trim() ? [[service, trimmed(env[setting])] as const] : [],
  );
  const bases = { ...Object.fromEntries(set), ...named };
  if (Object.keys(bases).length === 0)
    throw new UsageError(
      `${file} was recorded by another tool. Give the addresses of the services: --base ${[...SERVICES.keys()][0]}=https://host:8446 (${[...SERVICES.keys()].join(', ')}), or in the settings (${[
        ...SERVICES.values(),
      ]
        .map(({ setting }) => setting)
        .join(', ')}).`,
    );
  return judgePassively(entries, { bases, env }).catch((error: unknown) => {
    throw error instanceof ProfileError ? new UsageError(error.message) : error;
  });
}

function baseOf(entry: string, known: readonly string[]): [string, string] {
  const [, service = '', url = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
  if (!known.includes(service) || !URL.canParse(url))
    throw new UsageError(`--base ${JSON.stringify(entry)} must be SERVICE=URL. Services: ${known.join(', ')}.`);
  return [service, trimmed(url)];
}

function trimmed(url: string | undefined): string {
  return (url ?? '').trim().replace(/\/+$/, '');
}
