/** `assay judge`: judges a recorded run again, or another tool's HAR file. Offline. */

import { judgePassively, SERVICES } from '../../../clients/passive.ts';
import { foreignEntries } from '../../../clients/passive-har.ts';
import type { Results } from '../../../engine/words/types.ts';
import { InputError } from '../../../files/read-file.ts';
import { someOf } from '../../../records/preview.ts';
import { byId } from '../../../report/parts/report-input.ts';
import { number } from '../../../report/parts/tally.ts';
import { renderTerminal } from '../../../report/terminal/terminal.ts';
import { hasResults, RESULTS_FILE, readResults } from '../../../run/directory/run-files.ts';
import { judgeAgain } from '../../../run/judge-again.ts';
import { readEvidence } from '../../../wire/evidence/evidence.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';
import { givenSettings } from '../../ready-settings.ts';

/** `base`: `SERVICE=URL` entries. */
type JudgeOptions = Options & { readonly base?: readonly string[] };

/** @returns the exit code of the gate */
export async function judgeCommand(context: Context, directory: string, options: JudgeOptions): Promise<number> {
  const { results, exchanges } = (await passively(context, directory, options)) ?? (await recorded(directory, options));
  const { verbose = false, quiet = false } = options;
  const { text, differs } = judgedAgain(results, directory);
  const of = hasResults(directory) && { directory };
  await answerWith(context, options.json, results, (layout) => [
    ...(quiet && !differs ? [] : [layout.line(text), '']),
    renderTerminal(results, { ...context, verbose, quiet, requests: byId(exchanges), ...of }),
  ]);
  return results.exitCode;
}

/** Maximum number of named requirements. */
const MOST_DIFFERENT = 5;

/** `Judged from the recorded exchanges, offline: 538 verdicts, all as recorded.` */
function judgedAgain({ requirements: all, run }: Results, directory: string) {
  const requirements = all.filter(({ notSelected }) => notSelected !== true);
  const judged = `Judged from the recorded exchanges, offline: ${number(requirements.length, 'verdict')}`;
  const recorded = hasResults(directory) ? readResults(directory) : undefined;
  if (recorded === undefined || recorded.run.id !== run.id) return { text: `${judged}.` };
  const before = new Map(recorded.requirements.map(({ id, verdict }) => [id, verdict]));
  const different = requirements.filter(({ id, verdict }) => before.get(id) !== verdict);
  if (different.length === 0) return { text: `${judged}, all as recorded.` };
  const named = someOf(
    different.map(({ id, verdict }) => `${id} (${before.get(id) ?? 'not planned'} → ${verdict})`),
    MOST_DIFFERENT,
  );
  const differ = different.length === 1 ? '1 differs' : `${different.length} differ`;
  return { text: `${judged}; ${differ} from ${RESULTS_FILE}: ${named}.`, differs: true };
}

async function recorded(directory: string, { base }: JudgeOptions) {
  const results = await judgeAgain(directory);
  if (base)
    throw new InputError(
      `${JSON.stringify(directory)} is a recording of Assay, which contains the addresses. Leave out --base.`,
    );
  return { results, exchanges: (await readEvidence(directory)).exchanges };
}

/** Undefined unless the file is a HAR file written by another tool. */
async function passively(context: Context, file: string, options: JudgeOptions) {
  const entries = foreignEntries(file);
  if (entries === undefined) return undefined;
  const { env } = await givenSettings(context, options);
  if (entries.length === 0)
    throw new InputError(
      `${JSON.stringify(file)} contains no requests. Record the HAR file again while the client sends some.`,
    );
  const named = Object.fromEntries((options.base ?? []).map((entry) => baseOf(entry, [...SERVICES.keys()])));
  const set = [...SERVICES].flatMap(([service, { setting }]) =>
    env[setting]?.trim() ? [[service, trimmed(env[setting])] as const] : [],
  );
  const bases = { ...Object.fromEntries(set), ...named };
  if (Object.keys(bases).length === 0)
    throw new InputError(
      `${JSON.stringify(file)} was recorded by another tool. Give the addresses of the services: --base ${[...SERVICES.keys()][0]}=https://host:8446 (${[...SERVICES.keys()].join(', ')}), or in the settings (${[
        ...SERVICES.values(),
      ]
        .map(({ setting }) => setting)
        .join(', ')}).`,
    );
  return judgePassively(entries, { bases, env });
}

function baseOf(entry: string, known: readonly string[]): [string, string] {
  const [, service = '', url = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
  if (!known.includes(service) || !URL.canParse(url))
    throw new InputError(`--base ${JSON.stringify(entry)} must be SERVICE=URL. Services: ${known.join(', ')}.`);
  return [service, trimmed(url)];
}

function trimmed(url: string | undefined) {
  return (url ?? '').trim().replace(/\/+$/, '');
}
